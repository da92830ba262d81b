/** The path tool (P): a path drawn over the board, the risk of each of its steps, and going that way. */

import { api } from "./api.js";
import { sayPoint, writePoint } from "./choices.js";
import { find, h } from "./dom.js";
import { iconButton } from "./icons.js";
import { percent } from "./numbers.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { GameEvent, PathMark, PathRisk, Prompt } from "./types.d.ts" */

const PAUSE = 60; // milliseconds without another place before the server is asked
const STOP = "stop"; // the verb by which those on the move stay where they are
const POINTS = 2 ** 30; // options from here on are free points

/**
 * One place more; a place of the path cuts it off there, the last one takes itself back.
 * @param {string[]} places
 * @param {string} place
 * @param {string} origin where the path begins without being told
 */
export function extend(places, place, origin) {
	const at = places.indexOf(place);
	if (place === origin) return [];
	if (at < 0) return [...places, place];
	return places.slice(0, at === places.length - 1 ? at : at + 1);
}

/**
 * What is written at each place: the chance to be there unharmed, or a cross where the path cannot go on.
 * @param {string[]} places
 * @param {string} origin
 * @param {PathRisk | null} found
 */
export function markPath(places, origin, found) {
	const skip = found?.origin ? 1 : 0;
	const legs = found?.legs || [];
	/** @type {PathMark[]} */
	const marks = places.map((place, n) => ({
		place,
		text: legs[n - skip] ? percent(legs[n - skip].unharmed) : "",
		bad: Boolean(found?.stopped) && n === legs.length + skip,
	}));
	if (origin) marks.unshift({ place: origin, text: "" });
	return marks;
}

export class Path {
	/** @param {GameScreen} screen */
	constructor(screen) {
		this.screen = screen;
		this.on = false;
		/** @type {string[]} */
		this.places = [];
		/** @type {number[]} what is still to be chosen of a path that was accepted */
		this.walking = [];
		this.halting = false; // whether the move ends with the path
		this.origin = ""; // where somebody is on the move
		/** @type {PathRisk | null} */
		this.found = null;
		this.asking = 0;
		this.plane = screen.game.board.geometry === "plane";
		this.button = iconButton("path", t("path.tool"), () => this.toggle(), { name: "tool-path" });
		this.button.setAttribute("aria-pressed", "false");
		find(screen.board.element, ".board-tools").append(this.button);
		this.listen();
	}

	get board() {
		return this.screen.board;
	}

	toggle() {
		if (this.on) return this.end();
		this.screen.table.end();
		this.begin([]);
	}

	/**
	 * Start with these places; where somebody is on the move, from where he is.
	 * @param {string[]} places
	 */
	begin(places) {
		this.on = true;
		this.button.setAttribute("aria-pressed", "true");
		this.screen.element.dataset.tool = "path";
		this.screen.panel.open("details");
		this.origin = this.moverPlace();
		this.places = places;
		this.found = null;
		if (!this.screen.view.mine) this.screen.panel.showHint(t("path.notnow"));
		else if (places.length) this.look();
		else this.screen.panel.showHint(t(this.plane ? "path.how.plane" : this.origin ? "path.how.moving" : "path.how"));
		this.paint();
	}

	end() {
		if (!this.on) return;
		this.on = false;
		this.places = [];
		this.button.setAttribute("aria-pressed", "false");
		delete this.screen.element.dataset.tool;
		this.board.clearSight();
		this.screen.panel.empty();
		this.screen.deciding.closeMenu();
	}

	/** Where those are who may step now; "" if nobody is on the move. */
	moverPlace() {
		const { prompt, mine, position } = this.screen.view;
		if (!mine || !prompt?.choices.some((choice) => choice.steps)) return "";
		const mover = position.pieces.find((piece) => (prompt.pieces || []).includes(piece.id));
		if (!mover) return "";
		return this.plane ? writePoint(mover) : mover.place || "";
	}

	// Drawing

	/**
	 * Whether the tool wants this click.
	 * @param {string | undefined} place
	 */
	takes(place) {
		if (!this.on || !place) return false;
		if (this.screen.view.mine) this.add(place);
		return true;
	}

	/** @param {string} place */
	add(place) {
		this.places = this.plane ? [place] : extend(this.places, place, this.origin);
		this.found = null;
		this.paint();
		this.look();
	}

	back() {
		if (this.places.length) this.add(this.places[this.places.length - 1]);
	}

