import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import {
	isForced,
	isGrouped,
	namesPiece,
	pointOf,
	roundPoint,
	sayPoint,
	writePoint,
} from "../../src/bocage/web/choices.js";
import { openPage } from "./page.mjs";

beforeEach(openPage);

test("what the server leaves out has its usual value", () => {
	assert.equal(pointOf({}), null);
	assert.equal(pointOf({ x: 3, y: -1 }), null);
	assert.deepEqual(pointOf({ x: 0, y: 0 }), [0, 0]);
	assert.deepEqual([{}, { piece: -1 }, { piece: 0 }].map(namesPiece), [false, false, true]);
	assert.deepEqual([{}, { group: -1 }, { group: 0 }].map(isGrouped), [false, false, true]);
});

test("points are written, said and rounded as the rules know them", () => {
	assert.equal(writePoint({ x: 3.5 }), "3.5,0");
	assert.equal(sayPoint("3.5,12"), "3.5″, 12″");
	assert.equal(sayPoint("A1"), null);
	assert.deepEqual(roundPoint([3.16, 7.06]), { x: 3.2, y: 7.1 });
	assert.deepEqual(roundPoint([-0.3, 2]), { x: 0, y: 2 });
});

test("one answer is forced, unless a point may be chosen or the player wants to be asked", () => {
	const choices = [{ id: 1 }];
	assert.equal(isForced({ choices }), true);
	assert.equal(isForced({ choices: [...choices, { id: 2 }] }), false);
	assert.equal(isForced({ choices, region: [[[0, 0]]] }), false);
	localStorage.setItem("bocage.forced", "off");
	assert.equal(isForced({ choices }), false);
});
