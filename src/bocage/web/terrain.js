/** What is drawn over the painted ground: objectives and zones with their names, and the lines of everything. */

import { draw, s } from "./dom.js";
import { middleOf } from "./land-curves.js";
import { family } from "./looks.js";

/** @import { Feature, Point } from "./types.d.ts" */

/**
 * Patterns of a board; ids carry a prefix because several boards may stand on one page.
 * @param {string} prefix
 */
export function drawPatterns(prefix) {
	return draw(
		`<pattern id="${prefix}hatch" width="10" height="10" patternUnits="userSpaceOnUse"><path class="g-hatch" d="M-2 2l4-4M0 10L10 0M8 12l4-4"/></pattern>`,
	);
}

/** @param {Point[]} points */
export function trace(points) {
	return points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** @param {Point[]} points */
export function traceRing(points) {
	return `${trace(points)}z`;
}

/**
 * An objective or a zone; everything else is painted. `points` are already in pixels.
 * @param {Feature} item
 * @param {Point[]} points
 */
export function drawFeature(item, points) {
	const kind = family(item.kind);
	if (kind !== "objective" && kind !== "zone") return [];
	const group = s("g", { class: `feature of-${kind}` }, s("path", { d: traceRing(points), class: `${kind}-area` }));
	if (item.label) {
		const xs = points.map(([x]) => x);
		const [x] = middleOf(points);
		const y = Math.max(...points.map((point) => point[1])) + 15;
		group.append(s("title", null, item.label));
		const room = Math.max(...xs) - Math.min(...xs);
		if (kind === "objective" && item.label.length * 8 < room * 1.5)
			group.append(s("text", { x, y, class: "feature-label", "text-anchor": "middle" }, item.label));
	}
	return [group];
}
