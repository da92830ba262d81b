import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { raiseApart, reachOf, tieTogether, withoutSide } from "../../src/bocage/web/board-plane.js";
import { fanOf, rankOf } from "../../src/bocage/web/board-stacks.js";
import { makeBoard } from "../../src/bocage/web/boards.js";
import { openPage } from "./page.mjs";

const LOOKS = {
	pieces: {},
	signs: { objective: "objective", smoke: "smoke" },
	terrain: { road: "road", woods: "woods", wood: "woods", building: "building", house: "building" },
};
const ROOT3 = Math.sqrt(3);

/** Three columns of hexes with flat tops; the middle one lies half a hex lower. */
function makeHexes(handlers) {
	const cells = [];
	for (const [column, letter] of ["A", "B", "C"].entries())
		for (let row = 1; row <= 3; row++)
			cells.push({
				id: `${letter}${row}`,
				x: 1 + column * 1.5,
				y: (row - 0.5 + (column % 2) / 2) * ROOT3,
				terrain: letter === "B" ? "woods" : "clear",
				...(letter === "C" ? { level: 1 } : {}),
			});
	cells.push({ id: "B2+", x: 2.9, y: 2.5 * ROOT3, terrain: "building", within: "B2" });
	const terrains = { woods: "Light woods" };
	const cards = { woods: [{ label: "Cover", value: "1" }] };
	return makeBoard({ geometry: "hex", width: 5, height: 6.1, cells, terrains, cards, looks: LOOKS }, handlers);
}

function makeSquares() {
	const cells = [];
	for (let x = 0; x < 3; x++)
		for (let y = 0; y < 3; y++)
			cells.push({ id: `${x}-${y}`, x: x + 0.5, y: y + 0.5, terrain: y === 0 && x < 2 ? "house" : "clear" });
	return makeBoard({ geometry: "square", width: 3, height: 3, cells, looks: LOOKS });
}

const FIELD = [
	[2, 2],
	[10, 2],
	[10, 10],
	[2, 10],
];
const HOUSE = [
	[4, 4],
	[6, 4],
	[6, 6],
	[4, 6],
];

function makePlane() {
	const features = [
		{ kind: "field", points: FIELD },
		{ kind: "house", points: HOUSE },
		{
			kind: "hedge",
			points: [
				[0, 20],
				[20, 20],
			],
			line: true,
		},
		{
			kind: "pond",
			points: [
				[30, 0],
				[40, 0],
				[40, 10],
			],
		},
	];
	const cards = { field: [], house: [], hedge: [] };
	return makeBoard({ geometry: "plane", width: 48, height: 36, features, cards, looks: LOOKS });
}

function makePiece(id, more = {}) {
	return { id, name: `Piece ${id}`, seat: 0, nation: "us", kind: "squad", ...more };
}

function makePosition(pieces, markers = []) {
	return { turn: 1, turns: 6, clock: "", phase: "", seats: [], pieces, markers };
}

function makePrompt(choices, more = {}) {
	return { seat: 0, kind: "act", text: "", rule: "", choices, ...more };
}

function near(found, wanted) {
	for (const [i, n] of found.entries()) assert.ok(Math.abs(n - wanted[i]) < 1e-6, `${found} is not ${wanted}`);
}

beforeEach(openPage);

