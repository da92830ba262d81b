/** What people leave around their houses, and shells around ruins. It decorates only: no rule knows of it. */

import { fillDots, LAYER, traceOn } from "./land-brush.js";
import { apart, bend, boxOf, middleOf, nearestOn, normals } from "./land-curves.js";
import { chance, noise, seedOf } from "./land-noise.js";
import { drawPit } from "./land-works.js";

/** @import { Area, Plan } from "./land-plan.js" */
/** @import { Pen, Thing } from "./land-brush.js" */
/** @import { Point } from "./types.d.ts" */

const HOUSES = new Set(["building", "timber", "manor", "barn"]);
const SHELLED = new Set(["rubble", "ruin", "wreck"]);

/**
 * Tracks, gardens and craters.
 * @param {Plan} plan
 * @returns {Thing[]}
 */
export function liveOn(plan) {
	const houses = plan.areas.filter(({ family }) => HOUSES.has(family));
	const shelled = plan.areas.filter(({ family }) => SHELLED.has(family));
	if (plan.geometry === "square") return [...mow(plan), ...shelled.flatMap(shell)];
	if (plan.geometry !== "hex") return [];
	return [
		...houses.flatMap((house) => layTrack(house, plan)),
		...houses.flatMap((house) => plantGarden(house, plan)),
		...shelled.flatMap(shell),
	];
}

const MEADOW = 400; // pixels from one meadow to the next, more or less

/**
 * Meadows in the open: some mown in swathes, some left to stand.
 * @param {Plan} plan
 * @returns {Thing[]}
 */
function mow({ width, height, spots }) {
	/** @type {Thing[]} */
	const things = [];
	for (let j = 0; j * MEADOW < height; j++)
		for (let i = 0; i * MEADOW < width; i++) {
			const { range, next } = chance(seedOf(`meadow${i}/${j}/${spots.length}`));
			if (next() < 0.2) continue;
			const [x, y] = [(i + range(0.2, 0.8)) * MEADOW, (j + range(0.2, 0.8)) * MEADOW];
			const [wide, high, turn] = [range(110, 200), range(80, 140), range(-0.3, 0.3)];
			/** @type {Point[]} */
			const ring = [];
			for (let a = 0; a < 6.283; a += 0.105) {
				// Between an ellipse and a box, as fields are.
				const reach = (Math.abs(Math.cos(a)) ** 3.4 + Math.abs(Math.sin(a)) ** 3.4) ** (-1 / 3.4);
				const r = reach * (0.92 + noise(a * 2.4, i + j * 7, 17) * 0.16);
				const [u, v] = [Math.cos(a) * r * wide, Math.sin(a) * r * high];
				ring.push([x + u * Math.cos(turn) - v * Math.sin(turn), y + u * Math.sin(turn) + v * Math.cos(turn)]);
			}
			things.push({
				layer: LAYER.field,
				y: -1,
				box: boxOf(ring, 4),
				draw: (pen, scale) => drawMeadow(pen, ring, turn + (next() < 0.5 ? 0 : 1.57), scale),
			});
		}
	return things;
}

/**
 * Swathes, pale and dark by turns, and a rim of uncut grass.
 * @param {Pen} pen
 * @param {Point[]} ring
 * @param {number} turn
 * @param {number} scale
 */
function drawMeadow(pen, ring, turn, scale) {
	const seed = seedOf(`swathe${ring[0].map(Math.round)}`);
	const { range } = chance(seed);
	const mown = (seed >>> 3) % 3 > 0;
	const [x0, y0, x1, y1] = boxOf(ring);
	const [mx, my, reach] = [(x0 + x1) / 2, (y0 + y1) / 2, Math.hypot(x1 - x0, y1 - y0) / 2];
	pen.save();
	pen.beginPath();
	traceOn(pen, ring);
	pen.closePath();
	pen.fillStyle = mown ? "rgba(176,170,100,.22)" : "rgba(112,132,66,.28)";
	pen.fill();
	pen.clip();
	pen.translate(mx, my);
	pen.rotate(turn);
	for (let v = -reach, row = 0; mown && v < reach; v += 11, row++) {
		pen.fillStyle = row % 2 ? "rgba(214,206,140,.1)" : "rgba(92,100,48,.07)";
		pen.fillRect(-reach, v, 2 * reach, 11);
	}
	/** @type {number[][]} */
	const tufts = [[], [], []];
	for (let k = 0; scale > 0.3 && k < reach * (mown ? 2 : 5); k++)
		tufts[k % 3].push(range(-reach, reach), range(-reach, reach), range(0.7, mown ? 1.5 : 2.4));
	["rgba(74,92,40,.4)", "rgba(200,194,122,.36)", "rgba(96,112,52,.4)"].forEach((colour, k) => {
		fillDots(pen, colour, tufts[k]);
	});
	pen.restore();
	if (scale < 0.3) return;
	const rim = ring.flatMap(([x, y]) => [x + range(-4, 4), y + range(-4, 4), range(1.4, 3.2)]);
	fillDots(pen, "rgba(78,96,44,.36)", rim);
}

