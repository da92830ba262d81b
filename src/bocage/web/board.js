/** What all boards share: layers, pieces in stacks, markers, legal places, and the clicks they report. */

import { counter, marker, spoken } from "./counters.js";
import { die } from "./dice.js";
import { h, replace, s } from "./dom.js";
import { family, feature, inOrder, inside, patterns, trace } from "./terrain.js";
import { Viewport } from "./viewport.js";
import { t } from "./words.js";

let boards = 0;
// The still layers are a picture of their own: a choice repaints only the live ones.
const STILL = ["ground", "grid", "features", "names"];
const LIVE = ["bare", "legal", "cells", "markers", "pieces", "sight", "effects"];
const SHOWN = 1600; // milliseconds that a trail, a ring or dice stay on the board

function pressable(element, press) {
  element.addEventListener("click", press);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    press(event);
  });
}

export class Board {
  /** `unit` is one board unit in pixels; `handlers`: onPiece, onPlace, onPoint, onHover (all optional). */
  constructor(data, unit, handlers = {}) {
    this.data = data;
    this.unit = unit;
    this.handlers = handlers;
    this.prefix = `${data.geometry}${++boards}-`;
    this.width = data.width * unit;
    this.height = data.height * unit;
    this.cells = new Map((data.cells || []).map((cell) => [cell.id, cell]));
    this.hits = new Map();
    this.nodes = new Map();
    this.points = new Map(); // where each piece was last drawn, and whose it is
    this.layers = Object.fromEntries([...STILL, ...LIVE].map((name) => [name, s("g", { class: `layer-${name}` })]));
    const of = (names) => names.map((name) => this.layers[name]);
    const viewBox = `0 0 ${this.width} ${this.height}`;
    this.land = s(
      "svg",
      { class: "land", viewBox, "aria-hidden": "true" },
      s("defs", null, patterns(this.prefix)),
      of(STILL),
    );
    this.svg = s(
      "svg",
      { class: `board ${data.geometry}`, viewBox, role: "group", "aria-label": t("board.name") },
      of(LIVE),
    );
  }

  /** Board units to pixels. */
  at(x, y) {
    return [x * this.unit, y * this.unit];
  }

  /** Pixels to board units. */
  units([x, y]) {
    return [x / this.unit, y / this.unit];
  }

  centre(place) {
    const cell = this.cells.get(place);
    return cell ? this.at(cell.x, cell.y) : null;
  }

  /** What players call a place. */
  label(id) {
    return this.cells.get(id)?.name || id || "";
  }

  /** Terrain under a bare point: only where there are no places. */
  terrainAt() {
    return null;
  }

  /** What the terrain of a place does, line by line. */
  card(id) {
    return this.data.cards?.[this.cells.get(id)?.terrain] || [];
  }

  placeName(id) {
    const cell = this.cells.get(id);
    if (!cell) return id || "";
    const terrain = this.data.terrains?.[cell.terrain] ?? cell.terrain;
    return [this.label(id), terrain, cell.level ? t("board.level", { n: cell.level }) : ""].filter(Boolean).join(", ");
  }

  // The board itself, drawn once

  draw() {
    this.drawGround();
    for (const item of inOrder(this.data.features || [])) {
      if (item.points.length)
        this.layers.features.append(
          feature(
            item,
            item.points.map(([x, y]) => this.at(x, y)),
            this.lineUnit(),
            this.treeSize(),
            this.prefix,
          ),
        );
    }
    for (const cell of this.cells.values()) {
      const hit = s(
        "path",
        {
          class: "cell",
          d: trace(this.outline(cell)) + "z",
          role: "button",
          tabindex: -1,
          "aria-label": this.placeName(cell.id),
          "data-place": cell.id,
        },
        s("title", null, this.placeName(cell.id)),
      );
      pressable(hit, (event) => this.handlers.onPlace?.(cell.id, event));
      hit.addEventListener("pointerenter", () => this.handlers.onHover?.({ place: cell.id }));
      hit.addEventListener("focus", () => this.handlers.onHover?.({ place: cell.id }));
      this.hits.set(cell.id, hit);
      this.layers.cells.append(hit);
    }
    return this;
  }

  /** What widths of roads, hedges and walls are measured by. */
  lineUnit() {
    return this.unit;
  }

  treeSize() {
    return this.unit * 0.2;
  }