describe("hexes", () => {
	test("have six corners, a side away from the middle", () => {
		const board = makeHexes();
		const cell = board.cells.get("B2");
		const [x, y] = board.at(cell.x, cell.y);
		const corners = board.outline(cell);
		assert.equal(corners.length, 6);
		for (const [cx, cy] of corners) near([Math.hypot(cx - x, cy - y)], [board.unit]);
		near(corners[0], [x + board.unit, y]);
	});

	test("an upper floor is a small hex of its own", () => {
		const board = makeHexes();
		const [[x]] = board.outline(board.cells.get("B2+"));
		near([x], [2.9 * board.unit + board.unit * 0.3]);
	});

	test("are drawn as one grid, each with its name; an upper floor has its own small hex", () => {
		const { grid, names } = makeHexes().layers;
		assert.equal(grid.querySelector(".grid-line").getAttribute("d").split("z").length - 1, 9);
		assert.equal(names.querySelectorAll(".place-name").length, 10);
		assert.equal(names.querySelectorAll(".within").length, 1);
	});

	test("are called by their name, with terrain and level", () => {
		const board = makeHexes();
		assert.equal(board.placeName("B1"), "B1, Light woods");
		assert.equal(board.placeName("A1"), "A1, clear");
		assert.equal(board.placeName("C1"), "C1, clear, board.level");
		assert.equal(board.placeName("Z9"), "Z9");
		assert.equal(board.label(), "");
		assert.deepEqual(board.card("B1"), [{ label: "Cover", value: "1" }]);
		assert.deepEqual(board.card("A1"), []);
	});

	test("arrows go to the next place in their direction, and stop at the edge", () => {
		const board = makeHexes();
		assert.equal(board.beside("A1", 0, 1), "A2");
		assert.equal(board.beside("A2", 0, -1), "A1");
		assert.equal(board.beside("A1", 0, -1), "");
		assert.match(board.beside("A2", 1, 0), /^B[12]$/);
		assert.equal(board.beside("Z9", 1, 0), "");
	});
});

describe("spaces", () => {
	test("are squares", () => {
		const board = makeSquares();
		const { unit } = board;
		assert.deepEqual(board.outline(board.cells.get("1-1")), [
			[unit, unit],
			[2 * unit, unit],
			[2 * unit, 2 * unit],
			[unit, 2 * unit],
		]);
	});

	test("a vehicle of two spaces has a hull over both", () => {
		const board = makeSquares();
		const size = (facing) => board.drawPiece(makePiece(1, { width: 2, facing })).querySelector(".counter-face");
		const long = Number(size(0).getAttribute("height"));
		assert.ok(long > board.unit * 1.5);
		assert.ok(Number(size(1).getAttribute("height")) > long); // corner to corner
	});
});

describe("the free table", () => {
	test("has y upwards, and back again", () => {
		const board = makePlane();
		assert.deepEqual(board.at(0, 36), [0, 0]);
		near(board.units(board.at(7.3, 11.9)), [7.3, 11.9]);
		assert.deepEqual(board.spot("0,36"), [0, 0]);
		assert.equal(board.spot("nowhere"), null);
	});

	test("the smallest terrain under a point counts, lines first, and only what has a card", () => {
		const board = makePlane();
		assert.equal(board.terrainAt(5, 5).kind, "house");
		assert.equal(board.terrainAt(3, 3).kind, "field");
		assert.equal(board.terrainAt(10, 20.5).kind, "hedge");
		assert.equal(board.terrainAt(10, 21), null);
		assert.equal(board.terrainAt(39, 2), null);
	});

	test("a stretch is as far away as its nearest point", () => {
		assert.equal(reachOf([5, 3], [0, 0], [10, 0]), 3);
		assert.equal(reachOf([13, 4], [0, 0], [10, 0]), 5);
		assert.equal(reachOf([3, 4], [0, 0], [0, 0]), 5);
	});

	test("banners that would meet stand above each other", () => {
		const banners = [0, 10, 49, 500].map((x) => ({ x, y: 100, wide: 50, low: 150 }));
		const heights = (/** @type {number} */ top) => raiseApart(banners, 20, top).map(({ y }) => y);
		assert.deepEqual(heights(0), [100, 80, 60, 100]);
		assert.deepEqual(heights(90), [100, 150, 170, 100], "at the edge of the table they go below");
	});

	test("a banner stands above what is written or stands there already", () => {
		const [banner] = raiseApart([{ x: 0, y: 100, wide: 50, low: 150 }], 20, 0, [{ x: 30, y: 95, wide: 40 }]);
		assert.equal(banner.y, 60);
	});

	test("a unit has a banner with its name and how many are left", () => {
		const board = makePlane();
		board.show(
			makePosition(
				[1, 2, 3].map((id) => makePiece(id, { name: `Section 1, man ${id}`, x: id, y: 5, radius: 0.5, group: 4 })),
			),
			null,
		);
		const [banner] = board.layers.pieces.querySelectorAll(".ensign");
		assert.match(banner.textContent, /Section 1×3/);
	});

	test("a unit is tied together by the shortest tree", () => {
		const lines = tieTogether([
			[0, 0],
			[10, 0],
			[1, 0],
			[11, 0],
		]);
		assert.equal(lines.length, 3);
		const length = lines.reduce((sum, [a, b]) => sum + Math.hypot(a[0] - b[0], a[1] - b[1]), 0);
		assert.equal(length, 11);
		assert.deepEqual(tieTogether([[4, 4]]), []);
	});

	test("any figure speaks for its unit if just one of it is offered", () => {
		const board = makePlane();
		const figure = (id, seat, group) => makePiece(id, { seat, group, x: id, y: 1, radius: 0.5 });
		const pieces = [figure(1, 0, 1), figure(2, 0, 1), figure(3, 1, 1), figure(4, 0, 2), figure(5, 0, 2)];
		board.show(
			makePosition(pieces),
			makePrompt([1, 4, 5].map((piece) => ({ id: piece, verb: "go", label: "", piece }))),
		);
		assert.deepEqual([...board.speakers], [[2, 1]]);
		assert.equal(board.legalPieces.has(2), true);
	});

	test("figures stand alone, those without a base and a point are off the table", () => {
		const board = makePlane();
		const off = board.show(
			makePosition([makePiece(1, { x: 3, y: 3 }), makePiece(2, { radius: 0.5 }), makePiece(3)]),
			null,
		);
		assert.deepEqual(
			off.map(({ id }) => id),
			[3],
		);
		assert.equal(board.layers.pieces.querySelectorAll(".stack").length, 2);
	});
});

