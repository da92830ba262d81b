/** Pan, zoom and pinch over an SVG by moving its view box; while one moves, only what is already drawn is moved. */

/** @import { Frame, Sheet } from "./land-sheet.js" */
/** @import { Point } from "./types.d.ts" */

/** @typedef {{ clientX: number, clientY: number }} OnScreen */

const NEAREST = 9; // how many times closer than "all of it" one may look

// Board pixels in one of the screen, beyond which words on counters would be too small to read.
const FAR = 1.29; // states
const NEAR = 0.78; // names
const TOOLS = 50; // pixels that the tools of the board take at the left
const NARROW = 900; // pixels of the window: on less, they lie beside the board
const EDGE = 0.08; // of the view: what lies nearer to its rim is hardly in view
const STILL = 6; // pixels that a finger may tremble before it drags
const REST = 180; // milliseconds without a move after which everything is drawn anew

export class Viewport {
	/**
	 * `svg` takes the gestures, `land` lies under it and moves along; so does the painted ground, if all lie on a camera.
	 * @param {SVGSVGElement} svg
	 * @param {SVGSVGElement} land
	 * @param {number} width
	 * @param {number} height
	 * @param {{ element: HTMLElement, sheet: Sheet, scaled: () => void, looked: (frame: Frame) => void, covers: () => DOMRect[] }} [camera]
	 */
	constructor(svg, land, width, height, camera) {
		this.svg = svg;
		this.land = land;
		this.width = width;
		this.height = height;
		this.x = 0;
		this.y = 0;
		this.w = width;
		this.camera = camera;
		this.drawn = { x: 0, y: 0, w: width, h: height }; // what the pictures were last drawn for
		this.resting = 0;
		this.pixel = "";
		this.glides = 0; // the newest glide ends all others
		/** @type {Map<number, { x: number, y: number, startX: number, startY: number }>} */
		this.pointers = new Map();
		this.dragged = false;
		this.untouched = true;
		svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
		svg.addEventListener("pointerdown", (event) => this.down(event));
		svg.addEventListener("pointermove", (event) => this.move(event));
		for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"]))
			svg.addEventListener(name, (event) => this.up(event));
		// A drag that ends over a piece is no click on it.
		svg.addEventListener("click", (event) => this.dragged && event.stopPropagation(), true);
		new ResizeObserver(() => (this.untouched ? this.fit() : this.apply())).observe(svg);
	}

	get ratio() {
		return (this.svg.clientHeight || 1) / (this.svg.clientWidth || 1);
	}

	/** The part of the width that lies under the tools. */
	get tools() {
		return globalThis.innerWidth > NARROW ? TOOLS / (this.svg.clientWidth || 1) : 0;
	}

	/** What lies over the view, as parts of the board. */
	get covered() {
		const box = this.camera?.element.parentElement?.getBoundingClientRect();
		if (!this.camera || !box?.width) return [];
		const scale = this.w / box.width;
		return this.camera.covers().map((one) => ({
			x: this.x + (one.left - box.left) * scale,
			y: this.y + (one.top - box.top) * scale,
			w: one.width * scale,
			h: one.height * scale,
		}));
	}

	fit() {
		const left = this.tools;
		this.w = Math.max(this.width / (1 - left), this.height / this.ratio) * 1.03;
		this.x = -Math.max((this.w - this.width) / 2, left * this.w);
		this.y = (this.height - this.w * this.ratio) / 2;
		this.untouched = true;
		this.apply();
	}

	/**
	 * Come closer around a point, until the board fills the frame and no more than so much of it is in view.
	 * @param {number} x
	 * @param {number} y
	 * @param {number} most
	 */
	cover(x, y, most = Infinity) {
		const whole = this.width / (1 - this.tools); // with its edge beside the tools
		this.w = Math.max(this.w / NEAREST, Math.min(whole, this.height / this.ratio, most));
		this.centre(x, y);
	}

	/**
	 * Put a point in the middle, as far as the board's edges allow.
	 * @param {number} x
	 * @param {number} y
	 */
	centre(x, y) {
		const h = this.w * this.ratio;
		const beside = this.tools * this.w; // nothing stays under the tools for good
		this.x = holdWithin(x - this.w / 2 + beside, this.w, this.width + beside) - beside;
		this.y = holdWithin(y - h / 2, h, this.height);
		this.untouched = false;
		this.apply();
	}

	/** The middle of the view stays on the board. */
	apply(moving = false) {
		this.x = holdMiddle(this.x, this.w, this.width);
		this.y = holdMiddle(this.y, this.w * this.ratio, this.height);
		if (moving && this.camera) this.shift(this.camera);
		else this.redraw();
		// What shows where one looks can wait for the end of a zoom: its size would be laid out anew in every frame.
		if (moving && this.w === this.drawn.w) this.camera?.looked(this.frame);
	}

