/** The board in small: shown where only a part is in view. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { shareOf } from "../../src/bocage/web/minimap.js";

test("a frame shows all of a board, a part of it, or nothing", () => {
	assert.equal(shareOf({ x: -10, y: -10, w: 120, h: 120 }, 100, 100), 1);
	assert.equal(shareOf({ x: 50, y: 0, w: 100, h: 50 }, 100, 100), 0.25);
	assert.equal(shareOf({ x: 200, y: 0, w: 100, h: 50 }, 100, 100), 0);
});
