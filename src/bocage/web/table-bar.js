/** A bar over the free table: what is about to be done there, and the buttons to do it. */

import { h, replace } from "./dom.js";

/** @import { Board } from "./board.js" */
/** @import { Child, Point } from "./types.d.ts" */

export class TableBar {
	/**
	 * @param {Board} board
	 * @param {string} name
	 */
	constructor(board, name) {
		this.board = board;
		this.tip = h("p", { class: "table-tip", "aria-live": "polite" });
		this.buttons = h("div", { class: "table-buttons" });
		this.element = h(
			"div",
			{ class: "table-bar", role: "group", "aria-label": name, hidden: true },
			this.tip,
			this.buttons,
		);
		board.element.append(this.element);
	}

	hide() {
		this.element.hidden = true;
	}

	/**
	 * It lies where these points of the table are not.
	 * @param {Point[]} points
	 * @param {Child[]} buttons
	 */
	show(points, buttons) {
		const { y, w, ratio } = this.board.view;
		const middle = points.reduce((sum, point) => sum + this.board.at(...point)[1], 0) / (points.length || 1);
		this.element.classList.toggle("above", middle > y + (w * ratio) / 2);
		this.element.hidden = false;
		replace(this.buttons, buttons);
	}

	/** @param {string} text */
	say(text, bad = false) {
		this.tip.textContent = text;
		this.tip.classList.toggle("bad", bad);
	}
}
