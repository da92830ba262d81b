/** The ground of a board: where places lie and what they are called, drawn once; and lines of sight and paths over it. */

import { h, replace, s } from "./dom.js";
import { Sheet } from "./land-sheet.js";
import { setLooks } from "./looks.js";
import { drawFeature, drawPatterns, trace, traceRing } from "./terrain.js";
import { t } from "./words.js";

/** @import { BoardData, BoardHandlers, Cell, Feature, PathMark, Point, Press, Row, SightStep } from "./types.d.ts" */

let boards = 0;
// The still layers lie over the painted ground, as a picture of their own: a choice repaints only the live ones.
const STILL = ["grid", "features", "names"];
const LIVE = ["bare", "legal", "cells", "markers", "pieces", "sight", "effects"];
const SHOWN = 1600; // milliseconds that a trail, a ring or dice stay on the board

/**
 * Let an element be pressed by pointer and by keyboard.
 * @param {SVGElement} element
 * @param {(event: Press) => void} press
 */
export function makePressable(element, press) {
	element.addEventListener("click", press);
	element.addEventListener("keydown", (event) => {
		if (event.key !== "Enter" && event.key !== " ") return;
		event.preventDefault();
		event.stopPropagation();
		press(event);
	});
}

/** @type {(point: Point | null) => point is Point} */
export const isPoint = (point) => point !== null;

export class Ground {
	/**
	 * `unit` is one board unit in pixels.
	 * @param {BoardData} data
	 * @param {number} unit
	 * @param {BoardHandlers} [handlers]
	 */
	constructor(data, unit, handlers = {}) {
		setLooks(data.looks);
		this.data = data;
		this.unit = unit;
		this.handlers = handlers;
		this.prefix = `${data.geometry}${++boards}-`;
		this.width = data.width * unit;
		this.height = data.height * unit;
		this.cells = new Map((data.cells || []).map((cell) => [cell.id, cell]));
		/** @type {Map<string, SVGPathElement>} */
		this.hits = new Map();
		/** @type {Map<string, SVGElement>} what is written in a place */
		this.names = new Map();
		/** @type {WeakMap<Element, string>} the place that an element of the board stands for */
		this.standsFor = new WeakMap();
		/** @type {Record<string, SVGGElement>} */
		this.layers = Object.fromEntries([...STILL, ...LIVE].map((name) => [name, s("g", { class: `layer-${name}` })]));
		const viewBox = `0 0 ${this.width} ${this.height}`;
		this.land = s(
			"svg",
			{ class: `land ${data.geometry}`, viewBox, "aria-hidden": "true" },
			s("defs", null, drawPatterns(this.prefix)),
			STILL.map((name) => this.layers[name]),
		);
		this.svg = s(
			"svg",
			{ class: `board ${data.geometry}`, viewBox, role: "group", "aria-label": t("board.name") },
			LIVE.map((name) => this.layers[name]),
		);
		this.sheet = new Sheet(data, unit);
		this.element = h("div", { class: "board-frame" });
	}

	/**
	 * Board units to pixels.
	 * @param {number} x
	 * @param {number} y
	 * @returns {Point}
	 */
	at(x, y) {
		return [x * this.unit, y * this.unit];
	}

	/**
	 * Pixels to board units.
	 * @param {Point} point
	 * @returns {Point}
	 */
	units([x, y]) {
		return [x / this.unit, y / this.unit];
	}

	/** @param {string} place */
	centre(place) {
		const cell = this.cells.get(place);
		return cell ? this.at(cell.x, cell.y) : null;
	}

	/**
	 * The middle of a place; on the plane a place is "x,y".
	 * @param {string} place
	 */
	spot(place) {
		if (this.cells.has(place)) return this.centre(place);
		const [x, y] = place.split(",").map(Number);
		return Number.isFinite(x) && Number.isFinite(y) ? this.at(x, y) : null;
	}

	/** What players call a place. */
	label(id = "") {
		return this.cells.get(id)?.name || id;
	}

	/**
	 * Terrain under a bare point: only where there are no places.
	 * @param {number} _x
	 * @param {number} _y
	 * @returns {Feature | null}
	 */
	terrainAt(_x, _y) {
		return null;
	}

	/**
	 * What the terrain of a place does, line by line.
	 * @param {string} id
	 * @returns {Row[]}
	 */
	card(id) {
		return this.data.cards?.[this.cells.get(id)?.terrain ?? ""] || [];
	}

	placeName(id = "") {
		const cell = this.cells.get(id);
		if (!cell) return id;
		const terrain = this.data.terrains?.[cell.terrain] ?? cell.terrain;
		return [this.label(id), terrain, cell.level ? t("board.level", { n: cell.level }) : ""].filter(Boolean).join(", ");
	}

	/**
	 * The corners of a place, in pixels.
	 * @param {Cell} _cell
	 * @returns {Point[]}
	 */
	outline(_cell) {
		return [];
	}

	// The board itself, drawn once

	draw() {
		this.drawGrid();
		for (const item of this.data.features || []) {
			const points = item.points.map(([x, y]) => this.at(x, y));
			if (points.length) this.layers.features.append(...drawFeature(item, points));
		}
		for (const cell of this.cells.values()) this.drawHit(cell);
		return this;
	}

	/** Where places end, and their names. */
	drawGrid() {
		const { grid, names } = this.layers;
		const whole = [...this.cells.values()].filter(({ within }) => !within);
		const d = whole.map((cell) => traceRing(this.outline(cell))).join("");
		grid.append(
			s("path", { class: "grid-light", d, transform: "translate(1 1)" }),
			s("path", { class: "grid-line", d }),
		);
		for (const cell of whole) this.names.set(cell.id, this.drawName(cell));
		names.append(...this.names.values());
	}

