/** One decision: the prompt, its choices as buttons, menus, typed orders and touches, and what is chosen by itself. */

import { api, Refused } from "./api.js";
import { foldAway, isForced, roundPoint, windowsOf } from "./choices.js";
import { h, isNarrow, replace } from "./dom.js";
import { tellOutcome } from "./ending.js";
import { Fitting } from "./fitting.js";
import { drawIcon } from "./icons.js";
import { Menu } from "./menu.js";
import { Odds } from "./odds.js";
import { Orders } from "./orders.js";
import { Plan } from "./plan.js";
import { markTerms } from "./terms.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Attempt, Choice, DecidingView, Look, Move, Piece, Point, Press, Prompt, View } from "./types.d.ts" */

/** @typedef {{ x: number, y: number }} Spot */
/** @typedef {{ choice: Choice, point?: undefined } | { point: Spot, choice?: undefined }} Armed */

const NEAR = 0.7; // inches: a second tap this close confirms a point

export class Deciding {
	/** @param {GameScreen} screen */
	constructor(screen) {
		this.screen = screen;
		this.odds = new Odds(this);
		this.letting = ["", ""]; // windows that pass by themselves: of one mover, of a turn; see `windowsOf`
		this.placing = -1; // the seat whose pieces are placed at random
		this.typed = new Orders(this);
		this.plan = new Plan(this);
		/** @type {Armed | null} what a first touch has selected */
		this.armed = null;
		this.sent = 0; // choices sent so far
		this.due = Infinity; // the number of the view that answers the last of them
		/** @type {number | null} the number of the view in which a choice was made that is on its way */
		this.underWay = null;
		this.postponed = false; // a view came while a choice was on its way
		this.held = false; // something was taken back, and is not chosen again by itself
		this.unfolded = false;
		this.byKeyboard = false;
		this.looking = 0;
		this.undoButton = h(
			"button",
			{ type: "button", id: "undo", class: "undo icon-button", onclick: () => screen.undo() },
			"",
		);
		this.text = h("p", { class: "prompt-text", id: "prompt-text", "aria-live": "polite" });
		this.choices = h("div", { class: "choices", role: "group", "aria-labelledby": "prompt-text" });
		this.menu = new Menu();
		this.confirm = h("div", { class: "confirm", role: "group", "aria-label": t("game.confirm"), hidden: true });
		this.all = h("button", {
			type: "button",
			class: "all-choices",
			"aria-expanded": "false",
			onclick: () => this.showAll(),
		});
		this.pick = h("span", { class: "hint pick" }, t("game.pick"));
		this.element = h(
			"div",
			{ class: "deciding" },
			h("div", { class: "prompt-line" }, this.text, this.undoButton),
			screen.tray.element,
			h("div", { class: "choice-line" }, this.typed.field, this.pick, this.choices, this.all),
		);
		this.fitting = new Fitting(this);
	}

	get prompt() {
		return this.screen.view.prompt;
	}

	// Painting

	/** @param {View} view */
	paint(view) {
		const { mine, can_undo: canUndo, can_ask: canAsk } = view;
		if (document.activeElement?.matches(".choice:focus-visible")) this.byKeyboard = true;
		this.undoButton.disabled = !canUndo && !canAsk;
		const word = canUndo || !canAsk ? t("game.undo") : t("wish.undo");
		replace(this.undoButton, drawIcon("undo"), h("span", { class: "icon-label" }, word));
		this.undoButton.title = canUndo ? t("game.undo.title") : word;
		this.typed.field.hidden = !mine;
		this.all.hidden = true;
		this.pick.hidden = true;
		if (view.mine) this.paintPrompt(view);
		else this.paintWaiting(view);
	}

	/**
	 * Others have to decide, or nobody has.
	 * @param {View} view
	 */
	paintWaiting({ position, waiting, keeps, stuck, thinking }) {
		const who = waiting.join(", ");
		const wait = stuck ? "game.stuck" : thinking ? "game.thinking" : "game.waiting";
		replace(
			this.text,
			keeps.length ? null : [h("span", { class: "chip" }, t("game.spectator")), " "],
			position.over ? tellOutcome(position) : waiting.length ? t(wait, { who }) : t("game.watching"),
		);
		replace(this.choices);
	}

