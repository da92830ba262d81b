/** The free table in inches, y upwards: terrain as outlines, figures on round bases, units tied by a thin line. */

import { Board } from "./board.js";
import { isGrouped, pointOf } from "./choices.js";
import { bannerWidth, drawBanner, drawFigure, groupColour } from "./counters.js";
import { replace, s } from "./dom.js";
import { isInside, middleOf } from "./land-curves.js";
import { percent } from "./numbers.js";
import { trace, traceRing } from "./terrain.js";

/** @import { Arc, BoardData, BoardHandlers, Feature, Piece, Point, Pointed, Position, Prompt, Shot } from "./types.d.ts" */

const UNIT = 26;
const BRIEF = 640; // pixels: on a narrower table, banners would hide the units
const BURST = "M0-11 3-4l7-5-3 8 8 2-8 3 3 8-7-4-3 8-3-8-7 4 3-8-8-3 8-2-3-8 7 5z";
const LEAST_SEEN = 16.5; // pixels of a base in the first look at a table
const LEAST_BASE = 0.42; // inches; smaller bases could not be hit with a finger

/**
 * How far a point is from a stretch.
 * @param {Point} point
 * @param {Point} start
 * @param {Point} end
 */
export function reachOf([x, y], [ax, ay], [bx, by]) {
	const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / (Math.hypot(bx - ax, by - ay) ** 2 || 1);
	const part = Math.max(0, Math.min(1, along));
	return Math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay));
}

/** @param {Feature} feature */
const extent = ({ points }) => Math.max(...points.map(([x]) => x)) - Math.min(...points.map(([x]) => x));

/**
 * Degrees clockwise from north, from one point of the table to another.
 * @param {Point} from
 * @param {Point} to
 */
export const bearingOf = ([ax, ay], [bx, by]) =>
	(Math.round((Math.atan2(bx - ax, by - ay) * 180) / Math.PI) + 360) % 360;

/**
 * A half disc to the front, or a whole one without a facing, with a hole where something is too near.
 * @param {number} reach
 * @param {number} least
 * @param {number} facing
 */
