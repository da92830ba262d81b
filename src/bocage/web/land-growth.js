/** What grows: trees in woods, orchards and avenues, hedges and the banks of the bocage. */

import { fillDots, LAYER, makeCanvas, pathOf, traceOn } from "./land-brush.js";
import { apart, boxOf, cutCorners, divide, isInside, join, nearestOn, normals, shake } from "./land-curves.js";
import { softOutline } from "./land-fields.js";
import { chance, css, lit, mix, rgb, roughNoise, seedOf } from "./land-noise.js";

/** @import { Plan } from "./land-plan.js" */
/** @import { Colour } from "./land-noise.js" */
/** @import { Pen, Thing } from "./land-brush.js" */
/** @import { Family, Point } from "./types.d.ts" */

/** @typedef {{ canvas: OffscreenCanvas, margin: number, radius: number }} Crown a tree drawn once, seen from above */

const LEAVES = {
	oak: ["#27351c", "#48592b", "#7f8d49"],
	beech: ["#2c3d20", "#556a32", "#96a358"],
	dark: ["#212e1b", "#3a4c29", "#647642"],
	olive: ["#3a3f22", "#666636", "#9d9657"],
	apple: ["#354624", "#647a38", "#a5b160"],
	shrub: ["#2c3a1f", "#4a5e2d", "#839449"],
};
/** @typedef {keyof typeof LEAVES} Species */

const SIZES = [10, 12, 13.5, 15, 16.5, 18];

/** Crowns by species, drawn anew for each resolution. */
export class Nursery {
	constructor() {
		this.scale = 0;
		/** @type {Map<string, Crown>} */
		this.crowns = new Map();
	}

	/**
	 * @param {Species} species
	 * @param {number} n
	 * @param {number} scale
	 */
	crown(species, n, scale) {
		const key = `${species}${n}@${scale}`;
		const known = this.crowns.get(key);
		if (known) return known;
		const made = drawCrown(species, n, scale);
		this.crowns.set(key, made);
		return made;
	}
}

/**
 * A crown of lobes, its leaves lit from the north-west.
 * @param {Species} species
 * @param {number} n
 * @param {number} scale
 * @returns {Crown}
 */
function drawCrown(species, n, scale) {
	const radius = species === "apple" ? 9 : species === "shrub" ? 7 : SIZES[n];
	const margin = radius * 1.25;
	const { canvas, pen } = makeCanvas(2 * margin * scale, 2 * margin * scale);
	pen.scale(scale, scale);
	pen.translate(margin, margin);
	const { next, range } = chance(seedOf(`${species}${n}`));
	const [dark, mid, light] = LEAVES[species].map(rgb);
	const lobes = Array.from({ length: 8 + Math.floor(next() * 4) }, (_, i, { length } = { length: 9 }) => {
		const turn = (i / length) * 6.283 + range(-0.25, 0.25);
		const reach = radius * range(0.5, 0.66);
		return [Math.cos(turn) * reach, Math.sin(turn) * reach, radius * range(0.34, 0.46)];
	});
	lobes.push([0, 0, radius * 0.6]);
	fillDots(pen, css(lit(dark, 0.85)), lobes.flat());
	for (const [x, y, r] of lobes) {
		const part = 0.45 + ((-x - y) / radius) * 0.25;
		fillDots(pen, css(mix(dark, mid, part), 0.9), [x - radius * 0.06, y - radius * 0.06, r * 0.86]);
	}
	for (let i = 0; i < 60 + radius * 5; i++) {
		const turn = next() * 6.283;
		const reach = radius * 0.95 * Math.sqrt(next());
		const [x, y] = [Math.cos(turn) * reach, Math.sin(turn) * reach];
		const own = lobes.reduce((best, lobe) => (depth(x, y, lobe) < depth(x, y, best) ? lobe : best));
		if (depth(x, y, own) > 0.95) continue;
		const glow = ((-x - y) / radius) * 0.55 + range(-0.42, 0.42) + ((own[0] - x + own[1] - y) / own[2]) * 0.35;
		const leaf = glow < 0 ? mix(mid, dark, Math.min(1, -glow * 1.5)) : mix(mid, light, Math.min(1, glow * 1.25));
		fillDots(pen, css(/** @type {Colour} */ (leaf), 0.78), [x, y, radius * range(0.06, 0.13)]);
	}
	if (species === "apple")
		for (let i = 0; i < 5; i++) fillDots(pen, "#a8634a", [range(-0.6, 0.6) * radius, range(-0.6, 0.6) * radius, 0.8]);
	return { canvas, margin, radius };
}

