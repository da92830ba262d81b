/** Advice (A): what a bot would do here, its whole plan drawn on the board, why, and what the risk of it is. */

import { api } from "./api.js";
import { h, replace } from "./dom.js";
import { drawShot } from "./panel-odds.js";
import { markPath } from "./path.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Advice } from "./types.d.ts" */

export class Adviser {
	/** @param {GameScreen} screen */
	constructor(screen) {
		this.screen = screen;
		this.drawn = false;
	}

	/** What a bot would do here; of what is past, why it did. */
	async ask() {
		const { replay, panel, view, deciding } = this.screen;
		if (replay.on) return replay.why();
		if (deciding.plan.options.length) return this.screen.explain([{ text: t("plan.advice") }]);
		if (!view.mine) return replay.whyLast();
		const { seq, players } = view;
		panel.open("details");
		panel.showHint(t("advice.wait"));
		await this.screen.send(async () => {
			const found = await api.advice(this.screen.secret, seq).catch((problem) => {
				panel.empty(); // nothing is to be waited for any more
				throw problem;
			});
			if (seq !== this.screen.view.seq) return;
			this.show(found, players.some((player) => player !== "human") ? t("why.later") : "");
			if (found.length) this.draw(found[0]);
		});
	}

	/**
	 * The best first; pressing or pointing at one shows its plan.
	 * @param {Advice[]} found
	 * @param {string} hint
	 */
	show(found, hint) {
		const { details } = this.screen.panel;
		replace(
			details,
			h("h3", null, t("advice.title")),
			found.length
				? h(
						"ol",
						{ class: "plain advice" },
						found.map((one) => this.item(one)),
					)
				: h("p", null, t("advice.none")),
			hint ? h("p", { class: "hint" }, hint) : null,
		);
		details.scrollTo(0, 0);
	}

	/** @param {Advice} one */
	item(one) {
		const { rules } = this.screen.panel;
		const shots = one.path?.legs.flatMap((leg) => leg.shots) ?? [];
		const draw = () => this.draw(one);
		return h(
			"li",
			{ class: one.hopeless ? "hopeless" : "", onpointerenter: draw },
			h("button", { type: "button", class: "hit", onclick: draw }, h("b", null, one.sentence)),
			one.aim ? h("p", null, one.aim.told.join(" · ")) : null,
			one.risk ? h("p", { class: one.hopeless ? "warning" : "" }, one.risk) : null,
			one.deeds.length > 1 || shots.length
				? h(
						"details",
						null,
						h("summary", null, t("advice.deeds")),
						h("p", { class: "hint" }, one.deeds.join(" → ")),
						shots.map((shot) => drawShot(rules, shot)),
					)
				: null,
		);
	}

	/**
	 * The plan on the board: the way with the chance to be unharmed at each place, then the shot.
	 * @param {Advice} one
	 */
	draw({ option, route, path, aim }) {
		const { board, deciding, view } = this.screen;
		const marks = route.length ? markPath(route, "", path && { ...path, origin: route[0] }) : [];
		board.point(view.prompt?.choices.find((choice) => choice.id === option) ?? null);
		for (const button of deciding.choices.querySelectorAll(".choice"))
			button.classList.toggle("hinted", button.getAttribute("data-choice") === String(option));
		board.drawPlan(marks, aim?.target ? [aim.origin, aim.target] : []);
		this.drawn = true;
	}

	/** Things have changed: the plan is no longer true. */
	clear() {
		if (this.drawn) this.screen.board.clearSight();
		this.drawn = false;
	}
}
