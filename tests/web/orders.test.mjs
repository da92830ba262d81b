import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { Field, Orders, splitWords } from "../../src/bocage/web/orders.js";
import { openPage, serve, settle } from "./page.mjs";

const NAMES = { e5: "E5", g4: "G4", h4: "H4", f9: "La Forêt" };

function makeBoard() {
	return { cells: new Map(Object.keys(NAMES).map((id) => [id, { id }])), label: (id) => NAMES[id] ?? id ?? "" };
}

const SQUAD = { id: 1, name: "Squad Able", seat: 0, place: "e5" };
const LEADER = { id: 2, name: "Sgt Baker", seat: 0, place: "f9" };
const FOE = { id: 3, name: "Rifle Squad", seat: 1, place: "g4" };

function makeView(choices, more = {}) {
	return {
		mine: true,
		seq: 4,
		can_undo: true,
		position: { pieces: [SQUAD, LEADER, FOE] },
		prompt: { seat: 0, choices, ...more },
	};
}

const ACTIVATE = { id: 10, verb: "activate", label: "Activate E5", place: "e5" };
const ACTIVATE_WOOD = { id: 11, verb: "activate", label: "Activate La Forêt", place: "f9" };
const FIRE = { id: 20, verb: "fire", label: "Fire at G4", place: "g4", path: ["e5", "g4"] };
const FIRE_FROM_WOOD = { id: 21, verb: "fire", label: "Fire at G4", place: "g4", path: ["f9", "g4"] };
const STEP = { id: 30, verb: "step", steps: true, label: "Move to H4", place: "h4" };
const STEP_ON = { id: 31, verb: "step", steps: true, label: "Move to G4", place: "g4" };
const STAY = { id: 32, verb: "end-move", label: "Stay here" };

function makeField(choices, from) {
	return new Field(makeView(choices), makeBoard(), from);
}

const ids = (choices) => choices.map(({ id }) => id);

beforeEach(openPage);

test("words are plain, and a French comma is a point", () => {
	assert.deepEqual(splitWords("Forêt, (G4); tire  19,5"), ["foret", "g4", "tire", "19.5"]);
	assert.deepEqual(splitWords("  "), []);
});

describe("what words mean", () => {
	test("a place is known by its id and by its name", () => {
		const field = makeField([ACTIVATE]);
		assert.equal(field.place("g4"), "g4");
		assert.equal(field.place("la foret"), "f9");
		assert.equal(field.place("z9"), "");
	});

	test("a choice's own place or verb fits best, then its origin and its words, then how they begin", () => {
		const field = makeField([FIRE]);
		assert.equal(field.fit("g4", FIRE), 3);
		assert.equal(field.fit("fire", FIRE), 3);
		assert.equal(field.fit("e5", FIRE), 2);
		assert.equal(field.fit("at", FIRE), 2);
		assert.equal(field.fit("fir", FIRE), 1);
		assert.equal(field.fit("fi", FIRE), 0);
		assert.equal(field.fit("h4", FIRE), 0);
	});

	test("a target is where fire or a step goes, not where one's own stand", () => {
		const field = makeField([]);
		assert.equal(field.target(FIRE), "g4");
		assert.equal(field.target(STEP), "h4");
		assert.equal(field.target(ACTIVATE), "");
		assert.equal(field.target({ id: 1, verb: "spot", label: "Spot", place: "g4" }), "g4");
		assert.equal(field.target(STAY), "");
	});

	test("an origin is where those stand who act", () => {
		const field = makeField([]);
		assert.equal(field.origin(FIRE), "e5");
		assert.equal(field.origin(ACTIVATE), "e5");
		assert.equal(field.origin(STEP), "");
		assert.equal(field.origin({ id: 1, verb: "rally", label: "Rally", piece: 2 }), "f9");
		assert.equal(field.origin({ id: 1, verb: "spot", label: "Spot", piece: 3 }), "");
	});

	test("every word has to fit, and the best fit wins", () => {
		const field = makeField([FIRE, FIRE_FROM_WOOD, STEP_ON]);
		assert.deepEqual(ids(field.matching(["fire", "g4"])), [20, 21]);
		const hold = { id: 50, verb: "hold", label: "Hold fire" };
		assert.deepEqual(ids(makeField([hold, FIRE, hold]).matching(["fire"])), [20]);
		assert.deepEqual(ids(field.matching(["e5", "fire", "g4"])), [20]);
		assert.deepEqual(field.matching(["fire", "h4"]), []);
	});

	test("who was activated acts, and nobody else", () => {
		assert.deepEqual(ids(makeField([FIRE, FIRE_FROM_WOOD], "f9").matching(["g4"])), [21]);
	});

	test("all words are one choice if they can be", () => {
		assert.deepEqual(makeField([ACTIVATE, FIRE]).read(["e5", "fire", "g4"]), { choices: [FIRE], rest: [] });
	});

	test("else the first place is activated and the rest is for later", () => {
		const read = makeField([ACTIVATE, ACTIVATE_WOOD]).read(["e5", "fire", "g4"]);
		assert.deepEqual(read, { choices: [ACTIVATE], rest: ["fire", "g4"] });
	});

	test("places one after the other are steps", () => {
		const field = makeField([STEP, STEP_ON, STAY]);
		assert.deepEqual(field.read(["h4", "g4"]), { choices: [STEP], rest: ["g4"] });
		assert.deepEqual(field.read(["h4", "stay"]), { choices: [STEP], rest: ["stay"] });
		assert.deepEqual(field.read(["h4", "dance"]).choices, []);
	});

	test("a place alone does not stand for fire at it when something else is to follow", () => {
		assert.deepEqual(makeField([FIRE]).read(["g4", "melee"]).choices, []);
	});

	test("a number alone is the place in the list", () => {
		const field = makeField([ACTIVATE, FIRE]);
		assert.deepEqual(ids(field.read(["2"]).choices), [20]);
		assert.deepEqual(field.read(["3"]).choices, []);
		assert.deepEqual(field.read(["0"]).choices, []);
	});

	test("an attempt names verb, place and who would have done it", () => {
		const field = makeField([FIRE]);
		assert.deepEqual(field.attempt(["e5", "fire", "h4"]), { verb: "fire", place: "h4", piece: 1 });
		assert.deepEqual(field.attempt(["charge", "h4"]), { verb: "charge", place: "h4" });
		assert.equal(field.attempt(["charge"]), null);
	});
});

