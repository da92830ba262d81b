/** What lies on a board, in the pixels of the ground: areas, lines, ways and waters, ready to be painted. */

import { apart, bend, boxOf, crossings, halfway, isInside, join, nearestOn } from "./land-curves.js";

/** @import { BoardData, Family, Feature, Geometry, Point } from "./types.d.ts" */

/** @typedef {Pick<BoardData, "geometry" | "width" | "height" | "cells" | "features" | "looks">} Map what is drawn of a board */
/** @typedef {{ id: string, at: Point, family: Family, kind: string, level: number }} Spot a hex or a space */
/** @typedef {{ family: Family, kind: string, ring: Point[], id: string }} Area */
/** @typedef {{ family: Family, kind: string, line: Point[] }} Stroke */
/** @typedef {{ family: Family, curve: Point[], half: number }} Way a road, a railway or water, and half its width */
/** @typedef {{ point: Point, angle: number, half: number, side: number, family: Family }} Crossing a bridge or a ford: half as long as the water is wide, and half its own width */

/**
 * @typedef {{
 *   geometry: Geometry, unit: number, width: number, height: number, spots: Spot[], areas: Area[], strokes: Stroke[],
 *   roads: Way[], waters: Way[], lakes: Area[], crossings: Crossing[],
 * }} Plan
 */

/** Pixels of the ground in one unit of the board: trees are as large beside a hex as beside an inch. */
export const GROUND = { hex: 50, square: 80, plane: 12 };

const WATERS = new Set(["water", "brook", "ford"]);
const WAYS = new Set(["road", "rail", "avenue", "bridge"]);
const FLAT = new Set(["clear", "zone", "objective", "hill"]);

/** @type {Partial<Record<Family, number>>} half the width of ways and waters */
const HALF = { road: 8.6, rail: 8, avenue: 8.6, bridge: 8.6, water: 33, ford: 33, brook: 13 };

/**
 * Half the width of a stream along hexsides, by how deep its gully is.
 * @param {string} kind
 */
const streamHalf = (kind) => 6.5 + Number(kind.match(/\d/)?.[0] ?? 2) * 0.9;

/**
 * The corners of a hex or a space.
 * @param {Geometry} geometry
 * @param {Point} middle
 * @param {number} unit
 * @returns {Point[]}
 */
export function cornersOf(geometry, [x, y], unit) {
	if (geometry === "square") {
		const half = unit / 2;
		return [
			[x - half, y - half],
			[x + half, y - half],
			[x + half, y + half],
			[x - half, y + half],
		];
	}
	return [0, 1, 2, 3, 4, 5].map((k) => [
		x + unit * Math.cos((k * Math.PI) / 3),
		y + unit * Math.sin((k * Math.PI) / 3),
	]);
}

/**
 * Paths through spots that lie side by side; they end where three meet.
 * @param {Spot[]} spots
 * @param {number} reach
 * @returns {Spot[][]}
 */
export function pathsOf(spots, reach) {
	const beside = new Map(
		spots.map((spot) => [spot, spots.filter((other) => other !== spot && apart(other.at, spot.at) < reach)]),
	);
	const walked = new Set();
	const key = (/** @type {Spot} */ a, /** @type {Spot} */ b) => [a.id, b.id].sort().join("|");
	/** @type {Spot[][]} */
	const paths = [];
	/** @type {(start: Spot, next: Spot) => void} */
	const walk = (start, next) => {
		const path = [start];
		for (let [from, to] = [start, next]; !walked.has(key(from, to)); ) {
			walked.add(key(from, to));
			path.push(to);
			const more = beside.get(to) || [];
			if (more.length !== 2) break;
			[from, to] = [to, more[0] === from ? more[1] : more[0]];
		}
		if (path.length > 1) paths.push(path);
	};
	const ends = spots.filter((spot) => beside.get(spot)?.length !== 2);
	for (const spot of [...ends, ...spots]) for (const next of beside.get(spot) || []) walk(spot, next);
	for (const spot of spots) if (!beside.get(spot)?.length) paths.push([spot]);
	return paths;
}

/**
 * Where a way leaves the board that ends in the outermost hex, or null if it ends further in.
 * @param {Point} end
 * @param {Point} before
 * @param {Plan} plan
 * @returns {Point | null}
 */
