/** What all boards share: the position drawn anew, markers, what may be chosen, and pointing at it. */

import { isPoint, makePressable } from "./board-ground.js";
import { Stacks } from "./board-stacks.js";
import { namesPiece, pointOf, writePoint } from "./choices.js";
import { drawDie } from "./dice.js";
import { h, replace, s } from "./dom.js";
import { iconButton } from "./icons.js";
import { drawMarker, isObjective, isPicture } from "./markers.js";
import { Minimap } from "./minimap.js";
import { trace, traceRing } from "./terrain.js";
import { findCorners, Viewport } from "./viewport.js";
import { t } from "./words.js";

/**
 * @import {
 *   BoardData, BoardHandlers, Choice, GameEvent, Marker, Piece, Point, Pointed, Position, Prompt, Shot,
 * } from "./types.d.ts"
 */

/** @import { Drawn } from "./board-stacks.js" */

const LEGIBLE = 42; // pixels of a piece that can be read without coming nearer

export class Board extends Stacks {
	/**
	 * @param {BoardData} data
	 * @param {number} unit
	 * @param {BoardHandlers} [handlers]
	 */
	constructor(data, unit, handlers) {
		super(data, unit, handlers);
		/** @type {Map<number, number>} pieces that may be clicked instead of one that is offered, and that one */
		this.speakers = new Map();
		/** @type {Viewport | null} */
		this.viewport = null;
		/** @type {Minimap | null} */
		this.small = null;
		this.frame = h("div", { class: "board-view" });
		/** @type {Map<number, Drawn>} where the pieces were before the last change */
		this.left = new Map();
	}

	/** How the board is looked at. A preview is never mounted, and nobody moves about on it. */
	get view() {
		if (!this.viewport) throw new Error("this board is not mounted");
		return this.viewport;
	}

	/** Make it live: pan and zoom, buttons, clicks on bare ground. */
	mount() {
		const camera = h("div", { class: "camera" }, this.sheet.element, this.land, this.svg);
		// Lines that never change lie on the ground: where nothing else is, the picture over it is bare and moves for less.
		this.sheet.lines = [.../** @type {NodeListOf<SVGPathElement>} */ (this.layers.grid.querySelectorAll("path"))];
		this.sheet.showFar();
		this.sheet.remember();
		const view = new Viewport(this.svg, this.land, this.width, this.height, {
			element: camera,
			sheet: this.sheet,
			scaled: () => this.rescale(),
			looked: (frame) => this.small?.look(frame),
			covers: () => this.findCovers(),
		});
		this.viewport = view;
		this.small = new Minimap(this);
		const { bare } = this.layers;
		bare.append(s("rect", { class: "bare-ground", width: this.width, height: this.height }));
		bare.addEventListener("click", (event) => this.handlers.onPoint?.(...this.units(view.point(event)), event));
		bare.addEventListener("pointermove", (event) => {
			if (event.pointerType !== "touch") this.handlers.onHover?.({ point: this.units(view.point(event)) });
		});
		this.svg.addEventListener("pointerleave", () => this.handlers.onHover?.(null));
		this.frame.append(camera, this.small.element);
		this.element.append(this.frame, this.makeTools(view));
		return this;
	}

	/**
	 * On a phone all but two are behind one button; whichever is pressed, they fold away again.
	 * @param {Viewport} view
	 */
	makeTools(view) {
		const open = (/** @type {boolean} */ whether) => {
			bar.classList.toggle("open", whether);
			more.setAttribute("aria-expanded", String(whether));
		};
		const more = iconButton("tools", t("board.tools"), null, { name: "tools-more" });
		more.setAttribute("aria-expanded", "false");
		const bar = h(
			"div",
			{ class: "board-tools", role: "toolbar", "aria-label": t("board.name") },
			iconButton("in", t("board.in"), () => view.zoom(0.75), { name: "zoom" }),
			iconButton("out", t("board.out"), () => view.zoom(1.33), { name: "zoom" }),
			iconButton("fit", t("board.fit"), () => view.fit(), { name: "tool-fit" }),
			more,
			iconButton("bare", t("board.hide"), () => this.hide()),
		);
		bar.addEventListener("click", ({ target }) => {
			if (target instanceof Element && target.closest("button"))
				open(target.closest("button") === more && !bar.classList.contains("open"));
		});
		return bar;
	}

	/** What lies over the board, and on a piece in question must not. */
	findCovers() {
		const over = this.element.parentElement?.querySelectorAll(".board-tools, .minimap") ?? [];
		return [...over].map((one) => one.getBoundingClientRect()).filter(({ width }) => width);
	}

