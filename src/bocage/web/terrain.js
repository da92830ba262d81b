/** Our own ground: its patterns, and how trees, roofs, roads and walls are drawn. */

import { draw, s, stream } from "./dom.js";
import { family } from "./looks.js";

/** @import { Feature, Point } from "./types.d.ts" */

/** @typedef {[number, number, number]} Tree where its crown is, and how wide: x, y, r */

/**
 * The patterns of the ground: name, size and drawing.
 * @type {[string, number, string][]}
 */
const TILES = [
  [
    "grass",
    90,
    `<rect width="90" height="90" class="g-clear"/><path class="g-tuft" d="M12 20l2-6 2 6M60 34l2-6 2 6M34 70l2-6 2 6M78 78l2-6 2 6M22 50l1-4 1 4M70 8l1-4 1 4"/>
       <circle class="g-fleck" cx="48" cy="16" r="1.2"/><circle class="g-fleck" cx="8" cy="76" r="1.2"/><circle class="g-fleck" cx="80" cy="52" r="1.2"/>`,
  ],
  [
    "crops",
    14,
    `<rect width="14" height="14" class="g-crops"/><path class="g-crops-line" d="M0 4h14M0 11h14"/><path class="g-crops-ear" d="M3 4l1.5-3M9 4l1.5-3M6 11l1.5-3M12 11l1.5-3"/>`,
  ],
  [
    "wheat",
    12,
    `<rect width="12" height="12" class="g-wheat"/><path class="g-wheat-stalk" d="M2 12V3M6 12V1M10 12V4"/><path class="g-wheat-ear" d="M2 5V2M6 3V0M10 6V3"/>`,
  ],
  [
    "tall",
    26,
    `<rect width="26" height="26" class="g-tall"/><path class="g-tall-blade" d="M4 12q1-6 3-8M6 12q0-6 0-9M8 12q-1-5-3-7M17 24q1-6 3-8M19 24q0-6 0-9M21 24q-1-5-3-7"/>`,
  ],
  [
    "brush",
    40,
    `<rect width="40" height="40" class="g-brush"/><path class="g-brush-bush" d="M6 14a4 4 0 0 1 8 0zM25 33a5 5 0 0 1 10 0zM26 12a3 3 0 0 1 6 0zM5 35a3 3 0 0 1 6 0z"/>`,
  ],
  [
    "woods",
    60,
    `<rect width="60" height="60" class="g-woods"/><path class="g-woods-fleck" d="M8 10h5M30 22h6M50 48h5M16 44h5M44 6h4"/>`,
  ],
  [
    "forest",
    60,
    `<rect width="60" height="60" class="g-forest"/><path class="g-woods-fleck" d="M8 10h5M30 22h6M50 48h5M16 44h5M44 6h4"/>`,
  ],
  [
    "water",
    48,
    `<rect width="48" height="48" class="g-water"/><path class="g-water-line" d="M4 12q5-5 10 0t10 0M24 34q5-5 10 0t10 0"/>`,
  ],
  [
    "marsh",
    40,
    `<rect width="40" height="40" class="g-marsh"/><path class="g-water-line" d="M4 12h14M22 30h14"/><path class="g-tuft" d="M10 12v-7M7 12l-2-5M13 12l2-5M28 30v-7M25 30l-2-5M31 30l2-5"/>`,
  ],
  [
    "rough",
    44,
    `<rect width="44" height="44" class="g-rough"/><path class="g-rock" d="M6 12l5-5 6 4-2 5-7 1zM26 34l4-6 7 3-1 6-6 1zM30 10l4-2 3 4-4 2z"/>`,
  ],
  [
    "sand",
    30,
    `<rect width="30" height="30" class="g-sand"/><circle class="g-fleck" cx="6" cy="8" r="1"/><circle class="g-fleck" cx="20" cy="20" r="1"/>`,
  ],
  [
    "yard",
    30,
    `<rect width="30" height="30" class="g-yard"/><circle class="g-fleck" cx="7" cy="9" r="1"/><circle class="g-fleck" cx="22" cy="19" r="1"/>`,
  ],
  [
    "dirt",
    34,
    `<rect width="34" height="34" class="g-road"/><path class="g-rut" d="M4 8h6M20 4h5M12 20h7M26 26h5M3 28h5"/>`,
  ],
  ["hatch", 10, `<path class="g-hatch" d="M-2 2l4-4M0 10L10 0M8 12l4-4"/>`],
  ["tiles", 8, `<rect width="8" height="8" class="roof"/><path class="roof-line" d="M0 7.5h8M2 4v3.5M6 0v4"/>`],
];

