import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { foldAway } from "../../src/bocage/web/choices.js";
import { Deciding } from "../../src/bocage/web/deciding.js";
import { h } from "../../src/bocage/web/dom.js";
import { openPage, serve, settle } from "./page.mjs";

let screen;
let asked;
let pointed;

function makeView(seq, choices, more = {}) {
	const prompt = choices && { seat: 0, kind: "act", text: "Act", rule: "1.1", choices, ...more };
	return {
		seq,
		seat: 0,
		mine: Boolean(choices),
		prompt: prompt ?? null,
		can_undo: false,
		can_ask: false,
		waiting: ["Blue"],
		keeps: [0],
		events: [],
		players: ["human"],
		position: { turn: 1, pieces: [], seats: [] },
	};
}

function makeDeciding(view, answer = () => ({ seq: view.seq + 1 })) {
	asked = serve(answer);
	pointed = [];
	screen = {
		secret: "key",
		view,
		newest: view.seq,
		element: h("div"),
		game: { board: { geometry: "hex" }, terms: [] },
		board: { speakers: new Map(), point: (choice) => pointed.push(choice), warn() {}, stand() {}, drawShots() {} },
		table: { manFor: () => -1 },
		panel: { rule: () => null, showChoice() {}, open() {} },
		path: { goOn: () => false, walking: [] },
		curtain: { isDown: false },
		stage: { skip() {} },
		gesture: { aim: null, goOn: () => false },
		tray: { element: null },
		toast: { hidden: false },
		explained: [],
		explain: (refusals) => screen.explained.push(refusals.map(({ text }) => text)),
		send: (action) => action().catch((problem) => screen.explain([{ text: problem.code }])),
	};
	document.documentElement.append(screen.element);
	const deciding = new Deciding(screen);
	screen.element.append(deciding.element, deciding.menu.element, deciding.confirm);
	return deciding;
}

/** A new view comes in, as the screen would take it. */
function take(deciding, view, before = screen.view) {
	screen.view = view;
	screen.newest = view.seq;
	deciding.arrive();
	deciding.goOn(before, true);
}

const plays = () => asked.filter(({ path }) => path === "/game/play").map(({ body }) => body);
const GO = { id: 1, verb: "go", label: "Go", place: "A1" };
const STAY = { id: 2, verb: "stay", label: "Stay" };

beforeEach(openPage);

describe("of many choices", () => {
	const some = (verb, n, from = 0) =>
		Array.from({ length: n }, (_, i) => ({ id: from + i, verb, label: "", place: "A1" }));
	const folded = (choices, hint) => foldAway({ choices, hint }).map(({ id }) => id);

	test("few are never folded", () => {
		assert.deepEqual(folded(some("move", 6)), []);
	});

	test("those that the board offers fold away", () => {
		assert.deepEqual(folded([...some("move", 7), { id: 9, verb: "pass", label: "" }]), [0, 1, 2, 3, 4, 5, 6]);
	});

	test("verbs with one or two of them stay in the row", () => {
		assert.deepEqual(folded([...some("move", 5), ...some("fire", 2, 10)]), [0, 1, 2, 3, 4]);
	});

	test("but not more than there is room for", () => {
		const choices = ["a", "b", "c", "d", "e"].flatMap((verb, n) => some(verb, 2, n * 10));
		assert.deepEqual(folded(choices), [40, 41]);
	});

	test("what a lesson wants stays in sight", () => {
		assert.deepEqual(folded(some("move", 8), 3), [0, 1, 2, 4, 5, 6, 7]);
	});
});

describe("a piece", () => {
	const squad = { id: 1, name: "Able", seat: 0, place: "E5" };
	const crew = { id: 2, name: "Baker", seat: 0, place: "E5" };
	const foe = { id: 3, name: "Foe", seat: 1, place: "G4" };
	const fire = { id: 20, verb: "fire", label: "", place: "G4", path: ["E5", "G4"] };
	const step = { id: 30, verb: "step", steps: true, label: "", place: "F5", path: ["E5", "F5"] };

	function forPiece(piece, choices) {
		const deciding = makeDeciding(makeView(1, choices));
		screen.view.position.pieces = [squad, crew, foe];
		return deciding.forPiece(piece).map(({ id }) => id);
	}

	test("does what it is offered, and what starts or happens where it stands", () => {
		const here = { id: 10, verb: "activate", label: "", place: "E5" };
		assert.deepEqual(forPiece(squad, [here, fire, step]), [10, 20]);
		assert.deepEqual(forPiece(foe, [here, fire, step]), [20]);
		assert.deepEqual(forPiece({ ...foe, place: "E5" }, [fire, step]), []);
	});

	test("leaves to those beside it what only they do", () => {
		const own = { id: 11, verb: "rally", label: "", place: "E5", piece: 1 };
		const other = { id: 12, verb: "rally", label: "", place: "E5", piece: 2 };
		assert.deepEqual(forPiece(squad, [own, other]), [11]);
		assert.deepEqual(forPiece(crew, [own, other]), [12]);
	});

	test("that is off the board does only what names it", () => {
		assert.deepEqual(forPiece({ id: 9, name: "", seat: 0 }, [STAY, { ...STAY, id: 5, piece: 9 }]), [5]);
	});
});