	/**
	 * The first look: the whole board, or around this seat's pieces if they could not be read then.
	 * @param {number} seat
	 * @param {number} piece how large they are, in pixels of the board
	 * @param {number} least how large they should be on the screen
	 */
	open(seat, piece = this.pieceSize(), least = LEGIBLE) {
		this.view.fit();
		const size = (piece * this.svg.clientWidth) / this.view.w;
		if (size > least * 0.9) return;
		const own = [...this.points.values()].filter((point) => point.seat === seat);
		const middle = (/** @type {"x" | "y"} */ axis, /** @type {number} */ whole) =>
			own.length ? own.reduce((sum, point) => sum + point[axis], 0) / own.length : whole / 2;
		this.view.cover(middle("x", this.width), middle("y", this.height), (this.view.w * size) / least);
	}

	/** The view is nearer or further than before. */
	rescale() {}

	hide() {
		this.svg.classList.toggle("bare");
	}

	// The position, drawn after every choice

	/**
	 * Pieces, markers and what may be chosen. Returns the pieces that are not on the board.
	 * @param {Position} position
	 * @param {Prompt | null} prompt
	 */
	show(position, prompt) {
		const choices = prompt?.choices || [];
		this.legalPieces = new Set(choices.flatMap(({ piece = -1 }) => (piece >= 0 ? [piece] : [])));
		this.legalPlaces = new Set(choices.flatMap(({ place }) => place || []));
		this.asked = new Set(prompt?.pieces || []);
		this.speakers = this.findSpeakers(position.pieces);
		for (const id of this.speakers.keys()) this.legalPieces.add(id);
		this.drawLegal(choices, prompt?.region || []);
		this.drawMarkers(position.markers || [], new Set(position.pieces.map((piece) => piece.place)));
		this.element.dataset.dark = String(position.dark ?? 0);
		this.left = new Map(this.points);
		this.points.clear();
		const elsewhere = this.drawPieces(position.pieces);
		this.small?.paint();
		const taken = new Set(position.pieces.map(({ place }) => place));
		for (const [id, name] of this.names) name.classList.toggle("taken", taken.has(id));
		return elsewhere;
	}

	/** The pieces that have just moved, and by how much they were elsewhere. */
	findMoved() {
		return [...this.points].flatMap(([id, { x, y }]) => {
			const old = this.left.get(id);
			return old && Math.hypot(old.x - x, old.y - y) >= 2 ? [{ id, x, y, dx: old.x - x, dy: old.y - y }] : [];
		});
	}

	/**
	 * Let pieces slide from where they were. Returns whether any does.
	 * @param {number} time
	 */
	slide(time) {
		const moved = this.findMoved();
		for (const { id, dx, dy } of moved) {
			const node = this.nodes.get(id);
			const stack = node?.parentElement;
			if (!node || !time) continue;
			if (stack && stack !== this.layers.pieces.lastChild && !stack.contains(document.activeElement))
				this.layers.pieces.append(stack); // above what it passes
			const rest = node.style.getPropertyValue("--rest") || "translate(0px, 0px)";
			const start = `translate(${dx}px, ${dy}px) ${rest}`;
			node.animate([{ transform: start }, { transform: rest }], { duration: time, easing: "ease-in-out" });
		}
		return moved.length > 0;
	}

	/** Where pieces have just moved. */
	drawTrails() {
		for (const { x, y, dx, dy } of this.findMoved()) {
			const way = /** @type {Point[]} */ ([
				[x + dx, y + dy],
				[x, y],
			]);
			this.passing(s("path", { class: "trail", d: trace(way) }));
		}
	}

	/**
	 * Pieces that may be clicked instead of one that is offered, and that one.
	 * @param {Piece[]} _pieces
	 * @returns {Map<number, number>}
	 */
	findSpeakers(_pieces) {
		return new Map();
	}

	/**
	 * Look at whoever is asked; if nothing that may be chosen is in sight, look where it is.
	 * @param {Prompt | null} prompt
	 */
	seek(prompt) {
		const asked = [...this.asked].flatMap((id) => this.points.get(id) ?? []);
		this.view.bring(
			asked.map(({ x, y }) => [x, y]),
			this.pieceSize() * 1.25, // with what lies beside them
		);
		const places = [...this.legalPlaces].map((id) => this.centre(id)).filter(isPoint);
		const pieces = [...this.legalPieces, ...this.asked].flatMap((id) => this.points.get(id) || []);
		const rings = (prompt?.region || []).flat().map(([x, y]) => this.at(x, y));
		const drawn = pieces.map(({ x, y }) => /** @type {Point} */ ([x, y]));
		this.view.seek([...drawn, ...places, ...rings], prompt?.setup ? 0.25 : rings.length ? 0.6 : 0);
	}

