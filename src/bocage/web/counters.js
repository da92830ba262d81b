/** Counters and figures: the nation's colours and emblem, a silhouette, values along the bottom, corner value, states. */

import { draw, s } from "./dom.js";
import { drawEmblem, nationClass } from "./emblems.js";
import { signOf, silhouetteOf } from "./looks.js";
import { drawTokens, faceOf } from "./order-tokens.js";
import { silhouetteFor } from "./silhouettes.js";

/** @import { Badge, Piece, Sign } from "./types.d.ts" */

/**
 * What a piece looks like.
 * @param {Piece} piece
 */
const silhouette = ({ kind, model }) => silhouetteFor(silhouetteOf(kind, model));

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
	const number = /number$/.test(look) && label.match(/\d+/);
	if (number) return number[0];
	return SIGNS[look] ?? (label || "?").slice(0, 1).toUpperCase();
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
 * Round signs below each other; the first is told in words where there is room for them.
 * @param {Badge[]} badges
 * @param {number} x
 * @param {number} y
 * @param {number} largest
 */
function drawBadges(badges, x, y, largest) {
	const size = badges.length > 2 ? largest * 0.8 : largest;
	return badges.map((badge, i) =>
		s(
			"g",
			{ class: `badge${i ? "" : " first"} badge-${badge.kind}`, transform: `translate(${x} ${y + i * (size + 2)})` },
			s("title", null, badge.label),
			s("circle", { r: size / 2 }),
			s("text", { y: size * 0.31, "font-size": size * 0.84 }, sign(badge.kind, badge.label)),
		),
	);
}

/**
 * A state in words, under the lower edge.
 * @param {Badge} badge
 */
function drawPill({ kind, label }) {
	const text = shorten(label, 14);
	const wide = Math.min(116, 26 + text.length * 10.5);
	return s(
		"g",
		{ class: `pill pill-${kind}`, transform: "translate(0 63)", "aria-hidden": "true" },
		s("rect", { x: -wide / 2, y: -14, width: wide, height: 28, rx: 14 }),
		s(
			"text",
			{ y: 7.4, "font-size": 20, textLength: text.length > 9 ? wide - 18 : null, lengthAdjust: "spacingAndGlyphs" },
			text,
		),
	);
}

/**
 * What side is up, on a ribbon between silhouette and values, which both stay clear of it.
 * @param {string} text
 * @param {number} [lift]
 */
