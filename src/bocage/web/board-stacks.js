/** The pieces of a board: drawn in stacks that spread, pressed and pointed at. */

import { Ground, makePressable } from "./board-ground.js";
import { isGrouped } from "./choices.js";
import { drawCounter, spoken } from "./counters.js";
import { replace, s } from "./dom.js";
import { t } from "./words.js";

/** @import { BoardData, BoardHandlers, Piece } from "./types.d.ts" */

/** @typedef {{ x: number, y: number, seat: number }} Drawn where a piece was last drawn, and whose it is */

/**
 * Where a piece lies in its stack: what is carried under those who carry it, weapons that nobody holds under units.
 * @param {Piece} piece
 */
export const rankOf = (piece) => (isGrouped(piece) ? 0 : piece.corner ? 2 : 1);

/**
 * Rows and columns for so many pieces.
 * @param {number} count
 * @param {number} most
 */
export function fanOf(count, most) {
	const columns = Math.min(count, most);
	return { columns, rows: Math.ceil(count / columns) };
}

export class Stacks extends Ground {
	/**
	 * @param {BoardData} data
	 * @param {number} unit
	 * @param {BoardHandlers} [handlers]
	 */
	constructor(data, unit, handlers) {
		super(data, unit, handlers);
		/** @type {Map<number, SVGGElement>} */
		this.nodes = new Map();
		/** @type {WeakMap<Element, Piece>} the piece that an element draws */
		this.drawnFor = new WeakMap();
		/** @type {Map<number, Drawn>} */
		this.points = new Map();
		/** @type {Set<number>} */
		this.legalPieces = new Set();
		/** @type {Set<string>} */
		this.legalPlaces = new Set();
		/** @type {Set<number>} what the decision is about */
		this.asked = new Set();
	}

	/**
	 * Returns the pieces that are not on the board.
	 * @param {Piece[]} pieces
	 */
	drawPieces(pieces) {
		/** @type {Map<string, Piece[]>} */
		const stacks = new Map();
		const off = [];
		for (const piece of pieces) {
			const key = this.stackOf(piece);
			if (key === null) off.push(piece);
			else stacks.set(key, [...(stacks.get(key) || []), piece]);
		}
		const focused = [...this.nodes].find(([, node]) => node === document.activeElement)?.[0];
		this.nodes.clear();
		replace(
			this.layers.pieces,
			[...stacks].map(([key, stack]) => this.drawStack(key, stack)),
		);
		if (focused !== undefined) this.nodes.get(focused)?.focus();
		return off;
	}

	/**
	 * The place a piece stacks in, or null if it is off the board.
	 * @param {Piece} piece
	 */
	stackOf({ place = "" }) {
		return this.cells.has(place) ? place : null;
	}

	/**
	 * @param {string} key
	 * @param {Piece[]} stack
	 */
	drawStack(key, stack) {
		const middle = this.stackPoint(key, stack);
		if (!middle) return null;
		const [x, y] = middle;
		stack.sort((a, b) => rankOf(a) - rankOf(b));
		const size = this.pieceSize();
		const step = size * Math.min(0.09, 0.4 / (stack.length - 1 || 1));
		const low = this.lowerBy(((stack.length - 1) / 2) * step);
		const group = s("g", { class: "stack", transform: `translate(${x} ${y + low})`, "data-place": key });
		this.standsFor.set(group, key);
		const { columns, rows, scale } = this.layFan(key, stack.length);
		const gap = size * 1.06 * scale;
		if (stack.length > 1) this.makeFannable(group, key, columns * gap, rows * gap);
		stack.forEach((piece, i) => {
			this.points.set(piece.id, { x, y, seat: piece.seat });
			const lift = (i - (stack.length - 1) / 2) * step;
			const spread = [(i % columns) - (columns - 1) / 2, Math.floor(i / columns) - (rows - 1) / 2];
			const node = this.makePiece(piece, group);
			node.style.setProperty("--rest", `translate(${lift}px, ${-lift}px)`);
			node.style.setProperty("--fan", `translate(${spread[0] * gap}px, ${spread[1] * gap}px) scale(${scale})`);
			group.append(node);
		});
		return group;
	}

