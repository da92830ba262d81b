/** What passes over the board while something happens: fire from one place to another, dice that tumble, words. */

import { drawDie } from "./dice.js";
import { h, s } from "./dom.js";
import { trace } from "./terrain.js";

/** @import { Board } from "./board.js" */
/** @import { Point, Roll } from "./types.d.ts" */

const TUMBLES = 5; // faces that a die shows before its own
const MOST_DICE = 12;

/**
 * A shot, from the muzzle to the target.
 * @param {Point} from
 * @param {Point} to
 * @param {number} unit
 */
export function drawFire(from, to, unit) {
	const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
	const step = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
	const short = Math.min(unit * 0.45, length / 3);
	const start = /** @type {Point} */ ([from[0] + step[0] * short, from[1] + step[1] * short]);
	const end = /** @type {Point} */ ([to[0] - step[0] * short, to[1] - step[1] * short]);
	const d = trace([start, end]);
	const r = unit * 0.52;
	const corner = `M${-r} ${-r * 0.5}V${-r}H${-r * 0.5}M${r * 0.5} ${-r}H${r}V${-r * 0.5}M${r} ${r * 0.5}V${r}H${r * 0.5}M${-r * 0.5} ${r}H${-r}V${r * 0.5}`;
	return s(
		"g",
		{ class: "fire-line" },
		s("path", { class: "fire-under", d }),
		s("path", { class: "fire-core", d }),
		s("path", { class: "fire-tracer", d }),
		s("circle", { class: "fire-flash", cx: start[0], cy: start[1], r: unit * 0.16 }),
		s("path", { class: "fire-reticle", d: corner, transform: `translate(${to[0]} ${to[1]})` }),
	);
}

/**
 * Dice over a place. They tumble until `land` is called.
 * @param {Roll[]} rolls
 * @param {Point} middle
 * @param {number} unit
 * @param {boolean} still
 */
export function drawRolling(rolls, [x, y], unit, still) {
	const size = unit * 0.46;
	const shown = rolls.slice(0, MOST_DICE);
	const columns = Math.min(shown.length, 4);
	const group = s("g", { class: "rolling" });
	const place = (/** @type {number} */ n, /** @type {Roll} */ roll) =>
		drawDie(roll, {
			class: "die rolled",
			x: x + ((n % columns) - columns / 2) * size * 1.08,
			y: y - unit * 0.72 - size * (1 + Math.floor(n / columns) * 1.08),
			width: size,
			height: size,
		});
	const land = () => {
		group.classList.remove("tumbling");
		group.replaceChildren(...shown.map((roll, n) => place(n, roll)));
	};
	if (still) land();
	else {
		const any = (/** @type {Roll} */ roll) => ({ ...roll, result: 1 + Math.floor(Math.random() * (roll.sides || 6)) });
		const tumble = () => group.replaceChildren(...shown.map((roll, n) => place(n, any(roll))));
		group.classList.add("tumbling");
		tumble();
		let left = TUMBLES;
		const timer = setInterval(() => {
			if (!group.classList.contains("tumbling") || --left < 0 || !group.isConnected) clearInterval(timer);
			else tumble();
		}, 90);
	}
	return { group, land };
}

/**
 * The result, in words, beside the place it belongs to.
 * @param {Board} board
 * @param {string} text
 * @param {Point} middle
 */
export function writeWords(board, text, [x, y]) {
	const { view, svg } = board;
	const scale = svg.clientWidth / view.w;
	const left = (x - view.x) * scale;
	const top = (y - view.y) * scale;
	const below = top < svg.clientHeight * 0.55; // dice lie above the place, and the bar of the stage at the foot
	const reach = board.unit * scale * (below ? 0.62 : 1.3) + 6;
	const side = Math.max(8, Math.min(svg.clientWidth - 8, left));
	return h(
		"div",
		{
			class: `stage-words${below ? " below" : ""}`,
			"aria-hidden": "true",
			style: {
				left: `${side}px`,
				top: `${below ? top + reach : top - reach}px`,
				"--shift": `${-100 * Math.min(1, Math.max(0, side / svg.clientWidth))}%`,
			},
		},
		text,
	);
}
