/** A plan: what one side lays out one after another, changes freely, and confirms at once. Until then only the page knows it. */

import { api, Refused } from "./api.js";
import { h } from "./dom.js";
import { layOf, rearrange, writeLay } from "./order-tokens.js";
import { t } from "./words.js";

/** @import { Deciding } from "./deciding.js" */
/** @import { Choice, DecidingView, Laid, Prompt, View } from "./types.d.ts" */

const KEPT = "bocage.plan"; // where the browser keeps it while its window is open

export class Plan {
	/** @param {Deciding} deciding */
	constructor(deciding) {
		this.deciding = deciding;
		this.screen = deciding.screen;
		/** @type {DecidingView | null} the view that the plan starts from */
		this.base = null;
		/** @type {number[]} the choices so far */
		this.options = [];
		/** @type {number[][]} what they were before each change */
		this.earlier = [];
		/** @type {Laid | null} how things would stand */
		this.laid = null;
		this.asked = ""; // the prompt of the base
		/** @type {{ asked: string, options: number[] } | null} the last plan that was confirmed */
		this.sent = null;
		this.number = 0; // of the newest question
		this.changes = 0; // of this plan
	}

	/** Whether choices are laid out now. */
	get on() {
		return Boolean(this.screen.view.prompt?.plans);
	}

	/** The prompt that the plan answers: all that could be chosen at first. */
	get whole() {
		return this.base?.prompt ?? this.screen.view.prompt;
	}

	get hasTokens() {
		return Boolean(this.whole?.tokens?.length);
	}

	/** Nothing is left to decide. */
	get isComplete() {
		return this.laid !== null && this.laid.prompt === null;
	}

	/** The choice that ends it where what is left need not be used. */
	get ending() {
		const { prompt } = this.screen.view;
		if (this.isComplete || !this.hasTokens) return undefined;
		return prompt?.choices.find(({ token }) => token === undefined);
	}

	/**
	 * A new view has come: a plan for the same decision stays, though others have decided meanwhile.
	 * @param {View} view
	 */
	renew(view) {
		const asked = view.mine && view.prompt.plans ? JSON.stringify(view.prompt) : "";
		const same = asked !== "" && asked === this.asked;
		const options = same ? this.options : [];
		const earlier = same ? this.earlier : [];
		const back = this.deciding.held && asked !== "" && this.sent?.asked === asked ? this.sent.options : [];
		this.forget();
		if (!view.mine || !asked) return;
		this.asked = asked;
		this.base = view;
		this.mark();
		const kept = this.recall();
		if (options.length) this.change(options, { earlier });
		else if (back.length) this.change(back);
		else if (kept.length) this.change(kept);
	}

	/** The plan for this decision that was laid out before the page was loaded again. */
	recall() {
		const { secret, asked, options } = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
		return secret === this.screen.secret && asked === this.asked ? options : [];
	}

	keep() {
		const { asked, options } = this;
		sessionStorage.setItem(KEPT, JSON.stringify({ secret: this.screen.secret, asked, options }));
	}

	forget() {
		this.base = null;
		this.options = [];
		this.earlier = [];
		this.laid = null;
		this.asked = "";
		this.number++;
		this.changes = 0;
		this.mark();
	}

	/** Another player takes over, who must not find it. */
	drop() {
		this.forget();
		this.sent = null;
		sessionStorage.removeItem(KEPT);
	}

	/** For those who watch the page: choices made and laid out so far. */
	mark() {
		const { dataset } = this.screen.element;
		dataset.step = String(this.screen.newest * 1000 + this.changes);
	}

	/**
	 * Add a choice; a token goes where it is laid, whatever lies there.
	 * @param {number} option
	 */
	take(option) {
		const offered = [...(this.screen.view.prompt?.choices || []), ...(this.whole?.choices || [])];
		const choice = offered.find(({ id }) => id === option);
		if (choice?.token !== undefined && choice.piece !== undefined) return this.lay(choice.token, choice.piece);
		return this.change([...this.options, option]);
	}

