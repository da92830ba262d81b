/** Pan, zoom and pinch over an SVG by moving its view box. */

const NEAREST = 9; // how many times closer than "all of it" one may look

const FAR = 1.2; // board pixels in one of the screen: beyond it names on counters would be under 9 pixels

export class Viewport {
  /** `svg` takes the gestures, `land` lies under it and moves along. */
  constructor(svg, land, width, height) {
    this.svg = svg;
    this.land = land;
    this.width = width;
    this.height = height;
    this.x = 0;
    this.y = 0;
    this.w = width;
    this.pointers = new Map();
    this.dragged = false;
    this.untouched = true;
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"])
      svg.addEventListener(name, (event) => this.up(event));
    // A drag that ends over a piece is no click on it.
    svg.addEventListener("click", (event) => this.dragged && event.stopPropagation(), true);
    new ResizeObserver(() => (this.untouched ? this.fit() : this.apply())).observe(svg);
  }

  get ratio() {
    return (this.svg.clientHeight || 1) / (this.svg.clientWidth || 1);
  }

  fit() {
    this.w = Math.max(this.width, this.height / this.ratio) * 1.03;
    this.x = (this.width - this.w) / 2;
    this.y = (this.height - this.w * this.ratio) / 2;
    this.untouched = true;
    this.apply();
  }

  /** Twice as close, or until the board fills the frame, around a point. */
  cover(x, y) {
    this.w = Math.max(this.w / 3, Math.min(this.w / 2, this.width, this.height / this.ratio));
    this.centre(x, y);
  }

  /** Put a point in the middle, as far as the board's edges allow. */
  centre(x, y) {
    const h = this.w * this.ratio;
    const within = (wish, size, all) => (size >= all ? (all - size) / 2 : Math.max(0, Math.min(all - size, wish)));
    this.x = within(x - this.w / 2, this.w, this.width);
    this.y = within(y - h / 2, h, this.height);
    this.untouched = false;
    this.apply();
  }

  /** The middle of the view stays on the board. */
  apply() {
    const within = (at, size, all) => Math.max(-size / 2, Math.min(all - size / 2, at));
    this.x = within(this.x, this.w, this.width);
    this.y = within(this.y, this.w * this.ratio, this.height);
    const box = `${this.x} ${this.y} ${this.w} ${this.w * this.ratio}`;
    this.svg.setAttribute("viewBox", box);
    this.land.setAttribute("viewBox", box);
    this.scale();
  }

  /** How much of the board a pixel of the screen shows: styles keep labels legible by it, and drop those that cannot be. */
  scale() {
    const pixel = (this.w / (this.svg.clientWidth || this.w)).toFixed(2);
    if (pixel === this.pixel) return;
    this.pixel = pixel;
    for (const layer of [this.svg, this.land]) layer.style.setProperty("--pixel", pixel);
    this.svg.classList.toggle("far", pixel > FAR);
  }

  /** Board pixels under a screen point. */
  point(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = this.w / box.width;
    return [this.x + (event.clientX - box.left) * scale, this.y + (event.clientY - box.top) * scale];
  }

  zoom(factor, x = this.x + this.w / 2, y = this.y + (this.w * this.ratio) / 2) {
    const whole = Math.max(this.width, this.height / this.ratio);
    const w = Math.min(whole * 1.03, Math.max(whole / NEAREST, this.w * factor));
    this.x = x - ((x - this.x) * w) / this.w;
    this.y = y - ((y - this.y) * w) / this.w;
    this.w = w;
    this.untouched = false;
    this.apply();
  }

  pan(dx, dy) {
    this.x += dx * this.w;
    this.y += dy * this.w;
    this.untouched = false;
    this.apply();
  }

  /** Move to the middle of the points if too few of them are in view: none, or less than a share. */
  seek(points, share = 0) {
    const h = this.w * this.ratio;
    const seen = points.filter(([x, y]) => x > this.x && x < this.x + this.w && y > this.y && y < this.y + h).length;
    if (!points.length || seen > share * points.length) return;
    const middle = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
    this.centre(middle(0), middle(1));
  }

  wheel(event) {
    event.preventDefault();
    const [x, y] = this.point(event);
    this.zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 300))), x, y);
  }

  down(event) {
    if (this.pointers.size === 0) this.dragged = false;
    this.pointers.set(event.pointerId, {
      x: event.clientX,
      y: event.clientY,
      startX: event.clientX,
      startY: event.clientY,
    });
  }

  move(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) return;
    const scale = this.w / this.svg.clientWidth;
    if (this.pointers.size === 1) {
      if (!this.dragged && Math.hypot(event.clientX - pointer.startX, event.clientY - pointer.startY) < 6) return;
      if (!this.dragged) this.svg.setPointerCapture(event.pointerId);
      this.dragged = true;
      this.untouched = false;
      this.x -= (event.clientX - pointer.x) * scale;
      this.y -= (event.clientY - pointer.y) * scale;
      this.apply();
    } else if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
      const before = Math.hypot(pointer.x - other.x, pointer.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      this.dragged = true;
      if (after > 0) this.zoom(before / after, ...this.point({ clientX: other.x, clientY: other.y }));
    }
    pointer.x = event.clientX;
    pointer.y = event.clientY;
  }

  up(event) {
    this.pointers.delete(event.pointerId);
  }
}
