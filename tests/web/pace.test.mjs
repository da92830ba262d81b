import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";

const { actsOf, isWorthShowing, slideTime, timesOf } = await import("../../src/bocage/web/pace.js");

const event = (text, dice = []) => ({ kind: "x", text, rule: "", dice, lines: [], total: null, place: "", origin: "" });
const view = (scenes, events, from = 4) => ({ scenes, events, events_from: from, position: { now: true } });

test("a view is split into its choices, each with its lines and its position", () => {
	const acts = actsOf(
		view(
			[
				{ events: 2, position: { n: 1 } },
				{ events: 1, position: null },
			],
			[event("a"), event("b"), event("c")],
		),
	);
	assert.deepEqual(
		acts.map((act) => [act.first, act.events.map((one) => one.text).join(""), act.position]),
		[
			[4, "ab", { n: 1 }],
			[6, "c", { now: true }],
		],
	);
});

test("lines that belong to no scene come before the first", () => {
	const [act] = actsOf(view([{ events: 1, position: null }], [event("old"), event("new")]));
	assert.deepEqual([act.first, act.events[0].text], [5, "new"]);
});

test("a step of one's own is not performed; dice, and what others do, are", () => {
	const acts = (...events) => actsOf(view([{ events: events.length, position: null }], events));
	assert.equal(isWorthShowing(acts(event("moves")), true), false);
	assert.equal(isWorthShowing(acts(event("fires", [{ sides: 6, result: 3, purpose: "" }])), true), true);
	assert.equal(isWorthShowing(acts(event("moves")), false), true);
	assert.equal(isWorthShowing(acts(), false), false);
});

test("instant adds no delay, calm leaves time to read", () => {
	const shot = event("F2 fires at G4: hit.", [{ sides: 6, result: 3, purpose: "" }]);
	assert.deepEqual(timesOf(shot, "instant"), { roll: 0, read: 0 });
	assert.equal(slideTime("instant"), 0);
	assert.ok(timesOf(shot, "calm").read > 2 * timesOf(shot, "brisk").read);
	assert.ok(timesOf(event("x".repeat(900)), "calm").read < 3000);
});
