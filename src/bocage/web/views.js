/** What is asked of a view as it came from the server. */

/** @import { Position, View, WatchingView } from "./types.d.ts" */

/**
 * All of a view that is painted anew each time: not the log, which does not change at one number.
 * @param {View} view
 */
export function shown(view) {
	return JSON.stringify({ ...view, events: null, events_from: null, wish: null });
}

/**
 * A view as somebody sees it who has nothing to decide.
 * @param {View} view
 * @param {Position} position
 * @returns {WatchingView}
 */
export function watched(view, position) {
	return { ...view, position, mine: false, prompt: null, can_undo: false, can_ask: false };
}
