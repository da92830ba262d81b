/** The line on top of the game screen: title, sides and tools. */

import { h } from "./dom.js";
import { showHelp } from "./help.js";
import { drawIcon, iconButton } from "./icons.js";
import { showSeats } from "./seats.js";
import { makePaceSelect } from "./stage.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Settings } from "./types.d.ts" */

/** @param {GameScreen} screen */
export function makeMore(screen) {
	const button = iconButton("more", t("game.more"), () => screen.toggleTools(), { name: "quiet more" });
	button.setAttribute("aria-expanded", "false");
	button.setAttribute("aria-controls", "tools");
	return button;
}

/**
 * @param {GameScreen} screen
 * @param {Settings} settings
 */
export function makeHeader(screen, settings) {
	const tool = (
		/** @type {string} */ icon,
		/** @type {string} */ label,
		/** @type {string} */ title,
		/** @type {() => void} */ press,
		/** @type {string} */ name,
	) => iconButton(icon, label, press, { name: `quiet ${name}`, title });
	const tellAgain = () => {
		screen.deciding.odds.turnAway();
		screen.panel.recall();
	};
	const recall = { type: "button", class: "title", title: t("game.about"), onclick: tellAgain };
	const home = { class: "button quiet icon-button", href: "#/", title: t("game.home"), "aria-label": t("game.home") };
	return h(
		"header",
		{ class: "top" },
		h("a", home, drawIcon("home")),
		h("h1", null, h("button", recall, screen.game.scenario), " ", h("small", null, screen.game.system.title)),
		screen.sides,
		screen.more,
		h(
			"div",
			{ class: "tools", id: "tools" },
			tool("advice", t("advice.ask"), t("advice.title"), () => screen.adviser.ask(), "advice-button"),
			screen.stage.againButton,
			tool("replay", t("replay.name"), t("help.replay"), () => screen.toggleReplay(), "replay-button"),
			makePaceSelect(),
			tool(
				"players",
				t("game.links"),
				t("game.links.title"),
				() => screen.send(() => showSeats(screen)),
				"seats-button",
			),
			tool("save", t("game.save"), t("game.save.title"), () => screen.download(), "save-button"),
			tool("help", t("help.title"), t("help.title"), () => showHelp(screen), "help-button"),
			settings(),
		),
	);
}
