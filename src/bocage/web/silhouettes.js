/** Men and weapons in black, one drawing for each kind; and plain signs for those who would rather read those. */

import { VEHICLES } from "./vehicles.js";

/** @import { Silhouette } from "./types.d.ts" */

/**
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @param {string} body
 */
const at = (x, y, scale, body) => `<g transform="translate(${x} ${y}) scale(${scale})">${body}</g>`;

/** A rifleman with his weapon across him, about 20 wide and 26 high around 0,0. */
const SOLDIER =
	'<path d="M-4.9-9.4a4.9 4.7 0 0 1 9.7 0l1.2 1.3h-12z"/><path d="M-3-7.4h6l-.6 2.7h-4.4z"/><path d="M-4.6-4.4q4.4-1.6 8.4 0l1.5 8.4h-9.8z"/>' +
	'<path d="M-4.6 3.6h9.8l2.6 4.6 1.4 6.6H5.8L4.6 10 .6 6.9-2 11l-3.4 3.8h-4L-5 8.4z"/><path d="M-7.2 2.6L9.8-5.4l.8 1.5L-6.5 4.4z"/>' +
	'<path class="limb" d="M-4.4-3.6L-6.6 2.6l4 1.4M4-3.6L6.8-2.4"/>';
/** Cap, and an arm that points the way. */
const OFFICER =
	'<path d="M-5.2-9.8q5-4.6 10.4 0l1.6 1.5-1 1h-11z"/><path d="M-3-7h6l-.7 3h-4.6z"/><path d="M-5-4.4q5-1.8 9 0l1 8.2h-10z"/>' +
	'<path d="M-5 3.6h10l1.6 11.4H3L.3 6.6-2.6 15H-6.4z"/><path class="limb" d="M3.6-3L12.4-7.6M-4.6-3.4L-8.2 1.2l3 2.4"/><path d="M11.6-9.2l4.6-.6-2.6 3.6z"/>';
/** On one knee. */
const KNEELING =
	'<path d="M-6.9-7.4a4.9 4.7 0 0 1 9.7 0l1.2 1.3h-12z"/><path d="M-5-5.4h6l-.6 2.7h-4.4z"/>' +
	'<path d="M-7.6 4q-.6-8 4-7.4h4l6.4 3-.8 2-4.8-.6.8 3.4 4.4 1.2 1 8.4H4L3.2 8.6-4 8.2l-4 5.8h-4z"/>';
/** Behind a gun, lying. */
const PRONE =
	'<path d="M-12-5a4.4 4.2 0 0 1 8.6-.4l.8 1.4h-9.6z"/><path d="M-21 8.6l4.6-6.2q2.6-4.4 6.8-5h4l1.4 3.6-4.2 4.4 5 3.2z"/>';
const CROSS = '<path class="red" d="M-3-9h6v6h6v6h-6v6h-6v-6h-6v-6h6z"/>';
export const STAR = '<path d="M0-9 2.4-2.8 9-2.6 3.9 1.6 5.6 8 0 4.3-5.6 8-3.9 1.6-9-2.6-2.4-2.8z"/>';
const MG = '<path d="M-6-1.6h12v3.4h-12z"/><path d="M5-.9h16v1.9h-16zM20-1.7h2.4v3.4H20z"/><path d="M-2 2h5v4h-5z"/>';
const BIPOD = '<path class="limb thin" d="M6 1l-3 8M6 1l5 8"/>';
const TRIPOD = '<path class="limb thin" d="M4 1.4l-5 8M4 1.4l7 8M4 1.4v5"/>';
const TUBE =
	'<path d="M-1.6 11.6L8.4-12.6l4 1.7L2.6 13z"/><path class="limb thin" d="M9-4l8 16.4M9.2-4l3 16.4"/><path d="M-6 11.6H7v2.6H-6z"/>';
const WHEEL = '<circle class="ring" cx="-4" cy="6" r="7.4"/><path class="limb thin" d="M-4-1.4v14.8M-11.4 6H3.4"/>';
const TRAILS = '<path d="M-6 5l-18 8.4-1-2.4 17-9z"/>';

