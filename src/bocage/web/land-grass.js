/** Grass, everywhere: colours from noise of several sizes, blades and tufts. */

import { fillDots, makeCanvas } from "./land-brush.js";
import { chance, hash, mix, noise, rgb, roughNoise, within01 } from "./land-noise.js";

/** @import { Pen } from "./land-brush.js" */
/** @import { Box } from "./land-curves.js" */

const GRASS = ["#7b8953", "#959b64", "#63723f", "#aea672"].map(rgb);
const BLADES = ["rgba(48,62,28,.26)", "rgba(190,192,120,.22)", "rgba(70,86,40,.24)", "rgba(150,146,88,.18)"];

const TUFTS = ["rgba(62,78,36,.35)", "rgba(104,118,60,.4)", "rgba(80,94,44,.4)"];
const FLOWERS = ["rgba(238,232,200,.75)", "rgba(226,202,96,.75)"];

/**
 * The colours of grass, from noise of several sizes.
 * @param {Pen} pen
 * @param {Box} box
 * @param {number} scale
 */
export function paintGrass(pen, [x0, y0, x1, y1], scale) {
	const step = scale < 0.7 ? 8 : 4;
	const w = Math.ceil((x1 - x0) / step) + 4;
	const h = Math.ceil((y1 - y0) / step) + 4;
	const { canvas, pen: small } = makeCanvas(w, h);
	const image = small.createImageData(w, h);
	for (let j = 0, k = 0; j < h; j++)
		for (let i = 0; i < w; i++, k += 4) {
			const x = x0 + (i - 1.5) * step;
			const y = y0 + (j - 1.5) * step;
			let colour = mix(GRASS[0], GRASS[1], within01((roughNoise(x / 210, y / 210, 1, 2) - 0.3) * 2.2));
			colour = mix(colour, GRASS[2], within01((roughNoise(x / 52, y / 52, 11, 3) - 0.48) * 2.4));
			colour = mix(colour, GRASS[3], Math.min(0.7, within01((roughNoise(x / 95, y / 95, 31, 2) - 0.54) * 3)));
			const f = 0.93 + noise(x / 7, y / 7, 21) * 0.14;
			image.data[k] = colour[0] * f;
			image.data[k + 1] = colour[1] * f;
			image.data[k + 2] = colour[2] * f;
			image.data[k + 3] = 255;
		}
	small.putImageData(image, 0, 0);
	pen.drawImage(canvas, x0 - 2 * step, y0 - 2 * step, w * step, h * step);
	if (scale > 0.4) paintBlades(pen, [x0, y0, x1, y1], scale);
}

const PLOT = 32; // pixels of ground that share a handful of blades

/**
 * What grows on one plot: blades, now and then flowers or a tuft.
 * @param {number} i
 * @param {number} j
 * @param {number} many
 * @param {{ blades: Path2D[], tufts: number[][], flowers: number[][] }} into
 */
function sowPlot(i, j, many, { blades, tufts, flowers }) {
	const { next, range } = chance((hash(i, j, 5) * 4294967296) | 0);
	for (let k = 0; k < many; k++) {
		const x = (i + next()) * PLOT;
		const y = (j + next()) * PLOT;
		blades[k % 4].moveTo(x, y);
		blades[k % 4].lineTo(x + range(-1.4, 1.4), y - range(1.5, 4));
	}
	if (next() < 0.16) for (let k = 0; k < 5; k++) flowers[k % 2].push((i + next()) * PLOT, (j + next()) * PLOT, 0.7);
	if (next() > 0.28) return;
	const [x, y, r] = [(i + next()) * PLOT, (j + next()) * PLOT, range(2, 4.5)];
	for (let k = 0; k < 6; k++) tufts[k % 3].push(x + range(-r, r), y + range(-r, r) * 0.7, range(0.8, 2));
}

/**
 * Blades and tufts, the same wherever a picture begins.
 * @param {Pen} pen
 * @param {Box} box
 * @param {number} scale
 */
function paintBlades(pen, [x0, y0, x1, y1], scale) {
	const blades = BLADES.map(() => new Path2D());
	/** @type {number[][]} */
	const tufts = TUFTS.map(() => []);
	/** @type {number[][]} */
	const flowers = FLOWERS.map(() => []);
	for (let j = Math.floor(y0 / PLOT) - 1; j <= y1 / PLOT; j++)
		for (let i = Math.floor(x0 / PLOT) - 1; i <= x1 / PLOT; i++)
			sowPlot(i, j, scale < 0.7 ? 4 : 9, { blades, tufts, flowers });
	pen.lineWidth = 0.9;
	for (const [k, path] of blades.entries()) {
		pen.strokeStyle = BLADES[k];
		pen.stroke(path);
	}
	for (const [k, dots] of tufts.entries()) fillDots(pen, TUFTS[k], dots);
	for (const [k, dots] of flowers.entries()) fillDots(pen, FLOWERS[k], dots);
}