	/**
	 * Lay a token on a piece, or take it back (null). What lies there already goes to where the token came from.
	 * @param {number} token
	 * @param {number | null} piece
	 */
	async lay(token, piece) {
		const choices = this.whole?.choices || [];
		const lay = layOf(this.options, choices);
		const changed = writeLay(rearrange(lay, token, piece), choices);
		if (changed) return this.change(changed, { refused: () => this.refuse(choices, lay, token, piece) });
		return this.refuse(choices, lay, token, piece);
	}

	/**
	 * Say why a token may not go there.
	 * @param {Choice[]} choices
	 * @param {Map<number, number>} lay
	 * @param {number} token
	 * @param {number | null} piece
	 */
	refuse(choices, lay, token, piece) {
		const others = new Map([...lay].filter(([other, holder]) => other !== token && holder !== piece));
		const verb = choices.find((choice) => choice.token === token)?.verb;
		return this.deciding.whyNot({ verb, piece: piece ?? -1 }, writeLay(others, choices) ?? []);
	}

	/** What is left is chosen for the player, who may look at it and change it. */
	complete() {
		return this.change(this.options, { complete: true });
	}

	undo() {
		const before = this.earlier.at(-1);
		if (before === undefined) return false;
		this.deciding.held = true;
		this.change(before, { earlier: this.earlier.slice(0, -1) });
		return true;
	}

	/**
	 * Look at another plan; `earlier` is what can be taken back then, `refused` what to do where it is against the rules.
	 * @param {number[]} options
	 * @param {{ complete?: boolean, earlier?: number[][], refused?: () => unknown }} [more]
	 */
	async change(options, { complete = false, earlier = [...this.earlier, this.options], refused } = {}) {
		const { deciding, screen } = this;
		if (!this.base) return;
		const { seq } = this.base;
		const number = ++this.number;
		screen.stage.skip();
		deciding.closeMenu();
		screen.toast.hidden = true;
		deciding.setUnderWay(seq);
		try {
			const laid = await api.draft(screen.secret, { seq, options, complete });
			if (number === this.number) this.show(laid, earlier);
		} catch (problem) {
			if (number === this.number) deciding.setUnderWay(null);
			if (!(problem instanceof Refused)) throw problem;
			if (refused && problem.code === "not-offered") refused();
			else screen.explain([{ text: problem.message }]);
		}
	}

	/**
	 * @param {Laid} laid
	 * @param {number[][]} earlier
	 */
	show(laid, earlier) {
		const { deciding, screen, base } = this;
		if (!base) return;
		this.earlier = earlier;
		this.options = laid.options;
		this.keep();
		this.changes++;
		this.laid = laid.options.length ? laid : null;
		deciding.setUnderWay(null);
		screen.view = this.laid ? this.foresee(base, laid) : base;
		screen.paint(screen.view);
		this.mark();
		deciding.goOn(base, true);
	}

	/**
	 * A view as it would be with the plan.
	 * @param {DecidingView} base
	 * @param {Laid} laid
	 * @returns {DecidingView}
	 */
	foresee(base, { position, prompt }) {
		const text = t(this.hasTokens ? "plan.given" : "plan.placed");
		const rest = prompt ?? { ...base.prompt, text, choices: [], pieces: [], region: [] };
		return { ...base, position, prompt: rest, can_undo: true };
	}

	async confirm() {
		const { deciding, screen, ending } = this;
		if (!this.base || !(this.isComplete || ending)) return;
		const { seq } = this.base;
		const options = ending ? [...this.options, ending.id] : this.options;
		this.sent = { asked: this.asked, options: this.options };
		deciding.held = false;
		sessionStorage.removeItem(KEPT);
		await screen.send(() => deciding.deliver(() => api.plan(screen.secret, { seq, options })));
	}

	/**
	 * The buttons of a plan beside its choices.
	 * @param {Prompt} prompt
	 */
	buttons(prompt) {
		const rest = { type: "button", class: "extra extra-place", onclick: () => this.complete() };
		const confirm = {
			type: "button",
			class: "choice primary",
			"data-verb": "confirm",
			onclick: () => this.confirm(),
		};
		const orders = this.hasTokens;
		return [
			this.isComplete || this.ending
				? h("button", confirm, t(orders ? "plan.confirm.orders" : "plan.confirm.setup"))
				: null,
			prompt.choices.some((choice) => choice !== this.ending)
				? h("button", rest, t(orders ? "plan.rest" : "game.place"))
				: null,
		];
	}
}
