/** The log: what has happened, with its dice, its tally and its place. */

import { drawDice } from "./dice.js";
import { h } from "./dom.js";
import { signed } from "./numbers.js";
import { drawTally } from "./panel-odds.js";
import { t } from "./words.js";

/** @import { Board } from "./board.js" */
/** @import { Rules } from "./rules.js" */
/** @import { GameEvent } from "./types.d.ts" */

export class Log {
	/**
	 * @param {Rules} rules
	 * @param {Pick<Board, "label" | "lookAt">} places names places and shows them
	 */
	constructor(rules, places) {
		this.rules = rules;
		this.places = places;
		this.list = h("ol", { class: "log", "aria-label": t("panel.log") });
		this.element = h(
			"section",
			{ class: "log-frame", id: "panel-log", tabindex: 0, "aria-label": t("panel.log") },
			this.list,
		);
	}

	/**
	 * Only the first `count` lines had been written then.
	 * @param {number} count
	 */
	trim(count) {
		[...this.list.children].forEach((line, n) => {
			line.classList.toggle("later", n >= count);
		});
		this.list.children[Math.max(0, count - 1)]?.scrollIntoView({ block: "nearest" });
	}

	/**
	 * All from event `first` on; what was there before stays.
	 * @param {GameEvent[]} events
	 * @param {number} first
	 */
	append(events, first) {
		while (this.list.children.length > first) this.list.lastChild?.remove();
		for (const event of events) this.list.append(this.drawEntry(event));
		this.element.scrollTop = this.element.scrollHeight;
	}

	/** @param {GameEvent} event */
	drawEntry(event) {
		const { dice, text, rule, lines, total, kind } = event;
		const line = h("p", null, drawDice(dice), " ", text, " ", this.tellPlace(event), this.rules.link(rule));
		const summary = h("summary", null, `${t("panel.tally")} ${signed(total ?? 0)}`);
		return h(
			"li",
			{ "data-kind": kind },
			line,
			lines.length ? h("details", null, summary, drawTally(this.rules, lines, total)) : null,
		);
	}

	/**
	 * The place of an event whose words do not name it; pressing it shows it on the board.
	 * @param {GameEvent} event
	 */
	tellPlace({ place, text }) {
		const known = place && this.places.label(place);
		if (!known || text.includes(known)) return null;
		const name = known.includes(",") ? "◎" : known; // a point of the table has no name
		return h(
			"button",
			{
				type: "button",
				class: "rule where",
				title: t("log.show", { place: name }),
				onclick: () => this.places.lookAt(place),
			},
			name,
		);
	}
}