	/** @param {DecidingView} view */
	paintPrompt(view) {
		const { prompt } = view;
		replace(
			this.text,
			markTerms(prompt.text, this.screen.game.terms),
			" ",
			prompt.region?.length ? h("small", null, t("game.region")) : null,
			" ",
			this.screen.panel.rule(prompt.rule),
		);
		const folded = foldAway(prompt);
		const named = prompt.choices.filter((choice) => !folded.includes(choice) && choice !== this.plan.ending);
		replace(
			this.choices,
			named.map((choice) => this.button(choice)),
			folded.map((choice) => this.button(choice, "folded")),
			this.extras(prompt),
		);
		this.all.hidden = !folded.length;
		this.element.classList.toggle("unfolded", this.unfolded && folded.length > 0);
		this.pick.hidden = !folded.length || named.length > 0 || Boolean(prompt.tokens?.length);
		this.nameAll(prompt);
		this.fitting.soon();
		if (this.byKeyboard && !this.screen.curtain.isDown) this.focusFirst();
		this.byKeyboard = false;
		this.odds.weighSoon(view);
	}

	/** Every choice as a button: on a phone as a list of its own, else in the row, until the player folds it. */
	showAll() {
		if (!this.prompt) return;
		if (isNarrow()) return this.openSheet(this.prompt);
		this.unfolded = !this.unfolded;
		this.all.setAttribute("aria-expanded", String(this.unfolded));
		this.element.classList.toggle("unfolded", this.unfolded);
		this.nameAll(this.prompt);
		this.fitting.soon();
	}

	/** @param {Prompt} prompt */
	nameAll(prompt) {
		this.all.textContent = t(this.unfolded ? "game.fold" : "game.all", { n: prompt.choices.length });
	}

	focusFirst() {
		/** @type {NodeListOf<HTMLElement>} */
		const buttons = this.choices.querySelectorAll(".choice");
		const shown = [...buttons].find((button) => button.offsetParent !== null);
		(shown || this.all).focus();
	}

	/** @param {Prompt} prompt */
	extras(prompt) {
		const { decline = -1, pieces, plans, setup } = prompt;
		if (plans) return this.plan.buttons(prompt);
		const extra = (/** @type {string} */ name, /** @type {() => void} */ press) =>
			h("button", { type: "button", class: `extra extra-${name.split(".")[0]}`, onclick: press }, t(`game.${name}`));
		return [
			decline >= 0 ? extra(pieces?.length ? "let" : "let.turn", () => this.letPass()) : null,
			decline >= 0 && pieces?.length ? extra("let.turn", () => this.letPass(1)) : null,
			setup ? extra("place", () => this.placeForMe()) : null,
		];
	}

	/** @param {Choice} choice */
	button(choice, more = "") {
		const button = h(
			"button",
			{
				type: "button",
				class: `choice ${more}${choice.id === this.prompt?.hint ? " hinted" : ""}`,
				"data-choice": choice.id,
				"data-verb": choice.verb,
			},
			choice.label,
			" ",
		);
		this.odds.follow(button, choice);
		button.addEventListener("click", async (event) => {
			const { seq } = this.screen.view;
			const shows = event.pointerType === "touch" && this.armed?.choice !== choice && (await this.odds.learn(choice));
			if (seq !== this.screen.view.seq) return;
			if (shows) this.arm({ choice });
			else this.play(choice);
		});
		button.addEventListener("pointerleave", () => this.armed || this.screen.board.point(null));
		return button;
	}

	/**
	 * The whole list, one below the other.
	 * @param {Prompt} prompt
	 */
	openSheet(prompt) {
		const buttons = prompt.choices.map((choice) => {
			const button = this.button(choice);
			button.addEventListener("click", () => this.screen.dialog.close());
			return button;
		});
		this.screen.showDialog(h("h2", null, prompt.text), h("div", { class: "sheet-choices" }, buttons));
	}

	// Choosing

	/** @param {Pick<Choice, "id">} choice */
	play(choice) {
		return this.choose({ option: choice.id });
	}

	/** @param {Move} move */
	async choose(move) {
		if (this.underWay === this.screen.view.seq) return; // the second click of two
		this.screen.stage.skip();
		this.closeMenu();
		this.screen.toast.hidden = true;
		this.held = false;
		if (this.plan.on && "option" in move) return this.plan.take(move.option);
		await this.screen.send(() => this.put(move));
	}

	/**
	 * Send a choice. It is on its way until its answer is painted, whatever others decide meanwhile.
	 * @param {Move} move
	 */
	put(move) {
		const { secret, view } = this.screen;
		return this.deliver(() => api.play(secret, { seq: view.seq, ...move }));
	}

