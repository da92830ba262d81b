/** Walls, fences and wire. */

import { LAYER, traceOn } from "./land-brush.js";
import { boxOf, divide, join, normals, shake } from "./land-curves.js";
import { openAtRoads } from "./land-growth.js";
import { chance, css, lit, rgb, seedOf } from "./land-noise.js";

/** @import { Plan } from "./land-plan.js" */
/** @import { Pen, Thing } from "./land-brush.js" */
/** @import { Point } from "./types.d.ts" */

/**
 * Walls, fences and wire along lines.
 * @param {Plan} plan
 * @returns {Thing[]}
 */
export function raiseWalls(plan) {
	const lines = plan.strokes.filter(({ family }) => family === "wall" || family === "fence" || family === "wire");
	/** @type {Thing[]} */
	const things = [];
	for (const [family, some] of Map.groupBy(lines, (stroke) => stroke.family))
		for (const long of join(some.map(({ line }) => line)))
			for (const line of openAtRoads(
				divide(long, false, 4.6).map((point) => shake(point, plan.geometry === "plane" ? 0 : 2)),
				plan,
			)) {
				const reach = family === "wall" ? 3 : 1.6;
				things.push({
					layer: LAYER.wall,
					y: 0,
					box: boxOf(line, 12),
					cast: (pen) => {
						pen.lineWidth = family === "wall" ? 4.5 : 1.2;
						pen.beginPath();
						traceOn(
							pen,
							line.map(([x, y]) => [x + reach, y + reach]),
						);
						pen.stroke();
					},
					draw: (pen) => (family === "wall" ? drawWall : family === "fence" ? drawFence : drawWire)(pen, line),
				});
			}
	return things;
}

/**
 * Stone upon stone.
 * @param {Pen} pen
 * @param {Point[]} line
 */
export function drawWall(pen, line) {
	const across = normals(line);
	const { range, pick } = chance(seedOf(`wall${line[0].map(Math.round)}`));
	pen.strokeStyle = "#5d594e";
	pen.lineWidth = 5.6;
	pen.beginPath();
	traceOn(pen, line);
	pen.stroke();
	line.forEach(([x, y], i) => {
		pen.save();
		pen.translate(x, y);
		pen.rotate(Math.atan2(-across[i][0], across[i][1]) + range(-0.12, 0.12));
		pen.fillStyle = css(lit(rgb(pick(["#a9a392", "#b7b09c", "#989283", "#bfb59b"])), range(0.92, 1.08)));
		pen.fillRect(-2.3, -2.3, 4.2, 4.5);
		pen.fillStyle = "rgba(250,244,224,.45)";
		pen.fillRect(-1.9, -2, 3.2, 1);
		pen.restore();
	});
}

/**
 * Posts and two rails.
 * @param {Pen} pen
 * @param {Point[]} line
 */
function drawFence(pen, line) {
	for (const [shift, colour] of /** @type {[number, string][]} */ ([
		[0, "#6a4f30"],
		[-1.6, "#a8875a"],
	])) {
		pen.strokeStyle = colour;
		pen.lineWidth = 1.2;
		pen.beginPath();
		traceOn(
			pen,
			line.map(([x, y]) => [x, y + shift]),
		);
		pen.stroke();
	}
	pen.fillStyle = "#4d3a23";
	for (let i = 0; i < line.length; i += 3) pen.fillRect(line[i][0] - 1.2, line[i][1] - 3.4, 2.4, 4.6);
}

/**
 * Coils of barbed wire between posts.
 * @param {Pen} pen
 * @param {Point[]} line
 */
export function drawWire(pen, line) {
	pen.strokeStyle = "rgba(52,50,48,.85)";
	pen.lineWidth = 0.9;
	pen.beginPath();
	for (const [x, y] of line) {
		pen.moveTo(x + 3.4, y);
		pen.arc(x, y, 3.4, 0, 6.2832);
	}
	pen.stroke();
	pen.fillStyle = "#3d2f20";
	for (let i = 0; i < line.length; i += 5) pen.fillRect(line[i][0] - 1, line[i][1] - 5, 2, 8);
}
