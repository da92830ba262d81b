/** What war made of the ground: ruins, bunkers, wrecks, trenches and foxholes; and rooms, whose roofs are taken off. */

import { fillDots, LAYER, traceOn } from "./land-brush.js";
import { apart, boxOf, divide, middleOf, touching, unite } from "./land-curves.js";
import { blockOf, castRing } from "./land-masonry.js";
import { chance, css, lit, rgb, seedOf } from "./land-noise.js";
import { drawWall, drawWire } from "./land-walls.js";

/** @import { Area, Plan } from "./land-plan.js" */
/** @import { Pen, Thing } from "./land-brush.js" */
/** @import { Point } from "./types.d.ts" */

/**
 * @param {Plan} plan
 * @returns {Thing[]}
 */
export function digWorks(plan) {
	/** @type {Partial<Record<string, (area: Area) => Thing[]>>} */
	const makers = {
		ruin: makeRuin,
		bunker: makeBunker,
		wreck: makeWreck,
		trench: makeTrench,
		foxholes: makeFoxholes,
		wire: makeWireArea,
	};
	return plan.areas.flatMap((area) => makers[area.family]?.(area) ?? []);
}

/**
 * A ring nearer to its middle, or further from it.
 * @param {Point[]} ring
 * @param {number} part
 */
function shrink(ring, part) {
	const [x, y] = middleOf(ring);
	return /** @type {Point[]} */ (ring.map(([px, py]) => [x + (px - x) * part, y + (py - y) * part]));
}

/**
 * Broken walls around a burnt floor.
 * @param {Area} area
 * @returns {Thing[]}
 */
function makeRuin({ ring, id }) {
	const seed = seedOf(`ruin${id}`);
	const stones = divide(ring, true, 4.4);
	const standing = stones.filter(
		([x, y]) => chance(seedOf(`${Math.round(x / 19)},${Math.round(y / 19)}`)).next() > 0.26,
	);
	return [
		{
			layer: LAYER.pit,
			y: 0,
			box: boxOf(ring, 16),
			draw: (pen) => {
				const { range, pick } = chance(seed);
				const [x0, y0, x1, y1] = boxOf(ring, 9);
				pen.fillStyle = "rgba(58,50,42,.6)";
				pen.beginPath();
				traceOn(pen, ring);
				pen.closePath();
				pen.fill();
				for (let i = 0; i < ((x1 - x0) * (y1 - y0)) / 22; i++) {
					pen.fillStyle = css(
						lit(rgb(pick(["#4a423a", "#8d7f6a", "#6d6254", "#a2583c", "#b8ad95"])), range(0.8, 1.1)),
						0.85,
					);
					pen.fillRect(range(x0, x1), range(y0, y1), range(1.2, 3.8), range(1.2, 3));
				}
				pen.strokeStyle = "#4a3826";
				pen.lineWidth = 2;
				pen.beginPath();
				for (let i = 0; i < 5; i++) {
					const [x, y] = [range(x0 + 12, x1 - 12), range(y0 + 12, y1 - 12)];
					pen.moveTo(x, y);
					pen.lineTo(x + range(-14, 14), y + range(-14, 14));
				}
				pen.stroke();
			},
		},
		{
			layer: LAYER.wall,
			y: 0,
			box: boxOf(ring, 16),
			cast: (pen) => {
				for (const [x, y] of standing) pen.fillRect(x - 1, y - 1, 9, 8);
			},
			draw: (pen) => {
				const { range } = chance(seed + 1);
				for (const [x, y] of standing) {
					pen.fillStyle = css(lit(rgb("#b1a58c"), range(0.8, 1.12)));
					pen.fillRect(x - 2.4, y - 2.4, 4.8, 4.8);
					pen.fillStyle = "rgba(30,25,20,.35)";
					pen.fillRect(x - 2.4, y + 1.2, 4.8, 1.2);
				}
			},
		},
	];
}

/**
 * A slab of concrete under earth, with its slit.
 * @param {Area} area
 * @returns {Thing[]}
 */