describe("a position", () => {
	test("shows pieces in stacks and returns those off the board", () => {
		const board = makeHexes();
		const pieces = [
			makePiece(1, { place: "A1" }),
			makePiece(2, { place: "A1" }),
			makePiece(3),
			makePiece(4, { place: "Z9" }),
		];
		const off = board.show(makePosition(pieces), null);
		assert.deepEqual(
			off.map(({ id }) => id),
			[3, 4],
		);
		const [stack] = board.layers.pieces.children;
		assert.equal(stack.querySelectorAll(".piece").length, 2);
		assert.equal(stack.querySelectorAll(".fan-back").length, 1);
	});

	test("lays weapons under units, and what is carried under all", () => {
		const [unit, loose, carried] = [makePiece(1, { corner: "6" }), makePiece(2), makePiece(3, { group: 1 })];
		assert.deepEqual(
			[unit, loose, carried].sort((a, b) => rankOf(a) - rankOf(b)),
			[carried, loose, unit],
		);
	});

	test("spreads a stack wide, but within its own place if a legal one lies beside it", () => {
		assert.deepEqual(fanOf(6, 4), { columns: 4, rows: 2 });
		const board = makeHexes();
		const pieces = [1, 2, 3].map((id) => makePiece(id, { place: "A1" }));
		const reach = (prompt) => {
			board.show(makePosition(pieces), prompt);
			return Number(board.layers.pieces.querySelector(".fan-back").getAttribute("width"));
		};
		assert.ok(reach(null) > 2 * board.unit);
		assert.ok(reach(makePrompt([{ id: 0, verb: "move", label: "", place: "B1" }])) < Math.sqrt(3) * board.unit);
		assert.ok(reach(makePrompt([{ id: 0, verb: "stay", label: "", place: "A1" }])) > 2 * board.unit);
	});

	test("raises a spread stack above the others, and keeps the focus in it", () => {
		const board = makeHexes();
		board.show(
			makePosition([makePiece(1, { place: "A1" }), makePiece(2, { place: "A1" }), makePiece(3, { place: "B2" })]),
			null,
		);
		const [stack] = board.layers.pieces.children;
		board.nodes.get(2).focus();
		board.fan(stack);
		assert.equal(board.layers.pieces.lastChild, stack);
		assert.equal(document.activeElement, board.nodes.get(2));
	});

	test("lays what is carried under those who may carry it", () => {
		const board = makeHexes();
		board.show(makePosition([makePiece(1, { place: "A1" }), makePiece(2, { place: "A1", group: 1 })]), null);
		const drawn = board.layers.pieces.querySelectorAll(".piece").map((node) => node.getAttribute("data-piece"));
		assert.deepEqual(drawn, ["2", "1"]);
	});

	test("marks what may be chosen, and nothing else", () => {
		const board = makeHexes();
		const choices = [
			{ id: 1, verb: "go", label: "Go", place: "B2" },
			{ id: 2, verb: "rally", label: "Rally", piece: 1 },
			{ id: 3, verb: "aim", label: "Aim", x: 1, y: 1 },
			{ id: 4, verb: "wait", label: "Wait" },
		];
		board.show(makePosition([makePiece(1, { place: "A1" }), makePiece(2, { place: "A2" })]), makePrompt(choices));
		const legal = [...board.hits].filter(([, hit]) => hit.classList.contains("legal")).map(([id]) => id);
		assert.deepEqual(legal, ["B2"]);
		assert.equal(board.hits.get("B2").getAttribute("tabindex"), "0");
		assert.equal(board.hits.get("A1").getAttribute("tabindex"), "-1");
		assert.deepEqual(
			board.layers.pieces.querySelectorAll(".piece.legal").map((node) => node.getAttribute("data-piece")),
			["1"],
		);
		assert.equal(board.layers.legal.querySelectorAll(".point").length, 1);
		board.show(makePosition([]), null);
		assert.equal(board.svg.querySelectorAll(".legal").length, 0);
	});

	test("an objective makes room for those who stand on it", () => {
		const board = makeHexes();
		const spot = (pieces) => {
			board.show(makePosition(pieces, [{ kind: "objective", label: "Hill", place: "A1", seat: 1 }]), null);
			return board.layers.markers.querySelector(".marker");
		};
		const [x, y] = board.centre("A1");
		assert.equal(spot([]).getAttribute("transform"), `translate(${x} ${y})`);
		assert.notEqual(spot([makePiece(1, { place: "A1" })]).getAttribute("transform"), `translate(${x} ${y})`);
		assert.equal(spot([]).classList.contains("seat-1"), true);
	});

	test("markers of one place lie side by side", () => {
		const board = makeHexes();
		const markers = ["A1", "A1", "B1"].map((place) => ({ kind: "spotted", label: "", place }));
		board.show(makePosition([], markers), null);
		const drawn = board.layers.markers.children.map((node) => node.getAttribute("transform"));
		assert.equal(new Set(drawn).size, 3);
	});

	test("leaves a trail where a piece has moved", (context) => {
		context.mock.timers.enable({ apis: ["setTimeout"] });
		const board = makeHexes();
		board.show(makePosition([makePiece(1, { place: "A1" }), makePiece(2, { place: "C1" })]), null);
		assert.equal(board.layers.effects.querySelectorAll(".trail").length, 0);
		board.show(makePosition([makePiece(1, { place: "A2" }), makePiece(2, { place: "C1" })]), null);
		board.drawTrails();
		assert.equal(board.layers.effects.querySelectorAll(".trail").length, 1);
		context.mock.timers.tick(2000);
		assert.equal(board.layers.effects.querySelectorAll(".trail").length, 0);
	});

	test("the keyboard stays on the piece it was on", () => {
		const board = makeHexes();
		const position = makePosition([makePiece(1, { place: "A1" }), makePiece(2, { place: "C1" })]);
		board.show(position, null);
		board.nodes.get(2).focus();
		board.show(position, null);
		assert.equal(document.activeElement, board.nodes.get(2));
	});
});