/**
 * The shortest way from a house to the road.
 * @param {Area} house
 * @param {Plan} plan
 * @returns {Thing[]}
 */
function layTrack({ ring, id }, { roads, unit }) {
	const middle = middleOf(ring);
	const near = roads
		.filter(({ family }) => family === "road")
		.map(({ curve }) => ({ curve, ...nearestOn(curve, middle) }))
		.sort((a, b) => a.reach - b.reach)[0];
	if (!near || near.reach > unit * 3.4 || near.reach < unit * 0.4) return [];
	const end = near.curve[near.index];
	const { range } = chance(seedOf(`track${id}`));
	/** @type {Point} */
	const bow = [(middle[0] + end[0]) / 2 + range(-14, 14), (middle[1] + end[1]) / 2 + range(-14, 14)];
	const track = bend([middle, bow, end]);
	const across = normals(track);
	return [
		{
			layer: LAYER.yard,
			y: -1,
			box: boxOf(track, 10),
			draw: (pen) => {
				for (const [side, colour, width] of /** @type {[number, string, number][]} */ ([
					[0, "rgba(168,148,102,.32)", 11],
					[-2.6, "rgba(150,124,80,.5)", 2],
					[2.6, "rgba(150,124,80,.5)", 2],
				])) {
					pen.strokeStyle = colour;
					pen.lineWidth = width;
					pen.beginPath();
					traceOn(
						pen,
						track.map(([x, y], i) => {
							const shift = side + (noise(i / 4, side, 7) - 0.5) * 1.8;
							return [x + across[i][0] * shift, y + across[i][1] * shift];
						}),
					);
					pen.stroke();
				}
			},
		},
	];
}

/**
 * A vegetable patch behind the house, where nothing else is.
 * @param {Area} house
 * @param {Plan} plan
 * @returns {Thing[]}
 */
function plantGarden({ ring, id }, plan) {
	const { range, next } = chance(seedOf(`garden${id}`));
	if (next() < 0.3) return [];
	const [x0, y0, x1] = boxOf(ring);
	const [w, h] = [range(17, 22), range(16, 24)];
	const side = next() < 0.5 ? -1 : 1;
	const x = side < 0 ? x0 - w * 0.7 : x1 + w * 0.7;
	const y = y0 + range(8, 20);
	const busy =
		plan.roads.some(({ curve, half }) => nearestOn(curve, [x, y]).reach < half + 18) ||
		plan.spots.some((spot) => apart(spot.at, [x, y]) < plan.unit * 0.86 && spot.family !== "clear" && spot.id !== id);
	if (busy) return [];
	return [{ layer: LAYER.yard, y: 1, box: boxOf([[x, y]], 20), draw: (pen) => drawGarden(pen, [x, y], [w, h], id) }];
}

/**
 * @param {Pen} pen
 * @param {Point} at
 * @param {[number, number]} size
 * @param {string} id
 */
function drawGarden(pen, [x, y], [w, h], id) {
	const { range } = chance(seedOf(`beds${id}`));
	pen.save();
	pen.translate(x, y);
	pen.rotate(range(-0.25, 0.25));
	pen.fillStyle = "rgba(104,82,54,.8)";
	pen.fillRect(-w / 2, -h / 2, w, h);
	/** @type {number[][]} */
	const rows = [[], [], []];
	for (let v = -h / 2 + 2.5, k = 0; v < h / 2; v += 4.6, k++)
		for (let u = -w / 2 + 2; u < w / 2; u += 3.2) rows[k % 3].push(u, v, range(1, 1.8));
	["#5f7436", "#8fa05a", "#4f642e"].forEach((colour, k) => {
		fillDots(pen, colour, rows[k]);
	});
	pen.strokeStyle = "rgba(70,58,36,.7)";
	pen.lineWidth = 1;
	pen.strokeRect(-w / 2, -h / 2, w, h);
	pen.restore();
}

/**
 * Craters around what was shelled.
 * @param {Area} area
 * @returns {Thing[]}
 */
function shell({ ring, id }) {
	const { range, next } = chance(seedOf(`shells${id}`));
	const [x, y] = middleOf(ring);
	const reach = apart(ring[0], [x, y]);
	return Array.from({ length: 2 + Math.floor(next() * 3) }, () => {
		const turn = next() * 6.283;
		const [cx, cy, r] = [x + Math.cos(turn) * reach * 1.05, y + Math.sin(turn) * reach * 1.05, range(4.5, 8)];
		return {
			layer: LAYER.pit,
			y: 1,
			box: boxOf([[cx, cy]], r * 2.4),
			draw: (/** @type {Pen} */ pen) => drawPit(pen, cx, cy, r),
		};
	});
}
