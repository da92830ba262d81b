import assert from "node:assert/strict";
import { test } from "node:test";
import {
	isNumber,
	joinRare,
	percent,
	signed,
	sortRows,
	sortSubjects,
	summarise,
	worth,
} from "../../src/bocage/web/numbers.js";

const line = (label, chance) => ({ label, chance });
const of = (subject, ...rows) => ({ subject, rows });

test("a sign goes with every number but nought", () => {
	assert.deepEqual([2, -2, 0].map(signed), ["+2", "−2", "0"]);
});

test("worth has two places and a sign", () => {
	assert.deepEqual([1, -0.5, 0].map(worth), ["+1.00", "−0.50", "+0.00"]);
});

test("what is not quite sure does not look sure", () => {
	assert.deepEqual([0, 0.004, 0.01, 0.5, 0.99, 0.996, 1].map(percent), [
		"0 %",
		"<1 %",
		"1 %",
		"50 %",
		"99 %",
		">99 %",
		"100 %",
	]);
	assert.equal(percent(0.9999999), "100 %"); // sums of chances are not exact
});

test("numbers are told from words", () => {
	assert.equal(isNumber({ label: "12" }), true);
	assert.equal(isNumber({ label: "2 hits" }), false);
});

test("rare numbers at both ends become one line each", () => {
	const rows = [
		line("0", 0.001),
		line("1", 0.004),
		line("2", 0.6),
		line("3", 0.39),
		line("4", 0.003),
		line("5", 0.002),
	];
	const found = joinRare(rows);
	assert.deepEqual(
		found.map(({ label }) => label),
		["panel.orless", "2", "3", "panel.ormore"],
	);
	assert.ok(Math.abs(found[0].chance - 0.005) < 1e-9);
	assert.ok(Math.abs(found[3].chance - 0.005) < 1e-9);
});

test("a single rare number, and nothing but rare ones, stay as they are", () => {
	const rows = [line("0", 0.001), line("1", 0.999)];
	assert.deepEqual(joinRare(rows), rows);
	const rare = [line("0", 0.001), line("1", 0.002)];
	assert.deepEqual(joinRare(rare), rare);
});

test("numbers come in their order, words by how likely they are", () => {
	const labels = (rows) => sortRows(rows).map(({ label }) => label);
	assert.deepEqual(labels([line("10", 0.3), line("9", 0.3), line("2", 0.4)]), ["2", "9", "10"]);
	assert.deepEqual(labels([line("pinned", 0.2), line("fine", 0.7), line("dead", 0.1)]), ["fine", "pinned", "dead"]);
});

test("subjects with words come before those that are only counted", () => {
	const found = sortSubjects([of("hits", line("1", 1)), of("Able", line("dead", 0.5), line("fine", 0.5))]);
	assert.deepEqual(
		found.map(({ subject }) => subject),
		["Able", "hits"],
	);
});

test("a shot in short tells words, the likeliest first, and numbers only where there are none", () => {
	const odds = [of("hits", line("1", 1)), of("Able", line("dead", 0.2), line("fine", 0.8))];
	assert.deepEqual(summarise(odds), [["Able", "fine 80 %, dead 20 %"]]);
	assert.deepEqual(summarise([of("hits", line("0", 0.4), line("1", 0.6))]), [["hits", "1 60 %, 0 40 %"]]);
});

test("of several subjects those that are sure are left out", () => {
	const odds = [of("Able", line("fine", 1)), of("Baker", line("dead", 0.2), line("fine", 0.8))];
	assert.deepEqual(
		summarise(odds).map(([subject]) => subject),
		["Baker"],
	);
});
