import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
	bend,
	crossings,
	cutCorners,
	divide,
	isInside,
	join,
	nearestOn,
	normals,
	touching,
	unite,
} from "../../src/bocage/web/land-curves.js";
import { inRows, openAtRoads, scatter } from "../../src/bocage/web/land-growth.js";
import { blockOf, wingsOf } from "../../src/bocage/web/land-masonry.js";
import { chance, noise, rgb, roughNoise, seedOf, streamOf } from "../../src/bocage/web/land-noise.js";
import { exitOf, pathsOf, planOf } from "../../src/bocage/web/land-plan.js";
import { Relief } from "../../src/bocage/web/land-relief.js";
import { scaleFor, tilesOver } from "../../src/bocage/web/land-sheet.js";

const ROOT3 = Math.sqrt(3);
const square = (x, y, side = 10) => [
	[x, y],
	[x + side, y],
	[x + side, y + side],
	[x, y + side],
];
const LOOKS = {
	pieces: {},
	signs: {},
	terrain: {
		road: "road",
		river: "water",
		ford: "ford",
		bridge: "bridge",
		brook: "brook",
		hedge: "hedge",
		crops: "crops",
		house: "building",
	},
};

/** Five columns of five hexes; what is not named is clear. */
function makeHexes(terrain = {}, levels = {}) {
	const cells = [];
	for (const [column, letter] of [..."ABCDE"].entries())
		for (let row = 1; row <= 5; row++) {
			const id = `${letter}${row}`;
			const y = (row - 0.5 + (column % 2) / 2) * ROOT3;
			cells.push({ id, x: 1 + column * 1.5, y, terrain: terrain[id] ?? "clear", level: levels[id] ?? 0 });
		}
	return { geometry: "hex", width: 8, height: 5.5 * ROOT3, cells, features: [], looks: LOOKS };
}

const centre = (map, id) => {
	const { x, y } = map.cells.find((cell) => cell.id === id);
	return [x, y];
};

describe("chance", () => {
	test("falls the same way every time, and otherwise for another seed", () => {
		const some = (seed) => Array.from({ length: 5 }, streamOf(seed));
		assert.deepEqual(some(7), some(7));
		assert.notDeepEqual(some(7), some(8));
		assert.equal(seedOf("wood"), seedOf("wood"));
		const { range, pick } = chance(3);
		for (let n = 0; n < 50; n++) {
			const value = range(2, 3);
			assert.ok(value >= 2 && value < 3);
			assert.ok(["a", "b"].includes(pick(["a", "b"])));
		}
	});

	test("noise is smooth and stays between 0 and 1", () => {
		for (let n = 0; n < 200; n++) {
			const [x, y] = [n * 0.37, n * 0.21];
			const value = noise(x, y, 1);
			assert.ok(value >= 0 && value <= 1);
			assert.ok(Math.abs(noise(x + 0.001, y, 1) - value) < 0.01);
			assert.ok(roughNoise(x, y, 4, 3) <= 1);
		}
		assert.deepEqual(rgb("#788551"), [120, 133, 81]);
	});
});