	get frame() {
		return { x: this.x, y: this.y, w: this.w, h: this.w * this.ratio };
	}

	/** Draw for this view. */
	redraw() {
		const { x, y, w, h } = this.frame;
		this.drawn = { x, y, w, h };
		clearTimeout(this.resting);
		this.resting = 0;
		for (const layer of [this.svg, this.land]) layer.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
		this.scale();
		if (!this.camera) return;
		const { element, sheet } = this.camera;
		element.style.transform = "";
		this.camera.looked(this.frame);
		sheet.place(this.frame, this.svg.clientWidth || w, this.frame);
		sheet.want(this.frame, this.svg.clientWidth || w);
	}

	/**
	 * Move what was drawn to where it belongs now, until one rests.
	 * @param {{ element: HTMLElement, sheet: Sheet }} camera
	 */
	shift({ element, sheet }) {
		const { x, y, w } = this.drawn;
		const scale = this.svg.clientWidth / this.w;
		const by = [(x - this.x) * scale, (y - this.y) * scale];
		// By whole pixels nothing has to be smoothed anew.
		const [dx, dy] = w === this.w ? by.map(Math.round) : by;
		element.style.transform = `translate(${dx}px, ${dy}px)${w === this.w ? "" : ` scale(${w / this.w})`}`;
		if (w === this.w && !sheet.holds(this.frame)) sheet.place(this.drawn, this.svg.clientWidth, this.frame);
		clearTimeout(this.resting);
		this.resting = window.setTimeout(() => this.redraw(), REST);
	}

	/** How much of the board a pixel of the screen shows: styles keep labels legible by it, and drop those that cannot be. */
	scale() {
		const pixel = (this.w / (this.svg.clientWidth || this.w)).toFixed(2);
		if (pixel === this.pixel) return;
		this.pixel = pixel;
		for (const layer of [this.svg, this.land]) layer.style.setProperty("--pixel", pixel);
		for (const layer of [this.svg, this.land]) layer.classList.toggle("far", Number(pixel) > FAR);
		this.svg.classList.toggle("near", Number(pixel) < NEAR);
		this.camera?.scaled();
	}

	/**
	 * Board pixels under a screen point.
	 * @param {OnScreen} event
	 * @returns {Point}
	 */
	point(event) {
		const box = (this.camera?.element.parentElement ?? this.svg).getBoundingClientRect();
		const scale = this.w / box.width;
		return [this.x + (event.clientX - box.left) * scale, this.y + (event.clientY - box.top) * scale];
	}

	/** @param {number} factor */
	zoom(factor, x = this.x + this.w / 2, y = this.y + (this.w * this.ratio) / 2, moving = false) {
		const whole = Math.max(this.width, this.height / this.ratio);
		const w = Math.min(whole * 1.03, Math.max(whole / NEAREST, this.w * factor));
		this.x = x - ((x - this.x) * w) / this.w;
		this.y = y - ((y - this.y) * w) / this.w;
		this.w = w;
		this.untouched = false;
		this.apply(moving);
	}

	/**
	 * By these parts of what is in view.
	 * @param {number} dx
	 * @param {number} dy
	 */
	pan(dx, dy) {
		this.x += dx * this.w;
		this.y += dy * this.w;
		this.untouched = false;
		this.apply();
	}

