/**
 * The painted ground under a board: a rough sketch at once, then tiles as fine as the view needs, painted by a worker.
 * Two pictures show it: the whole board roughly, and over it what is in view and round about, pixel for pixel, with the
 * lines of the grid. They are opaque, need no stretching and are handed over once for good, so that moving them costs
 * next to nothing.
 */

import { h } from "./dom.js";
import { keep, keyOf, recall, recallNow } from "./land-keep.js";
import { cornersOf, GROUND } from "./land-plan.js";

/** @import { BoardData, Point } from "./types.d.ts" */
/** @import { Box } from "./land-curves.js" */
/** @import { Picture } from "./land-keep.js" */
/** @import { Order } from "./land-worker.js" */

/** @typedef {{ x: number, y: number, w: number, h: number }} Frame what is in view, in pixels of the board */
/** @typedef {{ key: string, box: Box, scale: number }} Tile */

const SCALES = [0.25, 0.5, 1, 2]; // pixels for each of the ground's
const SIDE = 512; // pixels of a tile
const KEPT = 90; // tiles; each is a megabyte
const PATIENCE = 150; // milliseconds
const SHARP = 0.8; // a tile may be stretched by a quarter
const ROUND_ABOUT = [0.5, 0.15]; // of the view: what is drawn beyond it on each side; less where pixels are many
const MANY = 2e6;
const TINT = "rgba(255,215,126,.24)";
const LARGE = 300; // pixels of a preview that is looked at

/** @type {Record<string, string>} */
const SKETCH = {
	woods: "#55692f",
	forest: "#465a2b",
	orchard: "#76873f",
	thicket: "#66773c",
	hedge: "#3f5229",
	bocage: "#3f5229",
	wheat: "#c2a95c",
	unripe: "#a3a556",
	crops: "#8a8050",
	grass: "#93a052",
	brush: "#79864a",
	water: "#647a76",
	ford: "#93a18c",
	brook: "#74867a",
	bridge: "#b6a684",
	marsh: "#76835c",
	rough: "#958b68",
	rubble: "#8b8068",
	sand: "#cdbb8a",
	building: "#96664f",
	timber: "#98835e",
	manor: "#737a80",
	barn: "#826c5e",
	bunker: "#8f8e84",
	ruin: "#8b8068",
	wreck: "#5a4a3d",
	trench: "#8d7350",
	foxholes: "#8d7a55",
	road: "#bfa878",
	avenue: "#bfa878",
	rail: "#7d7766",
	wall: "#a39c8a",
	fence: "#7d6240",
	wire: "#5a5854",
	cliff: "#7d7560",
};
const OPEN = "#808d55";

let boards = 0;
/** @type {Worker | null | undefined} */
let painter;
/** @type {Map<number, (key: string, picture: ImageBitmap) => void>} */
const waiting = new Map();

/** The one worker of the page, or null where there can be none: then the sketch is all there is. */
function findPainter() {
	if (painter !== undefined) return painter;
	painter = null;
	if (typeof Worker === "undefined" || typeof OffscreenCanvas === "undefined") return painter;
	painter = new Worker(new URL("./land-worker.js", import.meta.url), { type: "module" });
	painter.addEventListener("message", ({ data }) => waiting.get(data.board)?.(data.key, data.picture));
	return painter;
}

if (typeof document !== "undefined") findPainter(); // it comes while the page is still asking for its first board

/** @param {Order} order */
const ask = (order) => findPainter()?.postMessage(order);

/** @type {{ canvas: HTMLCanvasElement, send: () => void }[]} previews that wait for their turn */
const previews = [];
let previewing = false;

/** One preview at a time, so that the ground of a game never waits behind a list of them; what has left the page is let go. */
function sendPreview() {
	if (previewing) return;
	const next = previews.shift();
	if (!next) return;
	if (!next.canvas.isConnected) return sendPreview();
	previewing = true;
	next.send();
}

