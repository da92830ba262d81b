/** Dice as they fell, for the log and for the board. */

import { h, s } from "./dom.js";
import { t } from "./words.js";

/** @import { Attributes, Roll } from "./types.d.ts" */

/** @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/**
 * A d6 shows pips, others their number. `where` may place it inside another drawing.
 * @param {Roll} roll
 * @param {Attributes} [where]
 */
export function drawDie({ sides, result, purpose }, where = {}) {
	const name = sides ? t("log.die", { purpose, result, sides }) : String(result);
	const face = s(
		"svg",
		{ class: "die", viewBox: "0 0 24 24", role: "img", "aria-label": name, ...where },
		s("title", null, name),
	);
	if (sides === 6) {
		face.append(s("rect", { class: "die-face", x: 1, y: 1, width: 22, height: 22, rx: 5 }));
		for (const pip of PIPS[result] || [])
			face.append(s("circle", { class: "pip", cx: 6 + (pip % 3) * 6, cy: 6 + Math.floor(pip / 3) * 6, r: 2.2 }));
	} else {
		const outline = sides ? "M12 1 23 9v7L12 23 1 16V9z" : "M6 1h12q5 0 5 5v12q0 5-5 5H6q-5 0-5-5V6q0-5 5-5z";
		face.append(
			s("path", { class: "die-face", d: outline }),
			s("text", { class: "die-number", x: 12, y: 16.5 }, result),
		);
	}
	return face;
}

/**
 * Dice of an event; those for different purposes apart, each lot with its name.
 * @param {Roll[]} rolls
 */
export function drawDice(rolls) {
	const lots = Map.groupBy(rolls, (roll) => roll.purpose);
	if (lots.size < 2) return rolls.map((roll) => drawDie(roll));
	return [...lots].map(([purpose, lot]) =>
		h(
			"span",
			{ class: "lot" },
			purpose ? h("small", null, purpose) : null,
			" ",
			lot.map((roll) => drawDie(roll)),
		),
	);
}
