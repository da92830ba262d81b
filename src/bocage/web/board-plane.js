/** The free table in inches, y upwards: terrain as outlines, figures on round bases, units tied by a thin line. */

import { Board } from "./board.js";
import { figure, groupColour } from "./counters.js";
import { s } from "./dom.js";
import { inside, trace } from "./terrain.js";

const UNIT = 26;
const LEAST_BASE = 0.42; // inches; smaller bases could not be hit with a finger

/** How far a point is from a stretch. */
function reachOf([x, y], [ax, ay], [bx, by]) {
  const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / (Math.hypot(bx - ax, by - ay) ** 2 || 1);
  const part = Math.max(0, Math.min(1, along));
  return Math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay));
}

const extent = ({ points }) => Math.max(...points.map(([x]) => x)) - Math.min(...points.map(([x]) => x));

export class PlaneBoard extends Board {
  constructor(data, handlers) {
    super(data, UNIT, handlers);
  }

  at(x, y) {
    return [x * UNIT, (this.data.height - y) * UNIT];
  }

  units([x, y]) {
    return [x / UNIT, this.data.height - y / UNIT];
  }

  lineUnit() {
    return UNIT * 2.6;
  }

  treeSize() {
    return UNIT * 0.62;
  }

  outline() {
    return [];
  }

  drawGround() {
    this.layers.ground.append(
      s("rect", { class: "table", width: this.width, height: this.height, fill: `url(#${this.prefix}grass)` }),
    );
    const ruler = s("g", { class: "ruler" });
    for (let x = 0; x <= this.data.width; x += 6)
      ruler.append(
        s("path", { d: `M${x * UNIT} 0v${this.height}` }),
        s("text", { x: x * UNIT + 3, y: this.height - 4 }, `${x}″`),
      );
    for (let y = 6; y <= this.data.height; y += 6)
      ruler.append(
        s("path", { d: `M0 ${(this.data.height - y) * UNIT}h${this.width}` }),
        s("text", { x: 3, y: (this.data.height - y) * UNIT + 12 }, `${y}″`),
      );
    this.layers.grid.append(ruler);
    this.layers.features.style.pointerEvents = "none";
  }

  /** The piece of terrain under a point (the smallest, where several lie there), or null. */
  terrainAt(x, y) {
    const reach = 0.6;
    const known = (this.data.features || []).filter((item) => this.data.cards?.[item.kind]);
    const line = known.find(
      (item) => item.line && item.points.slice(1).some((end, i) => reachOf([x, y], item.points[i], end) < reach),
    );
    return (
      line ||
      known.filter((item) => !item.line && inside([x, y], item.points)).sort((a, b) => extent(a) - extent(b))[0] ||
      null
    );
  }

  /** Every figure stands alone. */
  stackOf(piece) {
    return piece.radius > 0 || piece.x || piece.y ? `#${piece.id}` : null;
  }

  stackPoint(_, [piece]) {
    return this.at(piece.x ?? 0, piece.y ?? 0);
  }

  /** Where one figure stands for its unit, any of the unit's figures may be clicked. */
  findSpeakers(pieces) {
    const units = new Map();
    for (const piece of pieces) {
      if (piece.group >= 0)
        units.set(`${piece.seat}/${piece.group}`, [...(units.get(`${piece.seat}/${piece.group}`) || []), piece.id]);
    }
    const found = new Map();
    for (const members of units.values()) {
      const offered = members.filter((id) => this.legalPieces.has(id));
      if (offered.length === 1) for (const id of members) if (id !== offered[0]) found.set(id, offered[0]);
    }
    return found;
  }

  show(position, prompt) {
    this.land.classList.toggle("deployed", position.turn > 0);
    return super.show(position, prompt);
  }

  drawPieces(pieces) {
    const off = super.drawPieces(pieces);
    const groups = new Map();
    for (const piece of pieces) {
      if (piece.group >= 0 && this.stackOf(piece) !== null)
        groups.set(piece.group, [...(groups.get(piece.group) || []), piece]);
    }
    this.layers.pieces.prepend(...[...groups].map(([group, members]) => this.link(group, members)));
    return off;
  }

  /** The shortest tree that ties a unit's figures together. */
  link(group, members) {
    const points = members.map((piece) => this.at(piece.x ?? 0, piece.y ?? 0));
    const tied = [points[0]];
    const loose = points.slice(1);
    let d = "";
    while (loose.length) {
      let best = [Infinity, null, 0];
      for (const a of tied)
        loose.forEach((b, i) => {
          const distance = Math.hypot(a[0] - b[0], a[1] - b[1]);
          if (distance < best[0]) best = [distance, a, i];
        });
      const [next] = loose.splice(best[2], 1);
      d += trace([best[1], next]);
      tied.push(next);
    }
    return s("path", { class: "link", d, stroke: groupColour(group) });
  }

  pieceSize() {
    return UNIT;
  }

  drawPiece(piece) {
    const r = Math.max(piece.radius || 0, LEAST_BASE) * UNIT;
    const face = figure(piece, r);
    if (this.asked.has(piece.id)) face.append(s("circle", { class: "asked-mark", r: r + 5 }));
    if (this.legalPieces.has(piece.id)) face.append(s("circle", { class: "halo", r: r + 3 }));
    return face;
  }

  /** Points of a one-inch grid that are out of sight. */
  drawField(place, seen) {
    const visible = new Set(seen);
    const hidden = [];
    for (let x = 0; x < this.data.width; x++) {
      for (let y = 0; y < this.data.height; y++) {
        if (visible.has(`${x + 0.5},${y + 0.5}`)) continue;
        const [px, py] = this.at(x, y + 1);
        hidden.push(`M${px} ${py}h${UNIT}v${UNIT}h${-UNIT}z`);
      }
    }
    const middle = this.spot(place);
    this.layers.sight.replaceChildren(
      s("path", { class: "unseen", d: hidden.join("") }),
      s("circle", { class: "sight-end", cx: middle[0], cy: middle[1], r: 8 }),
    );
  }

  markerOffset() {
    return [0, 0];
  }
}
