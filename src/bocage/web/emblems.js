/** The signs and colours of nations. */

import { draw } from "./dom.js";
import { STAR } from "./silhouettes.js";

const NATIONS = ["us", "de", "uk", "su", "fr", "it", "jp", "pl", "be", "nl", "ca"];

/** @param {string} nation */
export function nationClass(nation) {
	const lower = nation.toLowerCase();
	return NATIONS.includes(lower) ? `nation-${lower}` : lower ? "nation-other" : "nation-none";
}

/**
 * Rings from the outside in.
 * @param {string[]} colours
 */
const roundel = (...colours) => colours.map((colour, i) => `<circle r="${8.4 - i * 2.8}" fill="${colour}"/>`).join("");

/**
 * Three bars on a disc.
 * @param {string[]} colours
 * @param {boolean} [lying]
 */
const bars = (colours, lying) =>
	`<circle r="8.4" fill="${colours[1]}"/>${[0, 2]
		.map((i) => {
			const side = i ? 1 : -1;
			const d = lying
				? `M-7.9 ${side * 2.8}A8.4 8.4 0 0 ${i ? 0 : 1} 7.9 ${side * 2.8}z`
				: `M${side * 2.8}-7.9A8.4 8.4 0 0 ${i ? 1 : 0} ${side * 2.8} 7.9z`;
			return `<path d="${d}" fill="${colours[i]}"/>`;
		})
		.join("")}`;

/** @type {Record<string, string>} */
const EMBLEMS = {
	us: `<circle r="8.4" fill="#2f3a22"/><g transform="scale(.82)" fill="#f6f1df">${STAR}</g>`,
	de: '<circle r="8.6" fill="#e9ebe5" stroke="#59625f" stroke-width=".8"/><path d="M-2.2-6h4.4v3.8H6v4.4H2.2V6h-4.4V2.2H-6v-4.4h3.8z" fill="#191c1e"/>',
	uk: roundel("#1f3a6e", "#f3efe2", "#b03030"),
	su: `<circle r="8.4" fill="#f0e6cf"/><g transform="scale(.86)" fill="#b3261e">${STAR}</g>`,
	fr: roundel("#b33a3a", "#f3efe2", "#27468f"),
	it: bars(["#2f7a44", "#f3efe2", "#b33a3a"]),
	jp: '<circle r="8.4" fill="#f3efe2"/><circle r="4.8" fill="#b3261e"/>',
	pl: '<circle r="8.4" fill="#f3efe2"/><path d="M-8.4 0a8.4 8.4 0 0 0 16.8 0z" fill="#b3263e"/>',
	be: bars(["#1c1c1c", "#e7c13d", "#b33030"]),
	nl: bars(["#b03030", "#f3efe2", "#27468f"], true),
	ca: '<circle r="8.4" fill="#f3efe2"/><path d="M0-7l1.6 3 2.6-.8-.6 3.4 3 .6-2.6 2 .6 2.2-3.8-.6V7h-1.6V2.8l-3.8.6.6-2.2-2.6-2 3-.6-.6-3.4 2.6.8z" fill="#b3261e"/>',
};

/**
 * The emblem of a nation, or null if it has none.
 * @param {string} nation
 * @param {string} transform
 */
export function drawEmblem(nation, transform) {
	const markup = EMBLEMS[nation.toLowerCase()];
	return markup ? draw(markup, { class: "emblem", transform }) : null;
}
