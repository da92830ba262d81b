/** The curtain: two players at one screen, and secrets. The next one says when the other has looked away. */

import { drawDice } from "./dice.js";
import { h, replace } from "./dom.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { GameEvent, View } from "./types.d.ts" */

export class Curtain {
	/** @param {GameScreen} screen */
	constructor(screen) {
		this.screen = screen;
		/** @type {View[]} views that wait behind it */
		this.behind = [];
		/** @type {GameEvent[]} what came of the last player's choice */
		this.news = [];
		/** @type {(() => void) | null} what to do when the next player has taken over */
		this.afterwards = null;
		this.element = h("div", {
			class: "curtain",
			role: "dialog",
			"aria-modal": "true",
			"aria-labelledby": "curtain-title",
			hidden: true,
		});
	}

	get isDown() {
		return !this.element.hidden;
	}

	/**
	 * Let it down before what the next player is to see.
	 * @param {View} view
	 */
	drop(view) {
		this.behind = view.events_from ? [...this.behind, view] : [view];
		if (view.news.length) this.news = view.news; // of several views behind the curtain, those of the first
		const who = view.position.seats[view.seat].name;
		const take = { type: "button", class: "primary", onclick: () => this.takeOver(view.seat) };
		const ready = h("button", take, t("curtain.ready", { who }));
		replace(
			this.element,
			this.tellNews(),
			h("h2", { id: "curtain-title" }, t("curtain.title", { who })),
			h("p", null, t("curtain.about", { who })),
			ready,
			h("a", { href: "#/" }, t("game.home")),
		);
		this.hang(true);
		ready.focus();
	}

	tellNews() {
		if (!this.news.length) return null;
		const lines = this.news.map((event) => h("li", null, drawDice(event.dice), " ", event.text));
		return h(
			"section",
			{ class: "news", "aria-label": t("curtain.news") },
			h("h3", null, t("curtain.news")),
			h("ul", null, lines),
		);
	}

	lift() {
		this.hang(false);
		replace(this.element);
	}

	/**
	 * Behind the curtain nothing can be reached.
	 * @param {boolean} down
	 */
	hang(down) {
		this.element.hidden = !down;
		for (const part of this.screen.element.children)
			if (part instanceof HTMLElement) part.inert = down && part !== this.element;
	}

	/** @param {number} seat */
	takeOver(seat) {
		this.lift();
		this.news = [];
		this.screen.sitting = seat;
		for (const view of this.behind.splice(0)) this.screen.apply(view);
		this.afterwards?.();
		this.afterwards = null;
	}

	/**
	 * At once, or when the next player has taken over.
	 * @param {() => void} act
	 */
	whenTaken(act) {
		if (this.isDown) this.afterwards = act;
		else act();
	}
}
