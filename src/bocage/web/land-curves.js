/** Lines and outlines: joined, united, cut at corners, bent into curves. All of it is plain geometry. */

import { roughNoise } from "./land-noise.js";

/** @import { Point } from "./types.d.ts" */

/** @typedef {[number, number, number, number]} Box left, top, right, bottom */

const NEAR = 3; // points closer than this are one

/** Gives points that lie close together one number. */
export class Knots {
	constructor() {
		/** @type {Map<string, number>} */
		this.found = new Map();
		/** @type {Point[]} */
		this.points = [];
	}

	/** @param {Point} point */
	at([x, y]) {
		const i = Math.round(x / NEAR);
		const j = Math.round(y / NEAR);
		for (const dx of [0, -1, 1])
			for (const dy of [0, -1, 1]) {
				const known = this.found.get(`${i + dx},${j + dy}`);
				if (known === undefined) continue;
				const [kx, ky] = this.points[known];
				if (Math.hypot(kx - x, ky - y) < NEAR) return known;
			}
		this.points.push([x, y]);
		this.found.set(`${i},${j}`, this.points.length - 1);
		return this.points.length - 1;
	}
}

/**
 * Rings that share a side, together.
 * @param {Point[][]} rings
 */
export function touching(rings) {
	const knots = new Knots();
	/** @type {Map<string, number>} */
	const owner = new Map();
	const parent = rings.map((_, i) => i);
	const root = (/** @type {number} */ i) => {
		let at = i;
		while (parent[at] !== at) at = parent[at];
		return at;
	};
	rings.forEach((ring, i) => {
		const ids = ring.map((point) => knots.at(point));
		ids.forEach((a, k) => {
			const b = ids[(k + 1) % ids.length];
			const side = `${Math.min(a, b)}-${Math.max(a, b)}`;
			const other = owner.get(side);
			if (other === undefined) owner.set(side, i);
			else parent[root(i)] = root(other);
		});
	});
	return [...Map.groupBy(rings, (_, i) => root(i)).values()];
}

/**
 * The outlines of several rings together: sides that two of them share are gone.
 * @param {Point[][]} rings
 * @returns {Point[][]}
 */
export function unite(rings) {
	const knots = new Knots();
	/** @type {Map<string, [number, number]>} */
	const sides = new Map();
	for (const ring of rings) {
		const ids = wound(ring).map((point) => knots.at(point));
		ids.forEach((a, k) => {
			const b = ids[(k + 1) % ids.length];
			if (a === b) return;
			if (!sides.delete(`${b}-${a}`)) sides.set(`${a}-${b}`, [a, b]);
		});
	}
	/** @type {Map<number, number[]>} */
	const next = new Map();
	for (const [a, b] of sides.values()) next.set(a, [...(next.get(a) || []), b]);
	const found = [];
	for (const start of next.keys()) {
		for (let at = start, loop = /** @type {Point[]} */ ([]); ; ) {
			const to = next.get(at)?.pop();
			if (to === undefined) {
				if (loop.length > 2) found.push(loop);
				break;
			}
			loop.push(knots.points[at]);
			at = to;
		}
	}
	return found;
}

/**
 * A ring that runs clockwise on the screen.
 * @param {Point[]} ring
 */
function wound(ring) {
	let area = 0;
	ring.forEach(([x, y], i) => {
		const [nx, ny] = ring[(i + 1) % ring.length];
		area += x * ny - nx * y;
	});
	return area < 0 ? [...ring].reverse() : ring;
}

/**
 * Strokes that meet end to end, as long lines; where three meet, a line ends.
 * @param {Point[][]} strokes
 * @returns {Point[][]}
 */
export function join(strokes) {
	const knots = new Knots();
	const ends = strokes.map((points) => [knots.at(points[0]), knots.at(points[points.length - 1])]);
	/** @type {Map<number, number[]>} */
	const meets = new Map();
	ends.forEach((pair, i) => {
		for (const knot of pair) meets.set(knot, [...(meets.get(knot) || []), i]);
	});
	const used = new Set();
	/** @type {(knot: number, i: number) => number} the one other stroke that goes on from here, or -1 */
	const onward = (knot, i) => {
		const all = meets.get(knot) || [];
		const other = all.length === 2 ? all.find((one) => one !== i) : undefined;
		return other === undefined || used.has(other) ? -1 : other;
	};
	/** @type {(i: number, knot: number) => Point[]} what follows stroke i after its end at a knot */
	const follow = (i, knot) => {
		const more = [];
		for (let at = knot, n = onward(at, i); n >= 0; ) {
			used.add(n);
			const forward = ends[n][0] === at;
			const points = forward ? strokes[n] : [...strokes[n]].reverse();
			more.push(...points.slice(1));
			at = ends[n][forward ? 1 : 0];
			n = onward(at, n);
		}
		return more;
	};
	return strokes.flatMap((points, i) => {
		if (used.has(i)) return [];
		used.add(i);
		const after = follow(i, ends[i][1]);
		const before = follow(i, ends[i][0]).reverse();
		return [[...before, ...points, ...after]];
	});
}

/**
 * Corners cut off, several times.
 * @param {Point[]} points
 * @param {boolean} closed
 */
