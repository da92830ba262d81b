/** What choices and pieces say of themselves; what the server leaves out has its usual value. */

import { wants } from "./help.js";

/** @import { Choice, Piece, Point, Prompt } from "./types.d.ts" */

const MANY = 6; // choices that are all shown as buttons; of more, those that the board offers fold away
const FEW = 2; // choices of one verb that stay buttons among many
const ROW = 8; // buttons that stay at most for the sake of their verbs

/**
 * Whether a decision has one answer only, and the player wants such taken by themselves.
 * @param {Prompt} prompt
 */
export function isForced({ choices, region }) {
	return wants("forced") && choices.length === 1 && !region?.length;
}

/**
 * The free point a choice is about, or null.
 * @param {Pick<Choice, "x" | "y">} choice
 * @returns {Point | null}
 */
export function pointOf({ x = -1, y = -1 }) {
	return x >= 0 && y >= 0 ? [x, y] : null;
}

/**
 * Whether clicking a piece makes this choice.
 * @param {Pick<Choice, "piece">} choice
 */
export function namesPiece({ piece = -1 }) {
	return piece >= 0;
}

/**
 * Whether a piece belongs to a unit, or is carried.
 * @param {Pick<Piece, "group">} piece
 */
export function isGrouped({ group = -1 }) {
	return group >= 0;
}

/**
 * A point of the free table as its places are written.
 * @param {{ x?: number, y?: number }} point
 */
export function writePoint({ x = 0, y = 0 }) {
	return `${x},${y}`;
}

/**
 * A place of the free table in words; null for a place that has a name.
 * @param {string} place
 */
export function sayPoint(place) {
	if (!place.includes(",")) return null;
	return place
		.split(",")
		.map((n) => `${n}″`)
		.join(", ");
}

/**
 * The nearest point that the rules know, in tenths of an inch.
 * @param {Point} point
 */
export function roundPoint([x, y]) {
	return { x: Math.max(0, Math.round(x * 10) / 10), y: Math.max(0, Math.round(y * 10) / 10) };
}

/**
 * Whether a click on the board, or on a piece beside it, makes this choice.
 * @param {Choice} choice
 */
function isOnBoard(choice) {
	return namesPiece(choice) || pointOf(choice) !== null || Boolean(choice.place);
}

/**
 * Of many choices, those that the board offers; but verbs with few of them stay in the row, lest nobody find them.
 * @param {Prompt} prompt
 */
export function foldAway({ choices, hint }) {
	if (choices.length <= MANY) return [];
	const verbs = Map.groupBy(
		choices.filter((choice) => isOnBoard(choice) && choice.id !== hint),
		(choice) => choice.verb,
	);
	let room = ROW;
	for (const [verb, some] of [...verbs].sort(([, a], [, b]) => a.length - b.length)) {
		room -= some.length;
		if (some.length <= FEW && room >= 0) verbs.delete(verb);
	}
	return [...verbs.values()].flat();
}

/**
 * Windows of one kind about the same movers belong together, and so do all of a turn: the names of both.
 * @param {Prompt} prompt
 * @param {{ turn: number }} position
 */
export function windowsOf({ seat, kind, pieces = [] }, { turn }) {
	return [JSON.stringify([seat, kind, pieces, turn]), JSON.stringify([seat, kind, turn])];
}
