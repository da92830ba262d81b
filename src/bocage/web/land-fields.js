/** What covers the grass: fields, meadows, brush, marsh, stones, sand, lakes. */

import { fillDots, LAYER, pathOf } from "./land-brush.js";
import { boxOf, cutCorners, divide, middleOf, shake, touching, unite } from "./land-curves.js";
import { chance, css, noise, rgb, seedOf } from "./land-noise.js";

/** @import { Area, Plan } from "./land-plan.js" */
/** @import { Pen, Thing } from "./land-brush.js" */
/** @import { Box } from "./land-curves.js" */
/** @import { Family, Point } from "./types.d.ts" */

/**
 * How a covering is painted: its colours, the rows it stands in, and what is strewn over it.
 * @typedef {{ base: string, light: string, dark: string, alpha: number, gap?: number, rows?: [number, string, number][], strewn?: string }} Cover
 */

/** @type {Partial<Record<Family, Cover>>} */
const COVERS = {
	wheat: {
		base: "#c2a95c",
		light: "#dcc67e",
		dark: "#a48b47",
		alpha: 0.95,
		gap: 3.2,
		rows: [
			[0, "rgba(112,90,38,.36)", 1],
			[1.2, "rgba(244,226,150,.32)", 0.9],
		],
		strewn: "ears",
	},
	unripe: {
		base: "#a3a556",
		light: "#bcbb6c",
		dark: "#808a42",
		alpha: 0.95,
		gap: 3.4,
		rows: [
			[0, "rgba(78,88,36,.4)", 1],
			[1.3, "rgba(214,212,128,.3)", 0.9],
		],
		strewn: "ears",
	},
	crops: {
		base: "#8a7a4c",
		light: "#98935a",
		dark: "#6d6a3c",
		alpha: 0.93,
		gap: 6.2,
		rows: [[0, "rgba(84,66,38,.5)", 1.7]],
		strewn: "plants",
	},
	grass: { base: "#93a052", light: "#aab362", dark: "#6f8040", alpha: 0.7, strewn: "tall" },
	brush: { base: "#808a4c", light: "#939a58", dark: "#68763c", alpha: 0.55, strewn: "bushes" },
	thicket: { base: "#6d7a41", light: "#7f8a4a", dark: "#556434", alpha: 0.75, strewn: "bushes" },
	marsh: { base: "#6f7c56", light: "#8b936a", dark: "#55644a", alpha: 0.85, strewn: "pools" },
	rough: { base: "#8f8662", light: "#a79d78", dark: "#736b4c", alpha: 0.7, strewn: "stones" },
	rubble: { base: "#8b8068", light: "#a3967c", dark: "#655c4a", alpha: 0.88, strewn: "rubble" },
	sand: { base: "#cdbb8a", light: "#dccb9c", dark: "#b7a474", alpha: 0.95 },
};

/**
 * The smooth outline of areas that touch.
 * @param {Point[][]} rings
 * @param {number} reach how far it may stray from the true one
 */
export function softOutline(rings, reach) {
	return unite(rings).map((loop) =>
		reach ? divide(cutCorners(loop, true, 2), true, 6).map((point) => shake(point, reach)) : loop,
	);
}

/**
 * Fields and other coverings; those of a kind that touch are one.
 * @param {Plan} plan
 * @returns {Thing[]}
 */
export function growFields(plan) {
	const reach = plan.geometry === "plane" ? 0 : 5;
	/** @type {Thing[]} */
	const things = [];
	for (const [family, areas] of Map.groupBy(plan.areas, (area) => area.family)) {
		const cover = COVERS[family];
		if (!cover) continue;
		for (const rings of touching(areas.map(({ ring }) => ring))) {
			const loops = softOutline(rings, reach);
			const points = loops.flat();
			if (!points.length) continue;
			const seed = seedOf(`${family}${rings[0][0].map(Math.round)}`);
			const box = boxOf(points, 4);
			const path = pathOf(loops);
			const like = family === "crops" ? cropOf(cover, seed) : cover;
			things.push({
				layer: LAYER.field,
				y: 0,
				box,
				draw: (pen, scale) => paintCover(pen, scale, { path, box, cover: like, seed }),
			});
		}
	}
	return things;
}

