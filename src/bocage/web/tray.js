/** The tray: pieces that are not on the board, to be looked at and, while they are set up, to be dragged there. */

import { drawCounter } from "./counters.js";
import { h, replace, s } from "./dom.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Piece } from "./types.d.ts" */

const FAR = 8; // pixels before a press becomes a drag
const REST = 60; // milliseconds that a piece rests in the air before it is shown where its figures would stand

export class Tray {
	/** @param {GameScreen} screen */
	constructor(screen) {
		this.screen = screen;
		this.element = h("div", { class: "tray", role: "group", "aria-label": t("panel.offboard") });
	}

	/** @param {Piece[]} pieces */
	paint(pieces) {
		this.element.hidden = !pieces.length;
		replace(
			this.element,
			pieces.map((piece) => this.makePiece(piece)),
		);
	}

	/** @param {Piece} piece */
	makePiece(piece) {
		const { screen } = this;
		const legal = screen.deciding.forPiece(piece).length > 0 || this.isPlaced(piece);
		const item = h(
			"button",
			{
				type: "button",
				class: `tray-piece${legal ? " legal" : ""}`,
				"aria-label": piece.name,
				title: piece.name,
				onclick: (event) => screen.clickPiece(piece, event),
			},
			s("svg", { viewBox: "-56 -66 112 122", "aria-hidden": "true" }, drawCounter(piece, screen.board.prefix)),
		);
		item.addEventListener("pointerenter", () => screen.hover({ piece }));
		const refuse = () => screen.deciding.whyNot({ piece: piece.id });
		if (screen.view.prompt?.setup) this.makeDraggable(item, legal ? (event) => this.dropAt(event) : refuse);
		return item;
	}

	/**
	 * Whether this piece is the one that is being set up, wherever in the marked area.
	 * @param {Piece} piece
	 */
	isPlaced(piece) {
		const { prompt } = this.screen.view;
		return Boolean(prompt?.setup && prompt.region?.length && prompt.pieces?.includes(piece.id));
	}

	/**
	 * A piece that is being set up can be dragged to a marked place or into the marked area; `drop` says what then.
	 * @param {HTMLElement} item
	 * @param {(event: PointerEvent) => void} drop
	 */
	makeDraggable(item, drop) {
		const { board, deciding, game } = this.screen;
		item.addEventListener("pointerdown", (down) => {
			if (down.button !== 0) return;
			item.setPointerCapture(down.pointerId);
			const move = (/** @type {PointerEvent} */ event) => {
				const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
				if (Math.hypot(dx, dy) > FAR) this.lift(item);
				item.style.transform = `translate(${dx}px, ${dy}px)`;
				if (game.board.geometry === "plane") deciding.look(board.units(board.view.point(event)), () => null, REST);
			};
			const end = (/** @type {PointerEvent} */ event) => {
				item.removeEventListener("pointermove", move);
				item.removeAttribute("style");
				if (!item.classList.contains("dragging")) return;
				item.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
				item.classList.remove("dragging");
				if (event.type === "pointerup") drop(event);
			};
			item.addEventListener("pointermove", move);
			for (const name of /** @type {const} */ (["pointerup", "pointercancel"]))
				item.addEventListener(name, end, { once: true });
		});
	}

	/**
	 * Out of the tray, which may scroll and would cut it off.
	 * @param {HTMLElement} item
	 */
	lift(item) {
		if (item.classList.contains("dragging")) return;
		const { left, top } = item.getBoundingClientRect();
		item.classList.add("dragging");
		item.style.left = `${left}px`;
		item.style.top = `${top}px`;
	}

	/** @param {PointerEvent} event */
	dropAt(event) {
		const { board, deciding, game } = this.screen;
		const { clientX, clientY } = event;
		const under = document.elementsFromPoint(clientX, clientY).find((element) => element.closest("svg.board"));
		if (!under) return;
		const place = board.placeAt(under);
		const drop = { target: under, clientX, clientY };
		if (place) deciding.offer(deciding.forPlace(place), drop, { place });
		else if (game.board.geometry === "plane") this.screen.clickPoint(...board.units(board.view.point(event)), drop);
	}
}
