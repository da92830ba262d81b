/** What was built: houses of several kinds, and churches. */

import { LAYER, traceOn } from "./land-brush.js";
import { apart, boxOf, halfway, middleOf } from "./land-curves.js";
import { chance, css, lit, rgb, seedOf } from "./land-noise.js";

/** @import { Area, Plan } from "./land-plan.js" */
/** @import { Colour } from "./land-noise.js" */
/** @import { Pen, Thing } from "./land-brush.js" */
/** @import { Point } from "./types.d.ts" */

export const SUN = /** @type {const} */ ([0.72, 0.62]); // how far a shadow runs to the south-east for each pixel of height

/** @typedef {{ x: number, y: number, angle: number, w: number, h: number }} Block a rectangle by its middle, its turn and its sides */
/** @typedef {"slate" | "tile" | "oldTile" | "thatch" | "barn" | "shingle"} Roof */

/** @type {Record<Roof, string>} */
const ROOFS = {
	slate: "#6e757b",
	tile: "#985f49",
	oldTile: "#a8785c",
	thatch: "#a3905f",
	barn: "#826c5e",
	shingle: "#7d7464",
};

/**
 * The shadow of a ring this high.
 * @param {Pen} pen
 * @param {Point[]} ring
 * @param {number} height
 */
export function castRing(pen, ring, height) {
	const far = /** @type {Point[]} */ (ring.map(([x, y]) => [x + SUN[0] * height, y + SUN[1] * height]));
	const fill = (/** @type {Point[]} */ points) => {
		pen.beginPath();
		traceOn(pen, points);
		pen.closePath();
		pen.fill();
	};
	fill(ring);
	fill(far);
	ring.forEach((point, i) => {
		const j = (i + 1) % ring.length;
		fill([point, ring[j], far[j], far[i]]);
	});
}

/**
 * A ring of four as a rectangle, its longer side first.
 * @param {Point[]} ring
 * @returns {Block}
 */
export function blockOf(ring) {
	const [x, y] = middleOf(ring);
	const [a, b, c] = ring;
	const [one, two] = [apart(a, b), apart(b, c)];
	const [from, to] = one >= two ? [a, b] : [b, c];
	return {
		x,
		y,
		angle: Math.atan2(to[1] - from[1], to[0] - from[0]),
		w: Math.max(one, two),
		h: Math.min(one, two),
	};
}

/**
 * @param {Block} block
 * @returns {Point[]}
 */
function ringOf({ x, y, angle, w, h }) {
	const [c, s] = [Math.cos(angle), Math.sin(angle)];
	return /** @type {Point[]} */ (
		[
			[-w / 2, -h / 2],
			[w / 2, -h / 2],
			[w / 2, h / 2],
			[-w / 2, h / 2],
		].map(([u, v]) => [x + u * c - v * s, y + u * s + v * c])
	);
}

/** @typedef {{ roof: Roof, height: number, hip: boolean, chimneys: number[] }} House */

/**
 * What kind of house stands on an area: by its family, and otherwise by chance.
 * @param {Area} area
 * @returns {House}
 */
export function houseOn({ family, id, ring }) {
	const { next, pick, range } = chance(seedOf(`house${id}${ring[0].map(Math.round)}`));
	const timber = family === "timber";
	const tall = family === "manor" || family === "barn";
	/** @type {Roof[]} */
	const roofs =
		timber || family === "barn"
			? ["thatch", "barn", "shingle", "oldTile"]
			: ["slate", "tile", "oldTile", "tile", "slate"];
	const roof = pick(roofs);
	return {
		roof,
		height: (timber ? 11 : 14) + (tall ? 10 : 0),
		hip: roof !== "barn" && next() < (timber ? 0.3 : 0.55),
		chimneys: roof === "barn" ? [] : tall ? [-0.5, 0.5] : [range(0.35, 0.75) * (next() < 0.5 ? -1 : 1)],
	};
}

/**
 * The wings of a house: together they fill its outline, but for a yard in some corner.
 * @param {Block} block
 * @param {number} seed
 * @returns {Block[]}
 */