	/**
	 * Move to the middle of the points if too few of them are in view: none, or less than a share.
	 * @param {Point[]} points
	 */
	seek(points, share = 0) {
		const h = this.w * this.ratio;
		const seen = points.filter(([x, y]) => x > this.x && x < this.x + this.w && y > this.y && y < this.y + h).length;
		if (!points.length || seen > share * points.length) return;
		const middle = (/** @type {0 | 1} */ axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
		this.centre(middle(0), middle(1));
	}

	/**
	 * Whether all of what is so large around a point can be seen.
	 * @param {Point} point
	 * @param {number} half its size
	 */
	sees([x, y], half) {
		const apart = (/** @type {Frame} */ { x: left, y: top, w, h }) =>
			x + half <= left || x - half >= left + w || y + half <= top || y - half >= top + h;
		const { x: left, y: top, w, h } = this.frame;
		const inside = x - half >= left && x + half <= left + w && y - half >= top && y + half <= top + h;
		return inside && this.covered.every(apart);
	}

	/**
	 * Look so that pieces can be seen whole, with nothing over them.
	 * @param {Point[]} points
	 * @param {number} half their size
	 */
	bring(points, half) {
		const hidden = points.filter((point) => !this.sees(point, half));
		if (!hidden.length) return;
		const middle = (/** @type {Point[]} */ of, /** @type {0 | 1} */ axis) =>
			of.reduce((sum, point) => sum + point[axis], 0) / of.length;
		this.centre(middle(points, 0), middle(points, 1));
		if (!points.some((point) => this.sees(point, half))) this.centre(...points[0]);
	}

	/**
	 * Whether there is room for what lies between these corners, with so much of the view left free around it.
	 * @param {Point[]} corners
	 * @param {number} edge
	 */
	holds([[left, top] = [0, 0], [right, bottom] = [0, 0]], edge) {
		const share = 1 - 2 * edge;
		return right - left < this.w * share && bottom - top < this.w * this.ratio * share;
	}

	/**
	 * Glide so far that all of these points are well in view, or as many as there is room for.
	 * @param {Point[]} points
	 * @param {number} time in milliseconds
	 * @param {number} edge how near to the rim is too near, as a share of the view
	 */
	reveal(points, time, edge = EDGE) {
		const h = this.w * this.ratio;
		const inside = ([x, y] = [0, 0]) =>
			x > this.x + this.w * edge &&
			x < this.x + this.w * (1 - edge) &&
			y > this.y + h * edge &&
			y < this.y + h * (1 - edge);
		if (points.every(inside)) return;
		const [start, from] = [performance.now(), { x: this.x, y: this.y }];
		const middle = (/** @type {0 | 1} */ axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
		this.centre(middle(0), middle(1));
		const to = { x: this.x, y: this.y };
		const glide = ++this.glides;
		if (!time) return;
		const step = (/** @type {number} */ now) => {
			if (glide !== this.glides || this.pointers.size) return;
			const part = Math.min(1, Math.max(0, (now - start) / time));
			this.x = from.x + (to.x - from.x) * part;
			this.y = from.y + (to.y - from.y) * part;
			this.apply(part < 1);
			if (part < 1) requestAnimationFrame(step);
		};
		step(start);
	}

	/** @param {WheelEvent} event */
	wheel(event) {
		event.preventDefault();
		const [x, y] = this.point(event);
		this.zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 300))), x, y, true);
	}

	/** @param {PointerEvent} event */
	down(event) {
		if (this.pointers.size === 0) this.dragged = false;
		this.pointers.set(event.pointerId, {
			x: event.clientX,
			y: event.clientY,
			startX: event.clientX,
			startY: event.clientY,
		});
	}

	/** @param {PointerEvent} event */
	move(event) {
		const pointer = this.pointers.get(event.pointerId);
		if (!pointer) return;
		const [other, ...more] = [...this.pointers.values()].filter((one) => one !== pointer);
		if (!other) {
			if (!this.dragged && Math.hypot(event.clientX - pointer.startX, event.clientY - pointer.startY) < STILL) return;
			this.drag(event, pointer);
		} else if (!more.length) {
			const before = Math.hypot(pointer.x - other.x, pointer.y - other.y);
			const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
			this.dragged = true;
			if (after > 0) this.zoom(before / after, ...this.point({ clientX: other.x, clientY: other.y }), true);
		}
		pointer.x = event.clientX;
		pointer.y = event.clientY;
	}

	/**
	 * One finger, or the mouse, takes the board along.
	 * @param {PointerEvent} event
	 * @param {{ x: number, y: number }} from
	 */
	drag(event, from) {
		const scale = this.w / this.svg.clientWidth;
		if (!this.dragged) this.svg.setPointerCapture(event.pointerId);
		this.dragged = true;
		this.untouched = false;
		this.x -= (event.clientX - from.x) * scale;
		this.y -= (event.clientY - from.y) * scale;
		this.apply(true);
	}

	/** @param {PointerEvent} event */
	up(event) {
		this.pointers.delete(event.pointerId);
		if (this.resting && !this.pointers.size) this.redraw();
	}
}

/**
 * Where a view of this size begins so that it shows nothing but the board, or the board in its middle.
 * @param {number} wish
 * @param {number} size
 * @param {number} all
 */
function holdWithin(wish, size, all) {
	return size >= all ? (all - size) / 2 : Math.max(0, Math.min(all - size, wish));
}

/**
 * The corners of the smallest box around these; none without any.
 * @param {Point[]} points
 * @returns {Point[]}
 */
export function findCorners(points) {
	const along = (/** @type {0 | 1} */ axis) => points.map((point) => point[axis]);
	const [xs, ys] = [along(0), along(1)];
	if (!points.length) return [];
	return [
		[Math.min(...xs), Math.min(...ys)],
		[Math.max(...xs), Math.max(...ys)],
	];
}

/**
 * Where it begins so that its middle is on the board.
 * @param {number} wish
 * @param {number} size
 * @param {number} all
 */
function holdMiddle(wish, size, all) {
	return Math.max(-size / 2, Math.min(all - size / 2, wish));
}