	/**
	 * Have these in view, and those that are asked about: with all other pieces if there is room for everything.
	 * @param {number[]} pieces
	 * @param {string[]} places
	 */
	showAll(pieces, places) {
		if (!pieces.length && !places.length) return;
		const middles = places.map((place) => this.spot(place)).filter(isPoint);
		const around = (/** @type {Iterable<{ x: number, y: number }>} */ drawn) =>
			findCorners([...[...drawn].map(({ x, y }) => /** @type {Point} */ ([x, y])), ...middles]);
		const all = around(this.points.values());
		const least = around([...pieces, ...this.asked].flatMap((id) => this.points.get(id) || []));
		this.view.reveal(this.view.holds(all, 0.15) ? all : least, 0, 0.15);
	}

	/**
	 * @param {Choice[]} choices
	 * @param {Point[][]} region
	 */
	drawLegal(choices, region) {
		for (const [id, hit] of this.hits) {
			const legal = this.legalPlaces.has(id);
			hit.classList.toggle("legal", legal);
			hit.setAttribute("tabindex", legal ? "0" : "-1");
			hit.setAttribute("aria-label", legal ? `${this.placeName(id)}, ${t("board.legal")}` : this.placeName(id));
		}
		const rings = region.map((ring) => traceRing(ring.map(([x, y]) => this.at(x, y)))).join("");
		this.sheet.tint(rings);
		replace(
			this.layers.legal,
			region.length ? s("path", { class: "region", "fill-rule": "evenodd", d: rings }) : null,
			choices.map((choice) => this.drawPoint(choice)),
		);
		this.clearPointed();
	}

	/**
	 * A free point that one choice offers.
	 * @param {Choice} choice
	 */
	drawPoint(choice) {
		const point = pointOf(choice);
		if (!point || namesPiece(choice)) return null;
		const [cx, cy] = this.at(...point);
		const { id, label } = choice;
		const dot = s(
			"circle",
			{ class: "point legal", cx, cy, r: 9, role: "button", tabindex: 0, "aria-label": label, "data-choice": id },
			s("title", null, label),
		);
		makePressable(dot, (event) => this.handlers.onChoice?.(choice, event));
		return dot;
	}

	/**
	 * An objective is in the middle of its place, or where those who stand there leave a corner of it in sight.
	 * @param {Marker[]} markers
	 * @param {Set<string | undefined>} taken
	 */
	drawMarkers(markers, taken) {
		/** @type {Map<string, number>} */
		const used = new Map();
		const drawn = markers.map((item) => {
			const big = isObjective(item);
			const key = item.place || writePoint(item);
			const n = used.get(key) || 0;
			if (isPicture(item)) return this.placeMarker(item, [0, 0]);
			if (!big) used.set(key, n + 1);
			if (!item.place || (big && !taken.has(item.place))) return this.placeMarker(item, [0, 0]);
			return this.placeMarker(item, big ? this.starOffset() : this.markerOffset(n));
		});
		replace(this.layers.markers, drawn);
	}

	/**
	 * A marker so far from the middle of its place; null if that is not on the board.
	 * @param {Marker} item
	 * @param {Point} offset
	 */
	placeMarker(item, [dx, dy]) {
		const { place, x = 0, y = 0, seat = -1 } = item;
		const middle = place ? this.centre(place) : this.at(x, y);
		if (!middle) return null;
		const node = drawMarker(item, this.markerSize(), this.unit * this.roomy());
		node.setAttribute("transform", `translate(${middle[0] + dx} ${middle[1] + dy})`);
		if (seat >= 0) node.classList.add(`seat-${seat}`);
		return node;
	}

	markerSize() {
		return 26;
	}

	/** @returns {Point} */
	starOffset() {
		return [this.unit * 0.36, -this.unit * 0.36];
	}

	/**
	 * @param {number} n
	 * @returns {Point}
	 */
	markerOffset(n) {
		return [-this.unit * 0.42 + n * 24, this.unit * 0.6];
	}

	// Pointing

