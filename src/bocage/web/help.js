/** The keys (?), and what each player may switch off for themselves. */

import { h, isNarrow } from "./dom.js";
import { setPlain } from "./silhouettes.js";
import { keepVolume, playSound, volume } from "./sounds.js";
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
	["1 … 9", "tokens"],
	["A", "advice"],
	["L", "line"],
	["F", "field"],
	["P", "path"],
	["M", "ruler"],
	["H", "hide"],
	["R", "replay"],
	["␣", "skip"],
	["N", "next"],
	["+ − 0", "zoom"],
];
const SWITCHES = ["forced", "motion", "pictures"];

/**
 * A switch that is on unless it was switched off in this browser.
 * @param {string} name
 */
export function wants(name) {
	return localStorage.getItem(`bocage.${name}`) !== "off";
}

export function applySwitches() {
	document.documentElement.classList.toggle("still-life", !wants("motion"));
	setPlain(!wants("pictures"));
}

/** @param {GameScreen} screen */
export function showHelp(screen) {
	const rows = KEYS.map(([key, name]) =>
		h("tr", null, h("th", { scope: "row" }, h("kbd", null, key)), h("td", null, t(`help.${name}`))),
	);
	const keys = [h("table", { class: "keys" }, h("tbody", null, rows)), h("p", null, t("help.orders"))];
	const wishes = [SWITCHES.map(makeSwitch), makeVolume()];
	screen.showDialog(
		h("h2", { tabindex: -1, autofocus: true }, t("help.title")),
		...(isNarrow() ? [wishes, keys] : [keys, wishes]), // without a keyboard its keys can wait
	);
}

function makeVolume() {
	const slider = h("input", { type: "range", id: "volume", min: 0, max: 1, step: 0.1, value: volume() });
	slider.addEventListener("change", () => {
		keepVolume(Number(slider.value));
		playSound("rifle");
	});
	return h("p", { class: "switch" }, slider, " ", h("label", { for: slider.id }, t("sound.title")));
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