/**
 * What grows in rows differs from field to field: beet, stubble or bare furrows.
 * @param {Cover} cover
 * @param {number} seed
 * @returns {Cover}
 */
function cropOf(cover, seed) {
	const kind = (seed >>> 4) % 3;
	if (kind === 0) return cover;
	if (kind === 1) return { ...cover, base: "#7f8c48", light: "#94a156", dark: "#66743a" };
	return {
		...cover,
		base: "#8a6c4b",
		light: "#a08058",
		dark: "#6c5238",
		gap: 5,
		rows: [
			[0, "rgba(58,40,24,.5)", 1.7],
			[1.9, "rgba(196,164,120,.34)", 1.1],
		],
		strewn: "sprouts",
	};
}

/**
 * @param {Pen} pen
 * @param {number} scale
 * @param {{ path: Path2D, box: Box, cover: Cover, seed: number }} field
 */
function paintCover(pen, scale, { path, box, cover, seed }) {
	const random = chance(seed);
	const [x0, y0, x1, y1] = box;
	pen.save();
	pen.clip(path, "evenodd");
	pen.globalAlpha = cover.alpha;
	pen.fillStyle = cover.base;
	pen.fill(path, "evenodd");
	pen.globalAlpha = 1;
	paintBlots(pen, box, [cover.light, cover.dark], random);
	if (cover.rows && cover.gap) paintRows(pen, scale, box, cover, seed);
	const strew = STREWN[cover.strewn ?? ""];
	const many = ((x1 - x0) * (y1 - y0)) / 1000;
	if (strew && scale > 0.3) strew(pen, box, chance(seed + 1), many, scale);
	pen.restore();
	if (!cover.rows) return;
	pen.strokeStyle = "rgba(74,84,42,.55)";
	pen.lineWidth = 3.2;
	pen.stroke(path);
	pen.strokeStyle = "rgba(160,160,100,.4)";
	pen.lineWidth = 1.2;
	pen.stroke(path);
}

/**
 * Soft patches of two colours.
 * @param {Pen} pen
 * @param {Box} box
 * @param {string[]} colours
 * @param {ReturnType<typeof chance>} random
 */
function paintBlots(pen, [x0, y0, x1, y1], colours, { next, range }) {
	const count = Math.min(90, Math.ceil(((x1 - x0) * (y1 - y0)) / 1100));
	for (let i = 0; i < count; i++) {
		const x = range(x0, x1);
		const y = range(y0, y1);
		const r = 12 + next() * 34;
		const blot = pen.createRadialGradient(x, y, 0, x, y, r);
		const colour = rgb(colours[i & 1]);
		blot.addColorStop(0, css(colour, 0.36));
		blot.addColorStop(1, css(colour, 0));
		pen.fillStyle = blot;
		pen.fillRect(x - r, y - r, 2 * r, 2 * r);
	}
}

/**
 * Furrows and rows at the field's own angle, with a slight bend.
 * @param {Pen} pen
 * @param {number} scale
 * @param {Box} box
 * @param {Cover} cover
 * @param {number} seed
 */
function paintRows(pen, scale, box, cover, seed) {
	const { gap = 4, rows = [], strewn } = cover;
	const { next, range } = chance(seed + 7);
	const [mx, my] = middleOf([
		[box[0], box[1]],
		[box[2], box[3]],
	]);
	const radius = Math.hypot(box[2] - box[0], box[3] - box[1]) / 2;
	pen.save();
	pen.translate(mx, my);
	pen.rotate(next() * Math.PI);
	const lines = rows.map(() => new Path2D());
	/** @type {number[][]} */
	const plants = [[], [], [], []];
	const reach = scale < 0.4 ? 2 : 1;
	for (let y = -radius; y < radius; y += gap * reach) {
		rows.forEach(([offset], n) => {
			for (let x = -radius; x <= radius + 26; x += 26) {
				const at = y + offset + Math.sin(x / 60 + 1.3) * 2.2 + (noise(x / 16, y / 3, 9) - 0.5) * 1.5;
				if (x === -radius) lines[n].moveTo(x, at);
				else lines[n].lineTo(x, at);
			}
		});
		if (strewn !== "plants" && strewn !== "sprouts") continue;
		const every = strewn === "plants" ? 4.4 : 9;
		for (let x = -radius, k = 0; x < radius; x += every, k++)
			plants[k % 4].push(
				x + range(-1, 1),
				y + gap / 2 + Math.sin(x / 60 + 1.3) * 2.2,
				strewn === "plants" ? range(1.2, 2.2) : range(0.5, 1),
			);
	}
	rows.forEach(([, colour, width], n) => {
		pen.strokeStyle = colour;
		pen.lineWidth = width * reach;
		pen.stroke(lines[n]);
	});
	if (scale > 0.3)
		["#55692f", "#6f8340", "#8d9c52", "#617636"].forEach((colour, k) => {
			fillDots(pen, colour, plants[k]);
		});
	pen.restore();
}

