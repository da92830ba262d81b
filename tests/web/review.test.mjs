/** The curve of a game: up is the first side, the middle is even. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsOf, traceSteps } from "../../src/bocage/web/replay-graph.js";
import { splitSwing, traceCurve } from "../../src/bocage/web/review.js";

test("the farthest point touches the edge, nought is the middle", () => {
	assert.equal(traceCurve([0, 4, -2]), "M0.0,80.0L300.0,0.0L600.0,120.0");
});

test("the parts of a swing add up to it, from the side that it favours", () => {
	assert.deepEqual(splitSwing({ change: 1.25, luck: 0.65 }), { n: "1.3", luck: "+0.7", decision: "+0.6" });
	assert.deepEqual(splitSwing({ change: -2, luck: -3.5 }), { n: "2.0", luck: "+3.5", decision: "−1.5" });
	assert.deepEqual(splitSwing({ change: 0.4, luck: 0 }), { n: "0.4", luck: "+0.0", decision: "+0.4" });
});

test("a game without swings is a straight line", () => {
	assert.equal(traceCurve([0, 0]), "M0.0,80.0L600.0,80.0");
});

test("a replay shows points, and what is left where nobody scores", () => {
	const mark = (points, pieces) => ({ points, pieces });
	assert.deepEqual(rowsOf([mark([0, 0], [4, 4]), mark([0, 2], [4, 3])]), {
		name: "points",
		rows: [
			[0, 0],
			[0, 2],
		],
	});
	assert.deepEqual(rowsOf([mark([0, 0], [4, 4]), mark([0, 0], [4, 3])]), {
		name: "pieces",
		rows: [
			[4, 4],
			[4, 3],
		],
	});
});

test("the lines of a replay go in steps, and the most touches the edge", () => {
	assert.equal(traceSteps([0, 2], 2), "M0,78.0H300.0V6.0H600.0");
});
