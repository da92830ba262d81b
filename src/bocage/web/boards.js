/** The board for a geometry. */

import { HexBoard } from "./board-hex.js";
import { PlaneBoard } from "./board-plane.js";
import { SquareBoard } from "./board-square.js";

const KINDS = { hex: HexBoard, square: SquareBoard, plane: PlaneBoard };

export function makeBoard(data, handlers) {
  return new KINDS[data.geometry](data, handlers).draw();
}