describe("elements of the board", () => {
	test("stand for places, whatever lies on them", () => {
		const board = makeHexes();
		board.show(makePosition([makePiece(1, { place: "A1" })]), null);
		assert.equal(board.placeAt(board.hits.get("C2")), "C2");
		assert.equal(board.placeAt(board.nodes.get(1).children[0]), "A1");
		assert.equal(board.placeAt(board.svg), "");
		assert.equal(board.placeAt(null), "");
	});

	test("a figure of the free table stands for no place", () => {
		const board = makePlane();
		board.show(makePosition([makePiece(1, { x: 3, y: 3 })]), null);
		assert.equal(board.placeAt(board.nodes.get(1)), "");
	});

	test("belong to pieces", () => {
		const board = makeHexes();
		const piece = makePiece(1, { place: "A1" });
		board.show(makePosition([piece]), null);
		const node = board.nodes.get(1);
		assert.deepEqual(board.pieceAt(node.children[0]), { piece, node });
		assert.equal(board.pieceAt(board.hits.get("A1")), null);
	});

	test("report what is pressed, by pointer and by keyboard", () => {
		const pressed = [];
		const board = makeHexes({ onPlace: (place) => pressed.push(place), onPiece: ({ id }) => pressed.push(id) });
		board.show(makePosition([makePiece(1, { place: "A1" })]), null);
		board.hits.get("B1").happen("click");
		board.hits.get("B2").happen("keydown", { key: "Enter" });
		board.hits.get("B3").happen("keydown", { key: "x" });
		board.nodes.get(1).happen("click", { pointerType: "mouse" });
		assert.deepEqual(pressed, ["B1", "B2", 1]);
	});

	test("a first touch of a stack spreads it, the second is for the piece", () => {
		const pressed = [];
		const board = makeHexes({ onPiece: ({ id }) => pressed.push(id) });
		board.show(makePosition([makePiece(1, { place: "A1" }), makePiece(2, { place: "A1" })]), null);
		board.nodes.get(2).happen("click", { pointerType: "touch" });
		assert.deepEqual(pressed, []);
		board.nodes.get(2).happen("click", { pointerType: "touch" });
		assert.deepEqual(pressed, [2]);
	});
});

