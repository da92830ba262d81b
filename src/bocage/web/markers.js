/** What lies on a place and is no piece: pictures of works, smoke and fire; stars; round tokens with a sign. */

import { sign } from "./counters.js";
import { draw, s } from "./dom.js";
import { signOf } from "./looks.js";
import { STAR } from "./silhouettes.js";

/** @import { Marker, Sign } from "./types.d.ts" */

const PIT =
	'<ellipse class="spoil" rx="15" ry="11"/><ellipse class="pit" rx="10" ry="7"/><path class="lip" d="M-9 3q9 8 18 0"/>';
/** @type {(x: number, y: number, body: string) => string} */
const at = (x, y, body) => `<g transform="translate(${x} ${y})">${body}</g>`;
const COIL = Array.from({ length: 9 }, (_, i) => `<circle class="coil" cx="${i * 11 - 44}" cy="0" r="8"/>`).join("");
const BAGS = Array.from(
	{ length: 9 },
	(_, i) => `<ellipse class="bag" cx="${i * 10 - 40}" cy="${((i - 4) ** 2 * 0.9 - 14).toFixed(1)}" rx="6.6" ry="4.6"/>`,
).join("");

/**
 * Drawn on the ground, about 100 wide around the middle of a place.
 * @type {Partial<Record<Sign, string>>}
 */
const PICTURES = {
	smoke:
		'<circle cx="-24" cy="14" r="30"/><circle cx="26" cy="16" r="30"/><circle cx="0" cy="-20" r="33"/><circle cx="-34" cy="-12" r="24"/><circle cx="34" cy="-12" r="26"/><circle cx="2" cy="8" r="34"/>',
	blaze:
		'<circle class="glow" r="52"/><g transform="scale(1.5)"><path class="flame-low" d="M-16 16c-10-12 0-18-2-28 8 4 8 10 10 14 0-12 6-18 12-24-1 10 10 14 8 24l6-8c4 10 2 20-8 24z"/><path class="flame-mid" d="M-9 16c-6-9 1-12 1-18 5 4 5 8 6 10 2-7 5-10 8-13 0 7 6 9 4 16 0 3-2 5-5 6z"/><path class="flame-top" d="M-4 16c-4-6 2-8 3-12 3 3 6 6 4 10 0 1-1 2-2 2z"/></g>',
	foxholes: at(-32, 34, PIT) + at(2, 40, PIT) + at(34, 32, PIT),
	trench: `<path class="ditch" d="M-46 38q12-14 26-4t24 0 24 2 20-6"/><path class="ditch-floor" d="M-46 38q12-14 26-4t24 0 24 2 20-6"/>`,
	wire: at(0, 40, COIL),
	mine:
		at(-30, 40, '<ellipse class="spoil" rx="9" ry="7"/><circle class="pit" r="4.4"/>') +
		at(0, 44, '<ellipse class="spoil" rx="9" ry="7"/><circle class="pit" r="4.4"/>') +
		at(30, 40, '<ellipse class="spoil" rx="9" ry="7"/><circle class="pit" r="4.4"/>'),
	bunker: `<path class="concrete" d="M-34 46V28q34-16 68 0v18z"/><path class="pit" d="M-18 34h36v5h-36z"/>`,
	wreck:
		'<circle class="scorch" r="46"/><g transform="rotate(-18)"><path class="burnt" d="M-36-15h66l8 6v18l-8 6h-66z"/><path class="rust" d="M-30-9h56v18h-56z"/><circle class="burnt" cx="-2" r="10"/><path class="burnt" d="M4-2.4h40v4.8H4z"/></g>',
	block: `<path class="logs" d="M-40 42l80-8M-40 34l80 8M-34 48l20-24M34 48L14 24"/>${at(0, 50, BAGS)}`,
};

/**
 * Whether a marker is an objective, which is drawn big.
 * @param {Marker} item
 */
export const isObjective = ({ kind }) => signOf(kind) === "objective";

/**
 * Whether a marker is a picture of what lies there, drawn on the ground of its place.
 * @param {Marker} item
 */
export const isPicture = ({ kind }) => signOf(kind) in PICTURES;

/**
 * A marker on a place; a picture is as large as the place, `room` of it.
 * @param {Marker} item
 * @param {number} size
 */
export function drawMarker(item, size, room = 100) {
	const star = isObjective(item);
	const group = s(
		"g",
		{ class: `marker marker-${item.kind}${star ? " big" : ""}`, role: "img", "aria-label": item.label },
		s("title", null, item.label),
	);
	const picture = PICTURES[signOf(item.kind)];
	if (picture) group.append(draw(picture, { class: `works ${signOf(item.kind)}`, transform: `scale(${room / 100})` }));
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