	/**
	 * Show what a choice is about: its piece, place, point and path.
	 * @param {Pointed | null} choice
	 */
	point(choice) {
		this.clearPointed();
		if (!choice) return;
		const { piece = -1, place, path = [] } = choice;
		this.nodes.get(piece)?.classList.add("pointed");
		for (const [id, speaker] of this.speakers) if (speaker === piece) this.nodes.get(id)?.classList.add("pointed");
		if (place) this.hits.get(place)?.classList.add("pointed");
		const steps = path.map((id) => this.centre(id)).filter(isPoint);
		if (steps.length > 1) this.layers.effects.append(s("path", { class: "path", d: trace(steps) }));
		const point = pointOf(choice);
		if (point && piece < 0) {
			const [cx, cy] = this.at(...point);
			this.layers.effects.append(s("circle", { class: "ping", cx, cy, r: 14 }));
		}
	}

	/**
	 * The risk of each step, written where it leads.
	 * @param {[Choice, string][]} risks
	 */
	warn(risks) {
		for (const old of this.layers.markers.querySelectorAll(".risk-mark")) old.remove();
		for (const [choice, text] of risks) {
			const point = pointOf(choice);
			const middle = point ? this.at(...point) : choice.place ? this.centre(choice.place) : null;
			if (!middle) continue;
			const y = point ? middle[1] - 14 : middle[1] + this.pieceSize() * 0.36;
			this.layers.markers.append(s("text", { class: "risk-mark", x: middle[0], y }, `⚠ ${text}`));
		}
	}

	clearPointed() {
		for (const lit of this.svg.querySelectorAll(".pointed")) lit.classList.remove("pointed");
		for (const node of this.layers.effects.querySelectorAll(".path, .ping, .standing, .blast, .snap-line, .snap-mark"))
			node.remove();
	}

	/**
	 * Where on their way the movers would be fired at, where that is told.
	 * @param {Shot[]} _shots
	 */
	drawShots(_shots) {}

	/**
	 * Where figures would stand.
	 * @param {Point[]} figures
	 */
	stand(figures) {
		for (const node of this.layers.effects.querySelectorAll(".standing")) node.remove();
		this.layers.effects.append(
			...figures.map(([x, y]) => {
				const [cx, cy] = this.at(x, y);
				return s("circle", { class: "standing", cx, cy, r: this.pieceSize() * 0.42 });
			}),
		);
	}

	/**
	 * A ring, and the dice, where something has just happened.
	 * @param {GameEvent[]} events
	 */
	flash(events) {
		/** @type {Map<string, number>} */
		const used = new Map();
		for (const event of events) {
			const middle = event.place ? this.centre(event.place) : null;
			if (!middle) continue;
			if (!used.has(event.place)) this.ring(middle);
			let n = used.get(event.place) || 0;
			const size = this.unit * 0.42;
			for (const roll of event.dice.slice(0, 6)) {
				const x = middle[0] - size * 1.5 + (n % 3) * size;
				const y = middle[1] - this.unit * 0.95 - Math.floor(n / 3) * size;
				this.passing(drawDie(roll, { class: "die flash-die", x, y, width: size, height: size }));
				n++;
			}
			used.set(event.place, n);
		}
	}

	/** @param {Point} middle */
	ring([cx, cy]) {
		this.passing(s("circle", { class: "flash", cx, cy, r: this.unit * 0.6 }));
	}

	// Finding places, and moving about by keyboard

	/**
	 * The place an element of the board stands for.
	 * @param {Element | null | undefined} element
	 */
	placeAt(element) {
		for (let at = element; at; at = at.parentElement) {
			const place = this.standsFor.get(at);
			if (place !== undefined) return this.cells.has(place) ? place : "";
		}
		return "";
	}

	/**
	 * The place under the pointer, whatever lies on it.
	 * @param {{ clientX: number, clientY: number }} event
	 */
	placeUnder(event) {
		const hit = document
			.elementsFromPoint(event.clientX, event.clientY)
			.find((element) => this.svg.contains(element) && this.placeAt(element));
		return this.placeAt(hit);
	}

	/**
	 * Bring a place into view and ring it.
	 * @param {string} place
	 */
	lookAt(place) {
		const middle = this.spot(place);
		if (!middle) return;
		this.view.seek([middle]);
		this.ring(middle);
	}

	/** @param {string} place */
	focusPlace(place) {
		this.hits.get(place)?.focus({ preventScroll: true });
		const middle = this.centre(place);
		if (middle) this.view.seek([middle]);
	}

	/** The first thing that may be chosen, for the keyboard. */
	focusLegal() {
		/** @type {SVGElement | null} */
		const target = this.svg.querySelector(".piece.legal, .cell.legal, .point.legal");
		target?.focus({ preventScroll: true });
		return Boolean(target);
	}
}