	/** @param {() => Promise<{ seq: number }>} send */
	async deliver(send) {
		const { element, view } = this.screen;
		const number = ++this.sent;
		this.setUnderWay(view.seq);
		this.odds.late?.abort();
		this.due = Infinity;
		const { seq } = await send().catch((problem) => {
			if (number === this.sent) this.setUnderWay(null);
			if (this.screen.view === view && view.mine && this.odds.weighed !== view.seq) this.odds.weigh(view);
			throw problem;
		});
		if (number !== this.sent) return;
		this.due = seq;
		this.arrive();
		if (this.postponed && element.isConnected) this.goOn(view, true);
	}

	/** @param {number | null} seq */
	setUnderWay(seq) {
		this.underWay = seq;
		const { dataset } = this.screen.element; // for those who watch the page
		if (seq === null) delete dataset.sent;
		else dataset.sent = String(seq);
	}

	arrive() {
		if (this.screen.newest >= this.due) this.setUnderWay(null);
	}

	undo() {
		this.held = true;
		this.letting = ["", ""];
		this.typed.drop();
		this.screen.path.walking = [];
		this.screen.gesture.aim = null;
		this.screen.send(() => api.undo(this.screen.secret, this.screen.view.seq));
	}

	/**
	 * Everything a piece can do, or that can be done where it stands; what only those beside it do is left to them.
	 * @param {Piece} piece
	 */
	forPiece(piece) {
		const { prompt } = this;
		if (!prompt) return [];
		const id = this.screen.board.speakers.get(piece.id) ?? piece.id;
		const speaks = prompt.choices.some((choice) => choice.piece === id);
		const others = this.screen.view.position.pieces.filter((one) => one.id !== id && one.place === piece.place);
		const beside = new Set(others.map((other) => other.id));
		const isHere = (/** @type {Choice} */ choice) =>
			piece.place &&
			(choice.place === piece.place || startsFrom(choice, piece, prompt.seat)) &&
			!(speaks && beside.has(choice.piece ?? -1));
		return prompt.choices.filter((choice) => choice.piece === id || isHere(choice));
	}

	/** @param {string} place */
	forPlace(place) {
		return place ? (this.prompt?.choices || []).filter((choice) => choice.place === place) : [];
	}

	/**
	 * One choice is taken (by touch at the second tap), several open a menu, none asks why.
	 * @param {Choice[]} choices
	 * @param {Press} event
	 * @param {Attempt} attempt
	 */
	offer(choices, event, attempt) {
		this.screen.stage.skip();
		const again = choices.length === 1 && this.armed?.choice === choices[0];
		this.closeMenu();
		if (choices.length === 1 && event.pointerType === "touch" && !again) this.arm({ choice: choices[0] });
		else if (choices.length === 1) this.play(choices[0]);
		else if (choices.length) this.openMenu(choices, event);
		else this.whyNot(attempt);
	}

	/**
	 * A marked point: taken as it is, or the start of a move that is laid out by hand.
	 * @param {Choice} choice
	 * @param {Press} event
	 */
	offerDot(choice, event) {
		const { x = 0, y = 0 } = choice;
		if ((this.prompt?.hand ?? -1) >= 0) this.offerPoint({ x, y }, event);
		else this.offer([choice], event, {});
	}

	/**
	 * @param {Spot} point
	 * @param {Press} event
	 */
	offerPoint(point, event) {
		const armed = this.armed?.point;
		this.screen.stage.skip();
		this.closeMenu();
		if (!this.prompt) return;
		if (!this.prompt.region?.length) return this.whyNot(point);
		const man = this.screen.table.manFor(this.prompt);
		if (man >= 0) return this.screen.table.put(man, point);
		if (event.pointerType !== "touch" || this.prompt.placed) return this.playPoint(point);
		if (armed && Math.hypot(armed.x - point.x, armed.y - point.y) < NEAR) return this.playPoint(armed);
		this.arm({ point });
	}

	/**
	 * Once the pointer rests: what a free point would mean (how far, what cover), or the rule against it.
	 * @param {Point} point
	 * @param {(found: Look) => void} then
	 */
	look(point, then, pause = 150) {
		clearTimeout(this.looking);
		if (!this.prompt?.region?.length || this.prompt.placed) return;
		const { seq } = this.screen.view;
		const ask = async () => {
			const found = await api.look(this.screen.secret, roundPoint(point)).catch(() => null);
			if (!found || this.screen.view.seq !== seq) return;
			this.screen.board.stand(found.figures || []);
			then(found);
		};
		this.looking = setTimeout(ask, pause);
	}

