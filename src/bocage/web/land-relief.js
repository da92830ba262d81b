/** Hills: the height of the ground as a smooth field, lit from the north-west, with contours at the edges of levels. */

import { LAYER, makeCanvas } from "./land-brush.js";
import { apart } from "./land-curves.js";
import { noise } from "./land-noise.js";

/** @import { Plan, Spot } from "./land-plan.js" */
/** @import { Pen, Thing } from "./land-brush.js" */
/** @import { Box } from "./land-curves.js" */
/** @import { Point } from "./types.d.ts" */

const STEP = 5; // pixels of ground between two heights

/** Heights on a lattice over the part of the board that is not flat. */
export class Relief {
	/** @param {Plan} plan */
	constructor({ spots, unit }) {
		const raised = spots.filter(({ level }) => level > 0);
		this.flat = raised.length === 0;
		this.unit = unit;
		const margin = unit * 2.6;
		const xs = raised.map(({ at }) => at[0]);
		const ys = raised.map(({ at }) => at[1]);
		/** @type {Box} */
		this.box = [Math.min(...xs) - margin, Math.min(...ys) - margin, Math.max(...xs) + margin, Math.max(...ys) + margin];
		this.columns = this.flat ? 0 : Math.ceil((this.box[2] - this.box[0]) / STEP) + 1;
		this.rows = this.flat ? 0 : Math.ceil((this.box[3] - this.box[1]) / STEP) + 1;
		this.top = Math.max(0, ...raised.map(({ level }) => level));
		this.heights = new Float32Array(this.columns * this.rows);
		if (!this.flat) this.raise(spots);
	}

	/**
	 * Each point is as high as the hexes around it, the nearer the more.
	 * @param {Spot[]} spots
	 */
	raise(spots) {
		const { unit, columns, rows, heights, box } = this;
		const sums = new Float32Array(heights.length);
		const reach = unit * 1.75;
		const wide = (unit * 0.62) ** 2;
		for (const { at, level } of spots) {
			const i0 = Math.max(0, Math.floor((at[0] - reach - box[0]) / STEP));
			const i1 = Math.min(columns - 1, Math.ceil((at[0] + reach - box[0]) / STEP));
			const j0 = Math.max(0, Math.floor((at[1] - reach - box[1]) / STEP));
			const j1 = Math.min(rows - 1, Math.ceil((at[1] + reach - box[1]) / STEP));
			for (let j = j0; j <= j1; j++)
				for (let i = i0; i <= i1; i++) {
					const d = (box[0] + i * STEP - at[0]) ** 2 + (box[1] + j * STEP - at[1]) ** 2;
					if (d > reach * reach) continue;
					const weight = Math.exp(-d / wide);
					heights[j * columns + i] += weight * level;
					sums[j * columns + i] += weight;
				}
		}
		for (let k = 0; k < heights.length; k++) {
			const x = (k % columns) * STEP;
			const y = Math.floor(k / columns) * STEP;
			const mean = sums[k] > 1e-6 ? heights[k] / sums[k] : 0;
			heights[k] = mean > 0.02 ? mean + (noise(x / 40, y / 40, 5) - 0.5) * 0.16 : mean;
		}
	}

	/**
	 * Steep between levels, gentle upon them, so that levels read.
	 * @param {number} k
	 */
	shaped(k) {
		const h = this.heights[k] + 0.5;
		const level = Math.floor(h);
		const t = Math.max(0, Math.min(1, (h - level - 0.06) / 0.5));
		return (level - 0.5 + t * t * (3 - 2 * t)) * 0.75 + (h - 0.5) * 0.25;
	}

	/** @returns {Thing[]} */
	things() {
		if (this.flat) return [];
		const { shade, tint } = this.paintShade();
		const [x, y] = this.box;
		const size = /** @type {const} */ ([this.columns * STEP, this.rows * STEP]);
		const lines = this.contours();
		return [
			{
				layer: LAYER.hill,
				y: 0,
				box: this.box,
				draw: (pen) => {
					pen.drawImage(tint, x, y, ...size);
					pen.drawImage(shade, x, y, ...size);
					drawContours(pen, lines);
				},
			},
		];
	}

	/** The warm tint of height, and light and shadow of slopes. */
	paintShade() {
		const { columns: w, rows: h } = this;
		const light = makeCanvas(w, h);
		const warm = makeCanvas(w, h);
		const image = light.pen.createImageData(w, h);
		const tint = warm.pen.createImageData(w, h);
		for (let j = 0, k = 0; j < h; j++)
			for (let i = 0; i < w; i++, k++) {
				const here = this.shaped(k);
				const right = this.shaped(j * w + Math.min(w - 1, i + 1));
				const below = this.shaped(Math.min(h - 1, j + 1) * w + i);
				const slope = Math.max(-1, Math.min(1, (right - here + below - here) * 6.5));
				const at = k * 4;
				const bright = slope > 0;
				image.data[at] = bright ? 255 : 24;
				image.data[at + 1] = bright ? 240 : 24;
				image.data[at + 2] = bright ? 190 : 30;
				image.data[at + 3] = Math.abs(slope) * (bright ? 92 : 112);
				tint.data[at] = 222;
				tint.data[at + 1] = 190;
				tint.data[at + 2] = 118;
				tint.data[at + 3] = Math.min(0.5, Math.max(0, here) * 0.17) * 255;
			}
		light.pen.putImageData(image, 0, 0);
		warm.pen.putImageData(tint, 0, 0);
		return { shade: light.canvas, tint: warm.canvas };
	}

