/** The tray of order tokens: press or drag one, then press the unit that gets it; laid ones are moved, swapped, taken back. */

import { h, replace, s } from "./dom.js";
import { drawToken, layOf } from "./order-tokens.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Piece, Press, Token } from "./types.d.ts" */

export class TokenTray {
	/** @param {GameScreen} screen */
	constructor(screen) {
		this.screen = screen;
		this.held = -1; // the token that was picked
		this.list = h("div", { class: "token-list", role: "group", "aria-label": t("tokens.name") });
		this.hint = h("p", { class: "hint", role: "status" });
		this.element = h("div", { class: "tokens", hidden: true }, this.list, this.hint);
	}

	/** @returns {Token[]} all of this round, where they are laid out; else those in hand */
	get tokens() {
		const { plan, prompt } = this.screen.deciding;
		return (plan.on ? plan.whole : prompt)?.tokens || [];
	}

	/** Which of them lies on which piece. */
	get lay() {
		const { plan } = this.screen.deciding;
		return plan.on ? layOf(plan.options, plan.whole?.choices || []) : new Map();
	}

	/** The token that the next press lays. */
	get next() {
		const { lay, tokens } = this;
		if (tokens.some(({ id }) => id === this.held)) return this.held;
		return this.screen.deciding.plan.on ? (tokens.find(({ id }) => !lay.has(id))?.id ?? -1) : -1;
	}

	paint() {
		const { lay, tokens, next } = this;
		const focused = this.list.querySelector(":focus")?.getAttribute("data-token");
		this.element.hidden = !tokens.length;
		const names = new Map(this.screen.view.position.pieces.map(({ id, name }) => [id, name]));
		replace(
			this.list,
			tokens.map((token) => this.makeToken(token, names.get(lay.get(token.id) ?? -1), token.id === next)),
		);
		this.hint.textContent = this.say(tokens.length - lay.size);
		if (focused) this.buttonOf(Number(focused))?.focus();
	}

	/** @param {number} left */
	say(left) {
		const { plan } = this.screen.deciding;
		if (!plan.on) return t("tokens.turn");
		return left ? t("tokens.left", { n: left }) : t("tokens.all");
	}

	/**
	 * @param {Token} token
	 * @param {string | undefined} holder
	 * @param {boolean} pressed
	 */
	makeToken(token, holder, pressed) {
		const label = holder ? t("tokens.on", { token: token.label, unit: holder }) : token.label;
		const { position, prompt } = this.screen.view;
		const nation = position.seats[prompt?.seat ?? 0]?.nation ?? "";
		const item = h(
			"button",
			{
				type: "button",
				class: `token-button nation-${nation}${holder ? " laid" : ""}`,
				"data-token": token.id,
				"aria-pressed": String(pressed),
				"aria-label": label,
				title: label,
				onclick: () => this.pick(token.id),
			},
			s("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" }, drawToken(token)),
		);
		item.addEventListener("pointerenter", () => this.screen.board.point({ piece: this.lay.get(token.id) }));
		item.addEventListener("pointerleave", () => this.screen.board.point(null));
		this.screen.tray.makeDraggable(item, (event) => this.dropAt(token.id, event));
		return item;
	}

	/** @param {number} token */
	buttonOf(token) {
		return /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-token="${token}"]`));
	}

	/**
	 * Take a token up; pressed again, one that is laid comes back to the hand.
	 * @param {number} token
	 */
	pick(token) {
		const again = this.held === token;
		this.held = again ? -1 : token;
		if (again && this.lay.has(token)) this.put(token, null);
		else this.paint();
	}

	/** Let go of what was picked. */
	drop() {
		this.held = -1;
		this.paint();
	}

	/**
	 * By its place in the tray, for the keyboard.
	 * @param {number} n
	 */
	pickNumber(n) {
		const token = this.element.hidden ? undefined : this.tokens[n - 1];
		if (token) this.pick(token.id);
		return Boolean(token);
	}

	/**
	 * @param {number} token
	 * @param {number | null} piece
	 */
	put(token, piece) {
		this.held = -1;
		return this.screen.deciding.plan.lay(token, piece);
	}

	/**
	 * A press on a unit: whether it was about tokens.
	 * @param {Piece} piece
	 * @param {Press} event
	 */
	takes(piece, event) {
		const { deciding, replay, view } = this.screen;
		if (this.element.hidden || replay.on || piece.seat !== view.prompt?.seat) return false;
		if (!deciding.plan.on) return this.offer(piece, event);
		const lying = this.tokenOn(piece.id);
		const held = this.held;
		if (held < 0 && lying !== undefined) {
			this.pick(lying); // to be moved
			return true;
		}
		if (held >= 0 && held === lying) this.put(held, null);
		else if (this.next >= 0) this.put(this.next, piece.id);
		else return false;
		return true;
	}

	/**
	 * In turns a token lies for good, so only one that was picked is laid by a press.
	 * @param {Piece} piece
	 * @param {Press} event
	 */
	offer(piece, event) {
		const { deciding } = this.screen;
		const held = this.next;
		if (held < 0) return false;
		const fitting = deciding.forPiece(piece).filter(({ token }) => token === held);
		deciding.offer(fitting, event, { verb: this.verbOf(held), piece: piece.id });
		return true;
	}

	/** @param {number} token */
	verbOf(token) {
		return this.screen.deciding.prompt?.choices.find((choice) => choice.token === token)?.verb;
	}

	/** @param {number} piece */
	tokenOn(piece) {
		return [...this.lay].find(([, holder]) => holder === piece)?.[0];
	}

	/**
	 * Take the token off the unit that has the focus.
	 * @param {Element | null} element
	 */
	takeBack(element) {
		const found = element && this.screen.board.pieceAt(element);
		const button = element?.getAttribute("data-token");
		const token = button ? Number(button) : found ? this.tokenOn(found.piece.id) : undefined;
		if (token === undefined || !this.lay.has(token)) return false;
		this.put(token, null);
		return true;
	}

	/**
	 * A token was dragged here from the tray or from its unit; beside the board it comes back to the hand.
	 * @param {number} token
	 * @param {{ clientX: number, clientY: number }} event
	 */
	dropAt(token, event) {
		const { board, deciding } = this.screen;
		const { clientX, clientY } = event;
		const under = document.elementsFromPoint(clientX, clientY).find((element) => element.closest("svg.board"));
		if (!under) return this.lay.has(token) ? this.put(token, null) : undefined;
		const place = board.placeUnder(event);
		const piece = board.pieceAt(under)?.piece ?? this.screen.view.position.pieces.find((one) => one.place === place);
		if (!piece) return deciding.whyNot({ verb: this.verbOf(token), place });
		if (deciding.plan.on) return this.put(token, piece.id);
		this.held = token;
		return this.offer(piece, { target: under, clientX, clientY });
	}
}