test("pointing at a choice lights its piece, place, path or point, and the next one alone", () => {
	const board = makeHexes();
	board.show(makePosition([makePiece(1, { place: "A1" })]), null);
	const lit = () => [board.svg.querySelectorAll(".pointed").length, board.svg.querySelectorAll(".path, .ping").length];
	board.point({ piece: 1, place: "B1", path: ["A1", "B1"] });
	assert.deepEqual(lit(), [2, 1]);
	board.point({ x: 1, y: 1 });
	assert.deepEqual(lit(), [0, 1]);
	board.point({ x: 1, y: 1, piece: 1 });
	assert.deepEqual(lit(), [1, 0]);
	board.point(null);
	assert.deepEqual(lit(), [0, 0]);
});

test("a field of view shades what is out of it", () => {
	const board = makeHexes();
	board.drawField("A1", ["A1", "A2", "B1"]);
	assert.equal(board.layers.sight.querySelectorAll(".unseen").length, board.cells.size - 3);
	board.clearSight();
	assert.equal(board.layers.sight.children.length, 0);
});

test("a path is marked with what is written, and a cross where it stops", () => {
	const board = makeHexes();
	board.drawPath([
		{ place: "A1", text: "" },
		{ place: "B1", text: "90 %" },
		{ place: "B2", text: "", bad: true },
	]);
	const texts = board.layers.sight.querySelectorAll("text").map((node) => node.textContent);
	assert.deepEqual(texts, ["90 %", "✕"]);
	assert.equal(board.layers.sight.querySelectorAll(".way").length, 1);
});

test("a board that only shows a preview cannot be moved about", () => {
	assert.throws(() => makeHexes().view, /mounted/);
	assert.ok(makeHexes().mount().view);
});

test("the names of a side's units leave out what all of them begin with", () => {
	assert.deepEqual(withoutSide(["Soviet rifle squad 1", "Soviet sniper"]), ["Rifle squad 1", "Sniper"]);
	assert.deepEqual(withoutSide(["Rifle squad 1", "Sniper"]), ["Rifle squad 1", "Sniper"]);
	assert.deepEqual(withoutSide(["US rifle squad 1", "US rifle squad 2"]), ["Rifle squad 1", "Rifle squad 2"]);
	assert.deepEqual(withoutSide(["Soviet", "Soviet sniper"]), ["Soviet", "Soviet sniper"]);
	assert.deepEqual(withoutSide(["Soviet sniper"]), ["Soviet sniper"]);
});
