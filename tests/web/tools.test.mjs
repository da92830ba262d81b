import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { api, follow, kept, Refused } from "../../src/bocage/web/api.js";
import { armies } from "../../src/bocage/web/armies.js";
import { h } from "../../src/bocage/web/dom.js";
import { lengthen } from "../../src/bocage/web/drag.js";
import { goTogether, makeOwn } from "../../src/bocage/web/options.js";
import { extend, markPath, Path } from "../../src/bocage/web/path.js";
import { findTurns } from "../../src/bocage/web/replay.js";
import { facetsOf } from "../../src/bocage/web/scenario-form.js";
import { isWanted } from "../../src/bocage/web/start.js";
import { openPage, serve } from "./page.mjs";

beforeEach(openPage);

describe("a path", () => {
	test("grows by a place, is cut off at one of its own, and loses its last", () => {
		assert.deepEqual(extend(["A1"], "A2", ""), ["A1", "A2"]);
		assert.deepEqual(extend(["A1", "A2", "A3"], "A1", ""), ["A1"]);
		assert.deepEqual(extend(["A1", "A2"], "A2", ""), ["A1"]);
		assert.deepEqual(extend(["A1", "A2"], "B1", "B1"), []);
	});

	const leg = (unharmed) => ({ place: "", option: 0, unharmed, shots: [] });
	const found = { origin: "", lead: [], legs: [leg(0.9), leg(0.5)], stopped: "", refusals: [], about: "" };

	test("has a chance at every step, after the place it starts from", () => {
		const texts = (marks) => marks.map(({ place, text }) => [place, text]);
		assert.deepEqual(texts(markPath(["A1", "A2", "A3"], "", { ...found, origin: "A1" })), [
			["A1", ""],
			["A2", "90 %"],
			["A3", "50 %"],
		]);
		assert.deepEqual(texts(markPath(["A2", "A3"], "A1", found)), [
			["A1", ""],
			["A2", "90 %"],
			["A3", "50 %"],
		]);
		assert.deepEqual(texts(markPath(["A2"], "", null)), [["A2", ""]]);
	});

	test("has a cross where it cannot go on", () => {
		const marks = markPath(["A2", "A3", "A4", "A5"], "A1", { ...found, stopped: "A4" });
		assert.deepEqual(
			marks.filter(({ bad }) => bad).map(({ place }) => place),
			["A4"],
		);
	});

	function makePath(prompt, position = { pieces: [] }, geometry = "hex") {
		const played = [];
		const element = h("div", null, h("div", { class: "board-tools" }), h("div", { class: "board-view" }));
		const screen = {
			game: { board: { geometry } },
			board: { element },
			view: { mine: Boolean(prompt), prompt, position },
			deciding: { play: ({ id }) => played.push(id) },
		};
		return { path: new Path(screen), screen, played };
	}

	test("that was accepted is walked step by step, until dice are rolled", () => {
		const { path, played } = makePath({ choices: [{ id: 5 }, { id: 6 }] });
		path.walking = [5, 6, 5];
		assert.equal(path.goOn([]), true);
		assert.equal(path.goOn([]), true);
		assert.equal(path.goOn([{ dice: [{}] }]), false);
		assert.deepEqual(played, [5, 6]);
		assert.equal(path.goOn([]), false);
	});

	test("is left where its next step is no longer offered", () => {
		const { path, played } = makePath({ choices: [{ id: 6 }] });
		path.walking = [5, 6];
		assert.equal(path.goOn([]), false);
		assert.deepEqual([path.walking, played], [[], []]);
	});

	test("begins where somebody is on the move", () => {
		const moving = { choices: [{ id: 1, verb: "step", steps: true }], pieces: [7] };
		const pieces = [
			{ id: 6, place: "A1" },
			{ id: 7, place: "B2", x: 3, y: 4.5 },
		];
		assert.equal(makePath(moving, { pieces }).path.moverPlace(), "B2");
		assert.equal(makePath(moving, { pieces }, "plane").path.moverPlace(), "3,4.5");
		assert.equal(makePath({ ...moving, choices: [{ id: 1, verb: "fire" }] }, { pieces }).path.moverPlace(), "");
		assert.equal(makePath(null, { pieces }).path.moverPlace(), "");
	});
});

