/** Signs on buttons, drawn by us: lines in the colour of the words beside them. */

import { h, s } from "./dom.js";

/** @type {Record<string, string>} */
const ICONS = {
	home: "M4 11l8-7 8 7M6.5 9.5V20h11V9.5M10 20v-6h4v6",
	more: "M4 7h16M4 12h16M4 17h16",
	players:
		"M9 11a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7M2.5 20c.6-4 3-6 6.5-6s5.9 2 6.5 6M16 4.5a3 3 0 0 1 0 6M17.5 14.5c2.2.8 3.5 2.600 4 5.5",
	again: "M4.5 12a7.5 7.5 0 1 0 2.300-5.400M4 3.5v4h4",
	replay: "M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 7v5l3.5 2.5",
	advice: "M9 18.5h6M10 21.5h4M9 18.5c0-3-3-4-3-8a6 6 0 0 1 12 0c0 4-3 5-3 8",
	save: "M12 3.5v11M7.5 10.5l4.5 4.5 4.5-4.5M4.5 16.5v4h15v-4",
	help: "M8.5 9a3.5 3.5 0 1 1 5.5 2.900c-1.300 1-2 1.700-2 3.100M12 19v.3",
	auto: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M12 4v16M14.5 5v14M17 6.5v11",
	light:
		"M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400",
	dark: "M19.5 14.5a8 8 0 1 1-10-10a6.5 6.5 0 0 0 10 10",
	step: "M5 5v14l8-7zM18 5v14",
	calm: "M7 5v14l11-7z",
	brisk: "M4 5v14l8-7zM12.5 5v14l8-7z",
	instant: "M13 2.5L5 14h6l-1 7.5L19 10h-6.5z",
	in: "M12 5v14M5 12h14",
	out: "M5 12h14",
	fit: "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5",
	bare: "M5 5h11v11H5zM8 19h11V8M3.5 20.5l17-17",
	tools: "M4 7h9M17 7h3M4 12h3M11 12h9M4 17h9M17 17h3M15 5v4M9 10v4M15 15v4",
	line: "M2.5 12c2.5-4 5.5-6 9.5-6s7 2 9.5 6c-2.5 4-5.5 6-9.5 6s-7-2-9.5-6M12 9a3 3 0 1 0 0 6a3 3 0 1 0 0-6",
	field: "M4 19L9 5a13 13 0 0 1 11 9zM4 19h.2M9.5 13.5h.2M14 13h.2",
	path: "M5 21a2 2 0 1 0 0-4a2 2 0 1 0 0 4M7.5 18.5c4-.5 1-5 4.5-6.5s3.5-3 4-4M13.5 8.5l2.700-4.5 4.300 3",
	ruler: "M3 16L16 3l5 5L8 21zM7 12l2 2M10 9l3 3M13 6l2 2",
	undo: "M4.5 9.5h9.5a5.5 5.5 0 0 1 0 11h-5M8.5 5l-4.5 4.5 4.5 4.5",
	start: "M6 5v14M19 5v14L9 12z",
	back: "M17 5v14L7 12z",
	play: "M7 5v14l11-7z",
	pause: "M8 5v14M16 5v14",
	next: "M7 5v14l10-7z",
	last: "M18 5v14M5 5v14l10-7z",
	branch: "M7 3v18M7 15c0-5 10-3 10-9M13.5 8.5L17 5l3.5 3.5",
	link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.5-1.5",
};

/** @param {string} name */
export function drawIcon(name) {
	return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/**
 * A button that is a sign; its words are for those who cannot see it, for its tip, and for lists with room for them.
 * @param {string} icon
 * @param {string} label
 * @param {(() => void) | null} press
 * @param {{ name?: string, title?: string }} [more]
 */
export function iconButton(icon, label, press, { name = "", title = label } = {}) {
	return h(
		"button",
		{ type: "button", class: `icon-button ${name}`, title, onclick: press ?? undefined },
		drawIcon(icon),
		h("span", { class: "icon-label" }, label),
	);
}