export function wingsOf(block, seed) {
	const { x, y, angle, w, h } = block;
	const [c, s] = [Math.cos(angle), Math.sin(angle)];
	const { next } = chance(seed);
	const style = Math.floor(next() * 4);
	if (w / h > 1.5 || w < 30 || style === 0) return [block];
	/** @type {(u: number, v: number, long: number, wide: number, turned: boolean) => Block} */
	const wing = (u, v, long, wide, turned) => ({
		x: x + u * c - v * s,
		y: y + u * s + v * c,
		angle: angle + (turned ? Math.PI / 2 : 0),
		w: long,
		h: wide,
	});
	const side = next() < 0.5 ? -1 : 1;
	if (style === 1) return [wing(0, -h * 0.24, w, h * 0.52, false), wing(0, h * 0.26, w, h * 0.48, false)];
	const main = wing(0, -h * 0.22, w, h * 0.56, false);
	const wide = style === 2 ? w * 0.46 : w * 0.4;
	const cross = wing(side * (w - wide) * 0.5, h * 0.14, h * 0.72, wide, true);
	return style === 2 ? [main, cross] : [main, cross, wing(-side * w * 0.26, h * 0.34, w * 0.34, h * 0.32, false)];
}

/**
 * Houses stand exactly on their outlines. The first tall stone building of a board is its church.
 * @param {Plan} plan
 * @returns {Thing[]}
 */
export function buildHouses(plan) {
	const built = plan.areas.filter(({ family }) => ["building", "timber", "manor", "barn"].includes(family));
	const church = plan.geometry === "hex" ? built.find(({ family }) => family === "manor") : undefined;
	return built.flatMap((area) => {
		const yard = paintYard(area.ring, area.id);
		return area === church ? [yard, buildChurch(blockOf(area.ring))] : [yard, buildHouse(area)];
	});
}

/**
 * @param {Area} area
 * @returns {Thing}
 */
function buildHouse(area) {
	const { ring, id } = area;
	const house = houseOn(area);
	const block = blockOf(ring);
	const wings = wingsOf(block, seedOf(`wings${id}`));
	return {
		layer: LAYER.standing,
		y: block.y + block.h / 2,
		box: boxOf(ring, 34),
		cast: (pen) => {
			if (ring.length !== 4) castRing(pen, ring, house.height);
			else for (const [i, wing] of wings.entries()) castRing(pen, ringOf(wing), house.height - i * 3);
		},
		draw: (pen, scale) => {
			if (ring.length !== 4) return drawFlat(pen, ring, house);
			pen.strokeStyle = "#6f695a";
			pen.lineWidth = 2.4;
			pen.beginPath();
			traceOn(pen, ring);
			pen.closePath();
			pen.stroke();
			for (const [i, wing] of [...wings.entries()].reverse())
				drawHouse(pen, wing, i ? { ...house, hip: false, chimneys: [] } : house, scale);
		},
	};
}

/**
 * Trodden earth around a house.
 * @param {Point[]} ring
 * @param {string} id
 * @returns {Thing}
 */
function paintYard(ring, id) {
	const [x0, y0, x1, y1] = boxOf(ring, 12);
	const colours = ["#b7a073", "#ab9468", "#c0ab7c", "#9c8c60"].map(rgb);
	return {
		layer: LAYER.yard,
		y: 0,
		box: [x0 - 16, y0 - 16, x1 + 16, y1 + 16],
		draw: (pen) => {
			const { range, pick } = chance(seedOf(`yard${id}`));
			for (let i = 0; i < Math.min(60, ((x1 - x0) * (y1 - y0)) / 80); i++) {
				const [x, y, r] = [range(x0, x1), range(y0, y1), range(6, 16)];
				const soft = pen.createRadialGradient(x, y, 0, x, y, r);
				const colour = pick(colours);
				soft.addColorStop(0, css(colour, 0.5));
				soft.addColorStop(1, css(colour, 0));
				pen.fillStyle = soft;
				pen.fillRect(x - r, y - r, 2 * r, 2 * r);
			}
		},
	};
}

/** @typedef {{ face: number[][], down: [number, number] }} Slope its corners in the house's own axes, and which way it falls */

/**
 * The slopes of a roof: two, or four if its ends are hipped.
 * @param {number} hw half its length
 * @param {number} hh
 * @param {number} hip
 * @returns {Slope[]}
 */
function slopesOf(hw, hh, hip) {
	const ridge = hw - hip;
	/** @type {Slope[]} */
	const long = [-1, 1].map((side) => ({
		face: [
			[-hw, side * hh],
			[hw, side * hh],
			[ridge, 0],
			[-ridge, 0],
		],
		down: [0, side],
	}));
	/** @type {Slope[]} */
	const ends = [-1, 1].map((side) => ({
		face: [
			[side * hw, -hh],
			[side * hw, hh],
			[side * ridge, 0],
		],
		down: [side, 0],
	}));
	return hip ? [...long, ...ends] : long;
}