/**
 * Which tiles show a part of the ground at a scale, those in its middle first.
 * @param {Frame} part in pixels of the ground
 * @param {number} scale
 * @param {[number, number]} size of the whole ground
 * @returns {Tile[]}
 */
export function tilesOver(part, scale, [width, height]) {
	const side = SIDE / scale;
	const tiles = [];
	const last = (/** @type {number} */ whole) => Math.ceil(whole / side) - 1;
	const from = (/** @type {number} */ at) => Math.max(0, Math.floor(at / side));
	for (let j = from(part.y); j <= Math.min(last(height), Math.floor((part.y + part.h) / side)); j++)
		for (let i = from(part.x); i <= Math.min(last(width), Math.floor((part.x + part.w) / side)); i++) {
			// A pixel more to the right and below: neighbours overlap, and no seam shows.
			const [x, y] = [i * side, j * side];
			const over = 1 / scale;
			/** @type {Box} */
			const box = [x, y, Math.min(width, x + side) + over, Math.min(height, y + side) + over];
			tiles.push({ key: `${scale}/${i}/${j}`, box, scale });
		}
	const [mx, my] = [part.x + part.w / 2, part.y + part.h / 2];
	const reach = (/** @type {Tile} */ { box }) => Math.hypot((box[0] + box[2]) / 2 - mx, (box[1] + box[3]) / 2 - my);
	return tiles.sort((a, b) => reach(a) - reach(b));
}

/**
 * The scale to paint at for so many pixels of the screen for each of the ground's.
 * @param {number} wish
 */
export function scaleFor(wish) {
	return SCALES.find((scale) => scale >= wish * SHARP) ?? SCALES[SCALES.length - 1];
}

export class Sheet {
	/**
	 * `unit` is one board unit in pixels of the board.
	 * @param {BoardData} data
	 * @param {number} unit
	 */
	constructor(data, unit) {
		const { geometry, width, height, cells, features, looks } = data;
		this.board = ++boards;
		this.data = data;
		this.map = { geometry, width, height, cells, features, looks };
		this.part = GROUND[geometry] / unit; // pixels of the ground in one of the board
		/** @type {[number, number]} */
		this.size = [width * GROUND[geometry], height * GROUND[geometry]];
		this.key = keyOf(this.map);
		this.known = false; // whether it was painted before, if only roughly
		this.rough = this.sketch();
		this.far = h("canvas", { class: "land-sketch" });
		this.fine = h("canvas", { class: "land-fine" });
		this.shade = h("div", { class: "land-shade" });
		this.element = h("div", { class: "land-tiles", "aria-hidden": "true" }, this.far, this.fine, this.shade);
		this.tinted = ""; // the area where something may be chosen, as a path on the board
		/** @type {SVGPathElement[]} drawn on the ground as they are styled, in pixels of the board */
		this.lines = [];
		for (const { style } of [this.far, this.shade])
			Object.assign(style, { width: `${this.size[0]}px`, height: `${this.size[1]}px` });
		/** @type {Map<string, ImageBitmap | null>} what is painted; null if it is on the rough canvas */
		this.tiles = new Map();
		this.held = { x: 0, y: 0, w: 0, h: 0 }; // the part of the board that is drawn fine
		this.scale = 1; // pixels for each of the ground's, where it is drawn fine
		this.composing = 0;
		/** @type {Tile[]} */
		this.wanted = [];
		this.busy = "";
		this.sent = false;
		/** @type {ReturnType<typeof setTimeout> | undefined} */
		this.soon = undefined;
	}

	/** Flat colours, where the painted ground is still to come. */
	sketch() {
		const [width, height] = this.size;
		const canvas = h("canvas");
		const [scale] = SCALES;
		canvas.width = Math.ceil(width * scale);
		canvas.height = Math.ceil(height * scale);
		const pen = canvas.getContext?.("2d", { alpha: false });
		if (!pen) return canvas;
		pen.scale(scale, scale);
		this.fillSketch(pen);
		pen.resetTransform?.(); // what is painted later comes in pixels of its own
		pen.filter = "blur(2.5px)"; // no edge is as sharp as if this were the ground
		pen.drawImage(canvas, 0, 0);
		pen.filter = "none";
		const before = recallNow(this.key);
		if (before) pen.drawImage(before, 0, 0, canvas.width, canvas.height);
		this.known = before !== null;
		return canvas;
	}