	/**
	 * @param {Cell} cell
	 * @returns {SVGElement}
	 */
	drawName(cell) {
		const [x, y] = this.at(cell.x, cell.y);
		return s("text", { class: "place-name", x, y }, this.label(cell.id));
	}

	/**
	 * What is pressed for a place.
	 * @param {Cell} cell
	 */
	drawHit(cell) {
		const name = this.placeName(cell.id);
		const d = traceRing(this.outline(cell));
		const hit = s(
			"path",
			{ class: "cell", d, role: "button", tabindex: -1, "aria-label": name, "data-place": cell.id },
			s("title", null, name),
		);
		makePressable(hit, (event) => this.handlers.onPlace?.(cell.id, event));
		hit.addEventListener("pointerenter", () => this.handlers.onHover?.({ place: cell.id }));
		hit.addEventListener("focus", () => this.handlers.onHover?.({ place: cell.id }));
		this.hits.set(cell.id, hit);
		this.standsFor.set(hit, cell.id);
		this.layers.cells.append(hit);
	}

	/**
	 * Something that goes away by itself.
	 * @param {SVGElement} node
	 */
	passing(node) {
		this.layers.effects.append(node);
		setTimeout(() => node.remove(), SHOWN);
	}

	// Sight and paths

	clearSight() {
		this.layers.sight.replaceChildren();
	}

	/**
	 * @param {string} place
	 * @param {string} name
	 */
	shade(place, name) {
		const cell = this.cells.get(place);
		return cell ? s("path", { class: name, d: traceRing(this.outline(cell)) }) : null;
	}

	/**
	 * A line between two places with the places it crosses.
	 * @param {string[]} places
	 * @param {SightStep[]} steps
	 * @param {boolean} clear
	 */
	drawSight(places, steps, clear) {
		const ends = places.map((place) => this.spot(place)).filter(isPoint);
		const line = ends.length > 1 ? s("path", { class: `sight-line${clear ? "" : " blocked"}`, d: trace(ends) }) : null;
		replace(
			this.layers.sight,
			steps.map((step) =>
				this.shade(step.place, step.blocks ? "sight-block" : step.hampers ? "sight-hamper" : "sight-open"),
			),
			line,
			ends.map(([cx, cy]) => s("circle", { class: "sight-end", cx, cy, r: this.unit * 0.16 })),
		);
	}

	/**
	 * Everything out of sight of a place is shaded.
	 * @param {string} place
	 * @param {string[]} seen
	 */
	drawField(place, seen) {
		const visible = new Set(seen);
		const middle = this.spot(place);
		const hidden = [...this.cells.keys()].filter((id) => !visible.has(id));
		replace(
			this.layers.sight,
			hidden.map((id) => this.shade(id, "unseen")),
			middle ? s("circle", { class: "sight-end", cx: middle[0], cy: middle[1], r: this.unit * 0.16 }) : null,
		);
	}

	/**
	 * A path through places, with what is written at each.
	 * @param {PathMark[]} marks
	 */
	drawPath(marks) {
		const points = marks.map(({ place }) => this.spot(place)).filter(isPoint);
		replace(
			this.layers.sight,
			points.length > 1 ? s("path", { class: "way", d: trace(points) }) : null,
			marks.map((mark) => this.drawPathMark(mark)),
		);
	}

	/**
	 * What somebody means to do: a way, and from where to where he fires.
	 * @param {PathMark[]} marks
	 * @param {string[]} aim
	 */
	drawPlan(marks, aim) {
		this.drawPath(marks);
		const [from, to] = aim.map((place) => this.spot(place)).filter(isPoint);
		if (!from || !to) return;
		const [cx, cy] = to;
		this.layers.sight.append(
			s("path", { class: "plan-aim", d: trace([from, to]) }),
			s("circle", { class: "plan-target", cx, cy, r: this.unit * 0.5 }),
		);
	}

	/** @param {PathMark} mark */
	drawPathMark({ place, text, bad }) {
		const middle = this.spot(place);
		if (!middle) return null;
		const size = Math.max(this.unit * 0.3, this.width / 45);
		const label = bad ? "✕" : text;
		return s(
			"g",
			{ class: `way-mark${bad ? " bad" : ""}`, transform: `translate(${middle[0]} ${middle[1]})` },
			label
				? [
						s("rect", { x: -size * 1.2, y: -size * 0.55, width: size * 2.4, height: size * 1.1, rx: size * 0.5 }),
						s("text", { y: size * 0.24, "font-size": size * 0.7 }, label),
					]
				: s("circle", { r: size * 0.4 }),
		);
	}

	/**
	 * The next place in a direction (screen axes), or "".
	 * @param {string} place
	 * @param {number} dx
	 * @param {number} dy
	 */
	beside(place, dx, dy) {
		const from = this.centre(place);
		if (!from) return "";
		let best = { id: "", reach: Infinity };
		for (const cell of this.cells.values()) {
			const [cx, cy] = this.at(cell.x, cell.y);
			const along = (cx - from[0]) * dx + (cy - from[1]) * dy;
			const across = Math.abs((cx - from[0]) * dy - (cy - from[1]) * dx);
			const reach = along + across * 1.2;
			if (along > this.unit * 0.4 && reach < best.reach) best = { id: cell.id, reach };
		}
		return best.id;
	}
}