/** @typedef {(pen: Pen, box: Box, random: ReturnType<typeof chance>, many: number, scale: number) => void} Strew */

/**
 * Dots of several colours all over a box.
 * @param {string[]} colours
 * @param {number} density dots in a thousand square pixels
 * @param {[number, number]} radius
 * @returns {Strew}
 */
const dotted =
	(colours, density, radius) =>
	(pen, [x0, y0, x1, y1], { range }, many) => {
		for (const colour of colours) {
			const dots = [];
			for (let i = 0; i < (many * density) / colours.length; i++)
				dots.push(range(x0, x1), range(y0, y1), range(...radius));
			fillDots(pen, colour, dots);
		}
	};

/**
 * Lumps with a light upper left and a dark lower right: bushes or stones.
 * @param {Pen} pen
 * @param {Box} box
 * @param {ReturnType<typeof chance>} random
 * @param {number} count
 * @param {{ dark: string, mid: string, light: string, sizes: [number, number], lumps: number }} look
 */
function paintLumps(pen, [x0, y0, x1, y1], { range }, count, look) {
	/** @type {number[][]} */
	const [shade, dark, mid, light] = [[], [], [], []];
	for (let i = 0; i < count; i++) {
		const [x, y, size] = [range(x0, x1), range(y0, y1), range(...look.sizes)];
		for (let k = 0; k < look.lumps; k++) {
			const [dx, dy] = [range(-1, 1) * size * 0.7, range(-1, 1) * size * 0.55];
			const r = size * range(0.5, 0.85);
			shade.push(x + dx + size * 0.5, y + dy + size * 0.42, r);
			dark.push(x + dx, y + dy, r);
			mid.push(x + dx - r * 0.15, y + dy - r * 0.18, r * 0.75);
			light.push(x + dx - r * 0.34, y + dy - r * 0.36, r * 0.36);
		}
	}
	fillDots(pen, "rgba(23,27,34,.34)", shade);
	fillDots(pen, look.dark, dark);
	fillDots(pen, look.mid, mid);
	fillDots(pen, look.light, light);
}

