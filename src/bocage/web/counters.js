/** Counters and figures: nation colour, a drawn silhouette, values along the bottom, corner value, badges. */

import { draw, s } from "./dom.js";
import { signOf, silhouetteOf } from "./looks.js";

/** @import { Marker, Piece, Sign, Silhouette } from "./types.d.ts" */

/** A standing rifleman, 20 wide and 40 high, feet at y = 40. */
const SOLDIER =
  '<path d="M4.2 8.2a5.8 5.4 0 0 1 11.6 0l1 1.2H3.2z"/><circle cx="10" cy="10" r="3.6"/>' +
  '<path d="M5.2 14.5h9.4l2 9-2.2 1-1.6-5.6V26l1.8 13.4h-4L10 29l-1.6 10.4h-4L6.6 26l.2-6.6-1.6 4.8-2.2-1z"/>' +
  '<path d="M1 25.2 17.8 13.4l.9 1.3L2 26.8z"/>';
const OFFICER =
  '<path d="M4.4 7.4q5.6-3.6 11.2 0l1.8 1.6q-7.4 2.4-14.8 0z"/><circle cx="10" cy="10" r="3.6"/>' +
  '<path d="M5.2 14.5h9.2l6-5 1.4 1.6-6.8 6.6-1.4.4V26l1.8 13.4h-4L10 29l-1.6 10.4h-4L6.6 26l-.2-7-2.2 5.8-2-.8z"/>';
const KNEELING =
  '<path d="M5.2 14.2a5.4 5 0 0 1 10.8 0l1 1.2H4.2z"/><circle cx="10.6" cy="16" r="3.4"/>' +
  '<path d="M6 20.4h8.6l3 4.2 6 .2v1.8h-7.4l-2.6-2.8.4 7.2 6.4 1v7.4h-3.2v-4.8l-7.6-1.2-2 6H3l2.4-8.6z"/><path d="M14 23.4h16v1.5H14z"/>';
const CREW =
  '<path d="M2 33l8-9h16l2-2h16v2.4H30l-1.6 2.4H24l8 12h-3.4l-8-11.4L12 39H8.6l7.6-12h-5L5.4 34z"/><path d="M6 20h7v3H6z"/>';
/**
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @param {string} body
 */
const at = (x, y, scale, body) => `<g transform="translate(${x} ${y}) scale(${scale})">${body}</g>`;
const CROSS = '<path d="M-3-9h6v6h6v6h-6v6h-6v-6h-6v-6h6z"/>';
const STAR = '<path d="M0-9 2.4-2.8 9-2.6 3.9 1.6 5.6 8 0 4.3-5.6 8-3.9 1.6-9-2.6-2.4-2.8z"/>';

const RIFLEMAN = at(-11, -22, 1.1, SOLDIER);

/**
 * Each drawing is centred on 0,0 and about 60 wide and 42 high.
 * @type {Record<Silhouette, string>}
 */
const SILHOUETTES = {
  pair: at(-21, -20, 1, SOLDIER) + at(1, -20, 1, SOLDIER),
  squad: at(-31, -17, 0.92, SOLDIER) + at(-9.5, -21, 1.02, SOLDIER) + at(12, -17, 0.92, SOLDIER),
  leader: at(-12, -23, 1.12, OFFICER),
  hero: at(-15, -22, 1.1, KNEELING) + at(-19, -13, 0.8, STAR),
  medic: `${at(-20, -21, 1.06, OFFICER)}<g transform="translate(16 2)" class="red">${CROSS}</g>`,
  mg: at(-23, -30, 1.02, CREW),
  mortar: '<path d="M-22 18h44v3h-44zM-6 16-16-18l7-3 12 34zM4 16l-7-20 2.4-.8L8 16z"/>',
  sniper:
    at(-15, -22, 1.1, KNEELING) +
    '<circle cx="18" cy="-12" r="7" fill="none" stroke="currentColor" stroke-width="1.8"/><path d="M17.2-21h1.6v18h-1.6zM9-12.8h18v1.6H9z"/>',
  rocket: '<path d="M-30-4 24-12l1 6-54 8z"/><path d="M24-15 32-9l-7 6zM-8 2h5l2 14h-5z"/>',
  flame: '<path d="M-26 0h34v5h-34zM-20 5h10v14h-10z"/><path d="M10 2c8-14 14-2 20-10-1 10 2 12-4 16-6 3-12 2-16-6z"/>',
  tank: '<path d="M-30 4l6-8h44l8 8-6 12h-46zM-12-4l4-10h18l5 10z"/><path d="M12-11.5h24v3.4H12z"/>',
  truck:
    '<path d="M-28-12h30v20h-30zM4-6h14l8 9v5H4z"/><circle cx="-18" cy="12" r="6"/><circle cx="16" cy="12" r="6"/>',
  gun: '<path d="M-10-4 34-14l.8 3.4L-8 4z"/><circle cx="-6" cy="8" r="11" fill="none" stroke="currentColor" stroke-width="4"/><path d="M-8 8-30 20l-1.6-3L-10 5z"/>',
  token: '<path d="M-2-20h3v40h-3z"/><path d="M1-19c8-5 14 5 25 0v18c-11 5-17-5-25 0z"/>',
  rifleman: RIFLEMAN,
};