function makeBunker({ ring, id }) {
	return [
		{
			layer: LAYER.standing,
			y: boxOf(ring)[3],
			box: boxOf(ring, 22),
			cast: (pen) => castRing(pen, ring, 9),
			draw: (pen) => {
				const { range } = chance(seedOf(`bunker${id}`));
				const [x0, y0, x1, y1] = boxOf(ring);
				pen.save();
				pen.beginPath();
				traceOn(pen, ring);
				pen.closePath();
				pen.fillStyle = "#8f8e84";
				pen.fill();
				pen.clip();
				for (const colour of ["rgba(190,188,176,.4)", "rgba(70,70,62,.3)", "rgba(96,106,60,.4)"]) {
					const dots = [];
					for (let i = 0; i < ((x1 - x0) * (y1 - y0)) / 90; i++) dots.push(range(x0, x1), range(y0, y1), range(0.8, 4));
					fillDots(pen, colour, dots);
				}
				pen.restore();
				for (const [part, colour, width] of /** @type {[number, string, number][]} */ ([
					[1, "#3c3b35", 2.4],
					[0.86, "rgba(236,232,216,.4)", 1.2],
					[0.82, "rgba(30,30,26,.35)", 1.2],
				])) {
					pen.strokeStyle = colour;
					pen.lineWidth = width;
					pen.beginPath();
					traceOn(pen, shrink(ring, part));
					pen.closePath();
					pen.stroke();
				}
				const { x, y, angle, w, h } = blockOf(ring);
				pen.save();
				pen.translate(x, y);
				pen.rotate(angle);
				pen.fillStyle = "#191815";
				pen.fillRect(-w * 0.28, h / 2 - 5, w * 0.56, 3.6);
				pen.restore();
			},
		},
	];
}

/**
 * A burnt-out vehicle on scorched earth.
 * @param {Area} area
 * @returns {Thing[]}
 */
function makeWreck({ ring, id, kind }) {
	const { x, y, w, h } = blockOf(ring);
	const { range } = chance(seedOf(`wreck${id}`));
	const angle = range(-0.6, 0.6);
	const heavy = !kind.includes("light");
	const [length, width] = heavy ? [w * 0.62, h * 0.4] : [w * 0.5, h * 0.32];
	return [
		{
			layer: LAYER.standing,
			y: y + h / 2,
			box: boxOf(ring, 10),
			cast: (pen) => {
				pen.save();
				pen.translate(x + 6, y + 5);
				pen.rotate(angle);
				pen.fillRect(-length / 2, -width / 2, length, width);
				pen.restore();
			},
			draw: (pen) => {
				const scorch = pen.createRadialGradient(x, y, 4, x, y, w * 0.5);
				scorch.addColorStop(0, "rgba(24,20,16,.8)");
				scorch.addColorStop(1, "rgba(24,20,16,0)");
				pen.fillStyle = scorch;
				pen.fillRect(x - w / 2, y - h / 2, w, h);
				pen.save();
				pen.translate(x, y);
				pen.rotate(angle);
				pen.fillStyle = "#26211c";
				pen.fillRect(-length / 2 - 1, -width / 2 - 1, length + 2, width + 2);
				pen.fillStyle = "#5a4a3d";
				pen.fillRect(-length / 2, -width / 2 + 3, length, width - 6);
				pen.fillStyle = "#7a5a42";
				pen.fillRect(-length / 2 + 4, -width / 2 + 4, length * 0.4, 2);
				pen.strokeStyle = "#1d1916";
				pen.lineWidth = 1.4;
				for (let k = -length / 2; k < length / 2; k += 4) pen.strokeRect(k, -width / 2, 3, 3);
				for (let k = -length / 2; k < length / 2; k += 4) pen.strokeRect(k, width / 2 - 3, 3, 3);
				if (heavy) {
					pen.rotate(0.5);
					pen.fillStyle = "#3a312a";
					pen.beginPath();
					pen.arc(0, 0, width * 0.3, 0, 6.2832);
					pen.fill();
					pen.fillRect(0, -1.8, length * 0.55, 3.6);
				}
				pen.restore();
			},
		},
	];
}

/**
 * Bare earth ringed with sandbags.
 * @param {Area} area
 * @returns {Thing[]}
 */
