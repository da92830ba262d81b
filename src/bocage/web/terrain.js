/** Our own ground: which family a terrain belongs to, its patterns, and how trees, roofs, roads and walls are drawn. */

import { drawing, s, stream } from "./dom.js";

/** Systems name their terrain freely; the drawing follows the family. First match wins. */
const FAMILIES = [
  ["objective", /objective|victory|control/],
  ["hedge", /hedge|bocage|haie/],
  ["zone", /zone|entry|exit|deploy|set-?up|area/],
  ["wall", /wall|fence|barrier|mur/],
  ["road", /road|street|path|track|lane|bridge|pav/],
  ["trench", /position|trench|foxhole|sandbag|emplacement|dug|entrench/],
  ["building", /build|house|farm|church|barn|room|stone|shed|bunker|town|hut|mill/],
  ["orchard", /orchard/],
  ["forest", /forest|heavy-?wood|dense/],
  ["woods", /wood|tree|jungle|palm|grove|copse|thicket/],
  ["wheat", /(?<!unripe-)wheat/],
  ["crops", /wheat|crop|field|grain|corn|vine|rice/],
  ["grass", /grass/],
  ["brush", /brush|bush|scrub|garden|shrub|vegetation/],
  ["water", /water|stream|river|pond|lake|sea|canal/],
  ["marsh", /marsh|swamp|mud|bog/],
  ["rough", /rough|rubble|debris|rock|crater|ruin|shell|wreck/],
  ["sand", /sand|beach|desert/],
  ["hill", /hill|slope|contour|ridge|level|cliff/],
];

export function family(name) {
  const lower = (name || "").toLowerCase().replaceAll("_", "-");
  return FAMILIES.find(([, pattern]) => pattern.test(lower))?.[0] ?? "clear";
}

/** Patterns shared by all boards; ids carry a prefix because several boards may stand on one page. */
export function patterns(prefix) {
  const tile = (id, size, body) =>
    `<pattern id="${prefix}${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse">${body}</pattern>`;
  return drawing(
    tile(
      "grass",
      90,
      `<rect width="90" height="90" class="g-clear"/><path class="g-tuft" d="M12 20l2-6 2 6M60 34l2-6 2 6M34 70l2-6 2 6M78 78l2-6 2 6M22 50l1-4 1 4M70 8l1-4 1 4"/>
       <circle class="g-fleck" cx="48" cy="16" r="1.2"/><circle class="g-fleck" cx="8" cy="76" r="1.2"/><circle class="g-fleck" cx="80" cy="52" r="1.2"/>`,
    ) +
      tile(
        "crops",
        14,
        `<rect width="14" height="14" class="g-crops"/><path class="g-crops-line" d="M0 4h14M0 11h14"/><path class="g-crops-ear" d="M3 4l1.5-3M9 4l1.5-3M6 11l1.5-3M12 11l1.5-3"/>`,
      ) +
      tile(
        "wheat",
        12,
        `<rect width="12" height="12" class="g-wheat"/><path class="g-wheat-stalk" d="M2 12V3M6 12V1M10 12V4"/><path class="g-wheat-ear" d="M2 5V2M6 3V0M10 6V3"/>`,
      ) +
      tile(
        "tall",
        26,
        `<rect width="26" height="26" class="g-tall"/><path class="g-tall-blade" d="M4 12q1-6 3-8M6 12q0-6 0-9M8 12q-1-5-3-7M17 24q1-6 3-8M19 24q0-6 0-9M21 24q-1-5-3-7"/>`,
      ) +
      tile(
        "brush",
        40,
        `<rect width="40" height="40" class="g-brush"/><path class="g-brush-bush" d="M6 14a4 4 0 0 1 8 0zM25 33a5 5 0 0 1 10 0zM26 12a3 3 0 0 1 6 0zM5 35a3 3 0 0 1 6 0z"/>`,
      ) +
      tile(
        "woods",
        60,
        `<rect width="60" height="60" class="g-woods"/><path class="g-woods-fleck" d="M8 10h5M30 22h6M50 48h5M16 44h5M44 6h4"/>`,
      ) +
      tile(
        "forest",
        60,
        `<rect width="60" height="60" class="g-forest"/><path class="g-woods-fleck" d="M8 10h5M30 22h6M50 48h5M16 44h5M44 6h4"/>`,
      ) +
      tile(
        "water",
        48,
        `<rect width="48" height="48" class="g-water"/><path class="g-water-line" d="M4 12q5-5 10 0t10 0M24 34q5-5 10 0t10 0"/>`,
      ) +
      tile(
        "marsh",
        40,
        `<rect width="40" height="40" class="g-marsh"/><path class="g-water-line" d="M4 12h14M22 30h14"/><path class="g-tuft" d="M10 12v-7M7 12l-2-5M13 12l2-5M28 30v-7M25 30l-2-5M31 30l2-5"/>`,
      ) +
      tile(
        "rough",
        44,
        `<rect width="44" height="44" class="g-rough"/><path class="g-rock" d="M6 12l5-5 6 4-2 5-7 1zM26 34l4-6 7 3-1 6-6 1zM30 10l4-2 3 4-4 2z"/>`,
      ) +
      tile(
        "sand",
        30,
        `<rect width="30" height="30" class="g-sand"/><circle class="g-fleck" cx="6" cy="8" r="1"/><circle class="g-fleck" cx="20" cy="20" r="1"/>`,
      ) +
      tile(
        "yard",
        30,
        `<rect width="30" height="30" class="g-yard"/><circle class="g-fleck" cx="7" cy="9" r="1"/><circle class="g-fleck" cx="22" cy="19" r="1"/>`,
      ) +
      tile(
        "dirt",
        34,
        `<rect width="34" height="34" class="g-road"/><path class="g-rut" d="M4 8h6M20 4h5M12 20h7M26 26h5M3 28h5"/>`,
      ) +
      tile("hatch", 10, `<path class="g-hatch" d="M-2 2l4-4M0 10L10 0M8 12l4-4"/>`) +
      tile("tiles", 8, `<rect width="8" height="8" class="roof"/><path class="roof-line" d="M0 7.5h8M2 4v3.5M6 0v4"/>`),
  );
}

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

