/** Pieces dragged over the board: to a place that is one choice away, or along a path whose risk is shown first. */

import { namesPiece } from "./choices.js";
import { find, s, targetOf } from "./dom.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Choice, Piece, Point } from "./types.d.ts" */

/**
 * @typedef {object} Held a piece that was pressed, and perhaps lifted
 * @property {Piece} piece
 * @property {Element} node
 * @property {number} x of the screen
 * @property {number} y
 * @property {number} seq the view in which it was pressed
 * @property {string[]} way the places it was dragged over
 * @property {SVGGElement | null} ghost what follows the pointer, once it is lifted
 * @property {Point} from of the board
 */

const FAR = 8; // pixels before a press becomes a drag

/**
 * The way of a piece that is dragged on to a place; going back shortens it.
 * @param {string[]} way
 * @param {string} place
 * @param {string | undefined} home where the piece stands
 */
export function lengthen(way, place, home) {
	if (place === home) return [];
	if (!place || place === way.at(-1)) return way;
	const back = way.indexOf(place);
	return back >= 0 ? way.slice(0, back + 1) : [...way, place];
}

/**
 * Pieces that may be dragged: by mouse one's own and those offered, by finger only those on the move (the rest pans).
 * @param {GameScreen} screen
 * @param {Piece} piece
 * @param {PointerEvent} event
 */
function mayDrag(screen, piece, event) {
	const { prompt } = screen.view;
	if (!prompt || screen.replay.on || screen.sight.mode || screen.path.on || event.button !== 0) return false;
	if (piece.seat !== prompt.seat) return false;
	if (screen.tokens.tokenOn(piece.id) !== undefined) return true; // its token goes elsewhere
	return event.pointerType !== "touch" || (prompt.pieces || []).includes(piece.id);
}

/**
 * What belongs to nobody goes with those who stand there.
 * @param {GameScreen} screen
 * @param {Piece} piece
 */
function speakFor({ view }, piece) {
	const { pieces } = view.position;
	const beside = pieces.find((one) => one.place === piece.place && one.seat === view.prompt?.seat);
	return (piece.seat ?? -1) < 0 && piece.place && beside ? beside : piece;
}

/** @param {GameScreen} screen */
export function makeDraggable(screen) {
	const { board } = screen;
	const frame = find(board.element, ".board-view");
	/** @type {Held | null} */
	let held = null;

	frame.addEventListener(
		"pointerdown",
		(event) => {
			const under = board.pieceAt(targetOf(event));
			const found = under && { ...under, piece: speakFor(screen, under.piece) };
			if (!found || !mayDrag(screen, found.piece, event)) return;
			event.stopPropagation(); // or the board would move along
			board.view.dragged = false;
			const { clientX: x, clientY: y } = event;
			held = { ...found, x, y, seq: screen.view.seq, way: [], ghost: null, from: board.view.point(event) };
		},
		true,
	);

	frame.addEventListener("pointermove", (event) => {
		if (!held) return;
		if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
		if (!held.ghost) frame.setPointerCapture(event.pointerId);
		const token = screen.tokens.tokenOn(held.piece.id) === undefined ? null : held.node.querySelector(".order-token");
		held.ghost ??= lift(screen, held.node, token?.parentElement ?? held.node);
		carry(screen, held, held.ghost, event);
	});

	for (const name of /** @type {const} */ (["pointerup", "pointercancel"]))
		frame.addEventListener(name, (event) => {
			const drop = held;
			held = null;
			if (!drop?.ghost) return;
			drop.ghost.remove();
			board.svg.classList.remove("carrying");
			board.view.dragged = true; // no click at its end
			board.point(null);
			if (name === "pointerup" && drop.seq === screen.view.seq) put(screen, drop, event);
		});
}

/**
 * What follows the pointer: the piece, or its token alone.
 * @param {GameScreen} screen
 * @param {Element} node
 * @param {Element} part
 */
function lift({ board }, node, part) {
	const transform = node.closest(".stack")?.getAttribute("transform");
	const copy = /** @type {Element} */ (part.cloneNode(true));
	copy.removeAttribute("tabindex");
	const ghost = s(
		"g",
		{ class: "ghost", "aria-hidden": "true" },
		s("g", { transform, class: part.closest(".counter")?.getAttribute("class") }, copy),
	);
	board.layers.effects.append(ghost);
	board.svg.classList.add("carrying");
	return ghost;
}

/**
 * @param {GameScreen} screen
 * @param {Held} held
 * @param {SVGGElement} ghost
 * @param {PointerEvent} event
 */
function carry({ board, tokens }, held, ghost, event) {
	const [x, y] = board.view.point(event);
	ghost.setAttribute("transform", `translate(${x - held.from[0]} ${y - held.from[1]})`);
	const place = board.placeUnder(event);
	const home = held.piece.place;
	if (tokens.tokenOn(held.piece.id) !== undefined) return board.point({ place });
	held.way = lengthen(held.way, place, home);
	board.point(place && place !== home ? { place, path: [home ?? "", ...held.way] } : null);
}

/**
 * One choice is taken; several open a menu; a longer way shows its risk; nothing asks why not.
 * @param {GameScreen} screen
 * @param {Held} held
 * @param {PointerEvent} event
 */
function put(screen, { piece, way }, event) {
	const { board, deciding, tokens } = screen;
	const token = tokens.tokenOn(piece.id);
	if (token !== undefined) return tokens.dropAt(token, event);
	const under = document.elementFromPoint(event.clientX, event.clientY);
	if (!under?.closest("svg.board")) return;
	const drop = { target: under, clientX: event.clientX, clientY: event.clientY, pointerType: "mouse" };
	if (screen.game.board.geometry === "plane") return screen.clickPoint(...board.units(board.view.point(event)), drop);
	const place = board.placeUnder(event);
	if (!place || place === piece.place) return;
	const moving = screen.path.moverPlace() === piece.place;
	const fits = (/** @type {Choice} */ choice) =>
		choice.place === place && (choice.piece === piece.id || (!namesPiece(choice) && moving));
	const choices = (screen.view.prompt?.choices || []).filter(fits);
	if (choices.length) return deciding.offer(choices, drop, { piece: piece.id, place });
	if (screen.gesture.attacks(piece, place, drop)) return;
	screen.path.begin(moving || !piece.place ? way : [piece.place, ...way]);
}
