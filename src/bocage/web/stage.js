/**
 * The stage: what happens is shown one event after another, in order, where it happens. Views queue up here while the
 * server is ahead; the prompt of the newest is on the page at once, and choosing ends the performance.
 */

import { h, replace, targetOf } from "./dom.js";
import { drawFire, drawRolling, writeWords } from "./effects.js";
import { wants } from "./help.js";
import { drawIcon, iconButton } from "./icons.js";
import { actsOf, isWorthShowing, keepPace, PACES, pace, slideTime, timesOf } from "./pace.js";
import { playSound } from "./sounds.js";
import { pair, t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Act } from "./pace.js" */
/** @import { GameEvent, Point, Position, View } from "./types.d.ts" */

/** What is not shown once a lesson has reached its end: it is about the shot, not about what comes after. */
const NEXT_TURN = new Set(["administration", "initiative", "round", "turn"]);

const DICE_UNIT = 38; // the least unit dice are drawn by, in pixels of the screen

export const isStill = () => !wants("motion") || matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Stage {
	/** @param {GameScreen} screen */
	constructor(screen) {
		this.screen = screen;
		/** @type {Act[]} */
		this.queue = [];
		/** @type {Act | null} what is being shown */
		this.act = null;
		this.performance = 0; // the number of the one that runs; another number ends it
		/** @type {(() => void) | null} ends a pause */
		this.wake = null;
		/** @type {Element[]} what passes with the line that is shown */
		this.props = [];
		/** @type {{ opening: Position | null, acts: Act[] }} since one's own last choice */
		this.lately = { opening: null, acts: [] };
		/** @type {(() => void) | null} what paints the present when the performance is over */
		this.curtainCall = null;
		/** @type {(events: GameEvent[], first: number) => void} writes lines of the log */
		this.write = () => {};
		this.caption = h("p", { class: "stage-caption" });
		this.nextButton = this.button("next", "▸", () => this.wake?.());
		this.element = h(
			"div",
			{ class: "stage-bar", hidden: true },
			this.caption,
			this.nextButton,
			this.button("skip", "»", () => this.skip()),
		);
		this.againButton = iconButton("again", t("stage.again"), () => this.playAgain(), {
			name: "quiet again-button",
			title: t("stage.again.title"),
		});
		this.againButton.disabled = true;
	}

	/**
	 * @param {string} name
	 * @param {string} sign
	 * @param {() => void} press
	 */
	button(name, sign, press) {
		const title = t(`stage.${name}.title`);
		return h(
			"button",
			{ type: "button", class: `stage-${name}`, title, onclick: press },
			h("span", { "aria-hidden": "true" }, sign),
			" ",
			t(`stage.${name}`),
		);
	}

	get busy() {
		return this.act !== null || this.queue.length > 0;
	}

	/**
	 * Take what a view brings, if it is to be shown step by step. Returns whether the board has to wait for it.
	 * @param {View} before
	 * @param {View} view
	 */
	takes(before, view) {
		const acts = actsOf(view);
		if (before.mine) this.lately = { opening: before.position, acts: [] };
		this.lately.acts.push(...acts);
		this.againButton.disabled = !this.lately.acts.some((act) => act.events.length);
		if (pace() === "instant" || (!this.busy && !isWorthShowing(acts, before.mine))) {
			this.skip();
			return false;
		}
		this.queue.push(...acts);
		if (!this.act)
			this.run(
				() => this.screen.showPresent(),
				(events, first) => this.screen.panel.log.append(events, first),
			);
		return true;
	}

	/** What has happened since one's own last choice, once more. */
	playAgain() {
		const { opening, acts } = this.lately;
		if (!opening || !acts.length) return;
		this.skip();
		this.screen.board.show(opening, null);
		this.queue.push(...acts);
		this.run(
			() => this.screen.showPresent(),
			() => {},
		);
	}

	/**
	 * One moment of a replay.
	 * @param {Act} act
	 * @returns {Promise<void>}
	 */
	perform(act) {
		this.cut();
		this.queue.push(act);
		const { log } = this.screen.panel;
		return this.run(
			() => {},
			(events, first) => log.trim(first + events.length),
		);
	}

	/**
	 * @param {() => void} curtainCall
	 * @param {(events: GameEvent[], first: number) => void} write
	 */
	async run(curtainCall, write) {
		const number = ++this.performance;
		this.curtainCall = curtainCall;
		this.write = write;
		this.screen.element.dataset.stage = "playing"; // for the styles, and for those who watch the page
		this.element.hidden = false;
		this.nextButton.hidden = pace() !== "step";
		for (let act = this.queue.shift(); act; act = this.queue.shift()) {
			this.act = act;
			await this.show(act, number);
			if (number !== this.performance) return;
		}
		this.close();
	}

	/**
	 * Pieces that move go before the lines about it; what dice do to them comes after.
	 * @param {Act} act
	 * @param {number} number
	 */
	async show(act, number) {
		const dice = act.events[0]?.dice.length;
		if (!dice) await this.change(act);
		for (const [n, event] of act.events.entries()) {
			if (number !== this.performance) return;
			await this.tell(event, act.first + n, number);
		}
		if (dice && number === this.performance) await this.change(act);
	}

	/**
	 * The board as the choice left it; pieces slide to their new places.
	 * @param {Act} act
	 */
	async change({ position }) {
		const time = isStill() ? 0 : slideTime(pace());
		const { board, tray } = this.screen;
		tray.paint(board.show(this.screen.eyes.see(this.screen.view.seat, position), null));
		if (board.slide(time) && time) await this.pause(time);
	}

	/**
	 * One line: look there, let the dice roll, say what came of it.
	 * @param {GameEvent} event
	 * @param {number} line
	 * @param {number} number
	 */
	async tell(event, line, number) {
		if (this.screen.view.coach?.over && NEXT_TURN.has(event.kind)) return this.write([event], line);
		const { board, element } = this.screen;
		const began = performance.now();
		const still = isStill();
		const times = timesOf(event, pace());
		const middle = event.place ? board.spot(event.place) : null;
		const from = event.origin ? board.spot(event.origin) : null;
		playSound(board.data.looks?.sounds?.[event.kind] ?? (event.dice.length ? "dice" : ""));
		if (middle) {
			board.view.reveal(from ? [from, middle] : [middle], still ? 0 : 220);
			await this.roll(event, middle, from, times.roll);
			if (number !== this.performance) return;
			this.put(writeWords(board, event.text, middle));
		}
		this.caption.textContent = middle ? "" : event.text;
		this.write([event], line);
		await (pace() === "step" ? this.pause(Infinity) : this.pause(times.read));
		this.strike();
		const detail = { line, began, ended: performance.now() };
		element.dispatchEvent(new CustomEvent("shown", { detail })); // for those who watch the page
	}

	/**
	 * @param {GameEvent} event
	 * @param {Point} middle
	 * @param {Point | null} from
	 * @param {number} time
	 */
	async roll({ dice }, middle, from, time) {
		const { layers, svg, unit, view } = this.screen.board;
		const fire = from && Math.hypot(from[0] - middle[0], from[1] - middle[1]) > unit * 0.3;
		if (fire) this.put(drawFire(from, middle, unit), layers.effects);
		if (!dice.length) return;
		const legible = (DICE_UNIT * view.w) / Math.max(1, svg.clientWidth); // bases of figures can be small
		const rolling = drawRolling(dice, middle, Math.max(unit, legible), isStill());
		this.put(rolling.group, layers.effects);
		await this.pause(time);
		rolling.land();
	}

	/**
	 * @param {Element} prop
	 * @param {Element} [where]
	 */
	put(prop, where = this.screen.board.frame) {
		this.props.push(prop);
		where.append(prop);
	}

	/** Clear away what belonged to the last line. */
	strike() {
		for (const prop of this.props.splice(0)) prop.remove();
	}

	/** @param {number} time */
	pause(time) {
		return /** @type {Promise<void>} */ (
			new Promise((go) => {
				const timer = Number.isFinite(time) ? setTimeout(go, time) : 0;
				this.wake = () => {
					clearTimeout(timer);
					go();
				};
			})
		);
	}

	/** End the performance at once: the log and the board show the present. */
	skip() {
		if (!this.busy) return;
		for (const act of [this.act, ...this.queue]) if (act) this.write(act.events, act.first);
		this.close();
	}

	close() {
		const { curtainCall } = this;
		this.cut();
		curtainCall?.();
	}

	/** Stop, and paint nothing: something else is going to. */
	cut() {
		this.performance++;
		this.queue.length = 0;
		this.act = null;
		this.curtainCall = null;
		this.strike();
		this.wake?.();
		this.wake = null;
		this.element.hidden = true;
		delete this.screen.element.dataset.stage;
	}

	/**
	 * Space and Escape skip, N goes on.
	 * @param {KeyboardEvent} event
	 */
	key(event) {
		if (!this.busy) return false;
		if (event.key.toLowerCase() === "n") this.wake?.();
		else if (event.key === "Escape" || (event.key === " " && !targetOf(event).closest("button, select"))) this.skip();
		else return false;
		return true;
	}
}

/** How fast, to choose from: it looks like the buttons beside it, and its sign says which it is. */
export function makePaceSelect() {
	const now = pace();
	const select = h(
		"select",
		{ class: "pace", "aria-label": t("pace.title") },
		PACES.map((name) => h("option", { value: name, selected: name === now }, t(`pace.${name}`))),
	);
	const sign = h("span", { class: "pace-sign" });
	const paint = () => {
		const label = t(`pace.${select.value}`);
		select.title = pair(t("pace.title"), label);
		replace(sign, drawIcon(select.value), h("span", { class: "icon-label", "aria-hidden": "true" }, label));
	};
	select.addEventListener("change", () => {
		keepPace(select.value);
		paint();
	});
	paint();
	return h("span", { class: "icon-button pace-button" }, sign, select);
}