/**
 * Patterns shared by all boards; ids carry a prefix because several boards may stand on one page.
 * @param {string} prefix
 */
export function drawPatterns(prefix) {
  return draw(
    TILES.map(
      ([id, size, body]) =>
        `<pattern id="${prefix}${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse">${body}</pattern>`,
    ).join(""),
  );
}

/** @type {Record<string, string>} */
const GROUND = {
  woods: "woods",
  orchard: "woods",
  wheat: "wheat",
  grass: "tall",
  forest: "forest",
  crops: "crops",
  brush: "brush",
  water: "water",
  marsh: "marsh",
  rough: "rough",
  sand: "sand",
  building: "yard",
  road: "dirt",
};

/**
 * The fill of a place of this family.
 * @param {string} prefix
 * @param {string} kind
 */
export function ground(prefix, kind) {
  return `url(#${prefix}${GROUND[kind] ?? "grass"})`;
}

/** @param {Point[]} points */
export function trace(points) {
  return points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** @param {Point[]} points */
export function traceRing(points) {
  return `${trace(points)}z`;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function traceDisc(x, y, r) {
  const [radius, width] = [r.toFixed(1), (2 * r).toFixed(1)];
  const half = `a${radius} ${radius} 0 1 0`;
  return `M${(x - r).toFixed(1)} ${y.toFixed(1)}${half} ${width} 0${half} ${(-2 * r).toFixed(1)} 0z`;
}

/**
 * Trees that grow into each other: one shadow, one rim, one canopy, a light on each crown.
 * @param {Tree[]} trees
 * @param {boolean} dark
 */
function drawTrees(trees, dark) {
  const all = (/** @type {number} */ dx, /** @type {number} */ dy, /** @type {number} */ scale) =>
    trees.map(([x, y, r]) => traceDisc(x + dx * r, y + dy * r, r * scale)).join("");
  const shade = dark ? " dark" : "";
  return s(
    "g",
    { class: "copse" },
    s("path", { class: "tree-shadow", d: all(0.25, 0.3, 1.02) }),
    s("path", { class: `tree-rim${shade}`, d: all(0, 0, 1) }),
    s("path", { class: `tree${shade}`, d: all(0, 0, 0.95) }),
    s("path", { class: "tree-light", d: all(-0.28, -0.3, 0.5) }),
  );
}

/**
 * Whether a point lies inside a ring.
 * @param {Point} point
 * @param {Point[]} ring
 */
export function isInside([px, py], ring) {
  let hit = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [xi, yi] = ring[i];
    const [xj, yj] = ring[j];
    if (yi > py !== yj > py && px < ((xj - xi) * (py - yi)) / (yj - yi) + xi) hit = !hit;
  }
  return hit;
}

/** Places whose trees are drawn. */
export const WOODED = new Set(["woods", "forest", "orchard"]);

/**
 * Trees all over a polygon, on a shaken grid; in a forest they touch, in an orchard they stand in rows.
 * @param {Point[]} points
 * @param {string} kind
 * @param {number} size
 * @param {string} name
 */
export function drawGrove(points, kind, size, name) {
  const next = stream(name);
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  /** @type {Tree[]} */
  const trees = [];
  const gap = size * (kind === "forest" ? 1.05 : 1.75);
  const shake = kind === "orchard" ? 0 : 0.8;
  for (let y = Math.min(...ys) + gap * 0.4; y < Math.max(...ys); y += gap) {
    for (let x = Math.min(...xs) + gap * 0.4; x < Math.max(...xs); x += gap) {
      /** @type {Point} */
      const at = [x + (next() - 0.5) * gap * shake, y + (next() - 0.5) * gap * shake];
      const r = size * (kind === "forest" ? 0.5 + 0.3 * next() : 0.42 + 0.34 * next());
      if (isInside(at, points)) trees.push([...at, r]);
    }
  }
  return drawTrees(trees, kind === "forest");
}

/**
 * @param {Point} a
 * @param {Point} b
 * @returns {Point}
 */
const halfway = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/**
 * @param {Point} a
 * @param {Point} b
 */
const measure = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/**
 * A roof seen from above: tiles, a ridge along the longer side, and a shadow.
 * @param {Point[]} points
 * @param {string} prefix
 */
export function drawRoof(points, prefix) {
  const group = s("g", { class: "house" });
  group.append(s("path", { class: "house-shadow", d: traceRing(points), transform: "translate(4 5)" }));
  group.append(s("path", { d: traceRing(points), fill: `url(#${prefix}tiles)`, class: "house-roof" }));
  if (points.length === 4) {
    const [a, b, c, d] = points;
    const long = measure(a, b) >= measure(b, c);
    const ends = long ? [halfway(b, c), halfway(d, a)] : [halfway(a, b), halfway(c, d)];
    group.append(s("path", { class: "house-ridge", d: trace(ends) }));
    const half = long ? [a, b, ends[0], ends[1]] : [b, c, ends[1], ends[0]];
    group.append(s("path", { class: "house-shade", d: traceRing(half) }));
  }
  return group;
}

/**
 * A small house for a place that has a building but no drawn outline.
 * @param {Point} middle
 * @param {number} size
 * @param {string} prefix
 * @param {string} name
 */
export function drawCottage([x, y], size, prefix, name) {
  const next = stream(name);
  const turn = (next() - 0.5) * 0.7;
  const w = size * (0.62 + next() * 0.12);
  const d = size * (0.42 + next() * 0.1);
  /** @type {(dx: number, dy: number) => Point} */
  const corner = (dx, dy) => [
    x + dx * Math.cos(turn) - dy * Math.sin(turn),
    y + dx * Math.sin(turn) + dy * Math.cos(turn),
  ];
  return drawRoof([corner(-w, -d), corner(w, -d), corner(w, d), corner(-w, d)], prefix);
}

/**
 * Trees in a row along a line.
 * @param {Point[]} points
 * @param {number} unit
 * @param {string} name
 */
function drawHedge(points, unit, name) {
  /** @type {Tree[]} */
  const trees = [];
  const next = stream(name);
  const shake = () => (next() - 0.5) * unit * 0.05;
  for (let i = 1; i < points.length; i++) {
    const [ax, ay] = points[i - 1];
    const [bx, by] = points[i];
    const steps = Math.max(1, Math.round(Math.hypot(bx - ax, by - ay) / (unit * 0.14)));
    for (let k = 0; k <= steps; k++) {
      const f = k / steps;
      trees.push([ax + (bx - ax) * f + shake(), ay + (by - ay) * f + shake(), unit * (0.08 + next() * 0.04)]);
    }
  }
  return drawTrees(trees, true);
}

/**
 * A stroke: road, hedge, wall, stream or a plain line. `unit` is one board unit in pixels.
 * @param {string} kind
 * @param {Point[]} points
 * @param {number} unit
 * @param {string} name
 */
function drawStroke(kind, points, unit, name) {
  const d = trace(points);
  if (kind === "road") {
    return s(
      "g",
      { class: "road" },
      s("path", { d, class: "road-edge", "stroke-width": unit * 0.34 }),
      s("path", { d, class: "road-bed", "stroke-width": unit * 0.27 }),
      s("path", { d, class: "road-rut", "stroke-width": unit * 0.11 }),
    );
  }
  if (kind === "hedge" || kind === "woods" || kind === "brush") return drawHedge(points, unit, name);
  if (kind === "wall") {
    return s(
      "g",
      { class: "wall" },
      s("path", { d, class: "wall-edge", "stroke-width": unit * 0.13 }),
      s("path", { d, class: "wall-top", "stroke-width": unit * 0.08 }),
      s("path", { d, class: "wall-stones", "stroke-width": unit * 0.08, "stroke-dasharray": `1.5 ${unit * 0.13}` }),
    );
  }
  if (kind === "water") return s("path", { d, class: "stream", "stroke-width": unit * 0.3 });
  if (kind === "building") return s("path", { d, class: "wall-edge", "stroke-width": unit * 0.08 });
  return s("path", { d, class: `line ${kind}`, "stroke-width": unit * 0.05 });
}

/**
 * The middle of the corners.
 * @param {Point[]} points
 * @returns {Point}
 */
function average(points) {
  const sum = (/** @type {0 | 1} */ axis) => points.reduce((all, point) => all + point[axis], 0);
  return [sum(0) / points.length, sum(1) / points.length];
}

/**
 * A dug-in place: bare earth ringed with sandbags, a little inside its outline.
 * @param {Point[]} points
 */
export function drawTrench(points) {
  const [x, y] = average(points);
  const d = traceRing(points.map(([px, py]) => [x + (px - x) * 0.9, y + (py - y) * 0.9]));
  return s(
    "g",
    { class: "trench" },
    s("path", { d, class: "trench-pit" }),
    s("path", { d, class: "trench-bags-edge" }),
    s("path", { d, class: "trench-bags" }),
  );
}

/** Families that are drawn as one plain area of this class. */
const AREAS = new Map([
  ["objective", "objective-area"],
  ["zone", "zone-area"],
  ["wall", "wall-area"],
  ["hill", "hill-area"],
]);

/**
 * What a closed outline holds.
 * @param {string} kind
 * @param {Point[]} points
 * @param {number} treeSize
 * @param {string} prefix
 * @param {string} name
 */
function drawArea(kind, points, treeSize, prefix, name) {
  const d = traceRing(points);
  if (WOODED.has(kind) || kind === "hedge") {
    const [like, size] = kind === "hedge" ? ["forest", treeSize * 0.8] : [kind, treeSize];
    const floor = s("path", { d, class: "woods-floor", fill: ground(prefix, like) });
    return [floor, drawGrove(points, like, size, name)];
  }
  if (kind === "building") return [drawRoof(points, prefix)];
  if (kind === "trench") return [drawTrench(points)];
  const area = AREAS.get(kind);
  if (area) return [s("path", { d, class: area })];
  return [s("path", { d, class: kind === "road" ? "road-area" : "ground-area", fill: ground(prefix, kind) })];
}

/**
 * A feature of the board. `points` are already in pixels; `unit` measures widths of lines; trees are `treeSize` pixels.
 * @param {Feature} item
 * @param {Point[]} points
 * @param {number} unit
 * @param {number} treeSize
 * @param {string} prefix
 */
export function drawFeature(item, points, unit, treeSize, prefix) {
  const kind = family(item.kind);
  const name = `${item.kind}${item.id || ""}${points[0]}`;
  const group = s("g", { class: `feature of-${kind} kind-${item.kind}` });
  if (item.line) group.append(drawStroke(kind, points, unit, name));
  else group.append(...drawArea(kind, points, treeSize, prefix, name));
  if (item.label) {
    const xs = points.map((p) => p[0]);
    const [x] = average(points);
    const y = Math.max(...points.map((p) => p[1])) + 15;
    group.append(s("title", null, item.label));
    const room = Math.max(...xs) - Math.min(...xs);
    if (kind === "objective" && item.label.length * 8 < room * 1.5)
      group.append(s("text", { x, y, class: "feature-label", "text-anchor": "middle" }, item.label));
  }
  return group;
}

/** Features in painting order: ground first, roofs and trees last. */
const ORDER =
  "hill zone clear sand water marsh rough crops wheat grass brush road trench objective woods orchard forest wall hedge building".split(
    " ",
  );

/** @param {Feature[]} features */
export function inOrder(features) {
  return [...features].sort((a, b) => ORDER.indexOf(family(a.kind)) - ORDER.indexOf(family(b.kind)));
}