	/** Where the ground crosses from one level to the next, with the way down. */
	contours() {
		/** @type {{ from: Point, to: Point, down: Point | null }[]} */
		const found = [];
		for (let level = 0.5; level < this.top; level++)
			for (let j = 0; j < this.rows - 1; j++)
				for (let i = 0; i < this.columns - 1; i++) this.crossCell(i, j, level, found);
		return found;
	}

	/**
	 * Marching squares, one of them.
	 * @param {number} i
	 * @param {number} j
	 * @param {number} level
	 * @param {{ from: Point, to: Point, down: Point | null }[]} found
	 */
	crossCell(i, j, level, found) {
		const w = this.columns;
		const corners = /** @type {[number, number][]} */ ([
			[i, j],
			[i + 1, j],
			[i + 1, j + 1],
			[i, j + 1],
		]);
		const v = corners.map(([x, y]) => this.heights[y * w + x]);
		/** @type {Point[]} */
		const cuts = [];
		for (let k = 0; k < 4; k++) {
			const m = (k + 1) % 4;
			if (v[k] > level === v[m] > level) continue;
			const t = (level - v[k]) / (v[m] - v[k]);
			cuts.push([
				this.box[0] + (corners[k][0] + (corners[m][0] - corners[k][0]) * t) * STEP,
				this.box[1] + (corners[k][1] + (corners[m][1] - corners[k][1]) * t) * STEP,
			]);
		}
		if (cuts.length < 2) return;
		const gx = v[1] + v[2] - v[0] - v[3];
		const gy = v[2] + v[3] - v[0] - v[1];
		const length = Math.hypot(gx, gy) || 1;
		found.push({ from: cuts[0], to: cuts[1], down: (i + j) % 2 ? [-gx / length, -gy / length] : null });
	}
}

/**
 * @param {Pen} pen
 * @param {{ from: Point, to: Point, down: Point | null }[]} lines
 */
function drawContours(pen, lines) {
	const path = new Path2D();
	for (const { from, to, down } of lines) {
		path.moveTo(...from);
		path.lineTo(...to);
		if (!down) continue;
		path.moveTo((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
		path.lineTo((from[0] + to[0]) / 2 + down[0] * 6, (from[1] + to[1]) / 2 + down[1] * 6);
	}
	pen.strokeStyle = "rgba(96,62,26,.72)";
	pen.lineWidth = 1.25;
	pen.stroke(path);
}

/**
 * Cliffs along hexsides: a rock face with its shadow.
 * @param {Point[][]} lines
 * @returns {Thing[]}
 */
export function raiseCliffs(lines) {
	return lines.map((line) => ({
		layer: LAYER.wall,
		y: 0,
		box: [
			Math.min(...line.map(([x]) => x)) - 20,
			Math.min(...line.map(([, y]) => y)) - 20,
			Math.max(...line.map(([x]) => x)) + 20,
			Math.max(...line.map(([, y]) => y)) + 20,
		],
		cast: (pen) => {
			pen.lineWidth = 8;
			pen.beginPath();
			line.forEach(([x, y], i) => {
				if (i) pen.lineTo(x + 5, y + 5);
				else pen.moveTo(x + 5, y + 5);
			});
			pen.stroke();
		},
		draw: (pen) => drawCliff(pen, line),
	}));
}

/**
 * @param {Pen} pen
 * @param {Point[]} line
 */
function drawCliff(pen, line) {
	for (let i = 1; i < line.length; i++) {
		const [a, b] = [line[i - 1], line[i]];
		const parts = Math.max(1, Math.round(apart(a, b) / 4));
		for (let k = 0; k < parts; k++) {
			const x = a[0] + ((b[0] - a[0]) * k) / parts;
			const y = a[1] + ((b[1] - a[1]) * k) / parts;
			const size = 5 + noise(x, y, 3) * 4;
			pen.fillStyle = ["#6f6853", "#8d856c", "#a39a80", "#5b5544"][Math.floor(noise(x * 3, y * 3, 8) * 4)];
			pen.beginPath();
			pen.moveTo(x - size / 2, y - size / 2);
			pen.lineTo(x + size / 2, y - size / 3);
			pen.lineTo(x + size / 3, y + size / 2);
			pen.lineTo(x - size / 3, y + size / 2);
			pen.fill();
		}
	}
}
