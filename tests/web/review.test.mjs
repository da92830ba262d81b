/** The curve of a game: up is the first side, the middle is even. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { traceCurve } from "../../src/bocage/web/review.js";

test("the farthest point touches the edge, nought is the middle", () => {
  assert.equal(traceCurve([0, 4, -2]), "M0.0,80.0L300.0,0.0L600.0,120.0");
});

test("a game without swings is a straight line", () => {
  assert.equal(traceCurve([0, 0]), "M0.0,80.0L600.0,80.0");
});
