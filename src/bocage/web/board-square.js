/** Square spaces of side 1; hedges, walls and roads run along their edges as features. */

import { Board } from "./board.js";
import { s } from "./dom.js";
import { nationClass } from "./emblems.js";

/** @import { BoardData, BoardHandlers, Cell, Piece, Point } from "./types.d.ts" */

const UNIT = 112;
const LEGIBLE = 50; // pixels of a counter

export class SquareBoard extends Board {
	/**
	 * @param {BoardData} data
	 * @param {BoardHandlers} [handlers]
	 */
	constructor(data, handlers) {
		super(data, UNIT, handlers);
	}

	/**
	 * @override
	 * @param {Cell} cell
	 * @returns {Point[]}
	 */
	outline(cell) {
		const [x, y] = this.at(cell.x, cell.y);
		const half = UNIT / 2;
		return [
			[x - half, y - half],
			[x + half, y - half],
			[x + half, y + half],
			[x - half, y + half],
		];
	}

	/**
	 * @override
	 * @param {Cell} cell
	 */
	drawName({ id, x, y }) {
		const [left, top] = this.at(x - 0.5, y - 0.5);
		return s("text", { class: "place-name corner", x: left + 5, y: top + 3, dy: "0.92em" }, this.label(id));
	}

	/** @override */
	pieceSize() {
		return UNIT * 0.9;
	}

	/**
	 * Nearer than elsewhere: there are more values on a counter.
	 * @override
	 * @param {number} seat
	 */
	open(seat) {
		super.open(seat, this.pieceSize(), LEGIBLE);
	}

	/**
	 * A vehicle of two spaces has a hull over both, the front first, and its counter upright in the middle.
	 * @override
	 * @param {Piece} piece
	 */
	drawPiece(piece) {
		const face = super.drawPiece({ ...piece, width: 1 });
		const { facing = -1 } = piece;
		if (piece.width !== 2 || facing < 0) return face;
		const length = facing % 2 ? UNIT * Math.SQRT2 : UNIT;
		const turn = (facing * Math.PI) / 4;
		const size = this.pieceSize();
		const hull = s("rect", {
			class: "counter-face",
			x: -size * 0.42,
			y: -(size * 0.8 + length) / 2,
			width: size * 0.84,
			height: size * 0.8 + length,
			rx: 8,
			transform: `rotate(${facing * 45})`,
		});
		const middle = `translate(${(-Math.sin(turn) * length) / 2} ${(Math.cos(turn) * length) / 2})`;
		return s("g", { transform: middle }, s("g", { class: `counter ${nationClass(piece.nation)}` }, hull), face);
	}

	/**
	 * @override
	 * @param {number} n
	 * @returns {Point}
	 */
	markerOffset(n) {
		return [-UNIT * 0.34 + n * 28, UNIT * 0.34];
	}
}