function makeTrench({ ring, id }) {
	const rim = shrink(ring, 0.86);
	const bags = divide(rim, true, 6.4);
	return [
		{
			layer: LAYER.pit,
			y: 0,
			box: boxOf(ring, 10),
			cast: (pen) => {
				pen.lineWidth = 6;
				pen.beginPath();
				traceOn(
					pen,
					rim.map(([x, y]) => [x + 3, y + 2.6]),
				);
				pen.closePath();
				pen.stroke();
			},
			draw: (pen) => {
				const { range } = chance(seedOf(`trench${id}`));
				const [x0, y0, x1, y1] = boxOf(rim);
				pen.save();
				pen.beginPath();
				traceOn(pen, rim);
				pen.closePath();
				pen.fillStyle = "#7d6444";
				pen.fill();
				pen.clip();
				for (const colour of ["rgba(58,42,26,.4)", "rgba(176,146,104,.35)"]) {
					const dots = [];
					for (let i = 0; i < ((x1 - x0) * (y1 - y0)) / 50; i++)
						dots.push(range(x0, x1), range(y0, y1), range(0.7, 2.6));
					fillDots(pen, colour, dots);
				}
				pen.strokeStyle = "rgba(24,16,10,.5)";
				pen.lineWidth = 12;
				pen.translate(2, 2);
				pen.beginPath();
				traceOn(pen, rim);
				pen.closePath();
				pen.stroke();
				pen.restore();
				drawBags(pen, bags, middleOf(ring));
			},
		},
	];
}

/**
 * @param {Pen} pen
 * @param {Point[]} bags
 * @param {Point} middle
 */
function drawBags(pen, bags, middle) {
	bags.forEach(([x, y], i) => {
		const [nx, ny] = bags[(i + 1) % bags.length];
		if (apart([x, y], [nx, ny]) > 14) return;
		pen.save();
		pen.translate((x + nx) / 2, (y + ny) / 2);
		pen.rotate(Math.atan2(ny - y, nx - x));
		pen.fillStyle = "#5a4a30";
		pen.beginPath();
		pen.ellipse(0, 0, 4, 3, 0, 0, 6.2832);
		pen.fill();
		pen.fillStyle = x + y < middle[0] + middle[1] ? "#cdb98c" : "#b6a176";
		pen.beginPath();
		pen.ellipse(-0.3, -0.4, 3.3, 2.3, 0, 0, 6.2832);
		pen.fill();
		pen.restore();
	});
}

/**
 * Holes with their thrown-up earth.
 * @param {Area} area
 * @returns {Thing[]}
 */
function makeFoxholes({ ring, id }) {
	const { range } = chance(seedOf(`holes${id}`));
	const [x0, y0, x1, y1] = boxOf(ring);
	const across = Math.max(1, Math.floor((x1 - x0) / 26));
	const down = Math.max(1, Math.floor((y1 - y0) / 26));
	const holes = Array.from(
		{ length: across * down },
		(_, i) =>
			/** @type {Point} */ ([
				x0 + ((i % across) + 0.5 + range(-0.15, 0.15)) * ((x1 - x0) / across),
				y0 + (Math.floor(i / across) + 0.5 + range(-0.15, 0.15)) * ((y1 - y0) / down),
			]),
	);
	return [
		{
			layer: LAYER.pit,
			y: 0,
			box: boxOf(ring, 6),
			draw: (pen) => {
				pen.fillStyle = "rgba(126,104,70,.4)";
				pen.beginPath();
				traceOn(pen, ring);
				pen.closePath();
				pen.fill();
				pen.strokeStyle = "rgba(84,66,42,.8)";
				pen.lineWidth = 1.2;
				pen.stroke();
				for (const [x, y] of holes) drawPit(pen, x, y, 6.5);
			},
		},
	];
}

/**
 * A hole: dark where the rim hides the sun, light across it.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
export function drawPit(pen, x, y, r) {
	const rim = pen.createRadialGradient(x, y, r * 0.5, x, y, r * 1.5);
	rim.addColorStop(0, "rgba(112,90,60,.95)");
	rim.addColorStop(0.45, "rgba(128,106,70,.8)");
	rim.addColorStop(1, "rgba(110,92,60,0)");
	pen.fillStyle = rim;
	pen.beginPath();
	pen.arc(x, y, r * 1.5, 0, 6.2832);
	pen.fill();
	const pit = pen.createLinearGradient(x - r * 0.7, y - r * 0.7, x + r * 0.7, y + r * 0.7);
	pit.addColorStop(0, "#2b2117");
	pit.addColorStop(0.5, "#4f3e2a");
	pit.addColorStop(1, "#a48a62");
	pen.fillStyle = pit;
	pen.beginPath();
	pen.arc(x, y, r * 0.92, 0, 6.2832);
	pen.fill();
}

/**
 * Rows of wire across a space.
 * @param {Area} area
 * @returns {Thing[]}
 */
