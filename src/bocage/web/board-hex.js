/** Hexes: flat tops, side 1. Relief is shaded where the ground falls. */

import { Board } from "./board.js";
import { s } from "./dom.js";
import { WOODED, cottage, family, ground, grove, trace } from "./terrain.js";

const UNIT = 74;
const WITHIN = 0.3; // of an upper floor or a bunker, drawn inside its hex
const ROOT3 = Math.sqrt(3);

export class HexBoard extends Board {
  constructor(data, handlers) {
    super(data, UNIT, handlers);
  }

  outline(cell) {
    const [x, y] = this.at(cell.x, cell.y);
    const side = cell.within ? UNIT * WITHIN : UNIT;
    return [0, 60, 120, 180, 240, 300].map((angle) => {
      const turn = (angle * Math.PI) / 180;
      return [x + side * Math.cos(turn), y + side * Math.sin(turn)];
    });
  }

  /** The neighbour across the side between corners i and i+1. */
  across(cell, i) {
    const turn = ((i * 60 + 30) * Math.PI) / 180;
    return this.near(cell.x + ROOT3 * Math.cos(turn), cell.y + ROOT3 * Math.sin(turn));
  }

  near(x, y) {
    this.lookup ??= new Map(
      [...this.cells.values()]
        .filter((cell) => !cell.within)
        .map((cell) => [`${Math.round(cell.x * 4)},${Math.round(cell.y * 4)}`, cell]),
    );
    for (const dx of [0, -1, 1]) {
      for (const dy of [0, -1, 1]) {
        const found = this.lookup.get(`${Math.round(x * 4) + dx},${Math.round(y * 4) + dy}`);
        if (found && Math.hypot(found.x - x, found.y - y) < 0.3) return found;
      }
    }
    return null;
  }

  drawGround() {
    const outlined = this.outlined();
    const { ground: land, grid, names, features } = this.layers;
    const decor = s("g", { class: "decor" });
    const roads = s("g");
    const strokes = (this.data.features || []).some((item) => item.line && family(item.kind) === "road");
    for (const cell of this.cells.values()) {
      if (cell.within) {
        this.drawWithin(cell);
        continue;
      }
      const kind = family(cell.terrain);
      const corners = this.outline(cell);
      const d = trace(corners) + "z";
      const shown = outlined.get(cell.id);
      land.append(
        s("path", {
          d,
          fill: ground(this.prefix, shown?.has(kind) || kind === "road" ? "clear" : kind),
          class: "hex-ground",
        }),
      );
      if (cell.level) land.append(s("path", { d, class: "relief", "fill-opacity": Math.min(0.16 * cell.level, 0.5) }));
      for (let i = 0; i < 6; i++) {
        const other = this.across(cell, i);
        if (other && (other.level || 0) < (cell.level || 0))
          grid.append(s("path", { class: "slope", d: trace([corners[i], corners[(i + 1) % 6]]) }));
        if (kind === "road" && !strokes && other && family(other.terrain) === "road" && cell.id < other.id) {
          roads.append(this.road(this.at(cell.x, cell.y), this.at(other.x, other.y)));
        }
      }
      const [x, y] = this.at(cell.x, cell.y);
      if (!shown?.has(kind)) {
        if (WOODED.has(kind)) decor.append(grove(corners, kind, UNIT * 0.26, cell.id));
        if (kind === "building") decor.append(cottage(x, y + 4, UNIT * 0.82, this.prefix, cell.id));
      }
      grid.append(s("path", { class: "grid-line", d }));
      names.append(
        s("text", { class: "place-name", x, y: y - UNIT * 0.66 }, cell.id + (cell.level ? ` ▲${cell.level}` : "")),
      );
    }
    features.append(roads, decor);
  }

  /** An upper floor, a bunker: a small hex over what its hex shows, with the rest of its name. */
  drawWithin(cell) {
    const [x, y] = this.at(cell.x, cell.y);
    const small = s("path", { class: "within", d: trace(this.outline(cell)) + "z" });
    this.layers.names.append(small, s("text", { class: "place-name", x, y: y + 4 }, cell.id.slice(cell.within.length)));
  }

  road(a, b) {
    const d = trace([a, b]);
    return s(
      "g",
      { class: "road" },
      s("path", { d, class: "road-edge", "stroke-width": 24 }),
      s("path", { d, class: "road-bed", "stroke-width": 19 }),
    );
  }

  pieceSize() {
    return UNIT * 1.14;
  }

  starOffset() {
    return [UNIT * 0.74, 0];
  }

  markerOffset(n) {
    return [-UNIT * 0.52 + n * 26, UNIT * 0.68];
  }
}