	/** What an earlier visit has painted, until the painter comes. */
	async remember() {
		if (this.known || typeof OffscreenCanvas === "undefined") return;
		const before = await recall(this.key);
		const pen = before && !this.known ? this.rough.getContext("2d") : null;
		if (!before || !pen) return;
		this.known = true;
		pen.drawImage(before, 0, 0, this.rough.width, this.rough.height);
		this.showFar();
		this.compose();
		this.element.dispatchEvent(new Event("painted"));
	}

	/** @param {CanvasRenderingContext2D} pen */
	fillSketch(pen) {
		const { geometry, height, cells = [], features = [], looks } = this.data;
		const unit = GROUND[geometry];
		const colour = (/** @type {string} */ name) => SKETCH[looks.terrain[name] ?? ""];
		const at = (/** @type {Point} */ [x, y]) =>
			/** @type {Point} */ ([x * unit, (geometry === "plane" ? height - y : y) * unit]);
		const trace = (/** @type {Point[]} */ points) => {
			pen.beginPath();
			for (const point of points) pen.lineTo(...point);
		};
		pen.fillStyle = OPEN;
		pen.fillRect(0, 0, ...this.size);
		pen.lineCap = pen.lineJoin = "round";
		for (const { x, y, terrain, level = 0, within } of cells) {
			const fill = level && !colour(terrain) ? "#9b9258" : colour(terrain);
			if (!fill || within) continue;
			pen.fillStyle = fill;
			trace(cornersOf(geometry, at([x, y]), unit));
			pen.fill();
		}
		for (const { kind, points, line } of features) {
			const fill = colour(kind);
			if (!fill) continue;
			trace(points.map(at));
			pen.fillStyle = pen.strokeStyle = fill;
			pen.lineWidth = 12;
			if (line) pen.stroke();
			else pen.fill();
		}
	}

	/** The whole board as one picture of this width, for a preview. */
	whole(width = 420) {
		const picture = this.rough;
		const scale = Math.min(1, width / this.size[0]);
		const show = (/** @type {Picture} */ found) => {
			picture.width = found.width;
			picture.height = found.height;
			picture.getContext("2d")?.drawImage(found, 0, 0);
		};
		const enough = (/** @type {Picture | null} */ found) => found && found.width >= width * SHARP;
		const before = recallNow(this.key);
		if (before && enough(before)) {
			show(before);
			return picture;
		}
		waiting.set(this.board, (_, bitmap) => {
			show(bitmap);
			keep(this.key, picture);
			waiting.delete(this.board);
			ask({ board: this.board, drop: true });
			previewing = false;
			sendPreview();
		});
		const order = { board: this.board, data: this.map, tile: { key: "", box: [0, 0, ...this.size], scale } };
		const entry = { canvas: picture, send: () => ask(/** @type {Order} */ (order)) };
		recall(this.key).then((found) => {
			if (found) show(found);
			if (enough(found)) waiting.delete(this.board);
			else previews[width > LARGE ? "unshift" : "push"](entry); // what somebody has opened goes before the list
			sendPreview(); // it lies on the page by now
		});
		return picture;
	}