/** @type {Record<string, Strew>} */
const STREWN = {
	ears: (pen, [x0, y0, x1, y1], { range }, many) => {
		for (const colour of ["rgba(248,232,165,.4)", "rgba(110,88,36,.34)"]) {
			const path = new Path2D();
			for (let i = 0; i < many * 6; i++) path.rect(range(x0, x1), range(y0, y1), range(1.5, 3.5), 0.9);
			pen.fillStyle = colour;
			pen.fill(path);
		}
	},
	tall: (pen, [x0, y0, x1, y1], { range }, many) => {
		for (const colour of ["rgba(70,84,36,.6)", "rgba(196,198,118,.55)", "rgba(110,124,58,.6)"]) {
			const path = new Path2D();
			for (let i = 0; i < many * 9; i++) {
				const [x, y] = [range(x0, x1), range(y0, y1)];
				path.moveTo(x, y);
				path.quadraticCurveTo(x + range(-1, 1), y - 4, x + range(-3, 3), y - range(4, 7.5));
			}
			pen.strokeStyle = colour;
			pen.lineWidth = 0.9;
			pen.stroke(path);
		}
	},
	bushes: (pen, box, random, many) =>
		paintLumps(pen, box, random, many * 7.5, {
			dark: "#2f3d20",
			mid: "#4b5e2d",
			light: "#7f9049",
			sizes: [2.6, 5],
			lumps: 3,
		}),
	pools: (pen, box, random, many, scale) => {
		const [x0, y0, x1, y1] = box;
		const { range } = random;
		for (let i = 0; i < many * 1.1; i++) {
			const [x, y, r] = [range(x0, x1), range(y0, y1), range(5, 13)];
			for (const [dr, colour] of /** @type {[number, string][]} */ ([
				[1.6, "rgba(66,66,42,.75)"],
				[0, "#5d716d"],
				[-2.4, "rgba(146,168,160,.5)"],
			])) {
				pen.fillStyle = colour;
				pen.beginPath();
				pen.ellipse(x, y, r + dr, Math.max(1, (r + dr) * 0.55), 0.2, 0, 6.2832);
				pen.fill();
			}
		}
		STREWN.tall(pen, box, random, many * 0.5, scale);
		dotted(["#4c5f2c", "#7a8a48"], 5, [0.9, 2])(pen, box, random, many, scale);
	},
	stones: (pen, box, random, many) =>
		paintLumps(pen, box, random, many * 3, {
			dark: "#6f6955",
			mid: "#9b947e",
			light: "#c4bda5",
			sizes: [1.6, 4.6],
			lumps: 2,
		}),
	rubble: (pen, [x0, y0, x1, y1], { range, pick, next }, many) => {
		for (let i = 0; i < many * 26; i++) {
			const [x, y, size] = [range(x0, x1), range(y0, y1), range(1.4, 4.4)];
			pen.fillStyle = "rgba(24,22,20,.4)";
			pen.fillRect(x + 1, y + 1, size, size * 0.8);
			pen.fillStyle = pick(["#a69a82", "#8d7f6a", "#6d6254", "#9a5a42", "#b8ad95", "#574d42"]);
			pen.fillRect(x, y, size, size * 0.8);
		}
		pen.strokeStyle = "#4f3d2b";
		pen.lineWidth = 1.8;
		pen.beginPath();
		for (let i = 0; i < many * 0.8; i++) {
			const [x, y, a] = [range(x0, x1), range(y0, y1), next() * 6.28];
			pen.moveTo(x, y);
			pen.lineTo(x + Math.cos(a) * 13, y + Math.sin(a) * 13);
		}
		pen.stroke();
	},
};

/**
 * Lakes: banks, shallows and deep water, one within the other.
 * @param {Area[]} lakes
 * @returns {Thing[]}
 */
export function floodLakes(lakes) {
	return touching(lakes.map(({ ring }) => ring)).map((rings) => {
		const loops = softOutline(rings, 5);
		const path = pathOf(loops);
		const box = boxOf(loops.flat(), 20);
		const many = ((box[2] - box[0]) * (box[3] - box[1])) / 1000;
		return {
			layer: LAYER.water,
			y: 0,
			box,
			draw: (pen) => {
				pen.strokeStyle = "rgba(62,74,36,.42)";
				pen.lineWidth = 12;
				pen.stroke(path);
				pen.fillStyle = "#5f726e";
				pen.fill(path, "evenodd");
				pen.save();
				pen.clip(path, "evenodd");
				for (const [width, colour] of /** @type {[number, string][]} */ ([
					[16, "#6d6440"],
					[9, "#504e36"],
				])) {
					pen.strokeStyle = colour;
					pen.lineWidth = width;
					pen.stroke(path);
				}
				paintRipples(pen, box, many);
				pen.restore();
			},
		};
	});
}

/**
 * @param {Pen} pen
 * @param {Box} box
 * @param {number} many
 */
function paintRipples(pen, [x0, y0, x1, y1], many) {
	const { range } = chance(77);
	for (const colour of ["rgba(205,222,214,.4)", "rgba(160,190,190,.4)", "rgba(46,66,72,.36)"]) {
		const path = new Path2D();
		for (let i = 0; i < many * 3; i++) {
			const [x, y, length] = [range(x0, x1), range(y0, y1), range(4, 12)];
			path.moveTo(x, y);
			path.quadraticCurveTo(x + length / 2, y - 1.6, x + length, y);
		}
		pen.strokeStyle = colour;
		pen.lineWidth = 0.9;
		pen.stroke(path);
	}
}
