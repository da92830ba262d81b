import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { drawCounter, drawFigure, groupColour, shorten, sign, spoken } from "../../src/bocage/web/counters.js";
import { drawDice, drawDie } from "../../src/bocage/web/dice.js";
import { nationClass } from "../../src/bocage/web/emblems.js";
import { isInside } from "../../src/bocage/web/land-curves.js";
import { family, setLooks } from "../../src/bocage/web/looks.js";
import { drawMarker } from "../../src/bocage/web/markers.js";
import { drawProfile } from "../../src/bocage/web/sight.js";
import { drawFeature, drawPatterns, trace, traceRing } from "../../src/bocage/web/terrain.js";
import { openPage } from "./page.mjs";

const SQUARE = [
	[0, 0],
	[100, 0],
	[100, 100],
	[0, 100],
];
const PIECE = { id: 1, name: "Squad Able", seat: 0, nation: "us", kind: "squad" };

beforeEach(() => {
	openPage();
	setLooks({
		pieces: { squad: "squad", panther: "tank" },
		signs: { moved: "move", order: "number", objective: "objective", smoke: "smoke", spotted: "spot" },
		terrain: {
			"light-woods": "woods",
			barn: "building",
			house: "building",
			hedge: "hedge",
			hill: "hill",
			objective: "objective",
			road: "road",
			trench: "trench",
			wall: "wall",
			water: "water",
			woods: "woods",
		},
	});
});

describe("ground", () => {
	test("a terrain has the family its system says, an unlisted one is open ground", () => {
		const families = { "light-woods": "woods", barn: "building", road: "road", forest: "clear" };
		for (const [name, wanted] of Object.entries(families)) assert.equal(family(name), wanted, name);
		setLooks(undefined);
		assert.equal(family("barn"), "clear");
	});

	test("patterns are those of this board", () => {
		assert.match(drawPatterns("hex1-").innerHTML, /id="hex1-hatch"/);
	});

	test("points are inside a ring or not", () => {
		assert.equal(isInside([50, 50], SQUARE), true);
		assert.equal(isInside([150, 50], SQUARE), false);
		assert.equal(isInside([50, -1], SQUARE), false);
		const hollow = [
			[0, 0],
			[100, 0],
			[100, 100],
			[50, 20],
			[0, 100],
		];
		assert.equal(isInside([50, 60], hollow), false);
		assert.equal(isInside([50, 10], hollow), true);
	});

	test("lines are open, rings closed", () => {
		assert.equal(trace(SQUARE.slice(0, 2)), "M0.0 0.0L100.0 0.0");
		assert.equal(traceRing(SQUARE.slice(0, 3)), "M0.0 0.0L100.0 0.0L100.0 100.0z");
	});

	test("over the painted ground lie objectives and zones alone", () => {
		const drawn = (kind) => drawFeature({ kind, points: SQUARE }, SQUARE).map((part) => part.getAttribute("class"));
		assert.deepEqual(drawn("objective"), ["feature of-objective"]);
		assert.deepEqual(drawn("woods"), []);
		assert.deepEqual(drawn("house"), []);
	});

	test("an objective is named on the board if there is room", () => {
		const named = (label) =>
			drawFeature({ kind: "objective", points: SQUARE, label }, SQUARE)[0].querySelector(".feature-label");
		assert.equal(named("Mill").textContent, "Mill");
		assert.equal(named("The old mill by the river, with its pond"), null);
	});
});