	/**
	 * Lie where this part of the board is in view, so many pixels of the screen wide; drawn fine around another part, if
	 * one has moved on meanwhile.
	 * @param {Frame} drawn
	 * @param {number} width
	 * @param {Frame} around
	 */
	place({ x, y, w }, width, around) {
		const scale = width / w;
		for (const { style } of [this.far, this.shade])
			style.transform = `translate(${-x * scale}px, ${-y * scale}px) scale(${scale / this.part})`;
		const dots = globalThis.devicePixelRatio || 1;
		const more = ROUND_ABOUT[around.w * around.h * (scale * dots) ** 2 > MANY ? 1 : 0];
		// Whole pixels of the screen, and nothing beyond the board.
		const span = (/** @type {"x" | "y"} */ axis, /** @type {number} */ size, /** @type {number} */ whole) => {
			const start = axis === "x" ? x : y;
			const from = Math.max(-start * scale, (around[axis] - start - size * more) * scale);
			const to = Math.min((whole / this.part - start) * scale, (around[axis] - start + size * (1 + more)) * scale);
			return [Math.ceil(from), Math.max(Math.ceil(from) + 1, Math.floor(to))];
		};
		const [[left, right], [top, bottom]] = [span("x", around.w, this.size[0]), span("y", around.h, this.size[1])];
		this.held = { x: x + left / scale, y: y + top / scale, w: (right - left) / scale, h: (bottom - top) / scale };
		Object.assign(this.fine.style, {
			transform: `translate(${left}px, ${top}px)`,
			width: `${right - left}px`,
			height: `${bottom - top}px`,
		});
		this.scale = (scale * dots) / this.part;
		this.compose();
	}

	/**
	 * Whether what is drawn fine reaches as far as this part of the board does.
	 * @param {Frame} part
	 */
	holds({ x, y, w, h: high }) {
		const { held, part, size } = this;
		const right = Math.min(x + w, size[0] / part - 1);
		const below = Math.min(y + high, size[1] / part - 1);
		return (
			Math.max(0, x) >= held.x - 1 &&
			Math.max(0, y) >= held.y - 1 &&
			right <= held.x + held.w + 1 &&
			below <= held.y + held.h + 1
		);
	}

	/** Draw what there is of the part that is held, and show it. */
	compose() {
		cancelAnimationFrame(this.composing);
		this.composing = 0;
		if (typeof OffscreenCanvas === "undefined") return;
		const { held, part, scale } = this;
		const canvas = new OffscreenCanvas(Math.round(held.w * part * scale), Math.round(held.h * part * scale));
		const pen = canvas.getContext("2d", { alpha: false });
		if (!pen) return;
		pen.setTransform(scale, 0, 0, scale, -held.x * part * scale, -held.y * part * scale);
		pen.imageSmoothingQuality = "medium";
		pen.drawImage(this.rough, 0, 0, ...this.size);
		const scaleOf = (/** @type {string} */ key) => Number(key.split("/")[0]);
		for (const key of [...this.tiles.keys()].sort((a, b) => scaleOf(a) - scaleOf(b))) this.draw(key, pen);
		for (const line of this.lines) this.drawLine(line, pen);
		if (this.tinted) this.drawTint(pen);
		[this.fine.width, this.fine.height] = [canvas.width, canvas.height];
		this.fine.getContext("bitmaprenderer", { alpha: false })?.transferFromImageBitmap(canvas.transferToImageBitmap());
	}

	/**
	 * Colour an area. It may be large, and costs nothing in the ground: over it, it would be mixed in anew in every frame.
	 * @param {string} path
	 */
	tint(path) {
		if (path === this.tinted) return;
		this.tinted = path;
		if (this.held.w) this.composing ||= requestAnimationFrame(() => this.compose());
	}

	/** @param {OffscreenCanvasRenderingContext2D} pen */
	drawTint(pen) {
		pen.save();
		pen.scale(this.part, this.part);
		pen.fillStyle = TINT;
		pen.fill(new Path2D(this.tinted), "evenodd");
		pen.restore();
	}

	/**
	 * @param {SVGPathElement} line
	 * @param {OffscreenCanvasRenderingContext2D} pen
	 */
	drawLine(line, pen) {
		const { stroke, strokeOpacity, strokeWidth } = getComputedStyle(line);
		const moved = line.transform.baseVal.consolidate()?.matrix;
		pen.save();
		pen.scale(this.part, this.part);
		if (moved) pen.translate(moved.e, moved.f);
		Object.assign(pen, {
			strokeStyle: stroke,
			globalAlpha: Number(strokeOpacity),
			lineWidth: Number.parseFloat(strokeWidth),
		});
		pen.stroke(new Path2D(line.getAttribute("d") ?? ""));
		pen.restore();
	}

