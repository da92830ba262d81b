/** The board for a geometry. */

import { HexBoard } from "./board-hex.js";
import { PlaneBoard } from "./board-plane.js";
import { SquareBoard } from "./board-square.js";

/** @import { BoardData, BoardHandlers } from "./types.d.ts" */

const KINDS = { hex: HexBoard, square: SquareBoard, plane: PlaneBoard };

/**
 * @param {BoardData} data
 * @param {BoardHandlers} [handlers]
 */
export function makeBoard(data, handlers) {
	return new KINDS[data.geometry](data, handlers).draw();
}
