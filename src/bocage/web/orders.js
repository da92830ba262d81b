/** Typed orders: words that name a choice. What is left over goes to the next decision ("E5 fire G4"). */

import { api } from "./api.js";
import { isForced, namesPiece } from "./choices.js";
import { h } from "./dom.js";
import { plain, t } from "./words.js";

/** @import { Board } from "./board.js" */
/** @import { Deciding } from "./deciding.js" */
/** @import { Attempt, Choice, DecidingView, Refusal } from "./types.d.ts" */

export const LEADS = ["activate", "supply-move"]; // what a place alone may stand for, when the order goes on with what to do there

/** @param {string} text */
export function splitWords(text) {
	return plain(text)
		.replace(/(\d),(\d)/g, "$1.$2")
		.split(/[\s,;()]+/)
		.filter(Boolean); // 19,5 is a French 19.5
}

/** What words can mean on this board now. `from` is the place that the order has activated so far. */
export class Field {
	/**
	 * @param {Pick<DecidingView, "prompt" | "position">} view
	 * @param {Pick<Board, "cells" | "label">} board
	 */
	constructor(view, board, from = "") {
		this.seat = view.prompt.seat;
		this.choices = view.prompt.choices;
		this.pieces = new Map(view.position.pieces.map((piece) => [piece.id, piece]));
		this.own = new Set(view.position.pieces.filter((piece) => piece.seat === this.seat).map((piece) => piece.place));
		this.board = board;
		/** @type {Map<string, string>} */
		this.places = new Map();
		for (const place of board.cells.keys())
			for (const name of [place, board.label(place)]) this.places.set(plain(name), place);
		this.from = from;
	}

	/** @param {string} word */
	place(word) {
		return this.places.get(word) || "";
	}

	/**
	 * @param {string} word
	 * @param {string | undefined} place
	 */
	names(word, place) {
		return Boolean(place) && [place || "", this.board.label(place)].some((name) => plain(name) === word);
	}

	/**
	 * The place a choice is about to reach or to hit; "" if it is about those who stand there.
	 * @param {Choice} choice
	 */
	target({ steps, place = "", path = [] }) {
		if (path.length > 1 || steps) return place;
		return this.own.has(place) ? "" : place;
	}

	/**
	 * Where those stand who would do it; "" if the choice does not say.
	 * @param {Choice} choice
	 */
	origin({ steps, place = "", path = [], piece = -1 }) {
		if (steps) return "";
		if (path.length > 1) return path[0];
		const actor = this.pieces.get(piece);
		if (actor) return actor.seat === this.seat ? actor.place || "" : "";
		return this.own.has(place) ? place : "";
	}

	/**
	 * How well one word fits a choice: 0 not at all, 3 its own place or verb.
	 * @param {string} word
	 * @param {Choice} choice
	 */
	fit(word, choice) {
		const piece = this.pieces.get(choice.piece ?? -1);
		if (this.names(word, choice.place) || plain(choice.verb) === word) return 3;
		if (this.names(word, piece?.place) || this.names(word, choice.path?.[0])) return 2;
		if (this.place(word) && !splitWords(choice.label).includes(word)) return 0;
		const spoken = splitWords(`${choice.label} ${choice.verb.replaceAll("-", " ")} ${piece?.name || ""}`);
		if (spoken.includes(word)) return 2;
		return word.length > 2 && spoken.some((other) => other.startsWith(word)) ? 1 : 0;
	}

	/**
	 * The choices that these words fit best; every word has to fit, and who acts has to be whom the order activated.
	 * @param {string[]} list
	 */
	matching(list) {
		let best = 0;
		/** @type {Choice[]} */
		let found = [];
		for (const choice of this.choices) {
			const origin = this.from && this.origin(choice);
			if (origin && origin !== this.from) continue;
			/** @type {number[]} */
			const scores = list.map((word) => this.fit(word, choice));
			if (scores.includes(0)) continue;
			const score = scores.reduce((sum, one) => sum + one, 0);
			if (score > best) found = [];
			if (score >= best) found.push(choice);
			best = Math.max(best, score);
		}
		return found;
	}

	/**
	 * Whether who says `said` and then `rest` means this choice first: a place alone may be the place of something else.
	 * @param {string[]} said
	 * @param {string[]} rest
	 * @param {Choice} choice
	 */
	leads(said, rest, choice) {
		const target = this.target(choice);
		if (target && !said.some((word) => this.names(word, target))) return false;
		if (said.some((word) => !this.place(word))) return true;
		if (LEADS.includes(choice.verb)) return true;
		const ends = this.choices.some((other) => !other.place && !namesPiece(other) && this.fit(rest[0], other));
		return Boolean(choice.steps) && (Boolean(this.place(rest[0])) || ends);
	}

	/**
	 * As many words as fit a choice together, and those left over; no choices if nothing is meant by them here.
	 * @param {string[]} list
	 * @returns {{ choices: Choice[], rest: string[] }}
	 */
	read(list) {
		for (let n = list.length; n > 0; n--) {
			const rest = list.slice(n);
			const found = this.matching(list.slice(0, n)).filter(
				(choice) => !rest.length || this.leads(list.slice(0, n), rest, choice),
			);
			if (found.length) return { choices: found, rest };
		}
		const number = list.length === 1 && /^\d+$/.test(list[0]) ? Number(list[0]) : 0;
		return { choices: this.choices.slice(number - 1, number), rest: [] };
	}

