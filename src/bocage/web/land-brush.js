/** What all painters of the ground share: layers, and a few strokes. */

/** @import { Box } from "./land-curves.js" */
/** @import { Point } from "./types.d.ts" */

/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Pen */

/**
 * Something of the picture. `layer` and `y` say what it lies over; `cast` is its shadow, in plain black.
 * @typedef {{ layer: number, y: number, box: Box, draw: (pen: Pen, scale: number) => void, cast?: (pen: Pen) => void }} Thing
 */

export const LAYER = { field: 0, hill: 1, water: 2, yard: 3, way: 4, floor: 5, pit: 6, wall: 7, hedge: 8, standing: 9 };

/**
 * A small canvas to paint on aside.
 * @param {number} width
 * @param {number} height
 */
export function makeCanvas(width, height) {
	const canvas = new OffscreenCanvas(Math.max(1, Math.ceil(width)), Math.max(1, Math.ceil(height)));
	const pen = canvas.getContext("2d");
	if (!pen) throw new Error("no canvas");
	pen.lineCap = pen.lineJoin = "round";
	return { canvas, pen };
}

/**
 * Many dots of one colour in one stroke of the brush.
 * @param {Pen} pen
 * @param {string} colour
 * @param {number[]} dots x, y, r and so on
 */
export function fillDots(pen, colour, dots) {
	pen.fillStyle = colour;
	pen.beginPath();
	for (let i = 0; i < dots.length; i += 3) {
		pen.moveTo(dots[i] + dots[i + 2], dots[i + 1]);
		pen.arc(dots[i], dots[i + 1], dots[i + 2], 0, 6.2832);
	}
	pen.fill();
}

/**
 * @param {Pen} pen
 * @param {Point[]} points
 */
export function traceOn(pen, points) {
	points.forEach(([x, y], i) => {
		if (i) pen.lineTo(x, y);
		else pen.moveTo(x, y);
	});
}

/** @param {Point[][]} loops */
export function pathOf(loops) {
	const path = new Path2D();
	for (const loop of loops) {
		loop.forEach(([x, y], i) => {
			if (i) path.lineTo(x, y);
			else path.moveTo(x, y);
		});
		path.closePath();
	}
	return path;
}
