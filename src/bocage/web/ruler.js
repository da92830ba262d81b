/** The ruler of the free table (M): from base to base, as the rules measure; by mouse, by finger and by keyboard. */

import { find, h, replace, s } from "./dom.js";
import { iconButton } from "./icons.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Piece, Point } from "./types.d.ts" */

/**
 * @typedef {object} End of the ruler
 * @property {number} x inches
 * @property {number} y
 * @property {number} r of the base it lies at; 0 for a bare point
 * @property {string} name
 */

const SNAP = { mouse: 14, touch: 26 }; // pixels beside a figure at which the ruler still lies at its base
const STEP = 0.5; // inches that an arrow moves the end; with Shift a tenth
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * How far two bases are apart, edge to edge; touching ones are not.
 * @param {Pick<End, "x" | "y" | "r">} a
 * @param {Pick<End, "x" | "y" | "r">} b
 */
export function gapBetween(a, b) {
	return Math.max(0, Math.hypot(a.x - b.x, a.y - b.y) - a.r - b.r);
}

/**
 * Inches, with a second place only where the first would hide that a limit is passed.
 * @param {number} gap
 */
export function writeInches(gap) {
	const tenths = Math.round(gap * 10) / 10;
	return `${Math.abs(gap - tenths) < 0.005 ? tenths : (Math.ceil(gap * 100 - 1e-6) / 100).toFixed(2)}″`;
}

export class Ruler {
	/** @param {GameScreen} screen */
	constructor(screen) {
		this.screen = screen;
		this.on = false;
		/** @type {End | null} */
		this.start = null;
		/** @type {End | null} */
		this.end = null;
		this.pressed = -1; // the pointer that draws it
		this.button = iconButton("ruler", t("ruler.tool"), () => this.toggle(), { name: "tool-ruler" });
		this.button.setAttribute("aria-pressed", "false");
		this.tip = h("p", { class: "ruler-tip", role: "status", hidden: true });
		this.handle = s("g", { class: "ruler-handle", role: "button", tabindex: 0, "aria-label": t("ruler.handle") });
		this.drawing = s("g", { class: "measure" });
		find(screen.board.element, ".board-tools").append(this.button);
		screen.board.element.append(this.tip);
		this.handle.addEventListener("keydown", (event) => this.key(event));
		this.listen();
	}

	get board() {
		return this.screen.board;
	}

	toggle() {
		if (this.on) return this.stop();
		this.screen.table.end();
		this.on = true;
		this.button.setAttribute("aria-pressed", "true");
		this.screen.element.dataset.tool = "ruler";
		this.tip.hidden = false;
		this.begin(this.firstEnd());
		this.handle.focus({ preventScroll: true });
		this.tip.textContent = t("ruler.how");
	}

	stop() {
		if (!this.on) return;
		this.on = false;
		this.start = this.end = null;
		this.button.setAttribute("aria-pressed", "false");
		delete this.screen.element.dataset.tool;
		this.tip.hidden = true;
		this.drawing.remove();
	}

	/** Where one looks now: the unit that decides, or the first piece. */
	firstEnd() {
		const { position, prompt } = this.screen.view;
		const known = this.pieces();
		const asked =
			known.find(({ id }) => prompt?.pieces?.includes(id)) ?? known.find((one) => one.seat === prompt?.seat);
		const { width, height } = position.pieces.length ? this.board.data : { width: 0, height: 0 };
		return asked ? endAt(asked) : { x: width / 2, y: height / 2, r: 0, name: "" };
	}

	/** The pieces on the table. */
	pieces() {
		return this.screen.view.position.pieces.filter(({ radius = 0 }) => radius > 0);
	}

	/** @param {End} end */
	begin(end) {
		this.start = this.end = end;
		this.draw();
	}

	/** @param {End} end */
	reach(end) {
		this.end = end;
		this.draw();
	}