	/**
	 * How a stack spreads: wide where there is room, within its own place where a legal one lies beside it.
	 * @param {string} key
	 * @param {number} count
	 */
	layFan(key, count) {
		const size = this.pieceSize() * 1.06;
		const wide = fanOf(count, 4);
		const [x, y] = this.centre(key) ?? [0, 0];
		const reach = this.unit * 0.8;
		const covers = [...this.legalPlaces].some((place) => {
			const other = place === key ? null : this.centre(place);
			if (!other) return false;
			const [dx, dy] = [Math.abs(other[0] - x), Math.abs(other[1] - y)];
			return dx < (wide.columns * size) / 2 + reach && dy < (wide.rows * size) / 2 + reach;
		});
		if (!covers || count < 2) return { ...wide, scale: 1 };
		const tight = fanOf(count, Math.ceil(Math.sqrt(count)));
		return { ...tight, scale: Math.min(1, (this.unit * this.roomy()) / (Math.max(tight.columns, tight.rows) * size)) };
	}

	/**
	 * How far down a stack stands whose top piece is lifted so far, so that the name of its place can be read.
	 * @param {number} _lift
	 */
	lowerBy(_lift) {
		return 0;
	}

	/** The side of the square that fits into a place, in board units. */
	roomy() {
		return 1;
	}

	/**
	 * The mouse spreads a stack of several by coming near.
	 * @param {SVGGElement} group
	 * @param {string} key
	 * @param {number} w
	 * @param {number} h
	 */
	makeFannable(group, key, w, h) {
		const back = { class: "fan-back", x: -w / 2 - 6, y: -h / 2 - 6, width: w + 12, height: h + 12, rx: 10 };
		group.append(s("rect", { ...back, onclick: (event) => this.handlers.onPlace?.(key, event) }));
		group.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.fan(group));
		group.addEventListener(
			"pointerleave",
			(event) => event.pointerType === "mouse" && group.classList.remove("fanned"),
		);
	}

	/**
	 * Spread a stack, above everything else.
	 * @param {SVGGElement} group
	 */
	fan(group) {
		if (group.classList.contains("fanned")) return;
		for (const other of this.layers.pieces.querySelectorAll(".fanned")) other.classList.remove("fanned");
		group.classList.add("fanned");
		if (group === this.layers.pieces.lastChild) return;
		const focused = [...this.nodes.values()].find((node) => node === document.activeElement);
		this.layers.pieces.append(group);
		if (focused && group.contains(focused)) focused.focus({ preventScroll: true });
	}

	/**
	 * @param {string} key
	 * @param {Piece[]} _stack
	 */
	stackPoint(key, _stack) {
		return this.centre(key);
	}

	pieceSize() {
		return this.unit * 0.98;
	}

	/**
	 * A piece that can be pressed and pointed at, for a stack.
	 * @param {Piece} piece
	 * @param {SVGGElement} stack
	 */
	makePiece(piece, stack) {
		const offered = this.legalPieces.has(piece.id);
		const legal = offered || this.legalPlaces.has(piece.place ?? "");
		const name = spoken(piece, this.label(piece.place)) + (legal ? `, ${t("board.legal")}` : "");
		const node = s(
			"g",
			{
				class: `piece${offered ? " legal" : ""}${this.asked.has(piece.id) ? " asked" : ""}`,
				role: "button",
				tabindex: legal ? 0 : -1,
				"aria-label": name,
				"data-piece": piece.id,
			},
			this.drawPiece(piece),
		);
		makePressable(node, (event) => {
			// A finger cannot hover: the first tap spreads the stack.
			if (event.pointerType === "touch" && stack.children.length > 2 && !stack.classList.contains("fanned"))
				return this.fan(stack);
			this.handlers.onPiece?.(piece, event);
		});
		node.addEventListener("pointerenter", () => this.handlers.onHover?.({ piece }));
		node.addEventListener("focus", () => this.handlers.onHover?.({ piece }));
		this.nodes.set(piece.id, node);
		this.drawnFor.set(node, piece);
		return node;
	}

	/**
	 * @param {Piece} piece
	 * @returns {SVGGElement}
	 */
	drawPiece(piece) {
		const face = drawCounter(piece, this.prefix, piece.width || 1);
		face.setAttribute("transform", `scale(${this.pieceSize() / 100})`);
		if (this.asked.has(piece.id))
			face.append(s("path", { class: "asked-mark", d: "M-58-30v-28h28M30-58h28v28M58 30v28h-28M-30 58h-28v-28" }));
		if (this.legalPieces.has(piece.id))
			face.append(s("rect", { class: "halo", x: -54, y: -54, width: 108, height: 108, rx: 12 }));
		return face;
	}

	/**
	 * The piece that an element of the board belongs to, and what draws it; between the pieces of a spread stack the top one.
	 * @param {Element} element
	 */
	pieceAt(element) {
		const between = element.classList.contains("fan-back");
		const start = between ? element.parentElement?.lastElementChild : element;
		for (let node = start ?? null; node; node = node.parentElement) {
			const piece = this.drawnFor.get(node);
			if (piece) return { piece, node };
		}
		return null;
	}
}