describe("a choice", () => {
	test("is sent once, however often it is clicked", async () => {
		const deciding = makeDeciding(makeView(4, [GO, STAY]));
		deciding.play(GO);
		deciding.play(STAY);
		await settle();
		assert.deepEqual(plays(), [{ seq: 4, option: 1 }]);
	});

	test("is on its way until its answer is painted, whatever others decide meanwhile", async () => {
		const deciding = makeDeciding(makeView(4, [GO, STAY]), () => ({ seq: 6 }));
		deciding.play(GO);
		assert.equal(screen.element.dataset.sent, "4");
		await settle();
		take(deciding, makeView(5, [STAY])); // of another player: the prompt may be the one just answered
		assert.equal(screen.element.dataset.sent, "4");
		assert.equal(plays().length, 1);
		take(deciding, makeView(6, [STAY]));
		assert.equal(screen.element.dataset.sent, "6"); // answered, and the next one, which was forced, is under way
		await settle();
		assert.deepEqual(plays().at(-1), { seq: 6, option: 2 });
	});

	test("whose view came before its answer goes on when that comes", async () => {
		let reply;
		const deciding = makeDeciding(makeView(4, [GO, STAY]), () => new Promise((give) => (reply = give)));
		deciding.play(GO);
		take(deciding, makeView(5, [STAY]));
		assert.equal(plays().length, 1);
		reply({ seq: 5 });
		await settle();
		assert.deepEqual(plays().at(-1), { seq: 5, option: 2 });
	});

	test("that is refused may be made again", async () => {
		const refused = { status: 409, json: { error: "stale", message: "too late" } };
		const deciding = makeDeciding(makeView(4, [GO, STAY]), (path) => (path === "/game/play" ? refused : {}));
		deciding.play(GO);
		await settle();
		assert.deepEqual(screen.explained, [["stale"]]);
		assert.equal("sent" in screen.element.dataset, false);
		deciding.play(STAY);
		await settle();
		assert.equal(plays().length, 2);
	});
});

describe("what is chosen by itself", () => {
	test("is what has one answer only, unless the player wants to be asked", async () => {
		const deciding = makeDeciding(makeView(4, null));
		take(deciding, makeView(5, [STAY]));
		await settle();
		assert.deepEqual(plays(), [{ seq: 5, option: 2 }]);
		localStorage.setItem("bocage.forced", "off");
		take(deciding, makeView(6, [STAY]));
		take(deciding, makeView(7, [STAY]));
		await settle();
		assert.equal(plays().length, 1);
	});

	test("is not the first decision that is seen, nor what was taken back", () => {
		const deciding = makeDeciding(makeView(4, [STAY]));
		deciding.goOn(null, true);
		deciding.undo();
		take(deciding, makeView(5, [STAY]));
		assert.equal(plays().length, 0);
	});

	test("is to let pass every window of the kind that was let pass, and no other", async () => {
		const window = { kind: "react", pieces: [7], decline: 2 };
		const deciding = makeDeciding(makeView(4, [GO, STAY], window));
		deciding.letPass();
		await settle();
		take(deciding, makeView(5, [GO, STAY], window));
		await settle();
		assert.deepEqual(
			plays().map(({ option }) => option),
			[2, 2],
		);
		take(deciding, makeView(6, [GO, STAY], { ...window, pieces: [8] }));
		await settle();
		assert.equal(plays().length, 2);
	});

	test("is to place one's pieces for as long as they are set up", async () => {
		const deciding = makeDeciding(makeView(4, [GO, STAY], { setup: true }));
		deciding.placeForMe();
		await settle();
		take(deciding, makeView(5, [GO, STAY], { setup: true }));
		await settle();
		assert.equal(plays().length, 2);
		take(deciding, makeView(6, [GO, STAY]));
		await settle();
		assert.equal(plays().length, 2);
	});
});