/**
 * How deep inside a lobe a point is: below 1 is inside.
 * @param {number} x
 * @param {number} y
 * @param {number[]} lobe
 */
const depth = (x, y, [lx, ly, r]) => Math.hypot(x - lx, y - ly) / r;

/**
 * @param {Point} at
 * @param {Species} species
 * @param {number} size
 * @param {Nursery} nursery
 * @returns {Thing}
 */
function plant([x, y], species, size, nursery) {
	const n = Math.floor(roughNoise(x * 1.7, y * 1.7, 3, 1) * 6) % 6;
	const radius = (species === "apple" ? 9 : species === "shrub" ? 7 : SIZES[n]) * size;
	return {
		layer: LAYER.standing,
		y: y + radius * 0.4,
		box: [x - radius * 1.3, y - radius * 1.3, x + radius * 1.9, y + radius * 1.8],
		cast: (pen) => {
			pen.beginPath();
			pen.ellipse(x + radius * 0.62, y + radius * 0.54, radius * 1.02, radius * 0.9, 0.7, 0, 6.2832);
			pen.fill();
			pen.beginPath();
			pen.arc(x + radius * 0.3, y + radius * 0.25, radius * 0.95, 0, 6.2832);
			pen.fill();
		},
		draw: (pen, scale) => {
			const { canvas, margin } = nursery.crown(species, n, scale);
			const m = margin * size;
			pen.drawImage(canvas, x - m, y - m, 2 * m, 2 * m);
		},
	};
}

/**
 * How trees stand: how far apart, how large, and how far inside the outline.
 * @type {Partial<Record<Family, { gap: number, size: [number, number], inset: number, shrubs: boolean, floor: string }>>}
 */
const STANDS = {
	forest: { gap: 13.5, size: [0.85, 1.08], inset: 4, shrubs: false, floor: "rgba(40,50,26,.8)" },
	woods: { gap: 17, size: [0.72, 0.98], inset: 7, shrubs: false, floor: "rgba(62,72,38,.66)" },
	thicket: { gap: 15, size: [0.7, 1.25], inset: 5, shrubs: true, floor: "rgba(60,70,36,.6)" },
	hedge: { gap: 9.5, size: [0.75, 1.2], inset: 5, shrubs: true, floor: "rgba(44,52,28,.85)" },
	bocage: { gap: 9.5, size: [0.75, 1.2], inset: 5, shrubs: true, floor: "rgba(44,52,28,.85)" },
};

/**
 * Woods and orchards; no tree stands on a road.
 * @param {Plan} plan
 * @param {Nursery} nursery
 * @returns {Thing[]}
 */
export function growWoods(plan, nursery) {
	const free = (/** @type {Point} */ point, /** @type {number} */ reach) =>
		!plan.roads.some(({ curve, half }) => nearestOn(curve, point).reach < half + reach);
	const things = [...Map.groupBy(plan.areas, (area) => area.family)].flatMap(([family, areas]) => {
		const rings = areas.map(({ ring }) => ring);
		if (family === "orchard")
			return rings.flatMap(inRows).flatMap((point) => (free(point, 8) ? [plant(point, "apple", 0.95, nursery)] : []));
		const stand = STANDS[family];
		if (!stand) return [];
		const trees = areas
			.flatMap(({ ring, id }) => scatter(ring, `${family}${id}`, stand))
			.flatMap(([point, size, species]) => (free(point, 9) ? [plant(point, species, size, nursery)] : []));
		return [layFloor(rings, stand.floor, plan.geometry === "plane"), ...trees];
	});
	return [...things, ...lineAvenues(plan, nursery)];
}

/**
 * The dark ground under trees.
 * @param {Point[][]} rings
 * @param {string} colour
 * @param {boolean} exact
 * @returns {Thing}
 */
function layFloor(rings, colour, exact) {
	const path = pathOf(softOutline(rings, exact ? 0 : 7));
	return { layer: LAYER.floor, y: 0, box: boxOf(rings.flat(), 12), draw: (pen) => drawFloor(pen, path, colour, exact) };
}

/**
 * @param {Pen} pen
 * @param {Path2D} path
 * @param {string} colour
 * @param {boolean} exact
 */
function drawFloor(pen, path, colour, exact) {
	pen.save();
	if (!exact) pen.filter = "blur(4px)";
	pen.fillStyle = colour;
	pen.fill(path, "evenodd");
	pen.restore();
	if (!exact) return;
	pen.strokeStyle = "rgba(40,48,24,.8)";
	pen.lineWidth = 1.4;
	pen.stroke(path);
}

