/** The numbers of the choices at hand: chances and risks on their buttons, odds and shots in the panel. */

import { api } from "./api.js";
import { namesPiece, pointOf, writePoint } from "./choices.js";
import { h } from "./dom.js";
import { percent } from "./numbers.js";
import { t } from "./words.js";

/** @import { Deciding } from "./deciding.js" */
/** @import { Choice, DecidingView, Forecast, Leg, Weighed } from "./types.d.ts" */

const REST = 120; // milliseconds that the pointer rests on a choice before the server is asked about it
const PAUSE = 80; // milliseconds before the chances of a new decision are asked for: it may be answered by itself

/**
 * By the number of the option.
 * @template Value
 * @param {Record<string, Value> | undefined} row
 */
function byNumber(row) {
	return new Map(Object.entries(row || {}).map(([id, value]) => [Number(id), value]));
}

export class Odds {
	/** @param {Deciding} deciding */
	constructor(deciding) {
		this.deciding = deciding;
		this.screen = deciding.screen;
		/** @type {Map<number, Forecast | null>} */
		this.forecasts = new Map();
		this.clicked = [-1, -1]; // where a button was last clicked, on the screen
		/** @type {Map<number, number>} of every choice that leads to dice */
		this.chances = new Map();
		/** @type {Map<number, string>} what they are the chances of */
		this.about = new Map();
		/** @type {Map<number, number>} of being shot for a choice */
		this.risks = new Map();
		/** @type {Map<number, Leg>} the shots behind them, as far as they were looked at */
		this.dangers = new Map();
		/** @type {{ id: number, button: HTMLElement }[]} buttons of choices, wherever on the page */
		this.buttons = [];
		/** @type {Choice | null} */
		this.considered = null;
		/** @type {AbortController | null} */
		this.late = null;
		this.weighed = -1; // the number of the last view whose chances are known
		this.weighing = 0;
		this.asking = 0;
	}

	forget() {
		this.forecasts.clear();
		this.chances.clear();
		this.risks.clear();
		this.dangers.clear();
		this.turnAway();
	}

	/** Nobody considers a choice any more: numbers that come late do not take the panel from what it shows. */
	turnAway() {
		this.considered = null;
		clearTimeout(this.asking);
	}

	/**
	 * Whether a choice leads to dice, as far as is known.
	 * @param {Choice} choice
	 */
	rolls(choice) {
		return this.chances.has(choice.id) || Boolean(this.forecasts.get(choice.id));
	}

	/**
	 * The same, but where the chances have not come yet the server is asked about this choice alone.
	 * @param {Choice} choice
	 */
	async learn(choice) {
		if (this.weighed !== this.screen.view.seq && !this.forecasts.has(choice.id)) await this.forecast(choice);
		return this.rolls(choice);
	}

	/**
	 * From now on this button shows the chance or the risk of its choice, and its numbers when one points at it. One that
	 * comes to lie under a pointer that rests where it has clicked is not pointed at.
	 * @param {HTMLElement} button
	 * @param {Choice} choice
	 */
	follow(button, choice) {
		this.buttons.push({ id: choice.id, button });
		button.addEventListener("pointerenter", ({ pointerType, clientX, clientY }) => {
			const [x, y] = this.clicked;
			if (pointerType === "touch") return;
			if (x !== clientX || y !== clientY) this.consider(choice);
			else button.addEventListener("pointermove", () => this.consider(choice), { once: true });
		});
		button.addEventListener("focus", () => this.consider(choice));
		button.addEventListener("click", ({ detail, clientX, clientY }) => {
			if (detail) this.clicked = [clientX, clientY]; // by a pointer, not by a key
		});
		if (this.rolls(choice) || this.risks.has(choice.id)) button.append(this.mark(choice));
	}

	/**
	 * A die, and the chance once it is known.
	 * @param {Choice} choice
	 */
	mark(choice) {
		const risk = this.risks.get(choice.id);
		if (risk !== undefined) return h("span", { class: "odds-mark risk", title: t("game.risk") }, `⚠ ${percent(risk)}`);
		const chance = this.chances.get(choice.id);
		return h(
			"span",
			{ class: "odds-mark", title: this.about.get(choice.id) },
			chance === undefined ? h("span", { "aria-hidden": "true" }, "⚄") : `⚄ ${percent(chance)}`,
		);
	}