const MEN = {
	squad: at(-20, 1, 1.34, SOLDIER) + at(20, 1, 1.34, SOLDIER) + at(0, 4, 1.52, SOLDIER),
	pair: at(-13, 2, 1.52, SOLDIER) + at(13, 2, 1.52, SOLDIER),
	crew: at(-14, 3, 1.4, KNEELING) + at(13, 2, 1.44, SOLDIER),
	rifleman: at(0, 2, 1.66, SOLDIER),
	smg: at(
		0,
		2,
		1.66,
		SOLDIER.replace("M-7.2 2.6L9.8-5.4l.8 1.5L-6.5 4.4z", "M-4 1.6L8.8-2.2l.5 1.9-5 1.6 1 4-2 .6-1.2-4L-3.4 3.6z"),
	),
	leader: at(-2, 3, 1.66, OFFICER),
	hero: at(2, 3, 1.66, `${KNEELING}<path d="M2-1.6L18-3.4v1.8L2.4.6z"/>`) + at(-21, -9, 0.95, STAR),
	medic: at(-9, 3, 1.6, OFFICER) + at(21, 4, 0.95, CROSS),
	nurse:
		at(-9, 3, 1.6, OFFICER.replace("M-5 3.6h10l1.6 11.4H3L.3 6.6-2.6 15H-6.4z", "M-5 3.6h10l4 10.4H-9z")) +
		at(21, 4, 0.95, CROSS),
	sniper:
		at(-6, 5, 1.6, `${PRONE}<path d="M-6-2.4H18v1.5H-6z"/><path d="M-1-5.4h8v2H-1z"/>`) +
		'<circle class="ring" cx="22" cy="-13" r="6"/><path d="M21.3-21h1.4v16h-1.4zM14-13.7h16v1.4H14z"/>',
	scout: `${at(-2, 3, 1.66, KNEELING)}<path d="M6-9h9v4H6zM6-4h9v3.4H6zM15-8.6l5-.8v8.6l-5-.8z"/>`,
	observer: `${at(-6, 3, 1.6, KNEELING)}<path d="M12 2h13v16H12zM22 2V-20h1.8V2z"/>`,
	mg: at(-1, 4, 1.5, PRONE + MG + BIPOD),
	hmg: at(-1, 4, 1.5, PRONE + MG + TRIPOD),
	mgonly: at(-4, 2, 1.7, `${MG + BIPOD}<path d="M-6-1l-8 4.6 1 2.4 7-3z"/>`),
	mortar: at(2, 2, 1.5, TUBE) + at(-18, 3, 1.4, KNEELING),
	mortaronly: at(-4, 1, 1.6, TUBE),
	rocket: `${at(-6, 4, 1.6, KNEELING)}<path d="M-24-8.6L24-12.4l.4 5L-23.6-3.4z"/><path d="M23-15l6-1v11l-6-1.4z"/>`,
	rocketonly: '<path d="M-30-2L24-8l.6 6L-29.4 4z"/><path d="M24-11.6L32-8v7.6L25 3z"/><path d="M-8 3h5l2 12h-5z"/>',
	fausts: '<path d="M-28 2L12-2.4v3L-28 5z"/><path d="M10-6l14-2.6 8 4.4-7 5L11 3z"/><path d="M-14 3.4h4.4V10h-4.4z"/>',
	atrifle:
		at(-6, 4, 1.55, PRONE) +
		'<path d="M-14-1.6H33v2.2h-47zM33-3h4v5h-4z"/><path class="limb thin" d="M10 1l-4 11M10 1l7 11"/>',
	flame:
		at(-6, 3, 1.6, SOLDIER) +
		'<path d="M-23-7h8V9h-8z"/><path d="M10-5c8-14 14-2 20-10-1 10 2 12-4 16-6 3-12 2-16-6z"/>',
	gun: at(
		-2,
		1,
		1.34,
		`${WHEEL}${TRAILS}<path d="M-9-5h4v-8h4v11z"/><path d="M-4-4L26-7v2.8L-4 .4z"/><path d="M25-8h3v4.8h-3z"/>`,
	),
	atgun: at(
		-4,
		3,
		1.34,
		`${WHEEL}${TRAILS}<path d="M-6-6.4L2-7.6V1.2h-8z"/><path d="M0-4.6h28v2H0zM27-5.4h3.4v3.6H27z"/>`,
	),
	howitzer: at(-2, 2, 1.34, `${WHEEL}${TRAILS}<path d="M-8-7h9v9h-9z"/><path d="M-6-4L14-16l2.4 3.6L-4 1z"/>`),
	flak: '<path d="M-22 18l14-8h16l14 8z"/><path d="M-6 10l2-12h9l3 12z"/><path d="M-4-4L24-25l2 2.6L1 1z"/><path d="M-10-8l8-4 3 9-8 3z"/>',
	token: '<path d="M-12-22h3v42h-3z"/><path d="M-9-21c8-5 14 5 25 0v18c-11 5-17-5-25 0z"/>',
};