test("a piece is dragged along a way, which going back shortens", () => {
	assert.deepEqual(lengthen([], "A2", "A1"), ["A2"]);
	assert.deepEqual(lengthen(["A2", "A3"], "A3", "A1"), ["A2", "A3"]);
	assert.deepEqual(lengthen(["A2", "A3", "A4"], "A2", "A1"), ["A2"]);
	assert.deepEqual(lengthen(["A2", "A3"], "A1", "A1"), []);
	assert.deepEqual(lengthen(["A2"], "", "A1"), ["A2"]);
});

test("a turn begins where its number changes", () => {
	const marks = [1, 1, 2, 2, 2, 3].map((turn) => ({ turn, clock: `Turn ${turn}`, phase: "", seat: 0 }));
	assert.deepEqual(
		findTurns(marks).map(({ at }) => at),
		[0, 2, 5],
	);
	assert.deepEqual(findTurns([]), []);
});

test("battles are found by what they are and by every word", () => {
	const told = { module: "Dark July", turns: 6, size: 15, vehicles: true, alone: false, seats: ["a", "b"] };
	const facets = facetsOf("lnlt", told);
	assert.deepEqual(facets, {
		system: "lnlt",
		module: "Dark July",
		length: "short",
		size: "middle",
		vehicles: "yes",
		players: "two",
	});
	assert.equal(facetsOf("lnlt", { ...told, turns: 9 }).length, "long");
	assert.equal(facetsOf("lnlt", { ...told, size: 0 }).vehicles, "");
	assert.equal(facetsOf("lnlt", { ...told, alone: true }).players, "one");
	const card = { facets, text: "le mur brise 6 tours" };
	assert.equal(isWanted(card, {}, ""), true);
	assert.equal(isWanted(card, { system: "lnlt", vehicles: "" }, "Brisé mur"), true);
	assert.equal(isWanted(card, { system: "normandie" }, "mur"), false);
	assert.equal(isWanted(card, { system: "lnlt", length: "long" }, ""), false);
	assert.equal(isWanted(card, {}, "mur pont"), false);
});

describe("what the browser keeps", () => {
	test("the newest game comes first, once, and thirty are enough", () => {
		for (let n = 0; n < 40; n++) kept.add(`game${n}`);
		kept.add("game20");
		assert.equal(kept.all().length, 30);
		assert.deepEqual(kept.all().slice(0, 2), ["game20", "game39"]);
		kept.remove("game20");
		assert.equal(kept.all()[0], "game39");
	});

	test("nonsense is no game and no army", () => {
		localStorage.setItem("bocage.games", "{broken");
		assert.deepEqual(kept.all(), []);
		localStorage.setItem("bocage.games", '["a", 3]');
		assert.deepEqual(kept.all(), ["a"]);
		localStorage.setItem("bocage.armies.x", '[{"name": "no army"}, {"name": "A", "army": {"nation": "us"}}]');
		assert.deepEqual(
			armies.of("x").map(({ name }) => name),
			["A"],
		);
	});

	test("an army is led once, by its own system", () => {
		armies.keep("x", [{ name: "A", points: 200, army: { nation: "us", tiles: [] } }]);
		armies.lead("x", "A");
		assert.equal(armies.led("y"), null);
		assert.equal(armies.led("x").name, "A");
		assert.equal(armies.led("x"), null);
	});
});