	/**
	 * The base under a point, or the point.
	 * @param {Point} point
	 * @param {number} snap inches
	 * @returns {End}
	 */
	endNear([x, y], snap) {
		let best = {
			gap: snap,
			end: /** @type {End} */ ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10, r: 0, name: "" }),
		};
		for (const piece of this.pieces()) {
			const end = endAt(piece);
			const gap = Math.hypot(end.x - x, end.y - y) - end.r;
			if (gap < best.gap) best = { gap, end };
		}
		return best.end;
	}

	// Pointers

	listen() {
		const frame = find(this.board.element, ".board-view");
		frame.addEventListener(
			"pointerdown",
			(event) => {
				if (!this.on || event.button !== 0) return;
				event.stopImmediatePropagation(); // or the board would move along
				this.board.view.dragged = false;
				frame.setPointerCapture(event.pointerId);
				this.pressed = event.pointerId;
				this.begin(this.under(event));
			},
			true,
		);
		frame.addEventListener(
			"pointermove",
			(event) => {
				if (!this.on || this.pressed !== event.pointerId) return;
				event.stopImmediatePropagation();
				this.reach(this.under(event));
			},
			true,
		);
		for (const name of /** @type {const} */ (["pointerup", "pointercancel"]))
			frame.addEventListener(
				name,
				(event) => {
					if (this.pressed !== event.pointerId) return;
					this.pressed = -1;
					this.board.view.dragged = true; // no click at its end
					this.handle.focus({ preventScroll: true });
				},
				true,
			);
	}

	/** @param {PointerEvent} event */
	under(event) {
		const { view, unit } = this.board;
		const pixel = view.w / (this.board.svg.clientWidth || 1) / unit;
		return this.endNear(
			this.board.units(view.point(event)),
			SNAP[event.pointerType === "touch" ? "touch" : "mouse"] * pixel,
		);
	}

	// Keys

	/** @param {KeyboardEvent} event */
	key(event) {
		const { end } = this;
		if (!end) return;
		const step = ARROWS[event.key];
		const far = event.shiftKey ? 0.1 : STEP;
		if (step) this.reach(this.endNear([end.x + step[0] * far, end.y + step[1] * far], 0));
		else if (event.key === "Enter" || event.key === " ") this.begin(end);
		else if (event.key === "n" || event.key === "N") this.reach(this.nextEnd(event.shiftKey ? -1 : 1));
		else return;
		event.preventDefault();
		event.stopPropagation();
	}

	/**
	 * The next base round about, from the nearest to the start to the farthest.
	 * @param {number} by
	 */
	nextEnd(by) {
		const { start, end } = this;
		const ends = this.pieces().map(endAt);
		if (!start || !end || !ends.length) return this.firstEnd();
		ends.sort((a, b) => gapBetween(start, a) - gapBetween(start, b));
		const at = ends.findIndex(({ x, y }) => x === end.x && y === end.y);
		return ends[(at + by + ends.length) % ends.length];
	}

	// Drawing

	draw() {
		const { start, end } = this;
		if (!start || !end) return;
		const gap = gapBetween(start, end);
		const whole = Math.hypot(end.x - start.x, end.y - start.y) || 1;
		const [ux, uy] = [(end.x - start.x) / whole, (end.y - start.y) / whole];
		const at = (/** @type {number} */ far) =>
			this.board.at(start.x + ux * (start.r + far), start.y + uy * (start.r + far));
		const [a, b] = [at(0), at(gap)];
		const ticks = Array.from({ length: Math.floor(gap) }, (_, n) => {
			const [x, y] = at(n + 1);
			const half = (n + 1) % 6 ? 4 : 8;
			return `M${x - uy * half} ${y - ux * half}l${2 * uy * half} ${2 * ux * half}`;
		});
		const middle = at(gap / 2);
		const rim = (/** @type {End} */ { x, y, r }) => {
			const [cx, cy] = this.board.at(x, y);
			return s("circle", { class: "measure-base", cx, cy, r: Math.max(r * this.board.unit, 3) });
		};
		const far = this.board.at(end.x, end.y);
		this.handle.setAttribute("aria-label", this.tell(gap));
		this.handle.setAttribute("transform", `translate(${far[0]} ${far[1]})`);
		replace(this.handle, s("circle", { class: "measure-end", r: Math.max(end.r * this.board.unit, 3) + 4 }));
		replace(
			this.drawing,
			rim(start),
			s("path", { class: "measure-line", d: `M${a}L${b}` }),
			s("path", { class: "measure-ticks", d: ticks.join("") }),
			this.handle,
			gap > 0 || start !== end
				? s(
						"g",
						{
							class: "measure-label",
							style: { transform: `translate(${middle[0]}px, ${middle[1]}px) scale(var(--pixel, 1))` },
						},
						s("rect", { x: -30, y: -30, width: 60, height: 22, rx: 6 }),
						s("text", { y: -14 }, writeInches(gap)),
					)
				: null,
		);
		if (!this.drawing.isConnected) this.board.svg.append(this.drawing);
		if (start !== end) this.tip.textContent = this.tell(gap);
	}

	/** @param {number} gap */
	tell(gap) {
		const name = (/** @type {End} */ { x, y, name: known }) => known || `${x}″, ${y}″`;
		if (!this.start || !this.end) return t("ruler.handle");
		return t("ruler.tells", { from: name(this.start), to: name(this.end), gap: writeInches(gap) });
	}

	/** The table has changed under it. */
	paint() {
		if (this.on) this.draw();
	}
}

/**
 * @param {Piece} piece
 * @returns {End}
 */
function endAt({ x = 0, y = 0, radius = 0, name }) {
	return { x, y, r: radius, name };
}