/** The fill of a place of this family. */
export function ground(prefix, kind) {
  return `url(#${prefix}${GROUND[kind] ?? "grass"})`;
}

export function trace(points) {
  return points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

const disc = (x, y, r) =>
  `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r.toFixed(1)} ${r.toFixed(1)} 0 1 0 ${(2 * r).toFixed(1)} 0a${r.toFixed(1)} ${r.toFixed(1)} 0 1 0 ${(-2 * r).toFixed(1)} 0z`;

/** Trees that grow into each other: one shadow, one rim, one canopy, a light on each crown. `trees`: [x, y, r]. */
function canopy(trees, dark) {
  const all = (dx, dy, scale) => trees.map(([x, y, r]) => disc(x + dx * r, y + dy * r, r * scale)).join("");
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

export function inside([px, py], ring) {
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

/** Trees all over a polygon, on a shaken grid; in a forest they touch, in an orchard they stand in rows. */
export function grove(points, kind, size, name) {
  const next = stream(name);
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const trees = [];
  const gap = size * (kind === "forest" ? 1.05 : 1.75);
  const shake = kind === "orchard" ? 0 : 0.8;
  for (let y = Math.min(...ys) + gap * 0.4; y < Math.max(...ys); y += gap) {
    for (let x = Math.min(...xs) + gap * 0.4; x < Math.max(...xs); x += gap) {
      const at = [x + (next() - 0.5) * gap * shake, y + (next() - 0.5) * gap * shake];
      const r = size * (kind === "forest" ? 0.5 + 0.3 * next() : 0.42 + 0.34 * next());
      if (inside(at, points)) trees.push([...at, r]);
    }
  }
  return canopy(trees, kind === "forest");
}

/** A roof seen from above: tiles, a ridge along the longer side, and a shadow. */
export function roof(points, prefix) {
  const group = s("g", { class: "house" });
  group.append(s("path", { class: "house-shadow", d: trace(points) + "z", transform: "translate(4 5)" }));
  group.append(s("path", { d: trace(points) + "z", fill: `url(#${prefix}tiles)`, class: "house-roof" }));
  if (points.length === 4) {
    const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const length = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
    const [a, b, c, d] = points;
    const ends = length(a, b) >= length(b, c) ? [middle(b, c), middle(d, a)] : [middle(a, b), middle(c, d)];
    group.append(s("path", { class: "house-ridge", d: trace(ends) }));
    const half = length(a, b) >= length(b, c) ? [a, b, ends[0], ends[1]] : [b, c, ends[1], ends[0]];
    group.append(s("path", { class: "house-shade", d: trace(half) + "z" }));
  }
  return group;
}

/** A small house for a place that has a building but no drawn outline. */
export function cottage(x, y, size, prefix, name) {
  const next = stream(name);
  const turn = (next() - 0.5) * 0.7;
  const w = size * (0.62 + next() * 0.12);
  const d = size * (0.42 + next() * 0.1);
  const corner = (dx, dy) => [
    x + dx * Math.cos(turn) - dy * Math.sin(turn),
    y + dx * Math.sin(turn) + dy * Math.cos(turn),
  ];
  return roof([corner(-w, -d), corner(w, -d), corner(w, d), corner(-w, d)], prefix);
}

/** A stroke: road, hedge, wall, stream or a plain line. `unit` is one board unit in pixels. */
function stroke(kind, points, unit, name) {
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
  if (kind === "hedge" || kind === "woods" || kind === "brush") {
    const trees = [];
    const next = stream(name);
    for (let i = 1; i < points.length; i++) {
      const [ax, ay] = points[i - 1];
      const [bx, by] = points[i];
      const steps = Math.max(1, Math.round(Math.hypot(bx - ax, by - ay) / (unit * 0.14)));
      for (let k = 0; k <= steps; k++) {
        const f = k / steps;
        const shake = () => (next() - 0.5) * unit * 0.05;
        trees.push([ax + (bx - ax) * f + shake(), ay + (by - ay) * f + shake(), unit * (0.08 + next() * 0.04)]);
      }
    }
    return canopy(trees, true);
  }
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

/** A dug-in place: bare earth ringed with sandbags, a little inside its outline. */
export function trench(points) {
  const x = points.reduce((sum, p) => sum + p[0], 0) / points.length;
  const y = points.reduce((sum, p) => sum + p[1], 0) / points.length;
  const d = trace(points.map(([px, py]) => [x + (px - x) * 0.9, y + (py - y) * 0.9])) + "z";
  return s(
    "g",
    { class: "trench" },
    s("path", { d, class: "trench-pit" }),
    s("path", { d, class: "trench-bags-edge" }),
    s("path", { d, class: "trench-bags" }),
  );
}

/** A feature of the board. `points` are already in pixels; `unit` measures widths of lines; trees are `treeSize` pixels. */
export function feature(item, points, unit, treeSize, prefix) {
  const kind = family(item.kind);
  const name = `${item.kind}${item.id || ""}${points[0]}`;
  const group = s("g", { class: `feature of-${kind} kind-${item.kind}` });
  const d = trace(points) + "z";
  if (item.line) group.append(stroke(kind, points, unit, name));
  else if (WOODED.has(kind)) {
    group.append(
      s("path", { d, class: "woods-floor", fill: ground(prefix, kind) }),
      grove(points, kind, treeSize, name),
    );
  } else if (kind === "building") group.append(roof(points, prefix));
  else if (kind === "road") group.append(s("path", { d, class: "road-area", fill: ground(prefix, "road") }));
  else if (kind === "objective") group.append(s("path", { d, class: "objective-area" }));
  else if (kind === "zone") group.append(s("path", { d, class: "zone-area" }));
  else if (kind === "hedge")
    group.append(
      s("path", { d, class: "woods-floor", fill: ground(prefix, "forest") }),
      grove(points, "forest", treeSize * 0.8, name),
    );
  else if (kind === "wall") group.append(s("path", { d, class: "wall-area" }));
  else if (kind === "trench") group.append(trench(points));
  else if (kind === "hill") group.append(s("path", { d, class: "hill-area" }));
  else group.append(s("path", { d, class: "ground-area", fill: ground(prefix, kind) }));
  if (item.label) {
    const x = points.reduce((sum, p) => sum + p[0], 0) / points.length;
    const y = Math.max(...points.map((p) => p[1])) + 15;
    group.append(s("title", null, item.label));
    const room = Math.max(...points.map((p) => p[0])) - Math.min(...points.map((p) => p[0]));
    if (kind === "objective" && item.label.length * 8 < room * 1.5)
      group.append(s("text", { x, y, class: "feature-label", "text-anchor": "middle" }, item.label));
  }
  return group;
}

/** Features in painting order: ground first, roofs and trees last. */
const ORDER = [
  "hill",
  "zone",
  "clear",
  "sand",
  "water",
  "marsh",
  "rough",
  "crops",
  "wheat",
  "grass",
  "brush",
  "road",
  "trench",
  "objective",
  "woods",
  "orchard",
  "forest",
  "wall",
  "hedge",
  "building",
];

export function inOrder(features) {
  return [...features].sort((a, b) => ORDER.indexOf(family(a.kind)) - ORDER.indexOf(family(b.kind)));
}
