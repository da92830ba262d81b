/** Roads, railways, rivers and brooks as curves. */

import { fillDots, LAYER, traceOn } from "./land-brush.js";
import { apart, boxOf, divide, isInside, nearestOn, normals } from "./land-curves.js";
import { chance, noise, seedOf } from "./land-noise.js";

/** @import { Area, Plan, Way } from "./land-plan.js" */
/** @import { Pen, Thing } from "./land-brush.js" */
/** @import { Point } from "./types.d.ts" */

/**
 * A band along a curve; its half width may differ from point to point and side to side.
 * @param {Pen} pen
 * @param {Point[]} curve
 * @param {(i: number, side: number) => number} half
 * @param {string} fill
 */
function drawBand(pen, curve, half, fill) {
	const across = normals(curve);
	pen.beginPath();
	curve.forEach(([x, y], i) => {
		const w = half(i, 1);
		pen.lineTo(x + across[i][0] * w, y + across[i][1] * w);
	});
	for (let i = curve.length - 1; i >= 0; i--) {
		const w = half(i, -1);
		pen.lineTo(curve[i][0] - across[i][0] * w, curve[i][1] - across[i][1] * w);
	}
	pen.closePath();
	pen.fillStyle = fill;
	pen.fill();
}

/**
 * A line beside a curve.
 * @param {Point[]} curve
 * @param {Point[]} across
 * @param {(i: number) => number} offset
 * @returns {Point[]}
 */
const besides = (curve, across, offset) =>
	curve.map(([x, y], i) => [x + across[i][0] * offset(i), y + across[i][1] * offset(i)]);

/**
 * @param {Way[]} waters
 * @returns {Thing[]}
 */
export function letFlow(waters) {
	return waters.map(({ curve, half, family }) => ({
		layer: LAYER.water,
		y: family === "water" ? 1 : 0,
		box: boxOf(curve, half + 12),
		draw: (pen, scale) => drawWater(pen, curve, half, scale),
	}));
}

/**
 * @param {Pen} pen
 * @param {Point[]} curve
 * @param {number} half
 * @param {number} scale
 */
function drawWater(pen, curve, half, scale) {
	const width = (/** @type {number} */ w) => (/** @type {number} */ i) =>
		w + (noise(i / 6, half, 41) - 0.5) * Math.min(9, half * 0.42);
	const bands = /** @type {[number, string][]} */ ([
		[half + 7, "rgba(62,74,36,.42)"],
		[half + 3.5, "#6d6440"],
		[half + 1.6, "#504e36"],
		[half, "#5a6f6c"],
		[half * 0.72, "rgba(112,136,132,.55)"],
	]);
	for (const [w, colour] of bands) drawBand(pen, curve, width(w), colour);
	if (scale < 0.3) return;
	const { next, range } = chance(seedOf(`flow${curve[0].map(Math.round)}`));
	const across = normals(curve);
	const flows = ["rgba(210,226,218,.5)", "rgba(160,190,190,.45)", "rgba(46,66,72,.4)"].map((colour) => ({
		colour,
		path: new Path2D(),
	}));
	/** @type {number[][]} */
	const reeds = [[], [], [], []];
	curve.forEach((point, i) => {
		for (let k = 0; k < half / 12; k++) {
			if (next() > 0.55) continue;
			const offset = range(-0.75, 0.75) * half;
			const to = curve[Math.min(curve.length - 1, i + 3)];
			const { path } = flows[Math.floor(next() * 3)];
			path.moveTo(point[0] + across[i][0] * offset, point[1] + across[i][1] * offset);
			path.lineTo(to[0] + across[i][0] * offset, to[1] + across[i][1] * offset);
		}
		for (const side of [-1, 1, -1, 1]) {
			if (next() > 0.6) continue;
			const offset = side * (half + range(0.5, 7));
			reeds[Math.floor(next() * 4)].push(
				point[0] + across[i][0] * offset,
				point[1] + across[i][1] * offset,
				range(1, 2.7),
			);
		}
	});
	pen.lineWidth = 0.9;
	for (const { colour, path } of flows) {
		pen.strokeStyle = colour;
		pen.stroke(path);
	}
	["#4c5f2c", "#5f7436", "#7a8a48", "#3e4f28"].forEach((colour, k) => {
		fillDots(pen, colour, reeds[k]);
	});
}

/**
 * @param {Plan} plan
 * @returns {Thing[]}
 */