export function exitOf(end, before, { width, height, unit, geometry }) {
	const out = 24;
	const deep = geometry === "hex" ? 1.8 : 1.1; // columns of hexes begin and end half a hex apart
	/** @type {[number, Point][]} */
	const edges = [
		[end[0], [-out, end[1]]],
		[width - end[0], [width + out, end[1]]],
		[end[1], [end[0], -out]],
		[height - end[1], [end[0], height + out]],
	];
	const near = edges.filter(([reach], i) => reach < unit * (i < 2 ? 1.1 : deep));
	const ahead = (/** @type {Point} */ to) =>
		((to[0] - end[0]) * (end[0] - before[0]) + (to[1] - end[1]) * (end[1] - before[1])) / (apart(to, end) || 1);
	near.sort((a, b) => ahead(b[1]) - ahead(a[1]));
	return near.length ? near[0][1] : null;
}

/**
 * Where a way ends that goes no further: in the middle of a hex, at the far side of a space.
 * @param {Point} end
 * @param {Point} side where it came in
 * @param {Plan} plan
 * @returns {Point}
 */
function endOf(end, side, { geometry }) {
	return geometry === "square" ? [end[0] * 1.9 - side[0] * 0.9, end[1] * 1.9 - side[1] * 0.9] : end;
}

/**
 * A curve over the sides that a path crosses, out of the board where it comes to its edge.
 * @param {Point[]} middles
 * @param {Plan} plan
 * @param {[Point | null, Point | null]} ends where it joins another
 */
function curveOver(middles, plan, ends = [null, null]) {
	const mids = middles.slice(1).map((to, i) => halfway(middles[i], to));
	const [first, last] = [middles[0], middles[middles.length - 1]];
	if (!mids.length) return bend([[first[0], first[1] - plan.unit], first, [first[0], first[1] + plan.unit]]);
	const start = ends[0] || exitOf(first, middles[1], plan) || endOf(first, mids[0], plan);
	const end = ends[1] || exitOf(last, middles[middles.length - 2], plan) || endOf(last, mids[mids.length - 1], plan);
	return bend([start, ...mids, end]);
}

/**
 * Curves of ways that join: one that ends in a hex of another meets it there.
 * @param {Point[][]} paths
 * @param {Plan} plan
 */
export function joinedCurves(paths, plan) {
	const rough = paths.map((path) => curveOver(path, plan));
	/** @type {(i: number, end: Point) => Point | null} */
	const meet = (i, end) => {
		const shared = paths.filter((path) => path.some((point) => apart(point, end) < 4)).length;
		if (plan.geometry === "square" && shared > 1) return end;
		for (let j = 0; j < rough.length; j++) {
			if (j === i) continue;
			const ownEnd = [paths[j][0], paths[j][paths[j].length - 1]].some((point) => apart(point, end) < 4);
			const { index, reach } = nearestOn(rough[j], end);
			if (!ownEnd && reach < plan.unit * 0.62) return rough[j][index];
		}
		return null;
	};
	return paths.map((path, i) => curveOver(path, plan, [meet(i, path[0]), meet(i, path[path.length - 1])]));
}

/**
 * Roads and railways: strokes through hexes, or spaces that lie side by side.
 * @param {Plan} plan
 * @returns {Way[]}
 */
function planRoads(plan) {
	const way = (/** @type {Family} */ family, /** @type {Point[][]} */ paths) =>
		joinedCurves(paths, plan).map((curve) => ({
			family,
			curve,
			half: (HALF[family] ?? 8) * (plan.geometry === "square" ? 2.6 : 1),
		}));
	const strokes = (/** @type {Family} */ family) =>
		plan.strokes.filter((stroke) => stroke.family === family).map(({ line }) => line);
	const drawn = join(strokes("road"));
	const reach = plan.unit * (plan.geometry === "hex" ? 1.8 : 1.1);
	const paved = plan.spots.filter(({ family }) => WAYS.has(family));
	const paths = drawn.length ? drawn : pathsOf(paved, reach).map((path) => path.map(({ at }) => at));
	return [...way("rail", strokes("rail")), ...way("road", paths)];
}

/**
 * Rivers and brooks: narrow chains flow, wide ones are lakes; streams run along hexsides.
 * @param {Plan} plan
 */
