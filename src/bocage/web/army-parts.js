/** What a builder of armies is made of: labelled fields, numbers, unit cards, and parts that fold. */

import { drawCounter, drawFigure } from "./counters.js";
import { h, s } from "./dom.js";

/** @import { Piece, Row, Ware } from "./types.d.ts" */

/**
 * @param {string} label
 * @param {HTMLElement} input
 */
export const makeControl = (label, input) => h("label", { class: "seat" }, h("span", null, label), input);

/**
 * The number typed, within the bounds of its field; the field shows it.
 * @param {HTMLInputElement} input
 */
export function readNumber(input) {
	const number = Math.round(Number(input.value)) || 0;
	input.value = String(Math.max(Number(input.min), Math.min(Number(input.max), number)));
	return Number(input.value);
}

/**
 * A number of something.
 * @param {Ware} ware
 * @param {number} count
 * @param {(number: number) => void} set
 */
export function makeCount(ware, count, set) {
	const input = h("input", { type: "number", min: 0, max: ware.copies || 1, value: count });
	input.addEventListener("change", () => set(readNumber(input)));
	return input;
}

/** @param {Row} row */
const tellRow = ({ label, value }) => h("li", null, h("span", null, label), value ? [" ", h("b", null, value)] : null);

/** @param {NonNullable<Ware["units"]>[number]} unit */
export function tellUnit({ name, rows, number = 1 }) {
	const title = h("b", null, number > 1 ? `${number} × ${name}` : name);
	return h("div", { class: "ware-unit" }, title, h("ul", null, rows.map(tellRow)));
}

/** @param {Piece} piece */
function drawFace(piece) {
	const { radius = 0, values = [] } = piece;
	if (radius && radius < 1)
		return s("svg", { viewBox: "-34 -34 68 68", class: "man-face" }, drawFigure({ ...piece, group: -1 }, 30));
	const shown = values.length ? piece : { ...piece, values: [] };
	return s("svg", { viewBox: "-54 -54 108 108", class: "unit-face" }, drawCounter(shown, "card"));
}

/**
 * What is bought, as it will stand on the board: every counter, every man.
 * @param {Ware} ware
 */
export function drawUnits({ units = [] }) {
	if (!units.length) return null;
	return h(
		"div",
		{ class: "ware-faces" },
		units.map(({ name, number = 1, faces = [] }) => {
			const title = number > 1 ? `${number} × ${name}` : name;
			return h(
				"figure",
				{ class: "ware-face", title },
				h("div", { class: "ware-men", "aria-hidden": "true" }, faces.map(drawFace)),
				h("figcaption", null, title),
			);
		}),
	);
}

/** Parts that fold, each with a name of its own, so that what was open stays open when everything is painted anew. */
export class Folds {
	/** @type {Map<string, HTMLDetailsElement>} */
	shown = new Map();

	/**
	 * @param {string} name
	 * @param {HTMLDetailsElement} part
	 */
	add(name, part) {
		this.shown.set(name, part);
		return part;
	}

	/**
	 * Paint everything anew, and open what was open.
	 * @param {() => void} paint
	 */
	keep(paint) {
		const before = this.shown;
		this.shown = new Map();
		paint();
		for (const [name, part] of this.shown) part.open = before.get(name)?.open || false;
	}
}