/**
 * What a slope is covered with: tiles, slates or boards in courses, or straw.
 * @param {Pen} pen
 * @param {[number, number]} half
 * @param {{ colour: Colour, roof: Roof, down: [number, number], seed: number }} look
 */
function drawCovering(pen, [hw, hh], { colour, roof, down, seed }) {
	const { range } = chance(seed);
	const straw = roof === "thatch";
	const along = down[0] === 0;
	pen.globalAlpha = 0.5;
	pen.lineWidth = 0.8;
	/** @type {(path: Path2D, x: number, y: number, long: number) => void} */
	const lay = straw
		? (path, x, y, long) => path.lineTo(x + down[0] * 4 + (long - 3) * 0.5, y + down[1] * 4)
		: (path, x, y, long) => path.rect(x, y, along ? long : 1.7, along ? 1.7 : long);
	for (const f of [0.78, 0.9, 1.1, 1.22]) {
		const path = new Path2D();
		for (let i = 0; i < (hw * hh) / (straw ? 4.8 : 6.4); i++) {
			const [x, y] = [range(-hw, hw), range(-hh, hh)];
			path.moveTo(x, y);
			lay(path, x, y, range(2, 4));
		}
		pen.fillStyle = pen.strokeStyle = css(lit(colour, f));
		if (straw) pen.stroke(path);
		else pen.fill(path);
	}
	pen.globalAlpha = 1;
	if (!straw) drawCourses(pen, [hw, hh], along !== (roof === "barn"), roof === "barn" ? 3.4 : 2.3);
}

/**
 * @param {Pen} pen
 * @param {[number, number]} half
 * @param {boolean} along
 * @param {number} step
 */
function drawCourses(pen, [hw, hh], along, step) {
	pen.strokeStyle = "rgba(20,14,10,.2)";
	pen.lineWidth = 0.6;
	pen.beginPath();
	const reach = along ? hh : hw;
	for (let k = -reach; k < reach; k += step) {
		pen.moveTo(along ? -hw : k, along ? k : -hh);
		pen.lineTo(along ? hw : k, along ? k : hh);
	}
	pen.stroke();
}

/**
 * A pitched roof seen from above, each slope as bright as it faces the sun, with its ridge and its chimneys.
 * @param {Pen} pen
 * @param {Block} block
 * @param {House} house
 * @param {number} scale
 */
function drawHouse(pen, { x, y, angle, w, h }, house, scale) {
	const { roof } = house;
	const [c, s] = [Math.cos(angle), Math.sin(angle)];
	const [lx, ly] = [(-c - s) * Math.SQRT1_2, (s - c) * Math.SQRT1_2];
	const [hw, hh] = [w / 2, h / 2];
	const hip = house.hip ? Math.min(h * 0.5, w * 0.4) : 0;
	const base = rgb(ROOFS[roof]);
	const seed = seedOf(`roof${Math.round(x)},${Math.round(y)}`);
	pen.save();
	pen.translate(x, y);
	pen.rotate(angle);
	pen.fillStyle = "rgba(30,24,18,.75)";
	pen.fillRect(-hw - 1, -hh - 1, w + 2, h + 2);
	for (const { face, down } of slopesOf(hw, hh, hip)) {
		const colour = lit(base, 1 + 0.46 * (down[0] * lx + down[1] * ly));
		pen.save();
		pen.beginPath();
		for (const [px, py] of face) pen.lineTo(px, py);
		pen.closePath();
		pen.fillStyle = css(colour);
		pen.fill();
		pen.clip();
		if (scale > 0.4) drawCovering(pen, [hw, hh], { colour, roof, down, seed });
		pen.restore();
	}
	pen.strokeStyle = css(lit(base, 1.5), 0.95);
	pen.lineWidth = roof === "thatch" ? 2.2 : 1.3;
	pen.beginPath();
	pen.moveTo(-hw + hip, 0);
	pen.lineTo(hw - hip, 0);
	pen.stroke();
	for (const chimney of house.chimneys) drawChimney(pen, chimney * (hw - hip), [c, s]);
	pen.restore();
}

/**
 * @param {Pen} pen
 * @param {number} x
 * @param {[number, number]} turn
 */