function makeWireArea({ ring }) {
	const [x0, y0, x1, y1] = boxOf(ring);
	const rows = [0.25, 0.5, 0.75].map((part) => {
		const y = y0 + (y1 - y0) * part;
		return divide(
			/** @type {Point[]} */ ([
				[x0 + 3, y],
				[x1 - 3, y],
			]),
			false,
			5,
		);
	});
	return [
		{
			layer: LAYER.wall,
			y: 1,
			box: boxOf(ring, 6),
			draw: (pen) => {
				for (const row of rows) drawWire(pen, row);
			},
		},
	];
}

/**
 * Buildings of spaces, without their roofs: boards or tiles inside, thick walls, doors and windows in them.
 * @param {Plan} plan
 * @returns {Thing[]}
 */
export function openRooms({ areas, strokes }) {
	const built = areas.filter(({ family }) => family === "building" || family === "timber");
	const holes = strokes.filter(({ family }) => family === "door" || family === "window");
	return touching(built.map(({ ring }) => ring)).flatMap((rings) => {
		const [outline] = unite(rings);
		const own = holes.filter(({ line }) => line.every((point) => touches(point, outline)));
		const seed = seedOf(`room${outline[0].map(Math.round)}`);
		return [
			{
				layer: LAYER.pit,
				y: 0,
				box: boxOf(outline, 6),
				draw: (/** @type {Pen} */ pen) => drawBoards(pen, outline, seed),
			},
			{
				layer: LAYER.wall,
				y: 2,
				box: boxOf(outline, 20),
				cast: (/** @type {Pen} */ pen) => {
					for (const [far, width] of [
						[4, 9],
						[9, 9],
						[13, 7],
					]) {
						pen.lineWidth = width;
						pen.beginPath();
						traceOn(
							pen,
							outline.map(([x, y]) => [x + far * 0.72, y + far * 0.62]),
						);
						pen.closePath();
						pen.stroke();
					}
				},
				draw: (/** @type {Pen} */ pen) => {
					drawWall(pen, divide([...outline, outline[0]], false, 4.6));
					for (const { family, line } of own) drawOpening(pen, line, family === "door");
				},
			},
		];
	});
}

/**
 * @param {Point} point
 * @param {Point[]} ring
 */
const touches = ([x, y], ring) => {
	const [x0, y0, x1, y1] = boxOf(ring, 1);
	return x >= x0 && x <= x1 && y >= y0 && y <= y1;
};

/**
 * @param {Pen} pen
 * @param {Point[]} ring
 * @param {number} seed
 */
function drawBoards(pen, ring, seed) {
	const { range, next } = chance(seed);
	const [x0, y0, x1, y1] = boxOf(ring);
	const tiles = next() < 0.4;
	pen.save();
	pen.beginPath();
	traceOn(pen, ring);
	pen.closePath();
	pen.clip();
	pen.fillStyle = tiles ? "#a5836a" : "#9c7b54";
	pen.fillRect(x0, y0, x1 - x0, y1 - y0);
	const [long, wide] = tiles ? [9, 9] : [34, 6];
	for (let y = y0, row = 0; y < y1; y += wide, row++)
		for (let x = x0 - (row % 2) * (long / 2); x < x1; x += long) {
			pen.fillStyle = css(lit(rgb(tiles ? "#ad8c72" : "#a5845c"), range(0.86, 1.12)));
			pen.fillRect(x + 0.5, y + 0.5, long - 1, wide - 1);
		}
	const shade = pen.createLinearGradient(x0, y0, x1, y1);
	shade.addColorStop(0, "rgba(20,14,8,.4)");
	shade.addColorStop(0.4, "rgba(20,14,8,.06)");
	shade.addColorStop(1, "rgba(255,238,196,.12)");
	pen.fillStyle = shade;
	pen.fillRect(x0, y0, x1 - x0, y1 - y0);
	pen.restore();
}

/**
 * @param {Pen} pen
 * @param {Point[]} line
 * @param {boolean} door
 */
function drawOpening(pen, [a, b], door) {
	const part = (/** @type {number} */ k) => [a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k];
	const [from, to] = [part(0.3), part(0.7)];
	for (const [colour, width] of /** @type {[string, number][]} */ ([
		["#3a2a1a", 8.4],
		[door ? "#8a5f34" : "#b9d3d6", 5.2],
	])) {
		pen.strokeStyle = colour;
		pen.lineWidth = width;
		pen.lineCap = "butt";
		pen.beginPath();
		pen.moveTo(from[0], from[1]);
		pen.lineTo(to[0], to[1]);
		pen.stroke();
		pen.lineCap = "round";
	}
}