	/** Show the whole board as far as it is painted. */
	async showFar() {
		const picture = await globalThis.createImageBitmap?.(this.rough);
		if (!picture) return;
		[this.far.width, this.far.height] = [picture.width, picture.height];
		this.far.getContext("bitmaprenderer", { alpha: false })?.transferFromImageBitmap(picture);
	}

	/**
	 * @param {string} key
	 * @param {OffscreenCanvasRenderingContext2D} pen
	 */
	draw(key, pen) {
		const picture = this.tiles.get(key);
		if (!picture) return;
		const [scale, i, j] = key.split("/").map(Number);
		const box = /** @type {const} */ ([
			(i * SIDE) / scale,
			(j * SIDE) / scale,
			picture.width / scale,
			picture.height / scale,
		]);
		const { x, y, w, h: high } = this.held;
		const [left, top] = [x * this.part, y * this.part];
		const outside =
			box[0] > left + w * this.part ||
			box[1] > top + high * this.part ||
			box[0] + box[2] < left ||
			box[1] + box[3] < top;
		if (!outside) pen.drawImage(picture, ...box);
	}

	/**
	 * Have this part painted as fine as that needs.
	 * @param {Frame} frame
	 * @param {number} width
	 */
	want({ x, y, w, h: high }, width) {
		if (!findPainter()) return;
		const scale = width / w / this.part;
		const fine = scaleFor(scale * (globalThis.devicePixelRatio || 1));
		const part = { x: x * this.part, y: y * this.part, w: w * this.part, h: high * this.part };
		// The whole board roughly, and at once; then what is in view.
		const rough = tilesOver({ x: 0, y: 0, w: this.size[0], h: this.size[1] }, SCALES[0], this.size);
		const near = tilesOver(part, fine, this.size);
		this.wanted = [...rough, ...near].filter(({ key }) => !this.tiles.has(key));
		if (!this.wanted.length) this.settle(fine);
		clearTimeout(this.soon);
		// Nobody waits for a finer picture while he moves about.
		if (this.tiles.size) this.soon = setTimeout(() => this.paintNext(), PATIENCE);
		else this.paintNext();
	}

	/** Ask for one tile at a time: what is wanted may change while it is painted. */
	paintNext() {
		const next = this.wanted[0];
		if (!next || this.busy) return;
		this.busy = next.key;
		waiting.set(this.board, (key, picture) => this.take(key, picture));
		ask({ board: this.board, tile: next, ...(this.sent ? {} : { data: this.map }) });
		this.sent = true;
	}

	/**
	 * @param {string} key
	 * @param {ImageBitmap} picture
	 */
	take(key, picture) {
		const [scale, i, j] = key.split("/").map(Number);
		this.tiles.set(key, picture);
		this.composing ||= requestAnimationFrame(() => this.compose());
		if (scale === SCALES[0]) {
			this.rough.getContext("2d")?.drawImage(picture, i * SIDE, j * SIDE);
			picture.close();
			this.tiles.set(key, null);
			this.known = true;
			if (!this.wanted.some((tile) => tile.key !== key && tile.scale === scale)) keep(this.key, this.rough);
			this.showFar();
			this.element.dispatchEvent(new Event("painted"));
		}
		this.busy = "";
		this.wanted = this.wanted.filter((tile) => tile.key !== key);
		if (!this.wanted.length) this.settle(scale);
		this.paintNext();
	}

	/**
	 * Everything in view is painted: forget the oldest of what is not needed now.
	 * @param {number} scale
	 */
	settle(scale) {
		this.element.dataset.painted = String(scale);
		const spare = [...this.tiles].filter(([key, tile]) => tile && Number(key.split("/")[0]) !== scale);
		for (const [key, tile] of spare.slice(0, Math.max(0, this.tiles.size - KEPT))) {
			tile?.close();
			this.tiles.delete(key);
		}
	}
}