  /** Families that a drawn outline shows in each cell, so that the cell needs no drawing of its own. */
  outlined() {
    const shown = new Map();
    for (const item of this.data.features || []) {
      if (item.line) continue;
      for (const cell of this.cells.values()) {
        const within =
          inside([cell.x, cell.y], item.points) ||
          Math.hypot(cell.x - item.points[0][0], cell.y - item.points[0][1]) < 0.8;
        if (within) shown.set(cell.id, (shown.get(cell.id) || new Set()).add(family(item.kind)));
      }
    }
    return shown;
  }

  /** Make it live: pan and zoom, buttons, clicks on bare ground. */
  mount() {
    this.view = new Viewport(this.svg, this.land, this.width, this.height);
    const button = (sign, label, press, name) =>
      h("button", { type: "button", class: name, title: label, "aria-label": label, onclick: press }, sign);
    this.layers.bare.append(s("rect", { class: "bare-ground", width: this.width, height: this.height }));
    pressable(this.layers.bare, (event) => this.handlers.onPoint?.(...this.units(this.view.point(event)), event));
    this.layers.bare.addEventListener(
      "pointermove",
      (event) =>
        event.pointerType !== "touch" && this.handlers.onHover?.({ point: this.units(this.view.point(event)) }),
    );
    this.svg.addEventListener("pointerleave", () => this.handlers.onHover?.(null));
    this.element = h(
      "div",
      { class: "board-frame" },
      h("div", { class: "board-view" }, this.land, this.svg),
      h(
        "div",
        { class: "board-tools", role: "toolbar", "aria-label": t("board.name") },
        button("+", t("board.in"), () => this.view.zoom(0.75), "zoom"),
        button("−", t("board.out"), () => this.view.zoom(1.33), "zoom"),
        button("⤢", t("board.fit"), () => this.view.fit()),
        button("◌", t("board.hide"), () => this.hide()),
      ),
    );
    return this;
  }

  /** The first look: the whole board, or where this seat's pieces are if the whole would be tiny. */
  open(seat) {
    this.view.fit();
    const shown = (this.width * this.height) / (this.view.w * this.view.w * this.view.ratio);
    const size = (this.pieceSize() * this.svg.clientWidth) / this.view.w;
    if (shown > 0.6 && (size > 28 || this.svg.clientWidth > 700)) return;
    const own = [...this.nodes.keys()].map((id) => this.points.get(id)).filter((point) => point.seat === seat);
    const middle = (axis, whole) =>
      own.length ? own.reduce((sum, point) => sum + point[axis], 0) / own.length : whole / 2;
    this.view.cover(middle("x", this.width), middle("y", this.height));
  }

  hide() {
    this.svg.classList.toggle("bare");
  }

  // The position, drawn after every choice

  /** Pieces, markers and what may be chosen. Returns the pieces that are not on the board. */
  show(position, prompt) {
    const choices = prompt?.choices || [];
    this.legalPieces = new Set(choices.filter((c) => c.piece >= 0).map((c) => c.piece));
    this.legalPlaces = new Set(choices.filter((c) => c.place).map((c) => c.place));
    this.asked = new Set(prompt?.pieces || []);
    this.speakers = this.findSpeakers(position.pieces);
    for (const id of this.speakers.keys()) this.legalPieces.add(id);
    this.drawLegal(choices, prompt?.region || []);
    this.drawMarkers(position.markers || [], new Set(position.pieces.map((piece) => piece.place)));
    const before = new Map(this.points);
    this.points.clear();
    const off = this.drawPieces(position.pieces);
    this.drawTrails(before);
    return off;
  }

  /** Where pieces have just moved. */
  drawTrails(before) {
    for (const [id, point] of this.points) {
      const old = before.get(id);
      if (!old || Math.hypot(old.x - point.x, old.y - point.y) < 2) continue;
      this.passing(
        s("path", {
          class: "trail",
          d: trace([
            [old.x, old.y],
            [point.x, point.y],
          ]),
        }),
      );
    }
  }

  /** Something that goes away by itself. */
  passing(node) {
    this.layers.effects.append(node);
    setTimeout(() => node.remove(), SHOWN);
  }

  /** Pieces that may be clicked instead of one that is offered, and that one. */
  findSpeakers() {
    return new Map();
  }

  /** If nothing that may be chosen is in sight, look where it is. */
  seek(prompt) {
    const places = [...this.legalPlaces].map((id) => this.centre(id)).filter(Boolean);
    const pieces = [...this.legalPieces, ...this.asked]
      .map((id) => this.points.get(id))
      .filter(Boolean)
      .map((point) => [point.x, point.y]);
    const rings = (prompt?.region || []).flat().map(([x, y]) => this.at(x, y));
    this.view.seek([...pieces, ...places, ...rings], prompt?.setup ? 0.25 : 0);
  }

