/** Hexes: flat tops, side 1. Relief is shaded where the ground falls. */

import { Board } from "./board.js";
import { s } from "./dom.js";
import { family } from "./looks.js";
import { drawCottage, drawGrove, ground, trace, traceRing, WOODED } from "./terrain.js";

/** @import { BoardData, BoardHandlers, Cell, Point } from "./types.d.ts" */

const UNIT = 74;
const WITHIN = 0.3; // of an upper floor or a bunker, drawn inside its hex
const ROOT3 = Math.sqrt(3);

/**
 * What a point is looked up by: near ones share it, or differ by one.
 * @param {number} x
 * @param {number} y
 */
const keyOf = (x, y) => `${Math.round(x * 4)},${Math.round(y * 4)}`;

export class HexBoard extends Board {
  /**
   * @param {BoardData} data
   * @param {BoardHandlers} [handlers]
   */
  constructor(data, handlers) {
    super(data, UNIT, handlers);
    const hexes = [...this.cells.values()].filter((cell) => !cell.within);
    this.lookup = new Map(hexes.map((cell) => [keyOf(cell.x, cell.y), cell]));
  }

  /**
   * @override
   * @param {Cell} cell
   * @returns {Point[]}
   */
  outline(cell) {
    const [x, y] = this.at(cell.x, cell.y);
    const side = cell.within ? UNIT * WITHIN : UNIT;
    return [0, 60, 120, 180, 240, 300].map((angle) => {
      const turn = (angle * Math.PI) / 180;
      return [x + side * Math.cos(turn), y + side * Math.sin(turn)];
    });
  }

  /**
   * The neighbour across the side between corners i and i+1.
   * @param {Cell} cell
   * @param {number} i
   */
  across(cell, i) {
    const turn = ((i * 60 + 30) * Math.PI) / 180;
    return this.near(cell.x + ROOT3 * Math.cos(turn), cell.y + ROOT3 * Math.sin(turn));
  }

  /**
   * The hex whose middle is here, or null.
   * @param {number} x
   * @param {number} y
   */
  near(x, y) {
    for (const dx of [0, -1, 1]) {
      for (const dy of [0, -1, 1]) {
        const found = this.lookup.get(keyOf(x + dx / 4, y + dy / 4));
        if (found && Math.hypot(found.x - x, found.y - y) < 0.3) return found;
      }
    }
    return null;
  }

  /** @override */
  drawGround() {
    const outlined = this.outlined();
    const decor = s("g", { class: "decor" });
    const roads = s("g");
    const strokes = (this.data.features || []).some((item) => item.line && family(item.kind) === "road");
    for (const cell of this.cells.values()) {
      if (cell.within) {
        this.drawWithin(cell, cell.within);
        continue;
      }
      const shown = outlined.get(cell.id)?.has(family(cell.terrain)) || false;
      this.drawHex(cell, shown);
      if (!shown) decor.append(...this.drawDecor(cell));
      if (!strokes) roads.append(...this.drawRoads(cell));
    }
    this.layers.features.append(roads, decor);
  }

  /**
   * The bare hex, with its slopes and its name.
   * @param {Cell} cell
   * @param {boolean} shown whether an outline already shows its terrain
   */
  drawHex(cell, shown) {
    const { ground: land, grid, names } = this.layers;
    const kind = family(cell.terrain);
    const corners = this.outline(cell);
    const d = traceRing(corners);
    const fill = ground(this.prefix, shown || kind === "road" ? "clear" : kind);
    land.append(s("path", { d, fill, class: "hex-ground" }));
    const { level = 0 } = cell;
    if (level) land.append(s("path", { d, class: "relief", "fill-opacity": Math.min(0.16 * level, 0.5) }));
    for (let i = 0; i < 6; i++) {
      const other = this.across(cell, i);
      if (other && (other.level || 0) < level)
        grid.append(s("path", { class: "slope", d: trace([corners[i], corners[(i + 1) % 6]]) }));
    }
    grid.append(s("path", { class: "grid-line", d }));
    const [x, y] = this.at(cell.x, cell.y);
    names.append(s("text", { class: "place-name", x, y: y - UNIT * 0.66 }, cell.id + (level ? ` ▲${level}` : "")));
  }

  /**
   * The trees or the house of a hex.
   * @param {Cell} cell
   */
  drawDecor(cell) {
    const kind = family(cell.terrain);
    const [x, y] = this.at(cell.x, cell.y);
    if (WOODED.has(kind)) return [drawGrove(this.outline(cell), kind, UNIT * 0.26, cell.id)];
    return kind === "building" ? [drawCottage([x, y + 4], UNIT * 0.82, this.prefix, cell.id)] : [];
  }

  /**
   * From the middle of a hex of road to those beside it; each pair is joined once.
   * @param {Cell} cell
   */
  drawRoads(cell) {
    if (family(cell.terrain) !== "road") return [];
    return [0, 1, 2, 3, 4, 5].flatMap((i) => {
      const other = this.across(cell, i);
      if (!other || family(other.terrain) !== "road" || cell.id >= other.id) return [];
      return [this.drawRoad(this.at(cell.x, cell.y), this.at(other.x, other.y))];
    });
  }

  /**
   * An upper floor, a bunker: a small hex over what its hex shows, with the rest of its name.
   * @param {Cell} cell
   * @param {string} within
   */
  drawWithin(cell, within) {
    const [x, y] = this.at(cell.x, cell.y);
    const small = s("path", { class: "within", d: traceRing(this.outline(cell)) });
    this.layers.names.append(small, s("text", { class: "place-name", x, y: y + 4 }, cell.id.slice(within.length)));
  }

  /**
   * @param {Point} a
   * @param {Point} b
   */
  drawRoad(a, b) {
    const d = trace([a, b]);
    return s(
      "g",
      { class: "road" },
      s("path", { d, class: "road-edge", "stroke-width": 24 }),
      s("path", { d, class: "road-bed", "stroke-width": 19 }),
    );
  }

  /** @override */
  pieceSize() {
    return UNIT * 1.14;
  }

  /**
   * @override
   * @returns {Point}
   */
  starOffset() {
    return [UNIT * 0.74, 0];
  }

  /**
   * @override
   * @param {number} n
   * @returns {Point}
   */
  markerOffset(n) {
    return [-UNIT * 0.52 + n * 26, UNIT * 0.68];
  }
}