describe("the server", () => {
	test("is told the secret in a header, and what is chosen as JSON", async () => {
		const asked = serve(() => ({ seq: 8 }));
		assert.deepEqual(await api.play("key", { seq: 7, option: 3 }), { seq: 8 });
		assert.deepEqual(asked, [
			{
				path: "/game/play",
				method: "POST",
				headers: { authorization: "Bearer key", "content-type": "application/json" },
				body: { seq: 7, option: 3 },
			},
		]);
		await api.timeline("key", 1);
		await api.timeline("key");
		assert.deepEqual(
			asked.slice(1).map(({ path, method }) => [path, method]),
			[
				["/game/timeline?eyes=1", "GET"],
				["/game/timeline", "GET"],
			],
		);
	});

	test("may refuse, or not be there", async () => {
		serve(() => ({ status: 409, json: { error: "stale", message: "too late" } }));
		await assert.rejects(api.game("key"), (problem) => problem instanceof Refused && problem.code === "stale");
		serve(() => new TypeError("no network"));
		await assert.rejects(api.game("key"), (problem) => problem instanceof Refused && problem.code === "offline");
	});
});

describe("a game that is followed", () => {
	let lines;

	beforeEach(() => {
		lines = [];
		globalThis.WebSocket = class {
			constructor(url) {
				this.url = url;
				this.sent = [];
				lines.push(this);
			}

			send(text) {
				this.sent.push(JSON.parse(text));
			}

			close() {
				this.onclose();
			}
		};
	});

	test("says hello, gets views and comes back ever later when the line breaks", (context) => {
		context.mock.timers.enable({ apis: ["setTimeout"] });
		const views = [];
		const states = [];
		const stop = follow(
			"key",
			(view) => views.push(view.seq),
			(up) => states.push(up),
		);
		assert.equal(lines[0].url, "ws://here/api/live");
		lines[0].onopen();
		assert.deepEqual(lines[0].sent, [{ secret: "key", language: "en", company: true }]);
		lines[0].onmessage({ data: '{"seq": 3}' });
		lines[0].onclose();
		context.mock.timers.tick(299);
		assert.equal(lines.length, 1);
		context.mock.timers.tick(1);
		assert.equal(lines.length, 2);
		lines[1].onclose();
		context.mock.timers.tick(599);
		assert.equal(lines.length, 2);
		context.mock.timers.tick(1);
		assert.equal(lines.length, 3);
		assert.deepEqual([views, states], [[3], [true, false, false]]);
		stop();
		context.mock.timers.tick(10000);
		assert.equal(lines.length, 3);
	});

	test("is let go when the server refuses it", (context) => {
		context.mock.timers.enable({ apis: ["setTimeout"] });
		const views = [];
		follow(
			"key",
			(view) => views.push(view),
			() => {},
		);
		lines[0].onmessage({ data: '{"error": "no-key"}' });
		lines[0].onclose();
		context.mock.timers.tick(10000);
		assert.deepEqual([lines.length, views.length], [1, 0]);
	});
});

describe("options of one scenario", () => {
	const any = { value: "any", text: "Chance" };
	const french = { value: "french", text: "French", fits: { year: [1940] } };
	const soviets = { value: "soviets", text: "Soviets", fits: { year: [1941, 1942] } };
	const years = [any, ...[1940, 1941].map((value) => ({ value, text: `${value}` }))];
	const options = [
		{ name: "army", text: "Army", rule: "", values: [any, french, soviets] },
		{ name: "year", text: "Year", rule: "", values: years },
		{ name: "battle", text: "Number", rule: "", values: [], most: 99 },
	];

	test("fit each other or do not", () => {
		assert.equal(goTogether(options, [0, 1], french, years[1]), true);
		assert.equal(goTogether(options, [0, 1], french, years[2]), false);
		assert.equal(goTogether(options, [1, 0], years[2], french), false);
		assert.equal(goTogether(options, [1, 0], years[0], french), true, "chance goes with everything");
	});

	test("cannot be chosen against each other, and say nothing of what is left to chance", () => {
		const { element, choose } = makeOwn("x", options);
		const [army, year] = element.querySelectorAll("select");
		const number = element.querySelector("input");
		assert.deepEqual(choose(), {});
		army.value = "1";
		army.happen("change");
		assert.deepEqual(
			[...year.querySelectorAll("option")].map(({ disabled }) => disabled),
			[false, false, true],
		);
		year.value = "1";
		number.value = "7";
		assert.deepEqual(choose(), { army: "french", year: 1940, battle: 7 });
	});
});