/**
 * What a kind of piece looks like.
 * @param {string} kind
 */
const silhouette = (kind) => SILHOUETTES[silhouetteOf(kind)];

/**
 * A badge's sign; what it means is in its label.
 * @type {Partial<Record<Sign, string>>}
 */
const SIGNS = {
  unknown: "?",
  done: "✓",
  move: "➜",
  fire: "✹",
  hide: "⊘",
  spot: "◉",
  melee: "⚔",
  wound: "✚",
  crawl: "⏷",
  double: "»",
  pin: "▼",
  shaken: "!",
  order: "⚑",
  number: "⚑",
  smoke: "☁",
  watch: "◎",
  star: "★",
  objective: "★",
  current: "●",
};

/**
 * @param {string} kind
 * @param {string} label
 */
export function sign(kind, label) {
  const look = signOf(kind);
  const number = look === "number" && label.match(/\d+/);
  if (number) return number[0];
  return SIGNS[look] ?? (label || "?").slice(0, 1).toUpperCase();
}

const NATIONS = ["us", "de", "uk", "su", "fr", "it", "jp", "pl", "be", "nl", "ca"];

/** @param {string} nation */
export function nationClass(nation) {
  const lower = nation.toLowerCase();
  return NATIONS.includes(lower) ? `nation-${lower}` : lower ? "nation-other" : "nation-none";
}

/**
 * What a screen reader says of a piece.
 * @param {Piece} piece
 * @param {string} placeName
 */
export function spoken(piece, placeName) {
  const parts = [piece.name, placeName];
  if (piece.values?.length) parts.push(piece.values.join("-"));
  if (piece.turned) parts.push(piece.turned);
  for (const badge of piece.badges || []) parts.push(badge.label);
  return parts.filter(Boolean).join(", ");
}

/**
 * @param {Piece} piece
 * @param {number} x
 * @param {number} y
 * @param {number} largest
 */
function drawBadges({ badges = [] }, x, y, largest) {
  const size = badges.length > 2 ? largest * 0.8 : largest;
  return badges.map((badge, i) =>
    s(
      "g",
      { class: `badge badge-${badge.kind}`, transform: `translate(${x} ${y + i * (size + 2)})` },
      s("title", null, badge.label),
      s("circle", { r: size / 2 }),
      s("text", { y: size * 0.31, "font-size": size * 0.84 }, sign(badge.kind, badge.label)),
    ),
  );
}

/**
 * A long name loses its middle, never the letter or number that tells it from its like.
 * @param {string} name
 * @param {number} most
 */
export function shorten(name, most) {
  if (name.length <= most) return name;
  const last = name.match(/\s\S{1,3}$/)?.[0] || "";
  return `${name.slice(0, most - 1 - last.length).trimEnd()}…${last}`;
}

/**
 * The bare counter: its shadow, its face, and the hatching of its other side.
 * @param {Piece} piece
 * @param {string} prefix
 * @param {number} w
 */
function drawFace(piece, prefix, w) {
  const left = -w / 2;
  const inner = { x: left + 3, y: -47, width: w - 6, height: 94, rx: 7 };
  return s(
    "g",
    { class: `counter ${nationClass(piece.nation)}${piece.flipped ? " flipped" : ""}` },
    s("rect", { class: "counter-shadow", x: left + 3, y: -46, width: w, height: 100, rx: 9 }),
    s("rect", { class: "counter-face", x: left, y: -50, width: w, height: 100, rx: 9 }),
    s("rect", { class: "counter-shine", ...inner }),
    piece.flipped ? s("rect", { class: "counter-flip", ...inner, fill: `url(#${prefix}hatch)` }) : null,
  );
}

/** @param {Piece} piece */
function drawName({ name, corner }) {
  const text = shorten(name, 16);
  return s(
    "text",
    {
      class: "counter-name",
      x: corner ? -12 : 0,
      y: -35,
      "font-size": text.length > 11 ? 11 : 13,
      textLength: text.length > 13 ? (corner ? 72 : 92) : null,
      lengthAdjust: "spacingAndGlyphs",
    },
    text,
  );
}

