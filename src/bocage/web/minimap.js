/** The whole board in small, where only a part of it is in view: a click, a drag or the arrows go elsewhere. */

import { h } from "./dom.js";
import { t } from "./words.js";

/** @import { Board } from "./board.js" */
/** @import { Frame } from "./land-sheet.js" */

const WIDE = 184; // pixels at most
const HIGH = 120;
const WHOLE = 0.97; // of the board in view: nothing is gained by a small one
const STEP = 0.25; // of the view, by key

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * How much of a board of this size a frame shows.
 * @param {Frame} frame
 * @param {number} width
 * @param {number} height
 */
export function shareOf({ x, y, w, h: high }, width, height) {
	const span = (/** @type {number} */ from, /** @type {number} */ size, /** @type {number} */ all) =>
		Math.max(0, Math.min(all, from + size) - Math.max(0, from)) / all;
	return span(x, w, width) * span(y, high, height);
}

export class Minimap {
	/** @param {Board} board */
	constructor(board) {
		this.board = board;
		this.scale = Math.min(WIDE / board.width, HIGH / board.height);
		const [width, height] = [board.width, board.height].map((side) => Math.round(side * this.scale));
		this.ground = h("canvas", { width, height });
		this.part = h("div", { class: "minimap-part" });
		this.element = h(
			"div",
			{
				class: "minimap",
				role: "group",
				tabindex: 0,
				"aria-label": t("board.small"),
				title: t("board.small"),
				hidden: true,
			},
			this.ground,
			this.part,
		);
		this.element.addEventListener("pointerdown", (event) => {
			this.element.setPointerCapture(event.pointerId);
			this.go(event);
		});
		this.element.addEventListener("pointermove", (event) => event.buttons && this.go(event));
		board.sheet.element.addEventListener("painted", () => this.paint());
		this.element.addEventListener("keydown", (event) => this.key(event));
	}

	/** @param {PointerEvent} event */
	go(event) {
		const box = this.ground.getBoundingClientRect();
		const { scale } = this;
		this.board.view.centre((event.clientX - box.left) / scale, (event.clientY - box.top) / scale);
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		const step = ARROWS[event.key];
		if (!step) return;
		event.preventDefault();
		event.stopPropagation(); // elsewhere the arrows go less far
		const { x, y, w, h: high } = this.board.view.frame;
		this.board.view.centre(x + w / 2 + step[0] * w * STEP, y + high / 2 + step[1] * high * STEP);
	}

	/**
	 * What is in view now.
	 * @param {Frame} frame
	 */
	look(frame) {
		const { width, height } = this.board;
		const hidden = shareOf(frame, width, height) >= WHOLE;
		if (hidden !== this.element.hidden) {
			this.element.hidden = hidden;
			if (!hidden) this.paint();
		}
		if (hidden) return;
		const { scale } = this;
		const [left, top] = [Math.max(0, frame.x), Math.max(0, frame.y)];
		const [right, bottom] = [Math.min(width, frame.x + frame.w), Math.min(height, frame.y + frame.h)];
		const { style } = this.part;
		style.transform = `translate(${left * scale}px, ${top * scale}px)`;
		const size = [right - left, bottom - top].map((side) => `${Math.round(side * scale)}px`);
		if (style.width !== size[0]) style.width = size[0]; // only what changes is laid out anew
		if (style.height !== size[1]) style.height = size[1];
	}

	/** The ground, and everybody on it. */
	paint() {
		const pen = this.element.hidden ? null : this.ground.getContext?.("2d");
		if (!pen) return;
		const { width, height } = this.ground;
		pen.drawImage(this.board.sheet.rough, 0, 0, width, height);
		for (const [id, { x, y }] of this.board.points) {
			const face = this.board.nodes.get(id)?.querySelector(".counter-face");
			pen.fillStyle = (face && getComputedStyle(face).fill) || "#fff";
			pen.strokeStyle = "#fffbe8";
			pen.beginPath();
			pen.rect(x * this.scale - 2.5, y * this.scale - 2.5, 5, 5);
			pen.fill();
			pen.stroke();
		}
	}
}