export function traceArc(reach, least, facing) {
	const turn = (facing * Math.PI) / 180;
	const at = (/** @type {number} */ r, /** @type {number} */ sign) =>
		`${(sign * r * Math.cos(turn)).toFixed(1)} ${(sign * r * Math.sin(turn)).toFixed(1)}`;
	const whole = facing < 0;
	const ring = (/** @type {number} */ r) => `M${-r} 0a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
	if (whole) return ring(reach) + (least ? ring(least) : "");
	const inner = least ? `L${at(least, 1)}A${least} ${least} 0 0 0 ${at(least, -1)}z` : "z";
	return `M${at(reach, -1)}A${reach} ${reach} 0 0 1 ${at(reach, 1)}${inner}`;
}

/**
 * The ring round points.
 * @param {Point[]} points
 */
export function hullOf(points) {
	const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
	const half = (/** @type {Point[]} */ all) => {
		/** @type {Point[]} */
		const kept = [];
		for (const [x, y] of all) {
			while (kept.length > 1) {
				const [[ax, ay], [bx, by]] = kept.slice(-2);
				if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0) break;
				kept.pop();
			}
			kept.push([x, y]);
		}
		return kept.slice(0, -1);
	};
	return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.toReversed())];
}

/**
 * The name of a unit, as its men bear it.
 * @param {Piece[]} members
 */
const nameOf = ([{ name }]) => name.split(",")[0];

/**
 * The names of the units of one side without the word that all of them begin with: the colour says whose they are.
 * @param {string[]} names
 */
export function withoutSide(names) {
	const side = names[0]?.match(/^\S+ /)?.[0];
	if (names.length < 2 || !side || !names.every((name) => name.startsWith(side))) return names;
	return names.map((name) => name.slice(side.length)).map((name) => name[0].toUpperCase() + name.slice(1));
}

/**
 * The lines of the shortest tree that ties points together.
 * @param {Point[]} points
 */
export function tieTogether(points) {
	const tied = points.slice(0, 1);
	const loose = points.slice(1);
	/** @type {[Point, Point][]} */
	const lines = [];
	while (loose.length) {
		let best = { distance: Infinity, from: tied[0], to: 0 };
		for (const from of tied)
			loose.forEach(([x, y], to) => {
				const distance = Math.hypot(from[0] - x, from[1] - y);
				if (distance < best.distance) best = { distance, from, to };
			});
		const [next] = loose.splice(best.to, 1);
		lines.push([best.from, next]);
		tied.push(next);
	}
	return lines;
}

/**
 * The feet of banners so wide, moved up until no two meet, those below first; where the edge of the table leaves no room
 * above, they go below `low`.
 * @param {{ x: number, y: number, wide: number, low: number }[]} banners
 * @param {number} high
 * @param {number} [top]
 * @param {{ x: number, y: number, wide: number }[]} [others] what else no banner may lie on, as if it were one
 */
export function raiseApart(banners, high, top = -Infinity, others = []) {
	const taken = [...others];
	const raised = banners.map((banner) => ({ ...banner }));
	for (const banner of [...raised].sort((a, b) => b.y - a.y)) {
		const start = Math.max(top, banner.y);
		const meets = (/** @type {number} */ y) =>
			taken.some((one) => Math.abs(one.x - banner.x) < (one.wide + banner.wide) / 2 && Math.abs(one.y - y) < high);
		const steps = Array.from({ length: 12 }, (_, n) => start - n * high).filter((y) => y >= top);
		for (let n = 0; n < 12; n++) steps.push(banner.low + n * high);
		banner.y = steps.find((y) => !meets(y)) ?? start;
		taken.push(banner);
	}
	return raised;
}

export class PlaneBoard extends Board {
	/**
	 * @param {BoardData} data
	 * @param {BoardHandlers} [handlers]
	 */
	constructor(data, handlers) {
		super(data, UNIT, handlers);
		/** @type {Piece[][]} those on the table, unit by unit */
		this.squads = [];
		/** @type {Arc[]} */
		this.arcs = [];
	}

	/**
	 * @override
	 * @param {number} x
	 * @param {number} y
	 * @returns {Point}
	 */
	at(x, y) {
		return [x * UNIT, (this.data.height - y) * UNIT];
	}

	/**
	 * @override
	 * @param {Point} point
	 * @returns {Point}
	 */
	units([x, y]) {
		return [x / UNIT, this.data.height - y / UNIT];
	}

	/** @override */
	drawGrid() {
		this.layers.grid.append(s("rect", { class: "table", width: this.width, height: this.height }));
		const ruler = s("g", { class: "ruler" });
		let lines = "";
		for (let x = 0; x <= this.data.width; x += 6) {
			lines += `M${x * UNIT} 0v${this.height}`;
			ruler.append(s("text", { x: x * UNIT + 3, y: this.height - 4 }, `${x}″`));
		}
		for (let y = 6; y <= this.data.height; y += 6) {
			lines += `M0 ${(this.data.height - y) * UNIT}h${this.width}`;
			ruler.append(s("text", { x: 3, y: (this.data.height - y) * UNIT + 12 }, `${y}″`));
		}
		ruler.prepend(s("path", { d: lines }));
		this.layers.grid.append(ruler);
	}

	/**
	 * The piece of terrain under a point (the smallest, where several lie there), or null.
	 * @override
	 * @param {number} x
	 * @param {number} y
	 */
	terrainAt(x, y) {
		const reach = 0.6;
		const known = (this.data.features || []).filter((item) => this.data.cards?.[item.kind]);
		const line = known.find(
			(item) => item.line && item.points.slice(1).some((end, i) => reachOf([x, y], item.points[i], end) < reach),
		);
		return (
			line ||
			known.filter((item) => !item.line && isInside([x, y], item.points)).sort((a, b) => extent(a) - extent(b))[0] ||
			null
		);
	}

	/**
	 * Every figure stands alone.
	 * @override
	 * @param {Piece} piece
	 */
	stackOf({ id, radius = 0, x, y }) {
		return radius > 0 || x || y ? `#${id}` : null;
	}

	/**
	 * @override
	 * @param {string} _key
	 * @param {Piece[]} stack
	 */
	stackPoint(_key, [piece]) {
		return this.at(piece.x ?? 0, piece.y ?? 0);
	}

	/**
	 * Near enough to tell one figure from another.
	 * @override
	 * @param {number} seat
	 */
	open(seat) {
		super.open(seat, UNIT, LEAST_SEEN);
	}

	/**
	 * Where one figure stands for its unit, any of the unit's figures may be clicked.
	 * @override
	 * @param {Piece[]} pieces
	 */
	findSpeakers(pieces) {
		const units = Map.groupBy(pieces.filter(isGrouped), (piece) => `${piece.seat}/${piece.group}`);
		/** @type {Map<number, number>} */
		const found = new Map();
		for (const members of units.values()) {
			const offered = members.filter(({ id }) => this.legalPieces.has(id));
			if (offered.length !== 1) continue;
			const [speaker] = offered;
			for (const { id } of members) if (id !== speaker.id) found.set(id, speaker.id);
		}
		return found;
	}

	/**
	 * @override
	 * @param {Position} position
	 * @param {Prompt | null} prompt
	 */
	show(position, prompt) {
		this.land.classList.toggle("deployed", position.turn > 0);
		this.arcs = prompt?.arcs ?? [];
		const off = super.show(position, prompt);
		this.drawArcs();
		const track = (prompt?.track ?? []).map(([x, y]) => this.at(x, y));
		if (track.length) this.layers.legal.append(s("path", { class: "track", d: trace(track) }));
		return off;
	}

	/**
	 * @override
	 * @param {Piece[]} pieces
	 */
	drawPieces(pieces) {
		const off = super.drawPieces(pieces);
		const standing = pieces.filter((piece) => isGrouped(piece) && this.stackOf(piece) !== null);
		const groups = Map.groupBy(standing, (piece) => piece.group);
		this.layers.pieces.prepend(...[...groups].map(([group, members]) => this.drawLink(group, members)));
		this.squads = [...groups.values()];
		this.rescale();
		return off;
	}

	/**
	 * What ties a unit's figures together.
	 * @param {number | undefined} group
	 * @param {Piece[]} members
	 */
	drawLink(group, members) {
		const points = members.map((piece) => this.at(piece.x ?? 0, piece.y ?? 0));
		return s("path", { class: "link", d: tieTogether(points).map(trace).join(""), stroke: groupColour(group) });
	}

	/** @override */
	rescale() {
		for (const old of this.layers.pieces.querySelectorAll(".ensign")) old.remove();
		this.layers.pieces.append(...this.placeBanners(this.squads));
	}

	/**
	 * A banner over each unit, above the highest of its figures; where two would meet, the one behind is raised.
	 * @param {Piece[][]} units
	 */
	placeBanners(units) {
		const pixel = this.viewport ? this.viewport.w / (this.svg.clientWidth || this.viewport.w) : 1;
		const brief = this.svg.clientWidth < BRIEF && this.viewport !== null;
		/** @type {Map<Piece[], string>} */
		const names = new Map();
		for (const side of Map.groupBy(units, ([{ seat }]) => seat).values()) {
			const short = withoutSide(side.map(nameOf));
			for (const [n, members] of side.entries()) names.set(members, short[n]);
		}
		const banners = units.map((members) => {
			const points = members.map((piece) => this.at(piece.x ?? 0, piece.y ?? 0));
			const name = names.get(members) ?? "";
			const wide = (bannerWidth(name, members, brief) + 4) * pixel;
			const x = Math.max(wide / 2, Math.min(this.width - wide / 2, middleOf(points)[0]));
			const heights = points.map((point) => point[1]);
			const low = Math.max(...heights) + UNIT * 0.6 + 33 * pixel;
			return { members, name, x, y: Math.min(...heights) - UNIT * 0.45, wide, low };
		});
		const feet = raiseApart(banners, 22 * pixel, 33 * pixel, this.findWritten(units.flat(), pixel));
		return banners.map(({ members, name, x, y }, i) => {
			const staff = Math.max(0, y - feet[i].y) / pixel;
			const banner = drawBanner(name, members, { brief, staff });
			banner.style.setProperty("transform", `translate(${x}px, ${feet[i].y}px) scale(var(--pixel, 1))`);
			return banner;
		});
	}

	/**
	 * Where figures stand and words are written already: boxes as high as a banner's, whose feet are so far below.
	 * @param {Piece[]} figures
	 * @param {number} pixel
	 */
	findWritten(figures, pixel) {
		const size = UNIT * Math.max(1, pixel * 0.74);
		const men = figures.map(({ x = 0, y = 0, radius = 0.5 }) => {
			const [left, top] = this.at(x, y);
			return { x: left, y: top + 22 * pixel, wide: 2 * radius * size };
		});
		const words = [...this.layers.features.querySelectorAll(".feature-label")].map((one) => ({
			x: Number(one.getAttribute("x")),
			y: Number(one.getAttribute("y")) + 17 * pixel,
			wide: (one.textContent ?? "").length * 8 * pixel,
		}));
		return [...men, ...words];
	}

	/**
	 * A line from who would fire to where on the way, and the harm it would do.
	 * @override
	 * @param {Shot[]} shots
	 */
	drawShots(shots) {
		for (const old of this.layers.effects.querySelectorAll(".snap-line, .snap-mark")) old.remove();
		for (const { piece, x, y, harm } of shots) {
			if (x < 0) continue;
			const at = this.at(x, y);
			const from = this.points.get(piece);
			if (from) this.layers.effects.append(s("path", { class: "snap-line", d: trace([[from.x, from.y], at]) }));
			const mark = s(
				"g",
				{ class: "snap-mark" },
				s("path", { d: BURST, transform: "scale(1.1)" }),
				s("text", { y: -15 }, percent(harm)),
			);
			mark.style.setProperty("transform", `translate(${at[0]}px, ${at[1]}px) scale(var(--pixel, 1))`);
			this.layers.effects.append(mark);
		}
	}

	/**
	 * Where those who decide can fire; towards a point, if they may turn to it.
	 * @param {Point} [towards]
	 */
	drawArcs(towards) {
		for (const old of this.layers.legal.querySelectorAll(".arc")) old.remove();
		this.layers.legal.prepend(
			...this.arcs.map((arc) => {
				const turned = arc.turns && towards ? bearingOf([arc.x, arc.y], towards) : (arc.facing ?? -1);
				const [cx, cy] = this.at(arc.x, arc.y);
				return s("path", {
					class: "arc",
					d: traceArc(arc.reach * UNIT, (arc.least ?? 0) * UNIT, turned),
					transform: `translate(${cx} ${cy})`,
				});
			}),
		);
	}

	/**
	 * @override
	 * @param {Pointed | null} choice
	 */
	point(choice) {
		super.point(choice);
		const at = choice ? pointOf(choice) : null;
		if (this.arcs.some(({ turns }) => turns)) this.drawArcs(at ?? undefined);
		for (const { kind, pieces } of choice?.marks ?? []) if (kind === "blast") this.drawBlast(pieces);
	}

	/**
	 * Everybody who would be under a blast.
	 * @param {number[]} pieces
	 */
	drawBlast(pieces) {
		const points = pieces.flatMap((id) => this.points.get(id) ?? []).map(({ x, y }) => /** @type {Point} */ ([x, y]));
		if (!points.length) return;
		const ring = hullOf(points);
		this.layers.effects.prepend(s("path", { class: "blast", d: traceRing(ring), "stroke-width": UNIT * 1.8 }));
	}

	/** @override */
	pieceSize() {
		return UNIT;
	}

	/**
	 * @override
	 * @param {Piece} piece
	 */
	drawPiece(piece) {
		const r = Math.max(piece.radius || 0, LEAST_BASE) * UNIT;
		const face = drawFigure(piece, r);
		if (this.asked.has(piece.id)) face.append(s("circle", { class: "asked-mark", r: r + 5 }));
		if (this.legalPieces.has(piece.id)) face.append(s("circle", { class: "halo", r: r + 3 }));
		return face;
	}

	/**
	 * Points of a one-inch grid that are out of sight.
	 * @override
	 * @param {string} place
	 * @param {string[]} seen
	 */
	drawField(place, seen) {
		const visible = new Set(seen);
		const hidden = [];
		for (let x = 0; x < this.data.width; x++) {
			for (let y = 0; y < this.data.height; y++) {
				if (visible.has(`${x + 0.5},${y + 0.5}`)) continue;
				const [px, py] = this.at(x, y + 1);
				hidden.push(`M${px} ${py}h${UNIT}v${UNIT}h${-UNIT}z`);
			}
		}
		const middle = this.spot(place);
		replace(
			this.layers.sight,
			s("path", { class: "unseen", d: hidden.join("") }),
			middle ? s("circle", { class: "sight-end", cx: middle[0], cy: middle[1], r: 8 }) : null,
		);
	}

	/**
	 * @override
	 * @returns {Point}
	 */
	markerOffset() {
		return [0, 0];
	}
}