export function layRoads({ roads, width, height }) {
	return roads.flatMap(({ family, curve, half }) => {
		const box = boxOf(curve, half + 26);
		if (family === "rail")
			return [{ layer: LAYER.way, y: 2, box, draw: (/** @type {Pen} */ pen) => drawRails(pen, curve, half) }];
		const others = roads.filter((other) => other.curve !== curve && other.family !== "rail");
		const between = apartFrom(curve, others);
		const loose = (/** @type {Point} */ [x, y]) =>
			x > 0 && y > 0 && x < width && y < height && others.every((one) => nearestOn(one.curve, [x, y]).reach > one.half);
		const taper = taperOf(curve, half, [loose(curve[0]), loose(curve[curve.length - 1])]);
		// The beds of all roads lie under the surfaces of all, so that they run into each other.
		return [
			{ layer: LAYER.way, y: 0, box, draw: (pen, scale) => drawVerge(pen, curve, half, taper, scale) },
			{ layer: LAYER.way, y: 1, box, draw: (pen) => drawRoad(pen, curve, half, taper) },
			{
				layer: LAYER.way,
				y: 1.5,
				box,
				draw: (pen, scale) => {
					for (const piece of between) drawRuts(pen, piece, half, scale);
				},
			},
		];
	});
}

/**
 * A road that ends in the open runs out into the grass.
 * @param {Point[]} curve
 * @param {number} half
 * @param {[boolean, boolean]} loose
 * @returns {(i: number) => number}
 */
function taperOf(curve, half, [first, last]) {
	const step = apart(curve[0], curve[1]) || 1;
	const over = Math.max(2, (half * 1.6) / step);
	const part = (/** @type {number} */ n) => Math.sqrt(Math.max(0, Math.min(1, (n + 0.4) / over)));
	return (i) => (first ? part(i) : 1) * (last ? part(curve.length - 1 - i) : 1);
}

/**
 * The pieces of a road that lie on no other.
 * @param {Point[]} curve
 * @param {Way[]} others
 */
function apartFrom(curve, others) {
	/** @type {Point[][]} */
	const pieces = [[]];
	for (const point of curve) {
		if (others.every((other) => nearestOn(other.curve, point).reach > other.half))
			pieces[pieces.length - 1].push(point);
		else if (pieces[pieces.length - 1].length) pieces.push([]);
	}
	return pieces.filter((piece) => piece.length > 2);
}

/**
 * @param {number} w
 * @param {number} seed
 * @returns {(i: number, side: number) => number}
 */
const ragged = (w, seed) => (i, side) => w * (1 + (noise(i / 4 + side * 40, seed, 51) - 0.5) * (w > 15 ? 0.17 : 0.3));

/**
 * @param {Pen} pen
 * @param {Point[]} curve
 * @param {number} half
 * @param {(i: number) => number} taper
 * @param {number} scale
 */
function drawVerge(pen, curve, half, taper, scale) {
	const { next, range } = chance(seedOf(`verge${curve[0].map(Math.round)}`));
	const across = normals(curve);
	const colours = ["rgba(158,142,94,.5)", "rgba(112,116,62,.6)", "rgba(138,128,80,.5)", "rgba(84,98,46,.55)"];
	/** @type {number[][]} */
	const dots = [[], [], [], []];
	const broad = half > 15; // trodden on both sides, with a ditch
	curve.forEach(([x, y], i) => {
		for (let k = 0; k < (broad ? 9 : 5); k++) {
			const offset = (next() < 0.5 ? -1 : 1) * (half * taper(i) + range(-1, broad ? 11 : 6));
			dots[Math.floor(next() * 4)].push(x + across[i][0] * offset, y + across[i][1] * offset, range(1, 3));
		}
	});
	if (scale > 0.3)
		colours.forEach((colour, k) => {
			fillDots(pen, colour, dots[k]);
		});
	const ending = (/** @type {(i: number, side: number) => number} */ width) =>
		/** @type {(i: number, side: number) => number} */ ((i, side) => width(i, side) * taper(i));
	if (broad) {
		drawBand(pen, curve, ending(ragged(half + 11, 7)), "rgba(132,126,74,.34)");
		drawBand(pen, curve, ending(ragged(half + 5.5, 8)), "rgba(66,70,34,.42)");
	}
	drawBand(pen, curve, ending(ragged(half + 1.6, 1)), "rgba(94,76,46,.65)");
}

/**
 * @param {Pen} pen
 * @param {Point[]} curve
 * @param {number} half
 * @param {(i: number) => number} taper
 */
function drawRoad(pen, curve, half, taper) {
	const width = ragged(half, 2);
	const inner = ragged(half * 0.78, 3);
	drawBand(pen, curve, (i, side) => width(i, side) * taper(i), "#b59c6d");
	drawBand(pen, curve, (i, side) => inner(i, side) * taper(i), "#c3ac7c");
}

/**
 * Two ruts, grass between them, dust and pebbles.
 * @param {Pen} pen
 * @param {Point[]} curve
 * @param {number} half
 * @param {number} scale
 */
