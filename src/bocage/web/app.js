/** The page: which screen is shown, the language and the colours. */

import { api, handles, kept, Refused } from "./api.js";
import { armyScreen } from "./army.js";
import { find, h, replace } from "./dom.js";
import { gameScreen } from "./game.js";
import { applySwitches } from "./help.js";
import { iconButton } from "./icons.js";
import { learnScreen } from "./learn.js";
import { lobbyScreen, me } from "./lobby.js";
import { Notices } from "./notices.js";
import { startScreen } from "./start.js";
import { keepLanguage, language, loadWords, t } from "./words.js";

/** @import { Leave, Show } from "./types.d.ts" */

/** The colours, in the order in which a button changes them. */
const THEMES = ["auto", "light", "dark"];
/** @type {Leave | void} */
let leave;
let turns = 0; // how often a screen was asked for

function theme() {
	const chosen = localStorage.getItem("bocage.theme") ?? "";
	return THEMES.includes(chosen) ? chosen : "auto";
}

function applyTheme() {
	document.documentElement.dataset.theme = theme();
}

/** Buttons for language and colours, used by every screen. */
function settings() {
	const other = language() === "en" ? "fr" : "en";
	const name = { title: t("language.switch"), "aria-label": t("language.switch") };
	const speak = h(
		"button",
		{ type: "button", class: "quiet icon-button", lang: other, id: "language", ...name },
		other.toUpperCase(),
	);
	speak.addEventListener("click", async () => {
		keepLanguage(other);
		await loadWords();
		route();
	});
	return h("span", { class: "settings" }, makeThemeButton(), speak);
}

/** It shows the colours that are on and changes them to the next. */
function makeThemeButton() {
	const title = t(`theme.${theme()}`);
	const button = iconButton(theme(), title, null, { name: "quiet" });
	button.addEventListener("click", () => {
		localStorage.setItem("bocage.theme", THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length]);
		applyTheme();
		button.replaceWith(makeThemeButton());
	});
	return button;
}

/** Show the screen of the address. One that is overtaken while it loads neither shows up nor stays behind. */
async function route() {
	const turn = ++turns;
	leave?.();
	leave = undefined;
	document.title = "Bocage";
	/** @type {Show} */
	const show = (content) => {
		if (turn === turns) replace(find(document, "#app"), content);
	};
	const left = await openScreen(show).catch((problem) => {
		if (!(problem instanceof Refused)) throw problem;
		show(
			h(
				"main",
				{ class: "start" },
				h("h1", null, "Bocage"),
				h("p", { class: "problem", role: "alert" }, problem.message),
				h("p", null, h("a", { href: "#/" }, t("game.home"))),
			),
		);
	});
	if (turn === turns) leave = left;
	else left?.();
}

/**
 * @param {Show} show
 * @returns {Promise<Leave | void>}
 */
function openScreen(show) {
	const found = location.hash.match(/^#\/game\/([\w-]{1,100})(?:\/at\/(\d{1,6}))?$/);
	const invited = location.hash.match(/^#\/join\/([\w-]{1,100})$/);
	const army = location.hash.match(/^#\/army\/(\w{1,40})$/);
	if (location.hash === "#/learn") return learnScreen(show, settings);
	if (location.hash === "#/lobby") return lobbyScreen(show, settings);
	if (army) return armyScreen(show, army[1], settings);
	if (invited) return sitDown(invited[1]);
	if (!found) return startScreen(show, settings);
	const secret = handles.get(found[1]) ?? found[1];
	return gameScreen(show, secret, settings, found[2] === undefined ? null : Number(found[2]));
}

/**
 * Follow an invitation: the seat belongs to whoever does so first.
 * @param {string} invitation
 */
async function sitDown(invitation) {
	const { secret } = await api.join(invitation, me.get()?.token);
	kept.add(secret);
	location.replace(`#/game/${secret}`);
}

applyTheme();
applySwitches();
await loadWords();
addEventListener("hashchange", route);
const notices = new Notices();
document.body.append(notices.element);
route();
notices.look();
navigator.serviceWorker?.register("sw.js").catch(() => {}); // the page works without it
