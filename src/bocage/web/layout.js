/** A move laid out on the free table before it is made: each man is put elsewhere by hand, and the whole of it is weighed. */

import { api, Refused } from "./api.js";
import { roundPoint } from "./choices.js";
import { drawFigure } from "./counters.js";
import { find, h, replace, s } from "./dom.js";
import { TableBar } from "./table-bar.js";
import { trace, traceRing } from "./terrain.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Choice, Look, Piece, Placed, Point, Prompt } from "./types.d.ts" */

/**
 * @typedef {object} Lifted a man who is pressed, and perhaps dragged
 * @property {Placed} man
 * @property {number} pointer
 * @property {number} x of the screen
 * @property {number} y
 * @property {boolean} moved
 * @property {Point} at where he is held now, in inches
 */

const FAR = 6; // pixels before a press becomes a drag
const FINGER = 26; // pixels: so far beside a man a finger still finds him
const MOUSE = 14;
const PAUSE = 70; // milliseconds between two looks at where a man is held
const NUDGE = 0.5; // inches that an arrow moves a man; with Shift a tenth
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// How men stand in each formation, for its button.
/** @type {Record<string, string>} */
const SIGNS = {
	kept: "M5 7h0M11 5h0M8 10h0M14 11h0M17 7h0",
	line: "M3 8h0M7 8h0M11 8h0M15 8h0M19 8h0",
	column: "M11 2h0M11 6h0M11 10h0M11 14h0",
	skirmish: "M4 4h0M11 4h0M18 4h0M7 11h0M14 11h0",
	cover: "M4 11h0M9 11h0M14 11h0M19 11h0M2 6h20",
};

/**
 * The man nearest to a point, if he is near enough.
 * @param {Placed[]} men
 * @param {Point} point
 * @param {number} reach
 */
export function nearestMan(men, [x, y], reach) {
	const far = (/** @type {Placed} */ man) => Math.hypot(man.x - x, man.y - y);
	const best = men.toSorted((a, b) => far(a) - far(b))[0];
	return best && far(best) <= reach ? best : null;
}

export class Layout {
	/** @param {GameScreen} screen */
	constructor(screen) {
		this.screen = screen;
		/** @type {Placed[]} */
		this.men = [];
		/** @type {Map<number, SVGGElement>} */
		this.ghosts = new Map();
		/** @type {Lifted | null} */
		this.lifted = null;
		this.picked = -1; // a man who goes where the next click is
		this.focused = -1; // the man whom the keyboard moves
		this.leaving = false; // all of it is taken back
		this.looking = 0;
		this.looked = 0;
		this.ways = s("g", { class: "layout-ways", "aria-hidden": "true" });
		this.crowd = s("g", { class: "layout" });
		this.bar = new TableBar(screen.board, t("layout.name"));
		this.listen();
	}

	get board() {
		return this.screen.board;
	}

	get on() {
		return this.men.length > 0;
	}

	// Painting

	/** @param {Prompt | null} prompt */
	paint(prompt) {
		this.men = prompt?.placed ?? [];
		const { layers } = this.board;
		if (!this.on) this.bar.hide();
		this.board.svg.classList.toggle("laid-out", this.on);
		if (!prompt || !this.on) {
			this.crowd.remove();
			this.ways.remove();
			this.picked = this.focused = -1;
			this.leaving = false;
			return;
		}
		if (this.leaving) return this.back();
		if (!this.men.some(({ piece }) => piece === this.picked)) this.picked = -1;
		layers.legal.append(this.ways);
		layers.pieces.append(this.crowd);
		this.drawMen();
		this.drawBar(prompt);
	}

	drawMen() {
		const pieces = new Map(this.screen.view.position.pieces.map((piece) => [piece.id, piece]));
		for (const { piece } of this.men) this.board.nodes.get(piece)?.classList.add("leaving");
		replace(
			this.ways,
			this.men.map(({ way = [] }) => s("path", { class: "layout-way", d: trace(way.map(([x, y]) => this.at(x, y))) })),
		);
		this.ghosts.clear();
		replace(
			this.crowd,
			this.men.map((man) => {
				const piece = pieces.get(man.piece);
				return piece ? this.drawMan(man, piece) : null;
			}),
		);
		if (this.focused >= 0) this.ghosts.get(this.focused)?.focus({ preventScroll: true });
		this.showReach();
	}

