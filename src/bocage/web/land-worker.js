/** Paints the ground beside the page, so that the page never waits for it. */

import { Painter } from "./land-painter.js";

/** @import { Map as BoardMap } from "./land-plan.js" */
/** @import { Box } from "./land-curves.js" */

/** @typedef {{ board: number, data?: BoardMap, tile?: { key: string, box: Box, scale: number }, drop?: boolean }} Order what the page asks for */

/** @type {Map<number, BoardMap>} */
const maps = new Map();
/** @type {Map<number, Painter>} */
const painters = new Map();

const KEPT = 4; // boards; nobody looks at more at a time

/** @param {number} board */
function forget(board) {
	maps.delete(board);
	painters.delete(board);
}

/** @param {number} board */
function painterOf(board) {
	const data = maps.get(board);
	const painter = painters.get(board) ?? (data && new Painter(data));
	if (painter) painters.set(board, painter);
	const [oldest] = painters.keys();
	if (painters.size > KEPT) forget(oldest);
	return painter;
}

self.addEventListener("message", (/** @type {MessageEvent<Order>} */ { data: order }) => {
	const { board, data, tile, drop } = order;
	if (data) maps.set(board, data);
	if (drop) forget(board);
	const painter = tile && painterOf(board);
	if (!tile || !painter) return;
	const picture = painter.paint(tile.box, tile.scale).transferToImageBitmap();
	self.postMessage({ board, key: tile.key, picture }, { transfer: [picture] });
});