	/** @param {DecidingView} view */
	weighSoon(view) {
		this.buttons = this.buttons.filter(({ button }) => button.isConnected);
		clearTimeout(this.weighing);
		this.weighing = setTimeout(() => this.weigh(view), PAUSE);
	}

	/**
	 * Ask for the chances of all choices and write them on the buttons.
	 * @param {DecidingView} view
	 */
	async weigh({ seq, prompt }) {
		if (this.deciding.underWay === seq) return; // already answered: its chances are no longer of use
		const weighty = !prompt.setup && !prompt.plans && prompt.choices.length;
		const late = new AbortController(); // whoever chooses meanwhile waits for no chances
		this.late = late;
		/** @type {Partial<Weighed>} */
		const found = weighty ? await api.chances(this.screen.secret, seq, late.signal).catch(() => ({})) : {};
		if (late.signal.aborted || seq !== this.screen.view.seq) return;
		this.weighed = seq;
		this.screen.element.dataset.weighed = String(seq); // for those who watch the page
		this.chances = byNumber(found.chances);
		this.about = byNumber(found.about);
		this.risks = byNumber(found.risks);
		this.show(prompt.choices);
	}

	/** @param {Choice[]} choices */
	show(choices) {
		this.screen.board.warn(
			choices.flatMap((choice) => {
				const risk = this.risks.get(choice.id);
				return risk === undefined ? [] : [[choice, percent(risk)]];
			}),
		);
		for (const choice of choices) {
			if (!this.chances.has(choice.id) && !this.risks.has(choice.id)) continue;
			for (const { id, button } of this.buttons) {
				if (id !== choice.id) continue;
				button.querySelector(".odds-mark")?.remove();
				button.append(this.mark(choice));
			}
		}
		this.deciding.fitting.soon();
	}

	/**
	 * Show a choice on the board and its numbers in the panel.
	 * @param {Choice} choice
	 */
	consider(choice, point = true) {
		if (point) this.screen.board.point(choice);
		const at = pointOf(choice);
		if (point && choice.figures) this.screen.board.stand(choice.figures);
		if (point && at && !namesPiece(choice)) this.deciding.look(at, () => null);
		const known = this.forecasts.get(choice.id);
		this.considered = choice;
		if (point) this.screen.board.drawShots(this.dangers.get(choice.id)?.shots ?? []);
		this.screen.panel.showChoice(choice, known || undefined, this.dangers.get(choice.id));
		clearTimeout(this.asking);
		this.asking = setTimeout(() => {
			if (this.rolls(choice) && !known) this.forecast(choice);
			if (this.risks.has(choice.id) && !this.dangers.has(choice.id)) this.endanger(choice);
		}, REST);
	}

	/**
	 * Which shots a step may draw, and why they are as likely as they are.
	 * @param {Choice} choice
	 */
	async endanger(choice) {
		const { seq } = this.screen.view;
		const places = [choice.place || (pointOf(choice) ? writePoint(choice) : "")];
		const found = await api.path(this.screen.secret, { seq, places }).catch(() => null);
		const leg = found?.legs.at(-1);
		if (!leg || seq !== this.screen.view.seq) return;
		this.dangers.set(choice.id, leg);
		this.screen.board.drawShots(leg.shots);
		if (this.considered === choice) this.screen.panel.showChoice(choice, this.forecasts.get(choice.id), leg);
	}

	/** @param {Choice} choice */
	async forecast(choice) {
		const { seq } = this.screen.view;
		const forecast = await api.forecast(this.screen.secret, { seq, option: choice.id }).catch(() => undefined);
		if (forecast === undefined || seq !== this.screen.view.seq) return;
		this.forecasts.set(choice.id, forecast);
		if (this.considered === choice) this.screen.panel.showChoice(choice, forecast, this.dangers.get(choice.id));
	}
}