describe("curves", () => {
	test("a curve goes through its points and does not leave a straight row", () => {
		const row = [0, 40, 80, 120].map((x) => [x, 5]);
		const curve = bend(row);
		for (const point of row) assert.ok(nearestOn(curve, point).reach < 1e-9);
		for (const [, y] of curve) assert.ok(Math.abs(y - 5) < 1e-9);
		for (const [x, y] of normals(curve)) assert.ok(Math.abs(x) < 1e-9 && Math.abs(y - 1) < 1e-9);
	});

	test("cut corners stay inside the ring, and an open line keeps its ends", () => {
		const ring = cutCorners(square(0, 0, 100), true, 2);
		assert.equal(ring.length, 16);
		assert.ok(!ring.some(([x, y]) => x < 20 && y < 5));
		const line = cutCorners(
			[
				[0, 0],
				[50, 50],
				[100, 0],
			],
			false,
			2,
		);
		assert.deepEqual(
			[line[0], line.at(-1)],
			[
				[0, 0],
				[100, 0],
			],
		);
	});

	test("points are at most a step apart", () => {
		const line = divide(
			[
				[0, 0],
				[30, 0],
			],
			false,
			5,
		);
		assert.equal(line.length, 7);
		assert.deepEqual(line.at(-1), [30, 0]);
	});

	test("rings that share a side are one field, its outline without that side", () => {
		const rings = [square(0, 0), square(10, 0), square(50, 50)];
		assert.deepEqual(
			touching(rings).map((group) => group.length),
			[2, 1],
		);
		const [outline] = unite(rings.slice(0, 2));
		assert.equal(outline.length, 6);
		assert.equal(unite([square(0, 0), [...square(10, 0)].reverse()]).length, 1);
	});

	test("strokes that meet are one line; where three meet it ends", () => {
		const [line, ...more] = join([
			[
				[0, 0],
				[10, 0],
			],
			[
				[20, 0],
				[10, 0],
			],
			[
				[20, 0],
				[30, 5],
			],
		]);
		assert.equal(more.length, 0);
		assert.equal(line.length, 4);
		assert.equal(
			join([
				[
					[0, 0],
					[10, 0],
				],
				[
					[10, 0],
					[20, 0],
				],
				[
					[10, 0],
					[10, 9],
				],
			]).length,
			3,
		);
	});

	test("two lines cross once, at an angle", () => {
		const across = bend([
			[0, 50],
			[100, 50],
		]);
		const down = bend([
			[50, 0],
			[50, 100],
		]);
		const found = crossings(across, down);
		assert.equal(found.length, 1);
		assert.ok(Math.abs(found[0].angle) < 1e-9);
		assert.ok(Math.hypot(found[0].point[0] - 50, found[0].point[1] - 50) < 8);
	});
});

describe("the plan of a board", () => {
	test("spots side by side are paths that end where three meet", () => {
		const at = (id, x, y) => ({ id, at: [x, y] });
		const cross = [at("a", 0, 0), at("b", 1, 0), at("c", 2, 0), at("d", 3, 0), at("e", 2, 1)];
		const paths = pathsOf(cross, 1.1).map((path) => path.map(({ id }) => id).join(""));
		assert.deepEqual(paths.sort(), ["abc", "cd", "ce"]);
		assert.equal(pathsOf([at("z", 9, 9)], 1.1).length, 1);
	});

	test("a road leaves the board where it comes to its edge", () => {
		const map = makeHexes();
		const line = ["A3", "B2", "C3", "D2", "E3"].map((id) => centre(map, id));
		map.features.push({ kind: "road", points: line, line: true });
		const [{ curve }] = planOf(map).roads;
		assert.ok(curve[0][0] < 0);
		assert.ok(curve.at(-1)[0] > 8 * 50);
		const plan = { width: 1000, height: 1000, unit: 50, geometry: "hex" };
		assert.equal(exitOf([500, 500], [400, 500], plan), null);
		assert.deepEqual(exitOf([975, 500], [900, 500], plan), [1024, 500]);
	});

	test("one that ends in a hex of another meets it there", () => {
		const map = makeHexes();
		const line = (...ids) => ({ kind: "road", points: ids.map((id) => centre(map, id)), line: true });
		map.features.push(line("A3", "B2", "C3", "D2", "E3"), line("C5", "C4", "C3"));
		const [through, branch] = planOf(map).roads.map(({ curve }) => curve);
		const loose = [branch[0], branch.at(-1)].map((end) => nearestOn(through, end).reach);
		assert.ok(Math.min(...loose) < 1e-9);
	});

	test("a river flows on under its bridge and through its ford", () => {
		const map = makeHexes({ C1: "river", C2: "ford", C3: "bridge", C4: "river", C5: "river" });
		const line = ["A3", "B2", "C3", "D2", "E3"].map((id) => centre(map, id));
		map.features.push({ kind: "road", points: line, line: true });
		const { waters, lakes, crossings: found } = planOf(map);
		assert.equal(waters.length, 1);
		assert.equal(lakes.length, 0);
		assert.ok(waters[0].curve[0][1] < 0 !== waters[0].curve.at(-1)[1] < 0);
		assert.deepEqual(found.map(({ family }) => family).sort(), ["bridge", "ford"]);
	});

	test("wide water is a lake", () => {
		const lake = planOf(makeHexes({ B2: "river", C2: "river", C3: "river", B3: "river", D2: "river" }));
		assert.equal(lake.waters.length, 0);
		assert.equal(lake.lakes.length, 5);
	});

	test("a hex without an outline has its own, and no two", () => {
		const map = makeHexes({ B2: "crops", D4: "crops" });
		const [x, y] = centre(map, "B2");
		const ring = [
			[x - 0.5, y - 0.5],
			[x + 0.5, y - 0.5],
			[x + 0.5, y + 0.5],
			[x - 0.5, y + 0.5],
		];
		map.features.push({ kind: "crops", points: ring, id: "B2" });
		const sizes = planOf(map).areas.map((area) => [area.id, area.ring.length]);
		assert.deepEqual(sizes, [
			["B2", 4],
			["D4", 6],
		]);
	});

	test("the table is seen from above: y runs up there and down here", () => {
		const points = [
			[0, 0],
			[6, 0],
			[6, 6],
			[0, 6],
		];
		const map = { geometry: "plane", width: 48, height: 36, features: [{ kind: "house", points }], looks: LOOKS };
		assert.deepEqual(planOf(map).areas[0].ring[0], [0, 36 * 12]);
	});
});