function drawRuts(pen, curve, half, scale) {
	const across = normals(curve);
	const broad = Math.min(2.4, half / 8.6); // how many times as wide as a lane between fields
	const rut = half * 0.46;
	for (const side of [-rut, rut])
		for (const [shift, colour, width] of /** @type {[number, string, number][]} */ ([
			[0, "rgba(132,106,66,.4)", broad > 1 ? 3.4 * broad : 0],
			[0, "rgba(110,86,52,.5)", 2],
			[1.4, "rgba(228,210,164,.5)", 0.9],
			[-1.6 * broad, "rgba(110,86,52,.3)", broad > 1 ? 1.4 : 0],
		])) {
			if (!width) continue;
			pen.strokeStyle = colour;
			pen.lineWidth = width;
			pen.beginPath();
			traceOn(
				pen,
				besides(curve, across, (i) => side + shift + (noise(i / 5, side, 61) - 0.5) * 1.6 * broad),
			);
			pen.stroke();
		}
	if (scale < 0.4) return;
	const { range } = chance(seedOf(`road${curve[0].map(Math.round)}`));
	/** @type {number[][]} */
	const [grass, dry, dark, pale] = [[], [], [], []];
	curve.forEach(([x, y], i) => {
		if (noise(i / 9, half, 66) >= 0.4)
			for (const dots of [grass, dry, grass].slice(0, broad > 1 ? 3 : 2)) {
				const offset = range(-1.6, 1.6) * broad;
				dots.push(
					x + across[i][0] * offset + range(-2, 2),
					y + across[i][1] * offset,
					range(0.7, 1.5) * Math.sqrt(broad),
				);
			}
		for (const dots of [dark, pale]) {
			const offset = range(-half, half);
			dots.push(x + across[i][0] * offset, y + across[i][1] * offset, range(0.4, 0.9));
		}
	});
	fillDots(pen, "rgba(120,122,66,.7)", grass);
	fillDots(pen, "rgba(146,138,82,.7)", dry);
	fillDots(pen, "rgba(84,66,40,.4)", dark);
	fillDots(pen, "rgba(238,226,188,.5)", pale);
}

/**
 * Ballast, sleepers and two rails.
 * @param {Pen} pen
 * @param {Point[]} curve
 * @param {number} half
 */
function drawRails(pen, curve, half) {
	drawBand(pen, curve, ragged(half + 2.5, 5), "rgba(70,66,50,.55)");
	drawBand(pen, curve, ragged(half + 0.6, 4), "#8b8574");
	const across = normals(curve);
	const { range } = chance(seedOf(`rail${curve[0].map(Math.round)}`));
	const [light, dark] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
	curve.forEach(([x, y], i) => {
		for (const dots of [light, dark, dark, light]) {
			const offset = range(-half, half);
			dots.push(x + across[i][0] * offset, y + across[i][1] * offset, range(0.5, 1.1));
		}
	});
	fillDots(pen, "#a9a390", light);
	fillDots(pen, "#67614f", dark);
	pen.strokeStyle = "#4a3a2a";
	pen.lineWidth = 2.2;
	pen.beginPath();
	curve.forEach(([x, y], i) => {
		const [nx, ny] = across[i];
		pen.moveTo(x - nx * half * 0.78, y - ny * half * 0.78);
		pen.lineTo(x + nx * half * 0.78, y + ny * half * 0.78);
	});
	pen.stroke();
	for (const side of [-0.42, 0.42])
		for (const [shift, colour, width] of /** @type {[number, string, number][]} */ ([
			[0.7, "rgba(20,18,16,.55)", 1.6],
			[0, "#b9bcbd", 1.1],
		])) {
			pen.strokeStyle = colour;
			pen.lineWidth = width;
			pen.beginPath();
			traceOn(
				pen,
				besides(curve, across, () => side * half + shift),
			);
			pen.stroke();
		}
}

/**
 * Roads that are areas, as on the free table: earth with ruts along their length.
 * @param {Area[]} areas
 * @returns {Thing[]}
 */
export function paveAreas(areas) {
	return areas.flatMap(({ ring, id }) => {
		const others = areas.filter((other) => other.ring !== ring).map((other) => other.ring);
		const box = boxOf(ring, 14);
		const seed = seedOf(id);
		return [
			{ layer: LAYER.way, y: 0, box, draw: (/** @type {Pen} */ pen) => drawRim(pen, ring, seed) },
			{ layer: LAYER.way, y: 1, box, draw: (/** @type {Pen} */ pen) => drawPaved(pen, ring, seed) },
			{ layer: LAYER.way, y: 1.5, box, draw: (/** @type {Pen} */ pen) => drawTracks(pen, ring, others) },
		];
	});
}