function drawRibbon(text, lift = 0) {
	return s(
		"g",
		{ class: "ribbon", transform: `translate(0 ${lift})`, "aria-hidden": "true" },
		s("path", { d: "M-50 0h100v19h-100z" }),
		s("path", { class: "ribbon-edge", d: "M-50 0.8h100M-50 18.2h100" }),
		s(
			"text",
			{
				y: 15.6,
				"font-size": 17,
				textLength: text.length > 8 ? 94 : null,
				lengthAdjust: "spacingAndGlyphs",
			},
			text,
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
 * The bare counter: its shadow, rim and face, light from the upper left, the band of values, the hatching of its other side.
 * @param {Piece} piece
 * @param {string} prefix
 * @param {number} w
 */
function drawFace(piece, prefix, w) {
	const left = -w / 2;
	const whole = { x: left, y: -50, width: w, height: 100, rx: 13 };
	const top = (piece.values?.length ?? 0) > 3 ? 11 : 17;
	const band = `M${left} ${top}h${w}V37a13 13 0 0 1-13 13h${26 - w}a13 13 0 0 1-13-13z`;
	return s(
		"g",
		{ class: `counter ${nationClass(piece.nation)}${piece.flipped ? " flipped" : ""}` },
		s("rect", { class: "counter-shadow", ...whole, x: left + 4, y: -45 }),
		s("rect", { class: "counter-rim", x: left - 1.4, y: -51.4, width: w + 2.8, height: 102.8, rx: 14.4 }),
		s("rect", { class: "counter-face", ...whole }),
		s("rect", { class: "counter-sheen", ...whole, fill: "url(#sheen)" }),
		piece.values?.length ? s("path", { class: "counter-band", d: band }) : null,
		s("path", { class: "counter-shine", d: `M${left + 3.3} 35V-35q0-11.7 11.7-11.7H${w / 2 - 15}` }),
		piece.flipped ? s("rect", { class: "counter-flip", ...whole, fill: `url(#${prefix}hatch)` }) : null,
	);
}

/** @param {Piece} piece */
function drawName({ name, corner, nation }) {
	const text = shorten(name, 16);
	const room = 92 - (corner ? 24 : 0) - (nation ? 26 : 0);
	return s(
		"text",
		{
			class: "counter-name",
			x: ((nation ? 26 : 0) - (corner ? 24 : 0)) / 2,
			y: -36,
			"font-size": 12,
			textLength: text.length * 6.4 > room ? room : null,
			lengthAdjust: "spacingAndGlyphs",
		},
		text,
	);
}

/**
 * Four values and more stand in cells of their own, the first apart: as large as there is room for.
 * @param {string[]} values
 */
function drawCells(values) {
	const widths = values.map((value) => (value.length > 1 ? 26 : 18));
	const all = widths.reduce((sum, width) => sum + width, 0);
	const scale = 96 / all;
	let x = -48;
	return values.map((value, n) => {
		const wide = widths[n] * scale;
		x += wide;
		return [
			n === 1 ? s("path", { class: "counter-cell", d: `M${x - wide} 14v32` }) : null,
			s(
				"text",
				{
					class: "counter-values",
					x: x - wide / 2,
					y: 40,
					"font-size": 28,
					textLength: value.length > 1 ? wide - 1.5 : null,
					lengthAdjust: "spacingAndGlyphs",
				},
				value,
			),
		];
	});
}

/** @param {string[]} values */
function drawValues(values) {
	if (values.length > 3) return s("g", null, drawCells(values));
	const text = values.join(values.every((value) => /^\w{1,3}$/.test(value)) ? "-" : " ");
	return s(
		"text",
		{
			class: "counter-values",
			y: 43,
			"font-size": text.length > 9 ? 22 : 27,
			textLength: text.length > 6 ? 86 : null,
			lengthAdjust: "spacingAndGlyphs",
		},
		text,
	);
}

/**
 * Degrees clockwise from above, for a facing.
 * @param {number} facing
 * @param {string} prefix
 */
function turnOf(facing, prefix) {
	// On hexes the first six facings are sides, the others corners.
	return prefix.startsWith("hex") ? facing * 60 + (facing < 6 ? 30 : 0) : facing * 45;
}

/**
 * Where the hull points, just outside the edge; and where the turret does, if elsewhere.
 * @param {Piece} piece
 * @param {string} prefix
 */
function drawFacing({ facing = -1, turret = -1 }, prefix) {
	/** @type {(name: string, to: number, draw: (y: number) => string) => SVGElement} */
	const mark = (name, to, shape) => {
		const turn = turnOf(to, prefix);
		const radians = (turn * Math.PI) / 180;
		const edge = 50 / Math.max(Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians)));
		return s("path", { class: name, d: shape(Math.round(-edge)), transform: `rotate(${turn})` });
	};
	return [
		facing >= 0 ? mark("facing", facing, (y) => `M-15 ${y - 3}h30L0 ${y - 20}z`) : null,
		turret >= 0 && turret !== facing ? mark("turret", turret, (y) => `M-4 ${y + 10}h8v-26h3v-5H-7v5h3z`) : null,
	];
}

// By how many values there are: where the silhouette stands, alone and under a ribbon, and how far that is lifted.
const STYLES = {
	none: { alone: "translate(0 7) scale(1.2)", under: "translate(0 -17) scale(0.8)", lift: 0, corner: "" },
	some: { alone: "translate(0 -8)", under: "translate(0 -17) scale(0.8)", lift: 0, corner: "" },
	many: { alone: "translate(1 -13) scale(0.94)", under: "translate(0 -22) scale(0.68)", lift: -8, corner: "large" },
};

/**
 * A square counter, 100 by 100 (`wide` spaces long), centred on 0,0.
 * @param {Piece} piece
 * @param {string} prefix
 */
export function drawCounter(piece, prefix, wide = 1) {
	const w = 100 + (wide - 1) * 112;
	const group = drawFace(piece, prefix, w);
	const values = (piece.values || []).filter((value) => value !== "");
	const { corner, turned } = piece;
	const badges = (piece.badges || []).filter(({ kind }) => !faceOf(kind));
	const style = STYLES[values.length > 3 ? "many" : values.length ? "some" : "none"];
	const ribbon = piece.flipped && turned ? drawRibbon(turned, style.lift) : null;
	const parts = [
		draw(silhouette(piece), { class: "silhouette", transform: ribbon ? style.under : style.alone }),
		ribbon,
		drawEmblem(piece.nation, `translate(${-w / 2 + 18} -32) scale(1.5)`),
		corner ? s("text", { class: `corner-value ${style.corner}`, x: w / 2 - 6, y: -23 }, corner) : null,
		drawName(piece),
		values.length ? drawValues(values) : null,
		...drawFacing(piece, prefix),
		...drawBadges(badges, -w / 2 + 13, -6, 21),
		badges.length ? drawPill(badges[0]) : null,
		...drawTokens(piece, w),
	];
	group.append(...parts.filter((part) => part !== null));
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
		s("circle", { class: "counter-shadow", cx: r * 0.16, cy: r * 0.18, r }),
		s("circle", { class: "counter-rim", r: r * 1.06 }),
		s("circle", { class: "counter-face", r }),
		s("circle", { class: "base-ring", r: r * 0.84, "stroke-width": r * 0.16, stroke: groupColour(piece.group) }),
	);
	group.append(
		draw(silhouette(piece), {
			class: "silhouette",
			transform: `scale(${scale * ((piece.radius ?? 0) >= 1 ? 0.66 : 1.02)})${piece.flipped ? " rotate(80)" : ""}`,
		}),
	);
	const { facing = -1 } = piece;
	// Degrees clockwise from north; the wedge is drawn towards the east.
	if (facing >= 0)
		group.append(
			s("path", {
				class: "facing",
				d: `M${r} ${-r * 0.3}L${r * 1.4} 0 ${r} ${r * 0.3}z`,
				transform: `rotate(${facing - 90})`,
			}),
		);
	group.append(...drawBadges(piece.badges || [], -r * 0.75, -r * 0.75, r * 0.75));
	return group;
}

