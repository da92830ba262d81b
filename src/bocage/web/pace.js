/** How fast what happens is shown, and what of a view has to be shown at all. */

/** @import { GameEvent, Position, View } from "./types.d.ts" */

/** @typedef {"step" | "calm" | "brisk" | "instant"} Pace */
/** @typedef {{ events: GameEvent[], first: number, position: Position }} Act one choice: its lines of the log, the number of the first, and how the board then looks */

/** How much of the calm time each pace takes; step by step, a press of a button ends what is shown. */
const SHARES = { step: 1, calm: 1, brisk: 0.4, instant: 0 };
export const PACES = /** @type {Pace[]} */ (Object.keys(SHARES));

const SLIDE = 420; // milliseconds that a piece takes to its next place
const ROLL = 620; // that dice tumble
const GLANCE = 420; // the shortest time for a line
const LETTER = 17; // more for each letter of it
const LONGEST = 2300;

/** @returns {Pace} */
export function pace() {
	const kept = /** @type {Pace} */ (localStorage.getItem("bocage.pace"));
	return PACES.includes(kept) ? kept : "calm";
}

/** @param {string} chosen */
export function keepPace(chosen) {
	localStorage.setItem("bocage.pace", chosen);
}

/**
 * The times of one line at a pace, in milliseconds.
 * @param {GameEvent} event
 * @param {Pace} at
 */
export function timesOf({ dice, text }, at) {
	const share = SHARES[at];
	const roll = dice.length ? ROLL * share : 0;
	return { roll, read: Math.min(LONGEST, GLANCE + LETTER * text.length) * share };
}

/** @param {Pace} at */
export const slideTime = (at) => SLIDE * SHARES[at];

/**
 * The choices behind a view, one after another.
 * @param {View} view
 * @returns {Act[]}
 */
export function actsOf({ scenes, events, events_from: from, position }) {
	const told = scenes.reduce((sum, scene) => sum + scene.events, 0);
	let at = Math.max(0, events.length - told); // what came before the first scene was read on another page
	return scenes.map((scene) => {
		const act = {
			events: events.slice(at, at + scene.events),
			first: from + at,
			position: scene.position ?? position,
		};
		at += scene.events;
		return act;
	});
}

/**
 * Whether a view is worth a performance: others have acted, or dice have fallen. A step of one's own just slides.
 * @param {Act[]} acts
 * @param {boolean} own whether one's own choice brought the view
 */
export function isWorthShowing(acts, own) {
	const events = acts.flatMap((act) => act.events);
	if (own && acts.length < 2) return events.some((event) => event.dice.length);
	return events.length > 0;
}