/**
 * Trees at a distance from each other inside a ring, largest woods first: where, how large and which.
 * @param {Point[]} ring
 * @param {string} name
 * @param {{ gap: number, size: [number, number], inset: number, shrubs: boolean }} stand
 * @returns {[Point, number, Species][]}
 */
export function scatter(ring, name, { gap, size, inset, shrubs }) {
	const { next, range, pick } = chance(seedOf(name + ring[0].map(Math.round)));
	const [x0, y0, x1, y1] = boxOf(ring);
	const middle = /** @type {Point} */ ([(x0 + x1) / 2, (y0 + y1) / 2]);
	const inner = /** @type {Point[]} */ (
		ring.map(([x, y]) => {
			const length = Math.hypot(middle[0] - x, middle[1] - y) || 1;
			return [x + ((middle[0] - x) / length) * inset, y + ((middle[1] - y) / length) * inset];
		})
	);
	/** @type {[Point, number, Species][]} */
	const found = [];
	const tries = Math.min(2600, (((x1 - x0) * (y1 - y0)) / gap ** 2) * 7);
	/** @type {Map<string, Point>} */
	const taken = new Map();
	const cell = gap / Math.SQRT2;
	for (let i = 0; i < tries; i++) {
		/** @type {Point} */
		const point = [range(x0, x1), range(y0, y1)];
		if (!isInside(point, inner) || isCrowded(point, taken, cell, gap)) continue;
		taken.set(`${Math.floor(point[0] / cell)},${Math.floor(point[1] / cell)}`, point);
		const bright = roughNoise(point[0] / 80, point[1] / 80, 77, 2) > 0.52;
		/** @type {Species[]} */
		const mixed = bright ? ["oak", "beech", "olive"] : ["dark", "oak", "oak", "beech"];
		found.push([point, range(...size), shrubs && next() < 0.86 ? "shrub" : pick(mixed)]);
	}
	return found;
}

/**
 * @param {Point} point
 * @param {Map<string, Point>} taken
 * @param {number} cell
 * @param {number} gap
 */
function isCrowded(point, taken, cell, gap) {
	const [i, j] = point.map((value) => Math.floor(value / cell));
	for (let dx = -2; dx <= 2; dx++)
		for (let dy = -2; dy <= 2; dy++) {
			const other = taken.get(`${i + dx},${j + dy}`);
			if (other && apart(other, point) < gap) return true;
		}
	return false;
}

/**
 * An orchard's rows; they go on from one orchard to the next.
 * @param {Point[]} ring
 * @returns {Point[]}
 */
export function inRows(ring) {
	const [x0, y0, x1, y1] = boxOf(ring);
	/** @type {Point[]} */
	const found = [];
	for (let j = Math.floor(y0 / 17.5); j <= y1 / 17.5; j++)
		for (let i = Math.floor((x0 - j * 3) / 18.5); i <= (x1 - j * 3) / 18.5; i++) {
			const { next, range } = chance(seedOf(`row${i},${j}`));
			/** @type {Point} */
			const point = [i * 18.5 + j * 3 + range(-1.5, 1.5), j * 17.5 - i * 0.4 + range(-1.5, 1.5)];
			if (isInside(point, ring) && next() > 0.05) found.push(point);
		}
	return found;
}

/**
 * Trees along both sides of the road.
 * @param {Plan} plan
 * @param {Nursery} nursery
 * @returns {Thing[]}
 */
function lineAvenues({ spots, roads, unit }, nursery) {
	const lined = spots.filter(({ family }) => family === "avenue");
	if (!lined.length) return [];
	return roads.flatMap(({ curve, half }) => {
		const across = normals(curve);
		return curve.flatMap((point, i) => {
			if (i % 5 || !lined.some(({ at }) => apart(at, point) < unit * 0.9)) return [];
			return [-1, 1].map((side) => {
				const offset = side * (half + 8);
				return plant(
					[point[0] + across[i][0] * offset, point[1] + across[i][1] * offset],
					i % 10 ? "beech" : "oak",
					0.62,
					nursery,
				);
			});
		});
	});
}

/**
 * Hedges along lines, broken where a road goes through. Bocage is a double row with trees on it.
 * @param {Plan} plan
 * @param {Nursery} nursery
 * @returns {Thing[]}
 */
