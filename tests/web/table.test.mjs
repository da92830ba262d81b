import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { nearestMan } from "../../src/bocage/web/layout.js";
import { gapBetween, writeInches } from "../../src/bocage/web/ruler.js";
import { Table } from "../../src/bocage/web/table.js";

describe("the ruler", () => {
	const base = (/** @type {number} */ x, r = 0.5) => ({ x, y: 0, r });

	test("measures from base to base", () => {
		assert.equal(gapBetween(base(0), base(13)), 12);
		assert.equal(gapBetween(base(0), base(13, 1.5)), 11);
		assert.equal(gapBetween(base(0), base(13, 0)), 12.5);
		assert.equal(gapBetween(base(0), base(0.9)), 0, "they touch");
	});

	test("never hides that a limit is passed", () => {
		assert.equal(writeInches(12), "12″");
		assert.equal(writeInches(7.4), "7.4″");
		assert.equal(writeInches(12.008), "12.01″");
		assert.equal(writeInches(Math.hypot(3, 4)), "5″");
	});
});

describe("a move that is laid out", () => {
	const men = [
		{ piece: 4, x: 10, y: 10 },
		{ piece: 5, x: 11.3, y: 10 },
	];

	test("the nearest man is taken, if he is near enough", () => {
		assert.equal(nearestMan(men, [10.6, 10], 1)?.piece, 4);
		assert.equal(nearestMan(men, [10.7, 10], 1)?.piece, 5);
		assert.equal(nearestMan(men, [10, 12], 1), null);
		assert.equal(nearestMan([], [10, 12], 1), null);
	});

	test("its men are pressed where they will stand, and nowhere else", () => {
		const choices = [
			{ id: 1, verb: "go", label: "" },
			{ id: 2, verb: "man", label: "", piece: 4 },
			{ id: 3, verb: "fire", label: "", piece: 9 },
		];
		const prompt = { seat: 0, kind: "arrange", text: "", rule: "", choices, placed: men };
		const trim = Table.prototype.trim;
		assert.deepEqual(
			trim(prompt)?.choices.map(({ id }) => id),
			[1, 3],
		);
		const plain = { ...prompt, placed: [] };
		assert.equal(trim(plain), plain);
	});
});