	/**
	 * @param {number} x
	 * @param {number} y
	 */
	at(x, y) {
		return this.board.at(x, y);
	}

	/**
	 * @param {Placed} man
	 * @param {Piece} piece
	 */
	drawMan(man, piece) {
		const r = (piece.radius || 0.5) * this.board.unit;
		const picked = man.piece === this.picked;
		const ghost = s(
			"g",
			{
				class: `placed${picked ? " picked" : ""}`,
				role: "button",
				tabindex: 0,
				"aria-pressed": String(picked),
				"aria-label": t("layout.man", { name: piece.name, x: man.x, y: man.y }),
				"data-placed": man.piece,
			},
			drawFigure({ ...piece, badges: [] }, r),
			s("circle", { class: "placed-ring", r: r + 2.5 }),
		);
		this.move(ghost, [man.x, man.y]);
		ghost.addEventListener("keydown", (event) => this.key(man, event));
		ghost.addEventListener("focus", () => {
			this.focused = man.piece;
		});
		ghost.addEventListener("blur", ({ relatedTarget }) => {
			if (relatedTarget) this.focused = -1; // else it is only drawn anew
		});
		this.ghosts.set(man.piece, ghost);
		return ghost;
	}

	/**
	 * @param {SVGGElement} ghost
	 * @param {Point} point
	 */
	move(ghost, [x, y]) {
		const [px, py] = this.at(x, y);
		ghost.setAttribute("transform", `translate(${px} ${py})`);
	}

	/** @param {Prompt} prompt */
	drawBar({ choices, placed = [] }) {
		const { deciding } = this.screen;
		const men = new Set(placed.map(({ piece }) => piece));
		const offered = choices.filter(({ piece = -1, x = -1 }) => !men.has(piece) && x < 0);
		const back = {
			type: "button",
			class: "quiet layout-back",
			title: t("layout.back"),
			"aria-label": t("layout.back"),
		};
		const going = offered.find(({ steps }) => steps);
		const buttons = offered.map((choice) => {
			const button = deciding.button(choice, choice.steps ? "primary" : "");
			button.prepend(drawSign(choice));
			return button;
		});
		const points = placed.map(({ x, y }) => /** @type {Point} */ ([x, y]));
		this.bar.show(points, [...buttons, h("button", { ...back, onclick: () => this.back() }, "✕")]);
		this.bar.say(t(this.picked >= 0 ? "layout.where" : "layout.how"));
		if (going) this.weigh(going);
	}

	/**
	 * Where the men would be fired at on their way, without being asked.
	 * @param {Choice} going
	 */
	weigh(going) {
		const { odds } = this.screen.deciding;
		clearTimeout(this.looking);
		this.looking = setTimeout(() => odds.endanger(going), 250);
	}

	// Putting a man elsewhere

	/**
	 * @param {number} piece
	 * @param {Point} point
	 */
	put(piece, point) {
		const { deciding, toast } = this.screen;
		const spot = { ...roundPoint(point), piece };
		this.picked = -1;
		toast.hidden = true;
		return this.screen.send(() =>
			deciding.put(spot).catch((problem) => {
				this.drawMen();
				if (!(problem instanceof Refused && problem.code === "not-offered")) throw problem;
				deciding.whyNot(spot);
			}),
		);
	}

	/** Take back everything that was laid out. */
	back() {
		this.leaving = true;
		this.screen.undo();
	}

	/** @param {number} piece */
	pick(piece) {
		this.picked = this.picked === piece ? -1 : piece;
		const { prompt } = this.screen.view;
		this.drawMen();
		if (prompt) this.bar.say(t(this.picked >= 0 ? "layout.where" : "layout.how"));
	}

	/**
	 * @param {Placed} man
	 * @param {KeyboardEvent} event
	 */
	key(man, event) {
		const step = ARROWS[event.key];
		if (!step && event.key !== "Enter" && event.key !== " ") return;
		event.preventDefault();
		event.stopPropagation();
		if (!step) return this.pick(man.piece);
		const far = event.shiftKey ? 0.1 : NUDGE;
		this.put(man.piece, [man.x + step[0] * far, man.y + step[1] * far]);
	}