/**
 * @param {string} name
 * @param {Piece[]} members
 * @param {boolean} brief
 */
function bannerText(name, members, brief) {
	const badge = members[0].badges?.[0];
	const state = badge ? ` ${sign(badge.kind, badge.label)}` : "";
	return { text: brief ? "" : shorten(name, 20), state, count: String(members.length) };
}

/**
 * @param {string} name
 * @param {Piece[]} members
 * @param {boolean} brief
 */
export function bannerWidth(name, members, brief) {
	const { text, state, count } = bannerText(name, members, brief);
	return text.length * 8.3 + (count.length + (brief ? 0 : 1)) * 9 + state.length * 8 + (brief ? 12 : 24);
}

/**
 * The banner of a unit on the table: its name, how many are left, and what state they are in; 0,0 is the foot of its staff.
 * Where there is little room it is brief: without the name.
 * @param {string} name
 * @param {Piece[]} members
 * @param {{ brief?: boolean, staff?: number }} [how] the staff goes on so far below 0,0
 */
export function drawBanner(name, members, { brief = false, staff = 0 } = {}) {
	const [first] = members;
	const { text, state, count } = bannerText(name, members, brief);
	const wide = bannerWidth(name, members, brief);
	return s(
		"g",
		{ class: `ensign ${nationClass(first.nation)}`, "aria-hidden": "true" },
		s("path", { class: "ensign-staff", d: `M0 ${staff}V-13` }),
		s("rect", { class: "ensign-cloth", x: -wide / 2, y: -32, width: wide, height: 20, rx: 4 }),
		s("rect", {
			class: "ensign-group",
			x: -wide / 2,
			y: -32,
			width: 5,
			height: 20,
			rx: 2,
			fill: groupColour(first.group),
		}),
		s(
			"text",
			{ x: 3, y: -17.5 },
			text,
			s("tspan", { class: "ensign-count", dx: brief ? 0 : 5 }, brief ? count : `×${count}`),
			state,
		),
	);
}