describe("counters", () => {
	test("a badge has a sign; an order shows its number, the unknown its first letter", () => {
		assert.equal(sign("moved", "Moved"), "➜");
		assert.equal(sign("order", "Order 3"), "3");
		assert.equal(sign("order", "Order"), "⚑");
		assert.equal(sign("zzz", "quiet"), "Q");
		assert.equal(sign("zzz", ""), "?");
	});

	test("a piece has the silhouette its system says, an unlisted one is a man with a rifle", () => {
		const drawn = (kind) => drawCounter({ ...PIECE, kind }, "hex1-").querySelector(".silhouette").innerHTML;
		assert.notEqual(drawn("squad"), drawn("panther"));
		assert.equal(drawn("tank"), drawn("rifle"));
	});

	test("nations have colours, unknown ones another, nobody none", () => {
		assert.deepEqual(["US", "xx", ""].map(nationClass), ["nation-us", "nation-other", "nation-none"]);
	});

	test("a long name keeps what tells it from its like", () => {
		assert.equal(shorten("Squad Able", 16), "Squad Able");
		assert.equal(shorten("Heavy machine gun B2", 16), "Heavy machin… B2");
		assert.equal(shorten("Fallschirmjägergruppe", 16).length, 16);
	});

	test("a piece is spoken of with place, values, side and badges", () => {
		const piece = { ...PIECE, values: ["2", "6", "4"], turned: "shaken", badges: [{ kind: "moved", label: "Moved" }] };
		assert.equal(spoken(piece, "A1"), "Squad Able, A1, 2-6-4, shaken, Moved");
		assert.equal(spoken(PIECE, ""), "Squad Able");
	});

	test("units have colours, in turn", () => {
		assert.equal(groupColour(0), groupColour(8));
		assert.notEqual(groupColour(0), groupColour(1));
		assert.equal(groupColour(), groupColour(-1));
	});

	test("a counter shows its values and its corner, and faces where it does", () => {
		const counter = drawCounter({ ...PIECE, values: ["2", "6", "4"], corner: "7", facing: 2 }, "hex1-");
		assert.equal(counter.querySelector(".counter-values").textContent, "2-6-4");
		assert.equal(counter.querySelector(".corner-value").textContent, "7");
		assert.equal(counter.querySelector(".facing").getAttribute("transform"), "rotate(150)");
		const square = drawCounter({ ...PIECE, facing: 2 }, "square1-");
		assert.equal(square.querySelector(".facing").getAttribute("transform"), "rotate(90)");
		assert.equal(drawCounter(PIECE, "hex1-").querySelector(".facing"), null);
	});

	test("a flipped counter is hatched with its own board's pattern", () => {
		const flipped = drawCounter({ ...PIECE, flipped: true }, "hex3-");
		assert.equal(flipped.querySelector(".counter-flip").getAttribute("fill"), "url(#hex3-hatch)");
	});

	test("a figure turns against the clock, and lies down when it is flipped", () => {
		const figure = drawFigure({ ...PIECE, facing: 90, flipped: true }, 30);
		assert.equal(figure.querySelector(".facing").getAttribute("transform"), "rotate(0)");
		assert.match(figure.querySelector(".silhouette").getAttribute("transform"), /rotate\(80\)/);
	});

	test("an objective is big, smoke is a cloud, all else a token", () => {
		const draw = (kind) => drawMarker({ kind, label: "it" }, 26);
		assert.equal(draw("objective").classList.contains("big"), true);
		assert.ok(draw("smoke").querySelector(".smoke"));
		assert.ok(draw("spotted").querySelector(".token"));
	});
});

describe("dice", () => {
	test("a d6 has pips, another die its number", () => {
		for (const [result, pips] of [1, 2, 3, 4, 5, 6].entries())
			assert.equal(drawDie({ sides: 6, result: pips, purpose: "" }).querySelectorAll(".pip").length, result + 1);
		assert.equal(drawDie({ sides: 10, result: 7, purpose: "" }).querySelector(".die-number").textContent, "7");
	});

	test("dice for several purposes are told apart", () => {
		const roll = (purpose) => ({ sides: 6, result: 1, purpose });
		assert.equal(drawDice([roll("hit"), roll("hit")]).length, 2);
		const lots = drawDice([roll("hit"), roll("save"), roll("hit")]);
		assert.deepEqual(
			lots.map((lot) => [lot.querySelector("small").textContent, lot.querySelectorAll("svg").length]),
			[
				["hit", 2],
				["save", 1],
			],
		);
	});
});

describe("a cut along a line of sight", () => {
	const line = { start: "a", end: "b", clear: false, text: "", rule: "", distance: "2" };

	test("is drawn only where something has height", () => {
		assert.equal(drawProfile({ ...line, steps: [{ place: "c", text: "" }] }), null);
		assert.ok(drawProfile({ ...line, levels: [1, 0] }));
	});

	test("has a column for both ends and every step, and what stands on them", () => {
		const steps = [
			{ place: "c", text: "wood", height: 2, blocks: true },
			{ place: "d", text: "", level: 1 },
		];
		const cut = drawProfile({ ...line, steps });
		assert.equal(cut.querySelectorAll(".profile-ground").length, 4);
		assert.equal(cut.querySelectorAll(".profile-thing.blocks").length, 1);
		assert.equal(cut.querySelectorAll(".profile-line.blocked").length, 1);
		assert.equal(cut.getAttribute("viewBox"), "0 0 88 56");
	});
});
