import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";

const { findAttacks, findLead } = await import("../../src/bocage/web/gesture.js");

const piece = { id: 3, place: "E5", seat: 0 };
const aim = { piece, place: "G4", targets: [8, 9] };
const fire = { id: 1, verb: "fire", place: "G4", path: ["E5", "G4"] };

test("an attack starts where the piece stands and ends where it was dropped", () => {
	const others = [
		{ id: 2, verb: "fire", place: "G4", path: ["D5", "G4"] },
		{ id: 3, verb: "fire", place: "F3", path: ["E5", "F3"] },
		{ id: 4, verb: "step", place: "G4", steps: true },
		{ id: 5, verb: "activate", place: "E5" },
	];
	assert.deepEqual(findAttacks([fire, ...others], aim), [fire]);
});

test("whom a choice names may stand there, and so may what the piece itself does", () => {
	const shoot = { id: 6, verb: "shoot", piece: 9 };
	const spot = { id: 7, verb: "spot", piece: 3, place: "G4" };
	const spotted = { id: 8, verb: "spot", piece: 4, place: "G4" };
	assert.deepEqual(findAttacks([shoot, spot, spotted], aim), [shoot, spot]);
});

test("a lead activates the piece or its place", () => {
	const lead = { id: 5, verb: "activate", place: "E5" };
	assert.equal(findLead([{ id: 4, verb: "activate", place: "D5" }, lead], piece), lead);
	assert.equal(findLead([{ id: 4, verb: "pass" }], piece), undefined);
});