function drawChimney(pen, x, [c, s]) {
	const y = -1;
	const [dx, dy] = [8 * (c * SUN[0] + s * SUN[1]), 8 * (c * SUN[1] - s * SUN[0])];
	pen.fillStyle = "rgba(15,12,10,.45)";
	pen.beginPath();
	pen.moveTo(x - 2.5, y + 2.5);
	pen.lineTo(x + 2.5, y - 2.5);
	pen.lineTo(x + 2.5 + dx, y - 1.5 + dy);
	pen.lineTo(x - 1.5 + dx, y + 2.5 + dy);
	pen.fill();
	pen.fillStyle = "#8c5a45";
	pen.fillRect(x - 2.8, y - 2.8, 5.6, 5.6);
	pen.fillStyle = "#c49478";
	pen.fillRect(x - 2.8, y - 2.8, 5.6, 1.3);
	pen.fillStyle = "#241a16";
	pen.fillRect(x - 1.3, y - 1.3, 2.6, 2.6);
}

/**
 * A roof of more than four corners: slopes that meet in the middle.
 * @param {Pen} pen
 * @param {Point[]} ring
 * @param {House} house
 */
function drawFlat(pen, ring, { roof }) {
	const middle = middleOf(ring);
	ring.forEach((a, i) => {
		const b = ring[(i + 1) % ring.length];
		const m = halfway(a, b);
		const length = apart(m, middle) || 1;
		const facing = (-(m[0] - middle[0]) - (m[1] - middle[1])) / length / Math.SQRT2;
		pen.fillStyle = css(lit(rgb(ROOFS[roof]), 1 + 0.4 * facing));
		pen.beginPath();
		traceOn(pen, [a, b, middle]);
		pen.closePath();
		pen.fill();
	});
	pen.strokeStyle = "rgba(30,24,18,.8)";
	pen.lineWidth = 1.4;
	pen.beginPath();
	traceOn(pen, ring);
	pen.closePath();
	pen.stroke();
}

/**
 * Nave, transept and tower, within the outline.
 * @param {Block} block
 * @returns {Thing}
 */
function buildChurch(block) {
	const { x, y, angle, w, h } = block;
	const [c, s] = [Math.cos(angle), Math.sin(angle)];
	const r = Math.min(h * 0.36, w * 0.2);
	const tower = { x: x - (w / 2 - r) * c, y: y - (w / 2 - r) * s, angle, w: 2 * r, h: 2 * r };
	const nave = { x: x + r * 0.8 * c, y: y + r * 0.8 * s, angle, w: w - 1.6 * r, h: h * 0.56 };
	const aisle = { x: x + w * 0.2 * c, y: y + w * 0.2 * s, angle: angle + Math.PI / 2, w: h, h: h * 0.42 };
	/** @type {House} */
	const plain = { roof: "slate", height: 20, hip: false, chimneys: [] };
	const box = boxOf(ringOf(block), 60);
	return {
		layer: LAYER.standing,
		y: y + h / 2,
		box,
		cast: (pen) => {
			castRing(pen, ringOf(nave), 20);
			castRing(pen, ringOf(aisle), 18);
			castRing(pen, ringOf(tower), 32);
			pen.beginPath();
			pen.moveTo(tower.x + 28 * SUN[0] - r, tower.y + 28 * SUN[1] + r);
			pen.lineTo(tower.x + 28 * SUN[0] + r, tower.y + 28 * SUN[1] - r);
			pen.lineTo(tower.x + 58 * SUN[0], tower.y + 58 * SUN[1]);
			pen.fill();
		},
		draw: (pen, scale) => {
			drawHouse(pen, nave, plain, scale);
			drawHouse(pen, aisle, plain, scale);
			drawTower(pen, tower);
		},
	};
}

/**
 * @param {Pen} pen
 * @param {Block} block
 */
function drawTower(pen, { x, y, angle, w }) {
	const r = w / 2;
	pen.save();
	pen.translate(x, y);
	pen.rotate(angle);
	pen.fillStyle = "#2f2c28";
	pen.fillRect(-r - 1, -r - 1, 2 * r + 2, 2 * r + 2);
	pen.fillStyle = "#b5ab93";
	pen.fillRect(-r, -r, 2 * r, 2 * r);
	const q = r - 2;
	const corners = /** @type {Point[]} */ ([
		[-q, -q],
		[q, -q],
		[q, q],
		[-q, q],
	]);
	["#8c949a", "#6c747a", "#454b51", "#767e85"].forEach((colour, i) => {
		pen.fillStyle = colour;
		pen.beginPath();
		traceOn(pen, [corners[i], corners[(i + 1) % 4], [0, 0]]);
		pen.fill();
	});
	pen.rotate(-angle);
	pen.strokeStyle = "#e2d9bd";
	pen.lineWidth = 1.6;
	pen.beginPath();
	pen.moveTo(-3.5, -1);
	pen.lineTo(3.5, -1);
	pen.moveTo(0, -4);
	pen.lineTo(0, 5);
	pen.stroke();
	pen.restore();
}
