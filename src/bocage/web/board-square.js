/** Square spaces of side 1; hedges, walls and roads run along their edges as features. */

import { Board } from "./board.js";
import { nationClass } from "./counters.js";
import { s } from "./dom.js";
import { family } from "./looks.js";
import { drawCottage, drawGrove, drawTrench, ground, trace, traceRing, WOODED } from "./terrain.js";

/** @import { BoardData, BoardHandlers, Cell, Piece, Point } from "./types.d.ts" */

const UNIT = 112;

export class SquareBoard extends Board {
  /**
   * @param {BoardData} data
   * @param {BoardHandlers} [handlers]
   */
  constructor(data, handlers) {
    super(data, UNIT, handlers);
  }

  /**
   * @override
   * @param {Cell} cell
   * @returns {Point[]}
   */
  outline(cell) {
    const [x, y] = this.at(cell.x, cell.y);
    const half = UNIT / 2;
    return [
      [x - half, y - half],
      [x + half, y - half],
      [x + half, y + half],
      [x - half, y + half],
    ];
  }

  /** @override */
  drawGround() {
    const outlined = this.outlined();
    const { ground: land, grid, names, features } = this.layers;
    const decor = s("g", { class: "decor" });
    const byPoint = new Map([...this.cells.values()].map((cell) => [`${cell.x},${cell.y}`, cell]));
    for (const cell of this.cells.values()) {
      const kind = family(cell.terrain);
      const shown = outlined.get(cell.id)?.has(kind);
      const d = traceRing(this.outline(cell));
      const [x, y] = this.at(cell.x, cell.y);
      land.append(s("path", { d, class: "hex-ground", fill: ground(this.prefix, shown ? "clear" : kind) }));
      if (cell.level) land.append(s("path", { d, class: "relief", "fill-opacity": Math.min(0.16 * cell.level, 0.5) }));
      if (!shown) decor.append(...this.drawDecor(cell, byPoint));
      grid.append(s("path", { class: "grid-line", d }));
      names.append(
        s("text", { class: "place-name corner", x: x - UNIT / 2 + 5, y: y - UNIT / 2 + 13 }, this.label(cell.id)),
      );
    }
    features.append(decor);
  }

  /**
   * What stands in a space.
   * @param {Cell} cell
   * @param {Map<string, Cell>} byPoint
   */
  drawDecor(cell, byPoint) {
    const kind = family(cell.terrain);
    if (WOODED.has(kind)) return [drawGrove(this.outline(cell), kind, this.treeSize(), cell.id)];
    if (kind === "hedge") return [drawGrove(this.outline(cell), "forest", this.treeSize(), cell.id)];
    if (kind === "building") return [this.drawRoom(cell, byPoint)];
    return kind === "trench" ? [drawTrench(this.outline(cell))] : [];
  }

  /**
   * Spaces of one building share a floor; walls stand only where it ends.
   * @param {Cell} cell
   * @param {Map<string, Cell>} byPoint
   */
  drawRoom(cell, byPoint) {
    const group = s("g", { class: "house" });
    const corners = this.outline(cell);
    group.append(s("path", { d: traceRing(corners), class: "floor" }));
    const sides = [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
    ];
    let alone = true;
    sides.forEach(([dx, dy], i) => {
      const other = byPoint.get(`${cell.x + dx},${cell.y + dy}`);
      if (other && other.terrain === cell.terrain) alone = false;
      else group.append(s("path", { class: "room-wall", d: trace([corners[i], corners[(i + 1) % 4]]) }));
    });
    return alone ? drawCottage(this.at(cell.x, cell.y), UNIT * 0.62, this.prefix, cell.id) : group;
  }

  /** @override */
  pieceSize() {
    return UNIT * 0.8;
  }

  /**
   * A vehicle of two spaces has a hull over both, the front first, and its counter upright in the middle.
   * @override
   * @param {Piece} piece
   */
  drawPiece(piece) {
    const face = super.drawPiece({ ...piece, width: 1 });
    const { facing = -1 } = piece;
    if (piece.width !== 2 || facing < 0) return face;
    const length = facing % 2 ? UNIT * Math.SQRT2 : UNIT;
    const turn = (facing * Math.PI) / 4;
    const size = this.pieceSize();
    const hull = s("rect", {
      class: "counter-face",
      x: -size / 2,
      y: -(size + length) / 2,
      width: size,
      height: size + length,
      rx: 8,
      transform: `rotate(${facing * 45})`,
    });
    const middle = `translate(${(-Math.sin(turn) * length) / 2} ${(Math.cos(turn) * length) / 2})`;
    return s("g", { transform: middle }, s("g", { class: `counter ${nationClass(piece.nation)}` }, hull), face);
  }

  /**
   * @override
   * @param {number} n
   * @returns {Point}
   */
  markerOffset(n) {
    return [-UNIT * 0.34 + n * 28, UNIT * 0.34];
  }
}
