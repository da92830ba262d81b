/** The coach of a lesson: what to do and why, beside the board; mistakes are taken back, and the next lesson is offered. */

import { api, kept } from "./api.js";
import { h, isNarrow, replace } from "./dom.js";
import { beginLesson, keepLearnt } from "./learn.js";
import { markTerms } from "./terms.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Coached } from "./types.d.ts" */

export class Coach {
	/** @param {GameScreen} screen */
	constructor(screen) {
		this.screen = screen;
		this.step = -1;
		this.page = 0; // of what is said at this step
		this.element = h("section", {
			class: "coach",
			"aria-label": t("coach.name"),
			"aria-live": "polite",
			hidden: true,
		});
		this.terms = h("dl", { class: "coach-terms", "aria-label": t("coach.terms"), hidden: true }); // under the buttons
	}

	/** What the coach says now. Nothing where a game has none. */
	paint() {
		const said = this.screen.view.coach;
		this.element.hidden = !said;
		if (!said) return;
		if (said.step !== this.step) this.begin(said.step);
		if (said.over) keepLearnt(this.screen.game.system.id, said.lesson);
		replace(
			this.element,
			h(
				"h2",
				null,
				said.title,
				" ",
				h(
					"small",
					null,
					said.over ? "✓" : t(said.puzzle ? "coach.puzzle" : "coach.step", { n: said.step + 1, of: said.steps }),
				),
			),
			said.mistake ? this.tellMistake(said) : this.tellGoal(said),
		);
		const rows = said.terms.flatMap((term) => [h("dt", null, term.word), h("dd", null, term.means)]);
		replace(this.terms, rows);
		this.terms.hidden = !rows.length || Boolean(said.mistake);
		const { classList } = this.screen.element;
		classList.toggle("learnt", said.over);
		classList.toggle("mistaken", Boolean(said.mistake)); // nobody is waited for: it is taken back first
		classList.toggle("reading", !said.mistake && this.page < said.pages.length - 1); // choices come with the goal
		this.element.parentElement?.scrollTo(0, 0);
		this.point(said);
		classList.remove("staging");
	}

	/**
	 * A goal has been reached, or the first one is set. On a phone what was pointed at makes room for what is said now.
	 * @param {number} step
	 */
	begin(step) {
		const { panel } = this.screen;
		if (isNarrow() && this.step >= 0) panel.open(panel.tab || "details", true);
		this.step = step;
		this.page = 0;
	}

	/**
	 * A lesson asks nothing before it has shown what happened. What was read below the goal is done with.
	 * @param {boolean} staged
	 */
	wait(staged) {
		this.screen.element.classList.toggle("staging", staged);
		if (staged) this.element.parentElement?.scrollTo(0, 0);
	}

	/** @param {Coached} said */
	tellMistake(said) {
		const back = () => this.screen.send(() => api.takeBackMistake(this.screen.secret, this.screen.view.seq));
		return [
			h("p", { class: "coach-mistake", role: "alert" }, said.mistake),
			h(
				"button",
				{ type: "button", class: "primary coach-back", onclick: back },
				t(said.puzzle ? "coach.retry" : "coach.back"),
			),
		];
	}

	/** @param {Coached} said */
	tellGoal(said) {
		const last = this.page >= said.pages.length - 1;
		const turn = () => {
			this.page += 1;
			this.paint();
		};
		return [
			said.remark && !this.page
				? h("p", { class: "coach-remark" }, markTerms(said.remark, this.screen.game.terms))
				: null,
			h("p", null, markTerms(said.pages[this.page], this.screen.game.terms)),
			last ? null : h("button", { type: "button", class: "primary coach-page", onclick: turn }, t("coach.page")),
			last && said.goal ? h("p", { class: "coach-goal" }, said.goal) : null,
			said.puzzle && !said.over
				? h(
						"button",
						{ type: "button", class: "quiet coach-show", onclick: () => this.screen.adviser.ask() },
						t("coach.show"),
					)
				: null,
			said.over ? this.offerNext(said) : null,
		];
	}

	/** @param {Coached} said */
	offerNext(said) {
		const system = this.screen.game.system.id;
		const forget = () => kept.remove(this.screen.secret); // what is learnt is no game to come back to
		const next = () => {
			forget();
			this.screen.send(() => beginLesson(system, said.next));
		};
		return h(
			"p",
			{ class: "coach-next" },
			said.next
				? h(
						"button",
						{ type: "button", class: "primary", onclick: next },
						t(said.puzzle ? "coach.next.puzzle" : "coach.next", { title: said.next_title }),
					)
				: h("a", { class: "button primary", href: "#/", onclick: forget }, t("coach.play")),
			" ",
			h("a", { class: "button", href: "#/learn", onclick: forget }, t("learn.all")),
		);
	}

	/**
	 * Rings around what the goal is about.
	 * @param {Coached} said
	 */
	point(said) {
		const { board } = this.screen;
		for (const old of board.element.querySelectorAll(".coached")) old.classList.remove("coached");
		if (said.mistake || said.over) return;
		for (const id of said.pieces) board.nodes.get(id)?.classList.add("coached");
		for (const place of said.places) board.hits.get(place)?.classList.add("coached");
		board.showAll(said.pieces, said.places);
	}
}
