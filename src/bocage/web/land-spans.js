/** Where ways cross water: bridges and fords. */

import { fillDots, LAYER } from "./land-brush.js";
import { boxOf } from "./land-curves.js";
import { chance, css, lit, rgb, seedOf } from "./land-noise.js";

/** @import { Crossing } from "./land-plan.js" */
/** @import { Pen, Thing } from "./land-brush.js" */
/** @import { Point } from "./types.d.ts" */

/**
 * @param {Crossing[]} crossings
 * @returns {Thing[]}
 */
export function spanWaters(crossings) {
	return crossings.map((crossing) => {
		const { point, half, family } = crossing;
		const reach = half + 30;
		const box = boxOf([point], reach);
		if (family === "ford") return { layer: LAYER.way, y: 3, box, draw: (pen) => drawFord(pen, crossing) };
		return {
			layer: LAYER.wall,
			y: -1,
			box,
			cast: (pen) => castBridge(pen, crossing),
			draw: (pen) => drawBridge(pen, crossing),
		};
	});
}

/**
 * @param {Pen} pen
 * @param {Crossing} crossing
 */
function castBridge(pen, { point, angle, half, side }) {
	pen.save();
	pen.translate(point[0] + 5, point[1] + 6);
	pen.rotate(angle);
	pen.fillRect(-half - 4, -side, 2 * half + 8, 2 * side);
	pen.restore();
}

/**
 * A stone bridge with parapets that open at its ends.
 * @param {Pen} pen
 * @param {Crossing} crossing
 */
function drawBridge(pen, { point, angle, half, side: wide }) {
	const long = half + 12;
	const { range } = chance(seedOf(`bridge${point.map(Math.round)}`));
	pen.save();
	pen.translate(...point);
	pen.rotate(angle);
	pen.fillStyle = "#6c675a";
	pen.beginPath();
	for (const [sx, sy] of [
		[-1, -1],
		[1, -1],
		[1, 1],
		[-1, 1],
	]) {
		const corner = /** @type {Point[]} */ ([
			[long + 5, wide + 5],
			[long - 7, wide + 2],
		]);
		for (const [x, y] of sx * sy > 0 ? corner : corner.reverse()) pen.lineTo(sx * x, sy * y);
	}
	pen.closePath();
	pen.fill();
	for (let x = -long - 4; x < long + 3; x += 5)
		for (let y = -wide + 1; y < wide - 2; y += 4) {
			pen.fillStyle = css(lit(rgb("#b3a588"), range(0.84, 1.1)));
			pen.fillRect(x + (Math.floor(y) & 1 ? 2 : 0), y, 4.4, 3.4);
		}
	for (const side of [-1, 1])
		for (let x = -long - 4; x < long + 3; x += 5.2) {
			const y = side * (wide + 0.6 + Math.max(0, Math.abs(x) - long + 8) * 0.32);
			pen.fillStyle = css(lit(rgb("#a59e8c"), range(0.86, 1.14)));
			pen.fillRect(x, y - 2.6, 4.8, 5.2);
			pen.fillStyle = "rgba(240,234,214,.5)";
			pen.fillRect(x + 0.6, y - 2.4, 3.4, 1);
		}
	pen.fillStyle = "rgba(20,20,24,.28)";
	pen.fillRect(-long - 2, -wide + 3, 2 * long + 4, 3);
	pen.restore();
}

/**
 * Shallow water over gravel, with stones.
 * @param {Pen} pen
 * @param {Crossing} crossing
 */
function drawFord(pen, { point, angle, half }) {
	const { range } = chance(seedOf(`ford${point.map(Math.round)}`));
	const [x, y] = point;
	pen.save();
	pen.translate(x, y);
	pen.rotate(angle);
	const shallow = pen.createRadialGradient(0, 0, 4, 0, 0, half + 10);
	shallow.addColorStop(0, "rgba(186,178,140,.85)");
	shallow.addColorStop(0.7, "rgba(150,156,130,.6)");
	shallow.addColorStop(1, "rgba(150,156,130,0)");
	pen.fillStyle = shallow;
	pen.beginPath();
	pen.ellipse(0, 0, half + 10, Math.max(14, half * 0.7), 0, 0, 6.2832);
	pen.fill();
	for (const [colour, shift] of /** @type {[string, number][]} */ ([
		["rgba(30,36,36,.4)", 1],
		["#a39c86", 0],
		["#c5beaa", -0.5],
	])) {
		const dots = [];
		const stones = chance(9);
		for (let i = 0; i < 34; i++)
			dots.push(
				stones.range(-half, half) + shift,
				stones.range(-11, 11) + shift,
				stones.range(0.9, 2.4) * (shift < 0 ? 0.5 : 1),
			);
		fillDots(pen, colour, dots);
	}
	pen.strokeStyle = "rgba(232,240,232,.6)";
	pen.lineWidth = 1;
	pen.beginPath();
	for (let i = 0; i < 12; i++) {
		const [rx, ry] = [range(-half, half), range(-12, 12)];
		pen.moveTo(rx, ry);
		pen.quadraticCurveTo(rx + 4, ry - 2, rx + 8, ry);
	}
	pen.stroke();
	pen.restore();
}
