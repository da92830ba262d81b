/** The rules beside the board: where the turn stands, terrain, tables, terms and contents of the game that is on. */

import { api } from "./api.js";
import { h, replace } from "./dom.js";
import { drawClause, Rules } from "./rules.js";
import { t } from "./words.js";

/** @import { Child, Game, Handbook as Book, RuleHit, View } from "./types.d.ts" */

const isNarrow = () => matchMedia("(max-width: 900px)").matches;

export class Handbook extends Rules {
	/**
	 * @param {string} secret
	 * @param {Game} game
	 */
	constructor(secret, game) {
		super(game.system.id);
		this.secret = secret;
		this.game = game;
		/** @type {View} */
		this.view = game.view;
		/** @type {Book | null} what was fetched, at the first look */
		this.book = null;
		this.page = h("div", { class: "handbook" });
		this.element.append(this.page);
	}

	/** @param {View} view */
	turn(view) {
		this.view = view;
		for (const item of this.page.querySelectorAll(".phase")) this.mark(item);
	}

	/** Called whenever somebody opens the tab. */
	async open() {
		if (this.book) return;
		this.book = await api.handbook(this.secret);
		this.showContents();
	}

	/**
	 * @override
	 * @param {string} words
	 */
	find(words) {
		return api.searchRules(this.secret, words);
	}

	showContents() {
		const { book } = this;
		if (!book) return;
		replace(
			this.page,
			this.fold("sequence", true, this.drawSequence(book)),
			this.fold("terrain", false, this.drawTerrain()),
			this.fold("tables", false, this.list(book.tables)),
			this.fold("terms", false, this.drawTerms()),
			h("h3", null, t("handbook.contents")),
			book.chapters.map((chapter) => this.drawFold(chapter.title, false, this.list(chapter.clauses))),
		);
		this.turn(this.view);
	}

	/**
	 * @param {string} name
	 * @param {boolean} open
	 * @param {Child} content
	 */
	fold(name, open, content) {
		return this.drawFold(t(`handbook.${name}`), open, content);
	}

	/**
	 * @param {string} title
	 * @param {boolean} open
	 * @param {Child} content
	 */
	drawFold(title, open, content) {
		return h("details", { open }, h("summary", null, title), content);
	}

	/** @param {Book} book */
	drawSequence(book) {
		const rows = book.sequence.map((one) =>
			h(
				"li",
				{ class: "phase", "data-phase": one.phase, "data-kinds": one.kinds.join(" ") },
				h("b", null, one.name),
				" ",
				one.about,
				" ",
				this.link(one.rule),
			),
		);
		return h("ol", { class: "plain sequence" }, rows);
	}

	/**
	 * Where the game is now.
	 * @param {Element} item
	 */
	mark(item) {
		const phase = item.getAttribute("data-phase");
		const kinds = item.getAttribute("data-kinds")?.split(" ") ?? [];
		const { position, prompt } = this.view;
		const here = phase ? phase === position.phase : Boolean(prompt && kinds.includes(prompt.kind));
		item.classList.toggle("here", here);
		if (here) item.setAttribute("aria-current", "step");
		else item.removeAttribute("aria-current");
	}

	/** Of what lies on this board. */
	drawTerrain() {
		const { terrains = {}, cards = {} } = this.game.board;
		const rows = Object.entries(cards).flatMap(([id, card]) => [
			h("dt", null, terrains[id] ?? id),
			card.map((row) => h("dd", null, `${row.label}: `, h("b", null, row.value))),
		]);
		return h("dl", { class: "terrain-chart" }, rows);
	}

	drawTerms() {
		const rows = this.game.terms.flatMap((term) => [h("dt", null, term.word), h("dd", null, term.means)]);
		return h("dl", null, rows);
	}

	/** @param {RuleHit[]} hits */
	list(hits) {
		const rows = hits.map((hit) => h("li", null, this.entry(hit)));
		return h("ul", { class: "plain" }, rows);
	}

	/** @param {RuleHit} hit */
	entry({ id, title }) {
		return h("button", { type: "button", class: "quiet entry", onclick: () => this.show(id) }, title);
	}

	/**
	 * A clause is read beside the board where there is room for it.
	 * @override
	 * @param {string} id
	 */
	async show(id) {
		if (isNarrow()) return super.show(id);
		this.onShow();
		const back = h("button", { type: "button", class: "back", onclick: () => this.showContents() }, t("handbook.back"));
		await this.open();
		replace(this.page, back, await this.draw(id));
		this.page.scrollIntoView({ block: "start" });
		back.focus({ preventScroll: true });
	}

	/** Whoever holds this turns to it. */
	onShow() {}

	/** @param {string} id */
	async draw(id) {
		try {
			return drawClause(await api.clause(this.system, id));
		} catch (problem) {
			return h("p", null, /** @type {Error} */ (problem).message);
		}
	}
}