  drawLegal(choices, region) {
    for (const [id, hit] of this.hits) {
      const legal = this.legalPlaces.has(id);
      hit.classList.toggle("legal", legal);
      hit.setAttribute("tabindex", legal ? 0 : -1);
      hit.setAttribute("aria-label", legal ? `${this.placeName(id)}, ${t("board.legal")}` : this.placeName(id));
    }
    const drawn = [];
    if (region.length)
      drawn.push(
        s("path", {
          class: "region",
          "fill-rule": "evenodd",
          d: region.map((ring) => trace(ring.map(([x, y]) => this.at(x, y))) + "z").join(""),
        }),
      );
    for (const choice of choices) {
      if (!(choice.x >= 0 && choice.y >= 0) || choice.piece >= 0) continue;
      const [x, y] = this.at(choice.x, choice.y);
      const dot = s(
        "circle",
        {
          class: "point legal",
          cx: x,
          cy: y,
          r: 9,
          role: "button",
          tabindex: 0,
          "aria-label": choice.label,
          "data-choice": choice.id,
        },
        s("title", null, choice.label),
      );
      pressable(dot, (event) => this.handlers.onChoice?.(choice, event));
      drawn.push(dot);
    }
    replace(this.layers.legal, drawn);
    this.clearPointed();
  }

  /** An objective is in the middle of its place, or where those who stand there leave a corner of it in sight. */
  drawMarkers(markers, taken) {
    const used = new Map();
    const drawn = [];
    for (const item of markers) {
      const middle = item.place ? this.centre(item.place) : this.at(item.x ?? 0, item.y ?? 0);
      if (!middle) continue;
      const node = marker(item, this.markerSize());
      const key = item.place || `${item.x},${item.y}`;
      const big = node.classList.contains("big");
      const n = used.get(key) || 0;
      if (!big) used.set(key, n + 1);
      const [dx, dy] =
        !item.place || (big && !taken.has(item.place)) ? [0, 0] : big ? this.starOffset() : this.markerOffset(n);
      node.setAttribute("transform", `translate(${middle[0] + dx} ${middle[1] + dy})`);
      if (item.seat >= 0) node.classList.add(`seat-${item.seat}`);
      drawn.push(node);
    }
    replace(this.layers.markers, drawn);
  }

  markerSize() {
    return 26;
  }

  starOffset() {
    return [this.unit * 0.36, -this.unit * 0.36];
  }

  markerOffset(n) {
    return [-this.unit * 0.42 + n * 24, this.unit * 0.6];
  }

  drawPieces(pieces) {
    const stacks = new Map();
    const off = [];
    for (const piece of pieces) {
      const key = this.stackOf(piece);
      if (key === null) off.push(piece);
      else stacks.set(key, [...(stacks.get(key) || []), piece]);
    }
    const focused = document.activeElement?.getAttribute?.("data-piece");
    this.nodes.clear();
    replace(
      this.layers.pieces,
      [...stacks].map(([key, stack]) => this.drawStack(key, stack)),
    );
    if (focused !== null && focused !== undefined) this.nodes.get(Number(focused))?.focus();
    return off;
  }

  /** The place a piece stacks in, or null if it is off the board. */
  stackOf(piece) {
    return this.cells.has(piece.place) ? piece.place : null;
  }