/**
 * Trodden grass along its sides.
 * @param {Pen} pen
 * @param {Point[]} ring
 * @param {number} seed
 */
function drawRim(pen, ring, seed) {
	const { range } = chance(seed);
	pen.beginPath();
	traceOn(pen, ring);
	pen.closePath();
	for (const [colour, width] of /** @type {[string, number][]} */ ([
		["rgba(132,126,74,.3)", 18],
		["rgba(66,70,34,.4)", 8],
		["rgba(94,76,46,.6)", 3.2],
	])) {
		pen.strokeStyle = colour;
		pen.lineWidth = width;
		pen.stroke();
	}
	/** @type {number[][]} */
	const dots = [[], [], []];
	for (const [x, y] of divide(ring, true, 2.4))
		for (const some of dots) some.push(x + range(-9, 9), y + range(-9, 9), range(0.8, 2.4));
	["rgba(84,98,46,.55)", "rgba(150,146,88,.5)", "rgba(104,118,60,.55)"].forEach((colour, k) => {
		fillDots(pen, colour, dots[k]);
	});
}

/**
 * @param {Pen} pen
 * @param {Point[]} ring
 * @param {number} seed
 */
function drawPaved(pen, ring, seed) {
	const [x0, y0, x1, y1] = boxOf(ring);
	pen.save();
	pen.beginPath();
	traceOn(pen, ring);
	pen.closePath();
	pen.fillStyle = "#b59c6d";
	pen.fill();
	pen.clip();
	const { range } = chance(seed);
	for (const colour of ["rgba(205,184,136,.5)", "rgba(140,114,72,.3)", "rgba(120,122,66,.35)"]) {
		const dots = [];
		for (let i = 0; i < ((x1 - x0) * (y1 - y0)) / 60; i++) dots.push(range(x0, x1), range(y0, y1), range(0.6, 3.2));
		fillDots(pen, colour, dots);
	}
	pen.restore();
}

/**
 * Where a point of a long area lies: so far across it, and so far along.
 * @param {Point[]} ring
 */
function lengthwise(ring) {
	const [one, other] = [apart(ring[0], ring[1]), apart(ring[1], ring[2])];
	const [a, b, c, d] = one > other ? [ring[0], ring[1], ring[3], ring[2]] : [ring[1], ring[2], ring[0], ring[3]];
	/** @type {(from: Point, to: Point, part: number) => Point} */
	const between = ([x, y], to, part) => [x + (to[0] - x) * part, y + (to[1] - y) * part];
	return {
		long: Math.max(one, other),
		wide: Math.min(one, other),
		spot: (/** @type {number} */ part, /** @type {number} */ along) =>
			between(between(a, c, part), between(b, d, part), along),
	};
}

/**
 * Two ruts in each lane, but not over another road.
 * @param {Pen} pen
 * @param {Point[]} ring
 * @param {Point[][]} others
 */
function drawTracks(pen, ring, others) {
	const { long, wide, spot } = lengthwise(ring);
	const free = (/** @type {Point} */ point) => !others.some((other) => isInside(point, other));
	/** @type {[number, string, number][]} */
	const strokes = [
		[0, "rgba(132,106,66,.34)", 5.5],
		[0, "rgba(104,80,48,.42)", 1.8],
		[1.4, "rgba(232,216,172,.42)", 0.9],
	];
	const count = Math.ceil(long / 5);
	for (const part of wide > 34 ? [0.2, 0.38, 0.62, 0.8] : [0.32, 0.68])
		for (const [shift, colour, width] of strokes) {
			pen.strokeStyle = colour;
			pen.lineWidth = width;
			pen.beginPath();
			let drawing = false;
			for (let k = 0; k <= count; k++) {
				const point = spot(part + ((noise(k / 9, part * 30, 4) - 0.5) * 5 + shift) / wide, k / count);
				const open = free(point);
				pen[drawing && open ? "lineTo" : "moveTo"](...point);
				drawing = open;
			}
			pen.stroke();
		}
	drawCrown(pen, ring, free);
}

/**
 * Grass between the lanes.
 * @param {Pen} pen
 * @param {Point[]} ring
 * @param {(point: Point) => boolean} free
 */
function drawCrown(pen, ring, free) {
	const { long, spot } = lengthwise(ring);
	const { range } = chance(seedOf(`crown${ring[0].map(Math.round)}`));
	/** @type {number[]} */
	const dots = [];
	for (let k = 0; k < long / 2; k++) {
		const along = range(0, 1);
		const point = spot(0.5 + range(-0.05, 0.05), along);
		if (noise((along * long) / 40, ring[0][0], 66) > 0.42 && free(point)) dots.push(...point, range(0.8, 1.9));
	}
	fillDots(pen, "rgba(120,122,66,.6)", dots);
}
