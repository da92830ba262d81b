/** Order tokens: how they are drawn and turned over, and how a side lays them out. */

import { s } from "./dom.js";
import { signOf } from "./looks.js";

/** @import { Badge, Choice, Piece, Position, ShownBadge } from "./types.d.ts" */

const STAR = "M0-12.5 3.5-4 12.6-3.4 5.7 2.5 7.8 11.3 0 6.5-7.8 11.3-5.7 2.5-12.6-3.4-3.5-4z";
const BACK = "back"; // the side that the enemy sees

/**
 * What is on a token: a number, a star, the word for a bluff, or its back; undefined for other badges.
 * @param {string} kind
 */
export function faceOf(kind) {
	const sign = signOf(kind);
	return sign.startsWith("token-") ? sign.slice("token-".length) : undefined;
}

/** @param {Pick<Badge, "kind" | "label">} badge */
function drawFace({ kind, label }) {
	const face = faceOf(kind);
	if (face === "number")
		return s("text", { class: "order-number", y: 9, "font-size": 26 }, label.match(/\d+/)?.[0] ?? label);
	if (face === "star") return s("path", { class: "order-star", d: STAR });
	return s(
		"text",
		{
			class: "order-word",
			y: 4,
			"font-size": 11,
			textLength: label.length > 5 ? 30 : null,
			lengthAdjust: "spacingAndGlyphs",
		},
		label,
	);
}

/**
 * A side of a token, 36 across.
 * @param {string} name
 * @param {...(Node | null)} content
 */
function drawSide(name, ...content) {
	return s(
		"g",
		{ class: `order-side order-${name}` },
		s("circle", { class: "order-rim", r: 18 }),
		s("circle", { class: "order-disc", r: 14.5 }),
		...content,
	);
}

/**
 * A token, 36 across and centred on 0,0. One that has just been revealed turns over before the eyes.
 * @param {ShownBadge} badge
 */
export function drawToken(badge) {
	const hidden = faceOf(badge.kind) === BACK;
	const back = drawSide(BACK, s("path", { class: "order-mark", d: "M-8-7 0 1 8-7M-8 1 0 9 8 1" }));
	return s(
		"g",
		{ class: `order-token${badge.turns ? " turns" : ""}` },
		s("title", null, badge.label),
		hidden || badge.turns ? back : null,
		hidden ? null : drawSide("face", drawFace(badge)),
	);
}

/**
 * The tokens on a counter: big, over its right edge.
 * @param {Piece} piece
 * @param {number} w
 */
export function drawTokens({ badges = [] }, w) {
	return badges
		.filter(({ kind }) => faceOf(kind))
		.map((badge, i) => s("g", { transform: `translate(${w / 2 - 10} ${2 + i * 30})` }, drawToken(badge)));
}

/**
 * A position in which tokens that lay face down before, and do so no more, turn over.
 * @param {Position | undefined} before
 * @param {Position} after
 * @returns {Position}
 */
export function turnOver(before, after) {
	const down = new Set(
		(before?.pieces || []).flatMap(({ id, badges = [] }) =>
			badges.some(({ kind }) => faceOf(kind) === BACK) ? [id] : [],
		),
	);
	if (!down.size) return after;
	const pieces = after.pieces.map((piece) => {
		if (!down.has(piece.id) || !piece.badges) return piece;
		const badges = piece.badges.map((badge) => {
			const face = faceOf(badge.kind);
			return face && face !== BACK ? { ...badge, turns: true } : badge;
		});
		return { ...piece, badges };
	});
	return { ...after, pieces };
}

/** What each seat at this screen has seen last. */
export class Eyes {
	constructor() {
		/** @type {Map<number, Position>} */
		this.seen = new Map();
	}

	/**
	 * A position with what has changed in the eyes of a seat: tokens that turn over.
	 * @param {number} seat
	 * @param {Position} position
	 */
	see(seat, position) {
		const turned = turnOver(this.seen.get(seat), position);
		if (position.pieces.length) this.seen.set(seat, position);
		return turned;
	}
}

// Laying them out

/**
 * Which token lies on which piece after these choices.
 * @param {number[]} options
 * @param {Choice[]} choices
 */
export function layOf(options, choices) {
	const byId = new Map(choices.map((choice) => [choice.id, choice]));
	/** @type {Map<number, number>} */
	const lay = new Map();
	for (const option of options) {
		const { token, piece } = byId.get(option) ?? {};
		if (token !== undefined && piece !== undefined) lay.set(token, piece);
	}
	return lay;
}

/**
 * A token goes to a piece, or back to the hand (null); what lay there goes to where the token came from, or to the hand.
 * @param {Map<number, number>} lay
 * @param {number} token
 * @param {number | null} piece
 */
export function rearrange(lay, token, piece) {
	const changed = new Map(lay);
	const from = lay.get(token);
	const there = [...lay].find(([, holder]) => holder === piece)?.[0];
	changed.delete(token);
	if (there !== undefined) changed.delete(there);
	if (piece !== null) changed.set(token, piece);
	if (there !== undefined && there !== token && from !== undefined) changed.set(there, from);
	return changed;
}

/**
 * The choices that lay tokens like this, the lowest first, so that their order tells nothing; null if one is not allowed.
 * @param {Map<number, number>} lay
 * @param {Choice[]} choices
 */
export function writeLay(lay, choices) {
	const found = [...lay]
		.sort(([a], [b]) => a - b)
		.map(([token, piece]) => choices.find((choice) => choice.token === token && choice.piece === piece)?.id);
	return found.includes(undefined) ? null : /** @type {number[]} */ (found);
}