	/**
	 * What was tried, for the server to say why not; null if the order names no place.
	 * @param {string[]} list
	 * @returns {Attempt | null}
	 */
	attempt(list) {
		const places = list.map((word) => this.place(word)).filter(Boolean);
		if (!places.length) return null;
		const from = places.length > 1 ? places[0] : this.from;
		const spoken = list.filter((word) => !this.place(word));
		const known = this.choices.find(
			(choice) =>
				spoken.length && spoken.every((word) => plain(choice.verb) === word || splitWords(choice.label).includes(word)),
		);
		const piece = [...this.pieces.values()].find((one) => from && one.place === from && one.seat === this.seat);
		return {
			verb: known?.verb || spoken.join("-"),
			place: places[places.length - 1],
			...(piece ? { piece: piece.id } : {}),
		};
	}
}

/** The field for orders, and an order that is being carried out. */
export class Orders {
	/** @type {string[]} words for the next decision */
	rest = [];
	from = ""; // the place it has activated
	led = 0; // choices made for it that do nothing by themselves yet
	backwards = 0; // choices still to be taken back
	typed = ""; // as it was typed
	whole = "";

	/** @param {Deciding} deciding */
	constructor(deciding) {
		this.deciding = deciding;
		this.screen = deciding.screen;
		const hint = t(this.screen.game.board.geometry === "plane" ? "orders.words.plane" : "orders.words");
		this.field = h("input", {
			type: "text",
			class: "orders",
			placeholder: hint,
			"aria-label": t("orders.name"),
			autocomplete: "off",
			enterkeyhint: "go",
		});
		this.field.addEventListener("keydown", (event) => this.key(event));
	}

	/** Nothing is left to be done of any order. */
	drop() {
		this.rest = [];
		this.from = "";
		this.led = 0;
		this.backwards = 0;
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		if (event.key === "Escape") return this.field.blur();
		if (event.key !== "Enter") return;
		event.preventDefault();
		const list = splitWords(this.field.value);
		this.drop();
		this.typed = this.field.value;
		this.whole = list.join(" ");
		if (list.length) this.obey(list, true);
	}

	/**
	 * Follow the words as far as they fit this decision; the rest waits for the next one.
	 * @param {string[]} list
	 * @param {boolean} first whether they are the beginning of the order
	 */
	obey(list, first) {
		const { view, board } = this.screen;
		this.rest = [];
		if (!view.mine) return;
		const field = new Field(view, board, this.from);
		const { choices, rest } = field.read(list);
		// Between two words something may be asked that has one answer only.
		if (!choices.length && !first && isForced(view.prompt)) return this.passOn(list, view.prompt.choices[0]);
		if (!choices.length) return this.refuse(field, list);
		this.field.value = "";
		if (choices.length > 1) {
			const follow = (/** @type {Choice} */ choice) => this.follow(field, choice, rest);
			return this.deciding.openMenu(choices, { target: this.field }, follow);
		}
		this.follow(field, choices[0], rest);
		this.deciding.play(choices[0]);
	}

	/**
	 * Once this choice is made, the rest is for the next decision.
	 * @param {Field} field
	 * @param {Choice} choice
	 * @param {string[]} rest
	 */
	follow(field, choice, rest) {
		this.rest = rest;
		const acts = Boolean(field.target(choice)) || this.deciding.odds.rolls(choice);
		this.from = acts ? "" : field.origin(choice) || this.from;
		this.led = acts ? 0 : this.led + 1;
	}

	/**
	 * Give the only answer there is, and keep the words for what comes after it.
	 * @param {string[]} list
	 * @param {Choice} only
	 */
	passOn(list, only) {
		this.rest = list;
		this.led++;
		this.deciding.play(only);
	}

	/**
	 * Say why not, and take back what was only done to get there.
	 * @param {Field} field
	 * @param {string[]} list
	 */
	async refuse(field, list) {
		const attempt = field.attempt(list);
		const { led } = this;
		const { seq } = this.screen.view;
		/** @type {Refusal[]} */
		const why = attempt ? await api.whyNot(this.screen.secret, attempt).catch(() => []) : [];
		const back = led > 0 && seq === this.screen.view.seq && this.screen.view.can_undo;
		this.drop();
		this.field.value = this.typed;
		const end = led ? [{ text: t(back ? "orders.back" : "orders.stands") }] : [];
		this.screen.explain([{ text: t("orders.none", { words: this.whole }) }, ...why, ...end]);
		this.backwards = back ? led : 0;
		if (back) this.stepBack();
	}

	stepBack() {
		this.backwards--;
		if (!this.screen.view.can_undo) return this.drop();
		this.deciding.held = true; // what was taken back is not chosen again by itself
		this.screen.send(() => api.undo(this.screen.secret, this.screen.view.seq));
	}

	/** After a new view: whether the order has seen to it. */
	goOn() {
		if (this.backwards) this.stepBack();
		else if (this.rest.length) this.obey(this.rest, false);
		else return false;
		return true;
	}
}
