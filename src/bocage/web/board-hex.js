/** Hexes: flat tops, side 1. */

import { Board } from "./board.js";
import { s } from "./dom.js";
import { traceRing } from "./terrain.js";

/** @import { BoardData, BoardHandlers, Cell, Point } from "./types.d.ts" */

const UNIT = 74;
const WITHIN = 0.3; // of an upper floor or a bunker, drawn inside its hex

export class HexBoard extends Board {
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
		const side = cell.within ? UNIT * WITHIN : UNIT;
		return [0, 60, 120, 180, 240, 300].map((angle) => {
			const turn = (angle * Math.PI) / 180;
			return [x + side * Math.cos(turn), y + side * Math.sin(turn)];
		});
	}

	/** @override */
	drawGrid() {
		super.drawGrid();
		for (const cell of this.cells.values()) if (cell.within) this.drawWithin(cell, cell.within);
	}

	/**
	 * @override
	 * @param {Cell} cell
	 */
	drawName({ id, x, y, level }) {
		const [cx, cy] = this.at(x, y);
		const top = { x: cx, y: cy - UNIT * 0.85, dy: "0.92em" }; // right under the hexside, however large the letters
		return s("text", { class: "place-name", ...top }, id + (level ? ` ▲${level}` : ""));
	}

	/**
	 * @override
	 * @param {number} lift
	 */
	lowerBy(lift) {
		return Math.max(0, lift - 7);
	}

	/**
	 * An upper floor, a bunker: a small hex over what its hex shows, with the rest of its name.
	 * @param {Cell} cell
	 * @param {string} within
	 */
	drawWithin(cell, within) {
		const [x, y] = this.at(cell.x, cell.y);
		const small = s("path", { class: "within", d: traceRing(this.outline(cell)) });
		this.layers.names.append(small, s("text", { class: "place-name", x, y: y + 4 }, cell.id.slice(within.length)));
	}

	/** @override */
	roomy() {
		return 1.26;
	}

	/** @override */
	pieceSize() {
		return UNIT * 1.14;
	}

	/**
	 * @override
	 * @returns {Point}
	 */
	starOffset() {
		return [UNIT * 0.74, 0];
	}

	/**
	 * @override
	 * @param {number} n
	 * @returns {Point}
	 */
	markerOffset(n) {
		return [-UNIT * 0.52 + n * 26, UNIT * 0.68];
	}
}
