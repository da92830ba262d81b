/** The keys (?), and what each player may switch off for themselves. */

import { h } from "./dom.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */

const KEYS = [
  ["?", "help"],
  ["U", "undo"],
  ["/", "order"],
  ["C", "choices"],
  ["Tab", "tab"],
  ["← ↑ → ↓", "arrows"],
  ["Enter", "enter"],
  ["Esc", "escape"],
  ["A", "advice"],
  ["L", "line"],
  ["F", "field"],
  ["P", "path"],
  ["H", "hide"],
  ["R", "replay"],
  ["+ − 0", "zoom"],
];
const SWITCHES = ["forced", "motion"];

/**
 * A switch that is on unless it was switched off in this browser.
 * @param {string} name
 */
export function wants(name) {
  return localStorage.getItem(`bocage.${name}`) !== "off";
}

export function applySwitches() {
  document.documentElement.classList.toggle("still-life", !wants("motion"));
}

/** @param {GameScreen} screen */
export function showHelp(screen) {
  const rows = KEYS.map(([key, name]) =>
    h("tr", null, h("th", { scope: "row" }, h("kbd", null, key)), h("td", null, t(`help.${name}`))),
  );
  screen.showDialog(
    h("h2", null, t("help.title")),
    h("table", { class: "keys" }, h("tbody", null, rows)),
    h("p", null, t("help.orders")),
    SWITCHES.map(makeSwitch),
  );
}

/** @param {string} name */
function makeSwitch(name) {
  const box = h("input", { type: "checkbox", id: `switch-${name}` });
  box.checked = wants(name);
  box.addEventListener("change", () => {
    localStorage.setItem(`bocage.${name}`, box.checked ? "on" : "off");
    applySwitches();
  });
  return h("p", { class: "switch" }, box, " ", h("label", { for: box.id }, t(`help.${name}`)));
}