	/** @param {Spot} point */
	playPoint(point) {
		this.closeMenu();
		this.screen.toast.hidden = true;
		this.screen.send(() =>
			this.put(point).catch((problem) => {
				if (!(problem instanceof Refused && problem.code === "not-offered")) throw problem;
				this.whyNot(point);
			}),
		);
	}

	/**
	 * A first touch shows what it would do; a second, or the button, does it.
	 * @param {Armed} armed
	 */
	arm(armed) {
		this.armed = armed;
		const { choice, point } = armed;
		const label = h("span", null, choice ? choice.label : t("game.point", point));
		if (choice) {
			this.odds.consider(choice);
			if (this.odds.rolls(choice)) this.screen.panel.open("details");
		} else {
			this.screen.board.point(point);
			const tell = (/** @type {Look} */ found) => {
				label.textContent = found.label;
			};
			this.look([point.x, point.y], tell, 0);
		}
		this.ask(label, t("game.confirm"), () => (choice ? this.play(choice) : this.playPoint(point)));
	}

	/**
	 * A question over the board: one button does it, another does not.
	 * @param {HTMLElement} label
	 * @param {string} yes
	 * @param {() => void} confirm
	 */
	ask(label, yes, confirm, cancel = () => this.closeMenu()) {
		const away = { type: "button", class: "quiet", "aria-label": t("game.cancel"), onclick: cancel };
		replace(
			this.confirm,
			label,
			h("button", { type: "button", class: "primary", onclick: confirm }, yes),
			h("button", away, "✕"),
		);
		this.confirm.hidden = false;
	}

	/**
	 * Why something is not offered, perhaps after what is planned.
	 * @param {Attempt} attempt
	 */
	async whyNot(attempt, plan = this.plan.options) {
		if (!this.screen.view.mine) return;
		await this.screen.send(async () => {
			const refusals = await api.whyNot(this.screen.secret, plan.length ? { ...attempt, plan } : attempt);
			this.screen.explain(refusals.length ? refusals : [{ text: t("game.nothing") }], refusals.length > 0);
		});
	}

	/**
	 * `before`, if given, is told what is taken from the menu.
	 * @param {Choice[]} choices
	 * @param {Press} event
	 * @param {(choice: Choice) => void} [before]
	 */
	openMenu(choices, event, before) {
		const items = choices.map((choice) => {
			const item = this.button(choice);
			item.addEventListener("click", () => before?.(choice), { capture: true });
			return item;
		});
		this.menu.open(items, event, () => this.closeMenu());
	}

	closeMenu() {
		this.menu.close();
		this.confirm.hidden = true;
		this.armed = null;
		this.screen.board.point(null);
	}

	// What is chosen by itself

	letPass(scope = 0) {
		if (!this.prompt) return;
		this.letting[scope] = windowsOf(this.prompt, this.screen.view.position)[scope];
		this.play({ id: this.prompt.decline ?? -1 });
	}

	placeForMe() {
		if (!this.prompt) return;
		this.placing = this.prompt.seat;
		this.goOn(null, true);
	}

	/**
	 * After a new view: pass windows, place pieces, take what is forced, follow the rest of an order.
	 * @param {View | null} before
	 * @param {boolean} moved
	 */
	goOn(before, moved) {
		const { prompt } = this;
		if (!moved || !prompt || this.screen.view.coach?.over) return;
		this.postponed = this.underWay !== null;
		if (this.postponed) return; // who else decides now may have changed the view: the prompt can be the one just answered
		if (this.placing !== prompt.seat || !prompt.setup) this.placing = -1;
		const passes = windowsOf(prompt, this.screen.view.position).map((one, n) => one === this.letting[n]);
		if (!passes[0]) this.letting[0] = "";
		if (this.placing >= 0) this.play(prompt.choices[Math.floor(Math.random() * prompt.choices.length)]);
		else if (passes.includes(true)) this.play({ id: prompt.decline ?? -1 });
		else if (this.screen.path.goOn(this.screen.view.events) || this.screen.gesture.goOn() || this.typed.goOn()) return;
		else if (before && !this.held && isForced(prompt)) this.play(prompt.choices[0]);
	}
}

/**
 * Whether a choice other than a step starts where this piece of the deciding side stands, such as fire from its place.
 * @param {Choice} choice
 * @param {Piece} piece
 * @param {number} seat
 */
function startsFrom({ path = [], steps }, piece, seat) {
	return piece.seat === seat && path.length > 1 && path[0] === piece.place && !steps;
}
