/** How a game went, as lines over its timeline: the points of each side, or what it has left where there are none. */

import { h, replace, s } from "./dom.js";
import { nationClass } from "./emblems.js";
import { t } from "./words.js";

/** @import { Mark, Seat } from "./types.d.ts" */

const WIDTH = 600;
const HIGH = 84;
const EDGE = 6; // above and below the lines

/**
 * What the lines show, by moment and seat.
 * @param {Mark[]} marks
 */
export function rowsOf(marks) {
	const points = marks.map((mark) => mark.points);
	const told = points.some((row) => row.some((value, seat) => value !== points[0][seat]));
	return { name: told ? "points" : "pieces", rows: told ? points : marks.map((mark) => mark.pieces) };
}

/**
 * Steps from moment to moment.
 * @param {number[]} values
 * @param {number} most
 */
export function traceSteps(values, most) {
	const step = WIDTH / Math.max(1, values.length);
	const y = (/** @type {number} */ value) => (HIGH - EDGE - (value / most) * (HIGH - 2 * EDGE)).toFixed(1);
	return values.map((value, n) => `${n ? "V" : "M0,"}${y(value)}H${((n + 1) * step).toFixed(1)}`).join("");
}

export class ReplayGraph {
	/** @param {(at: number) => void} go */
	constructor(go) {
		this.count = 0;
		this.now = s("path", { class: "replay-now" });
		this.drawing = s("svg", { viewBox: `0 0 ${WIDTH} ${HIGH}`, preserveAspectRatio: "none", role: "img" });
		this.key = h("figcaption", { class: "hint" });
		this.element = h("figure", { class: "replay-graph" }, this.key, this.drawing);
		// The slider beside it is for the keyboard.
		this.drawing.addEventListener("click", ({ clientX }) => {
			const { left, width } = this.drawing.getBoundingClientRect();
			go(Math.round(((clientX - left) / width) * this.count));
		});
	}

	/**
	 * @param {Mark[]} marks
	 * @param {Seat[]} seats
	 * @param {number[]} turns moments at which turns begin
	 */
	paint(marks, seats, turns) {
		this.count = marks.length;
		this.element.hidden = !marks.length;
		if (!marks.length) return;
		const { name, rows } = rowsOf(marks);
		const most = Math.max(1, ...rows.flat());
		const x = (/** @type {number} */ at) => ((at / marks.length) * WIDTH).toFixed(1);
		this.drawing.setAttribute("aria-label", t(`replay.graph.${name}`));
		replace(
			this.drawing,
			turns.map((at) => s("path", { class: "replay-turn", d: `M${x(at)},0V${HIGH}` })),
			seats.map(({ nation }, seat) => {
				const d = traceSteps(
					rows.map((row) => row[seat] ?? 0),
					most,
				);
				return s("g", { class: nationClass(nation) }, [
					s("path", { class: "replay-line-under", d }),
					s("path", { class: `replay-line${seat ? " other" : ""}`, d }),
				]);
			}),
			this.now,
		);
		replace(this.key, t(`replay.graph.${name}`));
	}

	/** @param {number} at */
	mark(at) {
		const x = ((at / Math.max(1, this.count)) * WIDTH).toFixed(1);
		this.now.setAttribute("d", `M${x},0V${HIGH}`);
	}
}