function planWaters(plan) {
	const reach = plan.unit * (plan.geometry === "hex" ? 1.8 : 1.1);
	const wet = plan.spots.filter(({ family }) => WATERS.has(family));
	const flowing = new Set(wet);
	// Of a bridge several squares wide, water flows under those that lie between wet ones.
	const least = plan.geometry === "square" ? 2 : 1;
	for (const spot of plan.spots)
		if (spot.family === "bridge" && wet.filter((other) => apart(other.at, spot.at) < reach).length >= least)
			flowing.add(spot);
	const all = [...flowing];
	const beside = (/** @type {Spot} */ spot) =>
		all.filter((other) => other !== spot && apart(other.at, spot.at) < reach).length;
	const wide = all.some((spot) => beside(spot) > 2 && spot.family === "water");
	if (wide)
		plan.lakes = all.map(({ id, kind, at }) => ({
			family: "water",
			kind,
			id,
			ring: cornersOf(plan.geometry, at, plan.unit),
		}));
	const paths = wide ? [] : pathsOf(all, reach);
	const curves = joinedCurves(
		paths.map((path) => path.map(({ at }) => at)),
		plan,
	);
	plan.waters = curves.map((curve, i) => {
		const deep = paths[i].some(({ family }) => family === "water");
		/** @type {Way} */
		const way = { family: deep ? "water" : "brook", curve, half: HALF[deep ? "water" : "brook"] ?? 13 };
		return way;
	});
	const sides = plan.strokes.filter(({ family }) => WATERS.has(family));
	for (const [kind, some] of Map.groupBy(sides, (stroke) => stroke.kind))
		for (const line of join(some.map((stroke) => stroke.line)))
			plan.waters.push({ family: "brook", curve: bend(line), half: streamHalf(kind) });
}

/**
 * Where ways cross water: by a bridge, or through a ford.
 * @param {Plan} plan
 */
function planCrossings(plan) {
	const near = (/** @type {Point} */ point) =>
		plan.spots.reduce((best, spot) => (apart(spot.at, point) < apart(best.at, point) ? spot : best), plan.spots[0]);
	plan.crossings = plan.waters.flatMap((water) =>
		plan.roads.flatMap((road) =>
			crossings(road.curve, water.curve).map(({ point, angle }) => {
				/** @type {Family} */
				const family = near(point)?.family === "ford" ? "ford" : "bridge";
				return { point, angle, half: water.half, side: road.half + 3, family };
			}),
		),
	);
	const passed = (/** @type {Spot} */ { at }) => plan.crossings.some(({ point }) => apart(point, at) < plan.unit);
	for (const { at } of plan.spots.filter((spot) => spot.family === "ford" && !passed(spot))) {
		const flows = plan.waters.map(({ half, curve }) => ({ half, ...nearestOn(curve, at) }));
		const [nearest] = flows.sort((a, b) => a.reach - b.reach);
		if (nearest) plan.crossings.push({ point: at, angle: 0, half: nearest.half, side: 11.5, family: "ford" });
	}
}

/**
 * Hexes and spaces whose ground no outline shows have their own as one.
 * @param {Plan} plan
 */
function planBareSpots(plan) {
	const shown = plan.areas.map((area) => ({ ...area, box: boxOf(area.ring) }));
	const covered = (/** @type {Spot} */ { id, at, family }) =>
		shown.some(
			({ box, ...area }) =>
				area.family === family &&
				(area.id === id ||
					(at[0] > box[0] && at[0] < box[2] && at[1] > box[1] && at[1] < box[3] && isInside(at, area.ring))),
		);
	for (const spot of plan.spots) {
		const { family, kind, id, at } = spot;
		if (FLAT.has(family) || WATERS.has(family) || WAYS.has(family) || covered(spot)) continue;
		plan.areas.push({ family, kind, id, ring: cornersOf(plan.geometry, at, plan.unit) });
	}
}

/**
 * @param {Map} data
 * @returns {Plan}
 */
export function planOf(data) {
	const unit = GROUND[data.geometry];
	const family = (/** @type {string} */ name) => data.looks.terrain[name] ?? "clear";
	/** @type {(point: Point) => Point} */
	const at = ([x, y]) => (data.geometry === "plane" ? [x * unit, (data.height - y) * unit] : [x * unit, y * unit]);
	const features = (data.features || []).filter(({ points }) => points.length > 1);
	const placed = (/** @type {Feature} */ { points }) => points.map(at);
	/** @type {Plan} */
	const plan = {
		geometry: data.geometry,
		unit,
		width: data.width * unit,
		height: data.height * unit,
		spots: (data.cells || [])
			.filter(({ within }) => !within)
			.map(({ id, x, y, terrain, level = 0 }) => ({
				id,
				at: at([x, y]),
				family: family(terrain),
				kind: terrain,
				level,
			})),
		areas: features
			.filter(({ line, kind }) => !line && !FLAT.has(family(kind)))
			.map((item) => ({ family: family(item.kind), kind: item.kind, id: item.id || "", ring: placed(item) })),
		strokes: features
			.filter(({ line }) => line)
			.map((item) => ({ family: family(item.kind), kind: item.kind, line: placed(item) })),
		roads: [],
		waters: [],
		lakes: [],
		crossings: [],
	};
	planBareSpots(plan);
	plan.roads = planRoads(plan);
	planWaters(plan);
	planCrossings(plan);
	if (data.geometry !== "plane") plan.areas = plan.areas.filter(({ family }) => !WAYS.has(family));
	return plan;
}