  drawStack(key, stack) {
    const [x, y] = this.stackPoint(key, stack);
    // What is carried lies under those who may carry it.
    stack.sort((a, b) => (b.group >= 0) - (a.group >= 0));
    const size = this.pieceSize();
    const step = size * 0.09;
    const group = s("g", { class: "stack", transform: `translate(${x} ${y})`, "data-place": key });
    const columns = Math.min(stack.length, 4);
    const rows = Math.ceil(stack.length / columns);
    const gap = size * 1.06;
    if (stack.length > 1) {
      group.append(
        s("rect", {
          class: "fan-back",
          x: (-columns * gap) / 2 - 6,
          y: (-rows * gap) / 2 - 6,
          width: columns * gap + 12,
          height: rows * gap + 12,
          rx: 10,
          onclick: (event) => this.handlers.onPlace?.(key, event),
        }),
      );
    }
    stack.forEach((piece, i) => {
      this.points.set(piece.id, { x, y, seat: piece.seat });
      const lift = (i - (stack.length - 1) / 2) * step;
      const spread = [(i % columns) - (columns - 1) / 2, Math.floor(i / columns) - (rows - 1) / 2];
      const node = this.pieceNode(piece);
      node.style.setProperty("--rest", `translate(${lift}px, ${-lift}px)`);
      node.style.setProperty("--fan", `translate(${spread[0] * gap}px, ${spread[1] * gap}px)`);
      group.append(node);
    });
    if (stack.length > 1) {
      group.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.fan(group));
      group.addEventListener(
        "pointerleave",
        (event) => event.pointerType === "mouse" && group.classList.remove("fanned"),
      );
    }
    return group;
  }

  /** Spread a stack, above everything else. */
  fan(group) {
    if (group.classList.contains("fanned")) return;
    for (const other of this.layers.pieces.querySelectorAll(".fanned")) other.classList.remove("fanned");
    group.classList.add("fanned");
    if (group !== this.layers.pieces.lastChild && !group.contains(document.activeElement))
      this.layers.pieces.append(group);
  }

  stackPoint(key) {
    return this.centre(key);
  }

  pieceSize() {
    return this.unit * 0.98;
  }

  pieceNode(piece) {
    const legal = this.legalPieces.has(piece.id) || this.legalPlaces.has(piece.place);
    const name = spoken(piece, this.label(piece.place)) + (legal ? `, ${t("board.legal")}` : "");
    const node = s(
      "g",
      {
        class: `piece${this.legalPieces.has(piece.id) ? " legal" : ""}${this.asked.has(piece.id) ? " asked" : ""}`,
        role: "button",
        tabindex: legal ? 0 : -1,
        "aria-label": name,
        "data-piece": piece.id,
      },
      this.drawPiece(piece),
    );
    pressable(node, (event) => {
      const stack = node.closest(".stack");
      // A finger cannot hover: the first tap spreads the stack.
      if (event.pointerType === "touch" && stack.children.length > 2 && !stack.classList.contains("fanned"))
        return this.fan(stack);
      this.handlers.onPiece?.(piece, event);
    });
    node.addEventListener("pointerenter", () => this.handlers.onHover?.({ piece }));
    node.addEventListener("focus", () => this.handlers.onHover?.({ piece }));
    this.nodes.set(piece.id, node);
    return node;
  }

  drawPiece(piece) {
    const face = counter(piece, this.prefix, piece.width || 1);
    face.setAttribute("transform", `scale(${this.pieceSize() / 100})`);
    if (this.asked.has(piece.id))
      face.append(s("path", { class: "asked-mark", d: "M-58-30v-28h28M30-58h28v28M58 30v28h-28M-30 58h-28v-28" }));
    if (this.legalPieces.has(piece.id))
      face.append(s("rect", { class: "halo", x: -54, y: -54, width: 108, height: 108, rx: 12 }));
    return face;
  }

  // Pointing

  /** Show what a choice is about: its piece, place, point and path. */
  point(choice) {
    this.clearPointed();
    if (!choice) return;
    this.nodes.get(choice.piece)?.classList.add("pointed");
    for (const [id, speaker] of this.speakers)
      if (speaker === choice.piece) this.nodes.get(id)?.classList.add("pointed");
    if (choice.place) this.hits.get(choice.place)?.classList.add("pointed");
    const steps = (choice.path || []).map((id) => this.centre(id)).filter(Boolean);
    if (steps.length > 1) this.layers.effects.append(s("path", { class: "path", d: trace(steps) }));
    if (choice.x >= 0 && choice.y >= 0 && !(choice.piece >= 0)) {
      const [cx, cy] = this.at(choice.x, choice.y);
      this.layers.effects.append(s("circle", { class: "ping", cx, cy, r: 14 }));
    }
  }

  /** The risk of each step, written where it leads. */
  warn(risks) {
    for (const old of this.layers.markers.querySelectorAll(".risk-mark")) old.remove();
    for (const [choice, text] of risks) {
      const middle = choice.x >= 0 ? this.at(choice.x, choice.y) : choice.place ? this.centre(choice.place) : null;
      if (!middle) continue;
      const y = choice.x >= 0 ? middle[1] - 14 : middle[1] + this.pieceSize() * 0.36;
      this.layers.markers.append(s("text", { class: "risk-mark", x: middle[0], y }, `⚠ ${text}`));
    }
  }

  clearPointed() {
    for (const lit of this.svg.querySelectorAll(".pointed")) lit.classList.remove("pointed");
    for (const node of this.layers.effects.querySelectorAll(".path, .ping, .standing")) node.remove();
  }

  /** Where figures would stand. */
  stand(figures) {
    for (const node of this.layers.effects.querySelectorAll(".standing")) node.remove();
    this.layers.effects.append(
      ...figures.map(([x, y]) => {
        const [cx, cy] = this.at(x, y);
        return s("circle", { class: "standing", cx, cy, r: this.pieceSize() * 0.42 });
      }),
    );
  }

  /** A ring, and the dice, where something has just happened. */
  flash(events) {
    const used = new Map();
    for (const event of events) {
      const middle = event.place ? this.centre(event.place) : null;
      if (!middle) continue;
      if (!used.has(event.place))
        this.passing(s("circle", { class: "flash", cx: middle[0], cy: middle[1], r: this.unit * 0.6 }));
      let n = used.get(event.place) || 0;
      const size = this.unit * 0.42;
      for (const roll of event.dice.slice(0, 6)) {
        this.passing(
          die(roll, {
            class: "die flash-die",
            x: middle[0] - size * 1.5 + (n % 3) * size,
            y: middle[1] - this.unit * 0.95 - Math.floor(n / 3) * size,
            width: size,
            height: size,
          }),
        );
        n++;
      }
      used.set(event.place, n);
    }
  }

  // Sight, and moving about by keyboard

  /** The middle of a place; on the plane a place is "x,y". */
  spot(place) {
    if (this.cells.has(place)) return this.centre(place);
    const [x, y] = place.split(",").map(Number);
    return Number.isFinite(x) && Number.isFinite(y) ? this.at(x, y) : null;
  }

  clearSight() {
    this.layers.sight.replaceChildren();
  }

  shade(place, name) {
    const cell = this.cells.get(place);
    return cell ? s("path", { class: name, d: trace(this.outline(cell)) + "z" }) : null;
  }

  /** A line between two places with the places it crosses. */
  drawSight(places, steps, clear) {
    const ends = places.map((place) => this.spot(place)).filter(Boolean);
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

  /** Everything out of sight of a place is shaded. */
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

  /** The place an element of the board stands for. */
  placeAt(element) {
    const cell = element?.closest?.("[data-place]")?.getAttribute("data-place") || "";
    return this.cells.has(cell) ? cell : "";
  }

  /** The place under the pointer, whatever lies on it. */
  placeUnder(event) {
    const hit = document
      .elementsFromPoint(event.clientX, event.clientY)
      .find((element) => this.svg.contains(element) && this.placeAt(element));
    return this.placeAt(hit);
  }

  /** A path through places, with what is written at each. */
  drawPath(marks) {
    const points = marks.map(({ place }) => this.spot(place)).filter(Boolean);
    const size = Math.max(this.unit * 0.3, this.width / 45);
    replace(
      this.layers.sight,
      points.length > 1 ? s("path", { class: "way", d: trace(points) }) : null,
      marks.map(({ place, text, bad }) => {
        const middle = this.spot(place);
        if (!middle) return null;
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
      }),
    );
  }

  /** The next place in a direction (screen axes), or "". */
  beside(place, dx, dy) {
    const [x, y] = this.centre(place);
    let best = ["", Infinity];
    for (const id of this.cells.keys()) {
      const [cx, cy] = this.centre(id);
      const along = (cx - x) * dx + (cy - y) * dy;
      const across = Math.abs((cx - x) * dy - (cy - y) * dx);
      if (along > this.unit * 0.4 && along + across * 1.2 < best[1]) best = [id, along + across * 1.2];
    }
    return best[0];
  }

  /** Bring a place into view and ring it. */
  lookAt(place) {
    const middle = this.spot(place);
    if (!middle) return;
    this.view.seek([middle]);
    this.passing(s("circle", { class: "flash", cx: middle[0], cy: middle[1], r: this.unit * 0.6 }));
  }

  focusPlace(place) {
    this.hits.get(place)?.focus({ preventScroll: true });
    const middle = this.centre(place);
    if (middle) this.view.seek([middle]);
  }

  /** The first thing that may be chosen, for the keyboard. */
  focusLegal() {
    const target = this.svg.querySelector(".piece.legal, .cell.legal, .point.legal");
    target?.focus({ preventScroll: true });
    return Boolean(target);
  }
}