describe("offered on the board", () => {
	test("one choice is taken, several open a menu, none asks why", async () => {
		const deciding = makeDeciding(makeView(4, [GO, STAY]), (path) => (path === "/game/why-not" ? [] : { seq: 5 }));
		deciding.offer([], {}, { place: "B1" });
		await settle();
		assert.deepEqual(asked.at(-1).body, { place: "B1" });
		assert.deepEqual(screen.explained, [["game.nothing"]]);
		deciding.offer([GO, STAY], { target: screen.element }, {});
		assert.equal(deciding.menu.isOpen, true);
		assert.equal(deciding.menu.element.querySelectorAll(".choice").length, 2);
		deciding.offer([GO], {}, {});
		assert.equal(deciding.menu.isOpen, false);
		assert.equal(plays().length, 1);
	});

	test("a finger taps twice", () => {
		const deciding = makeDeciding(makeView(4, [GO, STAY]));
		const touch = { pointerType: "touch", target: null };
		deciding.offer([GO], touch, {});
		assert.equal(plays().length, 0);
		assert.equal(deciding.confirm.hidden, false);
		deciding.offer([GO], touch, {});
		assert.equal(plays().length, 1);
	});

	test("a second tap near the first is for the first point", () => {
		const deciding = makeDeciding(makeView(4, [], { region: [[[0, 0]]] }), () => ({ seq: 5, label: "" }));
		const touch = { pointerType: "touch", target: null };
		deciding.offerPoint({ x: 3, y: 3 }, touch);
		deciding.offerPoint({ x: 8, y: 8 }, touch);
		assert.equal(plays().length, 0);
		deciding.offerPoint({ x: 8.3, y: 8 }, touch);
		assert.deepEqual(plays(), [{ seq: 4, x: 8, y: 8 }]);
	});
});

test("chances and risks are written on the buttons of their choices", async () => {
	const weighed = { chances: { 1: 0.25 }, about: { 1: "hit" }, risks: { 2: 0.5 } };
	const view = makeView(4, [GO, STAY]);
	const deciding = makeDeciding(view, () => weighed);
	deciding.paint(view);
	await deciding.odds.weigh(view);
	const marks = deciding.choices.querySelectorAll(".odds-mark").map((mark) => mark.textContent);
	assert.deepEqual(marks, ["⚄ 25 %", "⚠ 50 %"]);
	assert.equal(deciding.odds.rolls(GO), true);
	assert.equal(deciding.odds.rolls(STAY), false);
	assert.equal(screen.element.dataset.weighed, "4");
});

test("chances that come after the choice are of no use", async () => {
	const view = makeView(4, [GO, STAY]);
	const deciding = makeDeciding(view, (path) => (path === "/game/play" ? { seq: 5 } : { chances: { 1: 0.25 } }));
	const weighing = deciding.odds.weigh(view);
	deciding.play(GO);
	await weighing;
	assert.equal(deciding.odds.chances.size, 0);
});

test("a button that comes under a pointer at rest is not pointed at, until the pointer moves", () => {
	const deciding = makeDeciding(makeView(4, [GO, STAY]));
	const at = { pointerType: "mouse", clientX: 30, clientY: 40 };
	const first = deciding.button(GO);
	first.happen("pointerenter", at);
	assert.equal(pointed.length, 1);
	first.happen("click", { ...at, detail: 1 });
	pointed.length = 0;
	const second = deciding.button(STAY);
	second.happen("pointerenter", at);
	assert.equal(pointed.length, 0);
	second.happen("pointermove", at);
	assert.equal(pointed[0], STAY);
});

test("all windows of a turn pass, whoever moves, and none of the next", async () => {
	const window = { kind: "react", pieces: [7], decline: 2 };
	const deciding = makeDeciding(makeView(4, [GO, STAY], window));
	deciding.letPass(1);
	await settle();
	take(deciding, makeView(5, [GO, STAY], { ...window, pieces: [8] }));
	await settle();
	assert.equal(plays().length, 2);
	const later = makeView(6, [GO, STAY], window);
	take(deciding, { ...later, position: { ...later.position, turn: 9 } });
	await settle();
	assert.equal(plays().length, 2);
});
