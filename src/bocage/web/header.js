/** The line on top of the game screen: title, sides and tools. */

import { h } from "./dom.js";
import { showHelp } from "./help.js";
import { showSeats } from "./seats.js";
import { makePaceSelect } from "./stage.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Settings } from "./types.d.ts" */

/** @param {GameScreen} screen */
export function makeMore(screen) {
  return h(
    "button",
    {
      type: "button",
      class: "quiet more",
      "aria-expanded": "false",
      "aria-controls": "tools",
      "aria-label": t("game.more"),
      onclick: () => screen.toggleTools(),
    },
    "☰",
  );
}

/**
 * @param {GameScreen} screen
 * @param {Settings} settings
 */
export function makeHeader(screen, settings) {
  const tool = (
    /** @type {string} */ text,
    /** @type {string} */ title,
    /** @type {() => void} */ press,
    /** @type {string} */ name,
  ) =>
    h(
      "button",
      { type: "button", class: `quiet ${name}`, onclick: press, title, "aria-label": text.length > 1 ? null : title },
      text,
    );
  const tellAgain = () => {
    screen.deciding.odds.turnAway();
    screen.panel.recall();
  };
  const recall = { type: "button", class: "title", title: t("game.about"), onclick: tellAgain };
  return h(
    "header",
    { class: "top" },
    h("a", { class: "button quiet", href: "#/", title: t("game.home"), "aria-label": t("game.home") }, "⌂"),
    h("h1", null, h("button", recall, screen.game.scenario), " ", h("small", null, screen.game.system.title)),
    screen.sides,
    screen.more,
    h(
      "div",
      { class: "tools", id: "tools" },
      tool(t("game.links"), t("game.links.title"), () => screen.send(() => showSeats(screen)), "seats-button"),
      screen.stage.againButton,
      tool(t("replay.name"), t("help.replay"), () => screen.toggleReplay(), "replay-button"),
      tool(t("advice.ask"), t("advice.title"), () => screen.adviser.ask(), "advice-button"),
      tool(t("game.save"), t("game.save.title"), () => screen.download(), "save-button"),
      tool("?", t("help.title"), () => showHelp(screen), "help-button"),
      makePaceSelect(),
      settings(),
    ),
  );
}