describe("what is painted", () => {
	const stand = { gap: 10, size: [0.8, 1], inset: 3, shrubs: false };

	test("trees stand in their wood and apart from each other, the same ones every time", () => {
		const ring = square(0, 0, 120);
		const trees = scatter(ring, "wood", stand);
		assert.deepEqual(trees, scatter(ring, "wood", stand));
		assert.ok(trees.length > 40);
		for (const [i, [point]] of trees.entries()) {
			assert.ok(isInside(point, ring));
			for (const [other] of trees.slice(i + 1)) assert.ok(Math.hypot(point[0] - other[0], point[1] - other[1]) >= 10);
		}
	});

	test("the rows of an orchard go on in the next", () => {
		const both = [...inRows(square(0, 0, 100)), ...inRows(square(100, 0, 100))];
		const whole = inRows([
			[0, 0],
			[200, 0],
			[200, 100],
			[0, 100],
		]);
		assert.equal(both.length, whole.length);
	});

	test("a hedge is open where a road goes through", () => {
		const line = divide(
			[
				[0, 0],
				[100, 0],
			],
			false,
			3,
		);
		const road = {
			family: "road",
			curve: bend([
				[50, -50],
				[50, 50],
			]),
			half: 8,
		};
		const pieces = openAtRoads(line, { roads: [road], waters: [] });
		assert.equal(pieces.length, 2);
		assert.ok(pieces[0].at(-1)[0] < 40 && pieces[1][0][0] > 60);
	});

	test("a house lies along its longer side, and its wings keep to its outline", () => {
		const block = blockOf([
			[0, 0],
			[40, 0],
			[40, 100],
			[0, 100],
		]);
		assert.deepEqual([block.w, block.h], [100, 40]);
		for (let seed = 0; seed < 30; seed++)
			for (const { x, y, w, h, angle } of wingsOf({ x: 0, y: 0, angle: 0, w: 60, h: 50 }, seed)) {
				const turned = angle !== 0;
				assert.ok(Math.abs(x) + (turned ? h : w) / 2 <= 30.01);
				assert.ok(Math.abs(y) + (turned ? w : h) / 2 <= 25.01);
			}
	});

	test("flat ground has no relief; a hill has a contour around it, nearer its foot than its top", () => {
		assert.equal(new Relief(planOf(makeHexes())).flat, true);
		const relief = new Relief(planOf(makeHexes({}, { C3: 1, C4: 1, B3: 1, D3: 1 })));
		const lines = relief.contours();
		assert.ok(lines.length > 20);
		const [x, y] = [4 * 50, 2.5 * ROOT3 * 50];
		for (const { from } of lines) assert.ok(Math.hypot(from[0] - x, from[1] - y) > 25);
	});
});

describe("the sheet", () => {
	test("is painted as fine as the screen, and never finer than it can be", () => {
		assert.equal(scaleFor(0.1), 0.25);
		assert.equal(scaleFor(0.6), 0.5);
		assert.equal(scaleFor(0.7), 1);
		assert.equal(scaleFor(9), 2);
	});

	test("has tiles for what is in view alone, those in the middle first", () => {
		const tiles = tilesOver({ x: 600, y: 0, w: 900, h: 500 }, 1, [2000, 900]);
		assert.deepEqual(tiles.map(({ key }) => key).sort(), ["1/1/0", "1/2/0"]);
		assert.equal(tilesOver({ x: -500, y: -500, w: 9000, h: 9000 }, 0.5, [2000, 900]).length, 2);
		const [first] = tilesOver({ x: 0, y: 0, w: 2000, h: 900 }, 1, [2000, 900]);
		assert.match(first.key, /^1\/[12]\//);
	});
});