/** @type {Record<Silhouette, string>} */
export const SILHOUETTES = {
	...VEHICLES,
	...MEN,
	tank: VEHICLES.sherman,
	halftrack: VEHICLES.m3half,
	car: VEHICLES.sdkfz222,
};

const FRAME = '<path class="plain" d="M-29-18h58v36h-58z"/>';
const plainly = (/** @type {string} */ d) => `${FRAME}<path class="plain" d="${d}"/>`;
const FOOT = "M-29-18l58 36M-29 18l58-36";
const TRACKS = "M-16-8h32a8 8 0 0 1 0 16h-32a8 8 0 0 1 0-16z";

/** @type {Record<string, string>} */
const PLAIN = {
	leader: `${plainly(FOOT)}${at(0, 0, 1.3, STAR)}`,
	hero: `${FRAME}${at(0, 0, 1.6, STAR)}`,
	medic: `${FRAME}${at(0, 0, 1.2, CROSS)}`,
	mg: plainly("M0 14V-13M-7-6l7-8 7 8M-9 14H9"),
	mortar: plainly("M0 4V-13M-7-6l7-8 7 8M0 4a5 5 0 1 0 .1 0"),
	rocket: plainly("M0 14V-13M-7-6l7-8 7 8M-7 2l7-8 7 8"),
	gun: plainly("M-7 13v-24M7 13v-24M-14 13h28"),
	sniper: plainly("M0-14v28M-14 0h28M-8 0a8 8 0 1 0 16 0 8 8 0 1 0-16 0"),
	flame: plainly("M-14 10v-14a6 6 0 0 1 12 0v6"),
	tank: plainly(TRACKS),
	halftrack: plainly(`${TRACKS}${FOOT}`),
	truck: plainly("M-29 8h58M-18 12a4 4 0 1 0 .1 0M18 12a4 4 0 1 0 .1 0"),
	token: MEN.token,
	foot: plainly(FOOT),
};

/** @type {Record<string, string>} the plain sign of silhouettes that have none of their own name */
const LIKE = {
	car: "tank",
	nurse: "medic",
	scout: "sniper",
	observer: "leader",
	hmg: "mg",
	mgonly: "mg",
	mortaronly: "mortar",
	rocketonly: "rocket",
	fausts: "rocket",
	atrifle: "rocket",
	atgun: "gun",
	howitzer: "gun",
	flak: "gun",
	m3half: "halftrack",
	sdkfz251: "halftrack",
	carrier: "halftrack",
	sdkfz8: "halftrack",
	sdkfz10: "halftrack",
	m16: "halftrack",
	jeep: "truck",
	amphibian: "truck",
	kubel: "truck",
	sidecar: "truck",
	blitz: "truck",
	zis: "truck",
	laffly: "truck",
};

let plain = false;

/**
 * Draw plain signs from now on, or pictures again.
 * @param {boolean} on
 */
export function setPlain(on) {
	plain = on;
}

/**
 * The drawing of a silhouette, centred on 0,0, about 60 wide and 42 high.
 * @param {Silhouette} name
 */
export function silhouetteFor(name) {
	if (!plain) return SILHOUETTES[name];
	return PLAIN[LIKE[name] ?? name] ?? (name in VEHICLES ? PLAIN.tank : PLAIN.foot);
}