	/** With the button held, or a finger, the path is drawn through all places it crosses. */
	listen() {
		const frame = find(this.board.element, ".board-view");
		/** @type {string | null} */
		let last = null;
		frame.addEventListener(
			"pointerdown",
			(event) => {
				if (!this.on || this.plane || event.button !== 0) return;
				event.stopPropagation(); // or the board would move along
				this.board.view.dragged = false;
				last = this.board.placeUnder(event);
			},
			true,
		);
		frame.addEventListener(
			"pointermove",
			(event) => {
				if (last === null || !this.on) return;
				const place = this.board.placeUnder(event);
				if (!place || place === last) return;
				if (!this.board.view.dragged) {
					frame.setPointerCapture(event.pointerId);
					if (last && !this.places.includes(last) && last !== this.origin) this.add(last);
				}
				this.board.view.dragged = true; // no click at its end
				last = place;
				if (this.places.includes(place)) this.places = this.places.slice(0, this.places.indexOf(place)); // it turned back
				this.add(place);
			},
			true,
		);
		const end = () => {
			last = null;
		};
		for (const name of ["pointerup", "pointercancel"]) frame.addEventListener(name, end, true);
	}

	paint() {
		this.board.drawPath(markPath(this.places, this.origin, this.found));
	}

	// What the server knows of it

	look() {
		clearTimeout(this.asking);
		if (!this.places.length || (!this.origin && this.places.length < 2))
			return this.screen.panel.showHint(
				t(this.places.length ? "path.next" : "path.how", { place: this.board.label(this.places[0]) }),
			);
		this.asking = setTimeout(() => this.ask(), PAUSE);
	}

	async ask() {
		const asked = JSON.stringify(this.places);
		const { seq } = this.screen.view;
		await this.screen.send(async () => {
			const found = await api.path(this.screen.secret, { seq, places: this.places });
			if (!this.on || asked !== JSON.stringify(this.places) || seq !== this.screen.view.seq) return;
			this.found = found;
			this.paint();
			this.screen.panel.showPath(found, this.buttons(found));
			this.offer(found);
		});
	}

	/** @param {PathRisk} found */
	buttons({ legs, stopped }) {
		const go = h("button", { type: "button", class: "primary path-go", onclick: () => this.go() }, t("path.go"));
		const back = h("button", { type: "button", class: "quiet", onclick: () => this.back() }, t("path.back"));
		const close = h("button", { type: "button", class: "quiet", onclick: () => this.end() }, t("path.end"));
		return h("p", { class: "path-buttons" }, legs.length && !stopped ? go : null, this.plane ? null : back, close);
	}

	/**
	 * The same in short over the board, where the pointer is: the chance, and going there.
	 * @param {PathRisk} found
	 */
	offer({ legs, stopped }) {
		const last = legs.at(-1);
		if (!last || stopped) return;
		const label = t("path.short", {
			place: sayPoint(last.place) ?? this.board.label(last.place),
			n: percent(last.unharmed),
		});
		this.screen.deciding.ask(
			h("span", null, label),
			t(this.plane ? "path.go" : "path.stop"),
			() => this.go(true),
			() => this.end(),
		);
	}

	// Going that way

	/** Choose step after step, until it is done or dice are rolled; the move is over there, if one wants it to be. */
	go(halting = false) {
		if (!this.found) return;
		this.halting = halting;
		this.walking = [...this.found.lead, ...this.found.legs].map(({ option }) => option);
		this.end();
		this.goOn([]);
	}

	/**
	 * The next step of an accepted path, if it can be taken; whether it was.
	 * @param {GameEvent[]} events
	 */
	goOn(events) {
		const { prompt } = this.screen.view;
		if (!prompt) return false;
		if (!this.walking.length) return this.halt(prompt, events);
		const next = this.walking[0];
		const offered = prompt.region?.length ? next >= POINTS : prompt.choices.some((choice) => choice.id === next);
		if (!offered || events.some((event) => event.dice.length)) {
			this.walking = [];
			return false;
		}
		this.walking.shift();
		this.screen.deciding.play({ id: next });
		return true;
	}

	/**
	 * At the end of a path: whether the move is over.
	 * @param {Prompt} prompt
	 * @param {GameEvent[]} events
	 */
	halt({ choices }, events) {
		const { halting } = this;
		this.halting = false;
		const stop = choices.find(({ verb }) => verb === STOP);
		if (!halting || !stop || events.some((event) => event.dice.length)) return false;
		this.screen.deciding.play(stop);
		return true;
	}

	/**
	 * A new view: the old risk is no longer true.
	 * @param {boolean} moved
	 */
	refresh(moved) {
		if (!this.on || !moved) return;
		this.begin([]);
	}
}