/** @param {string[]} values */
function drawValues(values) {
  const text = values.join(values.every((value) => /^\w{1,2}$/.test(value)) ? "-" : " ");
  return s(
    "text",
    {
      class: "counter-values",
      y: 42,
      "font-size": text.length > 9 ? 17 : 23,
      textLength: text.length > 10 ? 88 : null,
      lengthAdjust: "spacingAndGlyphs",
    },
    text,
  );
}

/**
 * A square counter, 100 by 100 (`wide` spaces long), centred on 0,0.
 * @param {Piece} piece
 * @param {string} prefix
 */
export function drawCounter(piece, prefix, wide = 1) {
  const w = 100 + (wide - 1) * 112;
  const group = drawFace(piece, prefix, w);
  const values = (piece.values || []).filter((value) => value !== "");
  const place = values.length ? "translate(0 -3) scale(1)" : "translate(0 6) scale(1.15)";
  group.append(draw(silhouette(piece.kind), { class: "silhouette", transform: place }), drawName(piece));
  if (piece.corner) {
    group.append(
      s("rect", { class: "corner-box", x: w / 2 - 25, y: -48, width: 23, height: 22, rx: 5 }),
      s("text", { class: "corner-value", x: w / 2 - 13.5, y: -31 }, piece.corner),
    );
  }
  if (values.length) group.append(drawValues(values));
  const { facing = -1 } = piece;
  if (facing >= 0) {
    // On hexes the first six facings are sides, the others corners.
    const turn = prefix.startsWith("hex") ? facing * 60 + (facing < 6 ? 30 : 0) : facing * 45;
    group.append(s("path", { class: "facing", d: "M-8-52h16l-8-11z", transform: `rotate(${turn})` }));
  }
  group.append(...drawBadges(piece, -w / 2 + 13, -17, 20));
  return group;
}

const GROUPS = ["#d1495b", "#3f7cac", "#e0a030", "#6b8f3c", "#8a5fa8", "#2a9d8f", "#b5651d", "#5c6b73"];

export function groupColour(group = -1) {
  return group >= 0 ? GROUPS[group % GROUPS.length] : "#5c6b73";
}

/**
 * A figure on a round base; `r` is the base in pixels.
 * @param {Piece} piece
 * @param {number} r
 */
export function drawFigure(piece, r) {
  const scale = r / 30;
  const group = s(
    "g",
    { class: `figure ${nationClass(piece.nation)}${piece.flipped ? " flipped" : ""}` },
    s("circle", { class: "counter-shadow", cx: r * 0.1, cy: r * 0.14, r }),
    s("circle", { class: "counter-face", r }),
    s("circle", { class: "base-ring", r: r * 0.68, "stroke-width": r * 0.1, stroke: groupColour(piece.group) }),
  );
  group.append(
    draw(silhouette(piece.kind), {
      class: "silhouette",
      transform: `scale(${scale * 0.92})${piece.flipped ? " rotate(80)" : ""}`,
    }),
  );
  const { facing = -1 } = piece;
  if (facing >= 0)
    group.append(
      s("path", {
        class: "facing",
        d: `M${r * 0.95} ${-r * 0.25}L${r * 1.3} 0 ${r * 0.95} ${r * 0.25}z`,
        transform: `rotate(${-facing})`,
      }),
    );
  group.append(...drawBadges(piece, -r * 0.75, -r * 0.75, r * 0.75));
  return group;
}

const SMOKE =
  '<circle cx="-12" cy="4" r="11"/><circle cx="2" cy="-6" r="14"/><circle cx="14" cy="5" r="11"/><circle cx="0" cy="8" r="12"/>';

/**
 * Whether a marker is an objective, which is drawn big.
 * @param {Marker} item
 */
export function isObjective({ kind }) {
  return signOf(kind) === "objective";
}

/**
 * A marker on a place: a small round token with its sign.
 * @param {Marker} item
 * @param {number} size
 */
export function drawMarker(item, size) {
  const star = isObjective(item);
  const group = s(
    "g",
    { class: `marker marker-${item.kind}${star ? " big" : ""}`, role: "img", "aria-label": item.label },
    s("title", null, item.label),
  );
  if (signOf(item.kind) === "smoke") group.append(draw(SMOKE, { class: "smoke" }));
  else if (star)
    group.append(
      s("circle", { class: "objective-ring", r: size * 0.62 }),
      draw(STAR, { class: "objective-star", transform: `scale(${size / 24})` }),
    );
  else
    group.append(
      s("circle", { class: "token", r: size / 2 }),
      s("text", { class: "token-sign", y: size * 0.2, "font-size": size * 0.56 }, sign(item.kind, item.label)),
    );
  return group;
}
