/** Playing by keyboard: the keys that move about on the board, and those that are tools. */

import { targetOf } from "./dom.js";
import { showHelp } from "./help.js";

/** @import { GameScreen } from "./game.js" */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {GameScreen} screen
 * @param {KeyboardEvent} event
 */
export function pressKey(screen, event) {
	const field = targetOf(event).closest("input:not([type=range]), select, textarea, dialog[open]");
	const typing = field?.checkVisibility(); // a field of a dialog just closed may have the focus for a moment yet
	if (screen.curtain.isDown || typing || event.ctrlKey || event.metaKey || event.altKey) return;
	const { replay } = screen;
	if (screen.stage.key(event) || (replay.on && replay.key(event)) || moveFocus(screen, event) || useTool(screen, event))
		event.preventDefault();
}

/**
 * Tab finds the first choice on the board; on a place the arrows go to the next one, elsewhere they pan.
 * @param {GameScreen} screen
 * @param {KeyboardEvent} event
 */
function moveFocus({ board, view }, event) {
	if (event.key === "Tab")
		return document.activeElement === document.body && !event.shiftKey && view.mine && board.focusLegal();
	const step = ARROWS[event.key];
	if (!step || targetOf(event).closest("[role=tab]")) return false;
	const place = board.placeAt(document.activeElement);
	const next = place && board.beside(place, ...step);
	if (next) board.focusPlace(next);
	else if (!place) board.view.pan(step[0] * 0.1, step[1] * 0.1);
	return true;
}

/**
 * @param {GameScreen} screen
 * @param {KeyboardEvent} event
 */
function useTool(screen, event) {
	const { board, deciding, path, sight, tokens } = screen;
	if (/^[1-9]$/.test(event.key)) return tokens.pickNumber(Number(event.key));
	const place = () =>
		board.placeAt(document.activeElement) || board.placeAt(board.svg.querySelector(".cell:hover, .piece:hover"));
	/** @type {Record<string, () => void>} */
	const tools = {
		"+": () => board.view.zoom(0.75),
		"=": () => board.view.zoom(0.75),
		"-": () => board.view.zoom(1.33),
		0: () => board.view.fit(),
		u: () => screen.undo(),
		a: () => screen.adviser.ask(),
		h: () => board.hide(),
		l: () => sight.toggle("line", place()),
		f: () => sight.toggle("field", place()),
		p: () => path.toggle(),
		m: () => screen.table.ruler?.toggle(),
		Backspace: () => tokens.takeBack(document.activeElement) || (path.on && path.back()),
		Delete: () => tokens.takeBack(document.activeElement),
		c: () => deciding.focusFirst(),
		r: () => screen.toggleReplay(),
		"?": () => showHelp(screen),
		"/": () => deciding.typed.field.focus(),
		Escape: () => screen.escape(),
	};
	const found = tools[event.key.length === 1 ? event.key.toLowerCase() : event.key];
	found?.();
	return Boolean(found);
}