export function cutCorners(points, closed, times = 2) {
	let line = points;
	for (let n = 0; n < times; n++) {
		/** @type {Point[]} */
		const next = closed ? [] : [line[0]];
		const last = closed ? line.length : line.length - 1;
		for (let i = 0; i < last; i++) {
			const [ax, ay] = line[i];
			const [bx, by] = line[(i + 1) % line.length];
			next.push([ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25], [ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75]);
		}
		if (!closed) next.push(line[line.length - 1]);
		line = next;
	}
	return line;
}

/**
 * Points at most a step apart.
 * @param {Point[]} points
 * @param {boolean} closed
 * @param {number} step
 */
export function divide(points, closed, step) {
	/** @type {Point[]} */
	const found = [];
	const last = closed ? points.length : points.length - 1;
	for (let i = 0; i < last; i++) {
		const [ax, ay] = points[i];
		const [bx, by] = points[(i + 1) % points.length];
		const parts = Math.max(1, Math.round(Math.hypot(bx - ax, by - ay) / step));
		for (let k = 0; k < parts; k++) found.push([ax + ((bx - ax) * k) / parts, ay + ((by - ay) * k) / parts]);
	}
	if (!closed) found.push(points[points.length - 1]);
	return found;
}

/**
 * Shaken by a noise of the place, so that neighbours shake alike.
 * @param {Point} point
 * @param {number} reach
 * @returns {Point}
 */
export function shake([x, y], reach) {
	return [
		x + (roughNoise(x / 34, y / 34, 71, 2) - 0.5) * 2 * reach,
		y + (roughNoise(x / 34, y / 34, 91, 2) - 0.5) * 2 * reach,
	];
}

/**
 * A curve through points (Catmull-Rom), a step apart.
 * @param {Point[]} points
 * @returns {Point[]}
 */
export function bend(points, step = 4) {
	/** @type {Point[]} */
	const curve = [];
	for (let i = 0; i < points.length - 1; i++) {
		const p0 = points[Math.max(0, i - 1)];
		const p1 = points[i];
		const p2 = points[i + 1];
		const p3 = points[Math.min(points.length - 1, i + 2)];
		const parts = Math.max(2, Math.round(Math.hypot(p2[0] - p1[0], p2[1] - p1[1]) / step));
		for (let k = 0; k < parts; k++) {
			const t = k / parts;
			const on = (/** @type {0 | 1} */ j) =>
				0.5 *
				(2 * p1[j] +
					(p2[j] - p0[j]) * t +
					(2 * p0[j] - 5 * p1[j] + 4 * p2[j] - p3[j]) * t * t +
					(3 * p1[j] - p0[j] - 3 * p2[j] + p3[j]) * t * t * t);
			curve.push([on(0), on(1)]);
		}
	}
	curve.push(points[points.length - 1]);
	return curve;
}

/**
 * Across the line, one long, at each of its points.
 * @param {Point[]} line
 * @returns {Point[]}
 */
export function normals(line) {
	return line.map((_, i) => {
		const a = line[Math.max(0, i - 1)];
		const b = line[Math.min(line.length - 1, i + 1)];
		const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
		return [-(b[1] - a[1]) / length, (b[0] - a[0]) / length];
	});
}

/**
 * @param {Point} a
 * @param {Point} b
 * @returns {Point}
 */
export const halfway = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/**
 * @param {Point} a
 * @param {Point} b
 */
export const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/**
 * The middle of points.
 * @param {Point[]} points
 * @returns {Point}
 */
export function middleOf(points) {
	let x = 0;
	let y = 0;
	for (const point of points) {
		x += point[0];
		y += point[1];
	}
	return [x / points.length, y / points.length];
}

/**
 * What points cover, with a margin.
 * @param {Point[]} points
 * @returns {Box}
 */
export function boxOf(points, margin = 0) {
	/** @type {Box} */
	const box = [Infinity, Infinity, -Infinity, -Infinity];
	for (const [x, y] of points) {
		box[0] = Math.min(box[0], x);
		box[1] = Math.min(box[1], y);
		box[2] = Math.max(box[2], x);
		box[3] = Math.max(box[3], y);
	}
	return [box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin];
}

/**
 * The place of a line nearest to a point.
 * @param {Point[]} line
 * @param {Point} point
 */
export function nearestOn(line, point) {
	let best = { index: 0, reach: Infinity };
	line.forEach((at, index) => {
		const reach = apart(at, point);
		if (reach < best.reach) best = { index, reach };
	});
	return best;
}

/**
 * Where two lines of short steps cross, and along what direction of the first.
 * @param {Point[]} line
 * @param {Point[]} other
 */
export function crossings(line, other, step = 5) {
	/** @type {{ point: Point, angle: number }[]} */
	const found = [];
	for (let i = 1; i < line.length; i++) {
		const close = other.some((point) => apart(point, line[i]) < step);
		if (!close || found.some(({ point }) => apart(point, line[i]) < step * 6)) continue;
		const a = line[Math.max(0, i - 3)];
		const b = line[Math.min(line.length - 1, i + 3)];
		found.push({ point: line[i], angle: Math.atan2(b[1] - a[1], b[0] - a[0]) });
	}
	return found;
}

/**
 * Whether a point lies inside a ring.
 * @param {Point} point
 * @param {Point[]} ring
 */
export function isInside([px, py], ring) {
	let hit = false;
	for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
		const [xi, yi] = ring[i];
		const [xj, yj] = ring[j];
		if (yi > py !== yj > py && px < ((xj - xi) * (py - yi)) / (yj - yi) + xi) hit = !hit;
	}
	return hit;
}