export function growHedges(plan, nursery) {
	return ["hedge", "bocage", "woods"].flatMap((family) => {
		const lines = plan.strokes.filter((stroke) => stroke.family === family).map(({ line }) => line);
		return join(lines)
			.flatMap((long) => openAtRoads(softLine(long, plan.geometry === "plane"), plan))
			.flatMap((line) => plantHedge(line, family !== "hedge", nursery));
	});
}

/**
 * @param {Point[]} line
 * @param {boolean} thick
 * @param {Nursery} nursery
 * @returns {Thing[]}
 */
function plantHedge(line, thick, nursery) {
	const seed = seedOf(`hedge${line[0].map(Math.round)}`);
	const reach = thick ? 6 : 3.6;
	/** @type {Thing} */
	const leaves = {
		layer: LAYER.hedge,
		y: thick ? 1 : 0,
		box: boxOf(line, 22),
		cast: (pen) => {
			pen.lineWidth = thick ? 13 : 8;
			pen.beginPath();
			traceOn(
				pen,
				line.map(([x, y]) => [x + reach, y + reach * 0.9]),
			);
			pen.stroke();
		},
		draw: (pen, scale) => drawHedge(pen, line, thick ? 4.3 : 2, seed, scale),
	};
	return thick ? [leaves, ...treesAlong(line, seed, nursery)] : [leaves];
}

/**
 * @param {Point[]} line
 * @param {boolean} exact
 */
function softLine(line, exact) {
	if (exact) return divide(line, false, 3);
	return divide(cutCorners(line, false, 2), false, 3).map((point) => shake(point, 4));
}

/**
 * The pieces of a line that no road or water runs through.
 * @param {Point[]} line
 * @param {Plan} plan
 */
export function openAtRoads(line, { roads, waters }) {
	const ways = [...roads, ...waters.filter(({ family }) => family === "water")];
	/** @type {Point[][]} */
	const pieces = [[]];
	for (const point of line) {
		const open = ways.some(({ curve, half }) => nearestOn(curve, point).reach < half + 5);
		if (!open) pieces[pieces.length - 1].push(point);
		else if (pieces[pieces.length - 1].length) pieces.push([]);
	}
	return pieces.filter((piece) => piece.length > 2);
}

/**
 * @param {Point[]} line
 * @param {number} seed
 * @param {Nursery} nursery
 */
function treesAlong(line, seed, nursery) {
	const { next, range, pick } = chance(seed + 3);
	const trees = [];
	for (let i = 8; i < line.length; i += 14 + Math.floor(next() * 30)) {
		if (next() > 0.62) continue;
		/** @type {Point} */
		const at = [line[i][0] + range(-2, 2), line[i][1] + range(-2, 2)];
		trees.push(plant(at, pick(/** @type {Species[]} */ (["oak", "beech", "dark"])), range(0.56, 0.78), nursery));
	}
	return trees;
}

/**
 * Leaves in three passes: dark, middle, and light towards the sun.
 * @param {Pen} pen
 * @param {Point[]} line
 * @param {number} half
 * @param {number} seed
 * @param {number} scale
 */
function drawHedge(pen, line, half, seed, scale) {
	const { next, range, pick } = chance(seed);
	const across = normals(line);
	const big = half > 3 ? 1 : 0.74;
	/** @type {Map<string, number[]>} */
	const dots = new Map();
	/** @type {(chanceOf: number, colours: string[], radius: [number, number], shift: number, wild: number) => void} */
	const pass = (chanceOf, colours, radius, shift, wild) => {
		dots.clear();
		line.forEach(([x, y], i) => {
			for (const side of [-half, half]) {
				if (next() > chanceOf) continue;
				const colour = pick(colours);
				const at = dots.get(colour) || [];
				at.push(
					x + across[i][0] * side + range(-wild, wild * 0.5) - shift,
					y + across[i][1] * side + range(-wild, wild * 0.5) - shift,
					range(...radius) * big,
				);
				dots.set(colour, at);
			}
		});
		for (const [colour, list] of dots) fillDots(pen, colour, list);
	};
	pass(1, ["#2a3720", "#303f24", "#263319"], [3.6, 5.8], 0, 1);
	pass(0.85, ["#3f5229", "#475b2d", "#394b26", "#4f5f33"], [1.9, 3.6], 0.8, 2);
	if (scale < 0.3) return;
	if (half > 3) {
		pen.strokeStyle = "rgba(22,28,14,.42)";
		pen.lineWidth = 1.6;
		pen.beginPath();
		traceOn(pen, line);
		pen.stroke();
	}
	pass(0.75, ["#6d8040", "#7c8c4b", "#5d7037", "#8b9756"], [0.7, 1.7], 1.2, 2.6);
}