describe("an order", () => {
	let played;
	let told;
	let screen;

	function take(choices, more) {
		screen.view = { ...makeView(choices, more), seq: screen.view.seq + 1 };
	}

	function type(orders, text) {
		orders.field.value = text;
		orders.key({ key: "Enter", preventDefault() {} });
	}

	function makeOrders(choices) {
		played = [];
		told = [];
		screen = {
			secret: "key",
			game: { board: { geometry: "hex" } },
			board: makeBoard(),
			view: makeView(choices),
			explain: (refusals) => told.push(refusals.map(({ text }) => text)),
			send: (action) => action(),
		};
		const deciding = {
			odds: { rolls: (choice) => choice.verb === "fire" },
			screen,
			held: false,
			play: ({ id }) => played.push(id),
			openMenu: (some, _, before) => played.push({ menu: ids(some), before }),
		};
		return new Orders(deciding);
	}

	test("is followed through one decision after the other", () => {
		const orders = makeOrders([ACTIVATE, ACTIVATE_WOOD]);
		type(orders, "La-Forêt");
		assert.deepEqual(played, []);
		type(orders, "E5 fire G4");
		assert.deepEqual(played, [10]);
		assert.equal(orders.field.value, "");
		take([FIRE, FIRE_FROM_WOOD]);
		assert.equal(orders.goOn(), true);
		assert.deepEqual(played, [10, 20]);
		assert.equal(orders.goOn(), false);
	});

	test("with several meanings opens a menu, and goes on from what is taken there", () => {
		const orders = makeOrders([FIRE, FIRE_FROM_WOOD]);
		type(orders, "fire G4");
		assert.deepEqual(played[0].menu, [20, 21]);
		played[0].before(FIRE);
		assert.equal(orders.from, "");
	});

	test("passes by what has one answer only, between its words", () => {
		const orders = makeOrders([ACTIVATE]);
		type(orders, "E5 fire G4");
		take([{ id: 40, verb: "ready", label: "Take aim" }]);
		orders.goOn();
		take([FIRE]);
		orders.goOn();
		assert.deepEqual(played, [10, 40, 20]);
	});

	test("that means nothing is refused at once, even where there is one answer only", async () => {
		serve(() => []);
		const orders = makeOrders([{ id: 40, verb: "ready", label: "Take aim" }]);
		type(orders, "E5 fire G4");
		await settle();
		assert.deepEqual([played, told], [[], [["orders.none"]]]);
	});

	test("that nothing fits is refused, and what only led there is taken back", async () => {
		const asked = serve((path) => (path === "/game/why-not" ? [{ text: "out of sight", rule: "8.1" }] : { seq: 6 }));
		const orders = makeOrders([ACTIVATE]);
		type(orders, "E5 fire H4");
		take([FIRE, STAY]);
		orders.goOn();
		await settle();
		assert.deepEqual(told, [["orders.none", "out of sight", "orders.back"]]);
		assert.deepEqual(
			asked.map(({ path, body }) => [path, body]),
			[
				["/game/why-not", { verb: "fire", place: "h4", piece: 1 }],
				["/game/undo", { seq: 5 }],
			],
		);
		assert.equal(orders.field.value, "E5 fire H4");
		assert.equal(orders.goOn(), false);
	});

	test("is dropped with Escape left to the field", () => {
		const orders = makeOrders([ACTIVATE]);
		orders.field.focus();
		orders.key({ key: "Escape" });
		assert.notEqual(document.activeElement, orders.field);
	});
});
