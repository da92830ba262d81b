/** The end of a game: who has won, what it cost, the moment that decided it, and what to do next. */

import { api, kept, ownKey } from "./api.js";
import { h, replace } from "./dom.js";
import { nationClass } from "./emblems.js";
import { showDice } from "./fairness.js";
import { showReview } from "./review.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Position, Story } from "./types.d.ts" */

/** @param {Position} position */
export function tellOutcome({ seats, winner = -1 }) {
	return winner >= 0 ? t("end.win", { who: seats[winner].side || seats[winner].name }) : t("end.draw");
}

export class Ending {
	/** @param {GameScreen} screen */
	constructor(screen) {
		this.screen = screen;
		this.seen = false;
		/** @type {Story | null} */
		this.story = null;
		this.asked = false;
		this.element = h("div", { class: "end", role: "alertdialog", "aria-labelledby": "end-title", hidden: true });
	}

	/** @param {Position} position */
	paint(position) {
		const { over, winner = -1, seats, ending } = position;
		if (!over) this.forget();
		this.element.hidden = !over || this.seen || this.screen.replay.on;
		if (!over) return;
		if (!this.element.hidden && !this.asked) this.ask();
		replace(
			this.element,
			h(
				"div",
				{ class: `end-card ${winner >= 0 ? nationClass(seats[winner].nation) : ""}` },
				h("h2", { id: "end-title" }, tellOutcome(position)),
				ending ? h("p", null, ending) : null,
				this.makeTable(position),
				this.story ? this.makeMoment(this.story) : null,
				this.makeButtons(seats.length),
			),
		);
	}

	/** Something was taken back: the story is another. */
	forget() {
		this.seen = false;
		this.asked = false;
		this.story = null;
	}

	async ask() {
		this.asked = true;
		const { secret, view } = this.screen;
		this.story = await api.story(secret).catch(() => null);
		if (this.story && this.screen.view.position.over) this.paint(view.position);
	}

	/**
	 * Points and losses of each side.
	 * @param {Position} position
	 */
	makeTable({ seats, winner = -1 }) {
		const { story } = this;
		const scored = seats.some((seat) => seat.score);
		if (!scored && !story) return null;
		const heads = [scored ? t("end.points") : null, story ? t("end.losses") : null].filter((head) => head !== null);
		const rows = seats.map((seat, n) =>
			h(
				"tr",
				{ class: n === winner ? "won" : "" },
				h("th", { scope: "row", class: nationClass(seat.nation) }, h("i", { "aria-hidden": "true" }), seat.name),
				scored ? h("td", null, String(seat.score ?? 0)) : null,
				story ? h("td", null, t("end.lost", { n: story.lost[n], of: story.had[n] })) : null,
			),
		);
		return h(
			"table",
			{ class: "end-table" },
			h(
				"thead",
				null,
				h(
					"tr",
					null,
					h("td"),
					heads.map((head) => h("th", { scope: "col" }, head)),
				),
			),
			h("tbody", null, rows),
		);
	}

	/** @param {Story} story */
	makeMoment({ moment, told }) {
		if (moment < 0) return null;
		const see = { type: "button", class: "see-moment", onclick: () => this.replay(moment) };
		return h(
			"div",
			{ class: "end-moment" },
			h("h3", null, t("end.moment")),
			told.map((line) => h("p", null, line)),
			h("button", see, t("end.see")),
		);
	}

	/** @param {number} seats */
	makeButtons(seats) {
		const button = (/** @type {string} */ name, /** @type {() => void} */ press, kind = "") =>
			h("button", { type: "button", class: `${kind} end-${name}`, onclick: press }, t(`end.${name}`));
		const next = this.story?.next;
		return [
			h(
				"p",
				{ class: "end-buttons" },
				button("rematch", () => this.again({}), "primary"),
				seats === 2 ? button("swap", () => this.again({ swap: true })) : null,
				next
					? h(
							"button",
							{ type: "button", class: "end-next", onclick: () => this.again({ next: true }) },
							t("end.next", { next }),
						)
					: null,
			),
			h(
				"p",
				{ class: "end-buttons" },
				button("look", () => this.look(), "quiet"),
				h("button", { type: "button", class: "quiet end-replay", onclick: () => this.replay(0) }, t("replay.name")),
				h("button", { type: "button", class: "quiet review-button", onclick: () => this.review() }, t("review.open")),
				h(
					"button",
					{ type: "button", class: "quiet check-dice", onclick: () => showDice(this.screen) },
					t("dice.check"),
				),
				h("a", { class: "button quiet", href: "#/" }, t("end.again")),
			),
		];
	}

	/** @param {{ swap?: boolean, next?: boolean }} how */
	again(how) {
		this.screen.send(async () => {
			const secret = ownKey(await api.rematch(this.screen.secret, how));
			kept.add(secret);
			location.hash = `#/game/${secret}`;
		});
	}

	review() {
		return this.screen.send(() => showReview(this.screen));
	}

	/** Give the board back to whoever looks at it. */
	look() {
		this.seen = true;
		this.element.hidden = true;
	}

	/** @param {number} moment */
	replay(moment) {
		this.look();
		this.screen.replay.open(moment);
	}
}