	/** Draw how far the man goes who is held or picked. */
	async showReach() {
		this.ways.querySelector(".layout-reach")?.remove();
		const piece = this.lifted?.moved ? this.lifted.man.piece : this.picked;
		const { secret, view } = this.screen;
		if (piece < 0) return;
		const rings = await api.reach(secret, piece).catch(() => []);
		const still = piece === (this.lifted?.man.piece ?? this.picked) && view.seq === this.screen.view.seq;
		if (!still || !rings.length) return;
		const d = rings.map((ring) => traceRing(ring.map(([x, y]) => this.at(x, y)))).join("");
		this.ways.querySelector(".layout-reach")?.remove();
		this.ways.prepend(s("path", { class: "layout-reach", d }));
	}

	// Dragging

	listen() {
		const frame = find(this.board.element, ".board-view");
		frame.addEventListener("pointerdown", (event) => this.press(event, frame), true);
		frame.addEventListener("pointermove", (event) => this.carry(event), true);
		frame.addEventListener("pointerup", (event) => this.drop(event), true);
		frame.addEventListener("pointercancel", () => this.letGo(), true);
	}

	/**
	 * @param {PointerEvent} event
	 * @param {HTMLElement} frame
	 */
	press(event, frame) {
		this.focused = -1;
		if (!this.on || this.lifted || event.button !== 0 || this.screen.table.isTool) return;
		const point = this.board.units(this.board.view.point(event));
		const pixel = this.board.view.w / (this.board.svg.clientWidth || 1) / this.board.unit;
		const man = nearestMan(this.men, point, (event.pointerType === "mouse" ? MOUSE : FINGER) * pixel);
		if (!man) return;
		event.stopImmediatePropagation(); // neither the board nor the squad moves along
		this.board.view.dragged = false;
		frame.setPointerCapture(event.pointerId);
		this.lifted = { man, pointer: event.pointerId, x: event.clientX, y: event.clientY, moved: false, at: point };
	}

	/** @param {PointerEvent} event */
	carry(event) {
		const { lifted } = this;
		if (!lifted || event.pointerId !== lifted.pointer) return;
		event.stopImmediatePropagation();
		if (!lifted.moved && Math.hypot(event.clientX - lifted.x, event.clientY - lifted.y) < FAR) return;
		const ghost = this.ghosts.get(lifted.man.piece);
		if (!lifted.moved) {
			lifted.moved = true;
			ghost?.classList.add("lifted");
			this.showReach();
		}
		lifted.at = this.board.units(this.board.view.point(event));
		if (ghost) this.move(ghost, lifted.at);
		this.lookSoon();
	}

	/** What it would mean to put him where he is held: asked for again and again, but never twice at once. */
	lookSoon() {
		if (this.looked) return;
		this.looked = window.setTimeout(async () => {
			const { lifted } = this;
			if (lifted) {
				const found = await api.look(this.screen.secret, { ...roundPoint(lifted.at), piece: lifted.man.piece });
				if (this.lifted === lifted) this.tell(lifted, found);
			}
			this.looked = 0;
		}, PAUSE);
	}

	/**
	 * @param {Lifted} lifted
	 * @param {Look} found
	 */
	tell({ man }, { legal, label }) {
		this.ghosts.get(man.piece)?.classList.toggle("bad", !legal);
		this.bar.say(label, !legal);
	}

	/** @param {PointerEvent} event */
	drop(event) {
		const { lifted } = this;
		if (!lifted || event.pointerId !== lifted.pointer) return;
		event.stopImmediatePropagation();
		this.board.view.dragged = true; // no click at its end
		this.lifted = null;
		if (lifted.moved) this.put(lifted.man.piece, lifted.at);
		else this.pick(lifted.man.piece);
	}

	letGo() {
		if (!this.lifted) return;
		this.lifted = null;
		this.drawMen();
	}
}

/**
 * The picture on the button of a choice: how the men will stand.
 * @param {Choice} choice
 */
function drawSign({ place = "" }) {
	const d = SIGNS[place];
	if (!d) return "";
	return s("svg", { class: `formation ${place}`, viewBox: "0 0 22 16", "aria-hidden": "true" }, s("path", { d }));
}
