/** Looking at a game again: a timeline by turn and choice, steps and play, a link to any moment, and new games from it. */

import { api, kept, ownKey } from "./api.js";
import { h, replace, targetOf } from "./dom.js";
import { drawIcon, iconButton } from "./icons.js";
import { pace } from "./pace.js";
import { ReplayGraph } from "./replay-graph.js";
import { makePlayers, makeRow } from "./seats.js";
import { pair, t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Mark, Moment, Timeline, Why } from "./types.d.ts" */

const PAUSE = 120; // milliseconds between two moments while playing

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Where each turn begins, and what it is called.
 * @param {Mark[]} marks
 * @returns {{ at: number, clock: string }[]}
 */
export function findTurns(marks) {
	return marks.flatMap(({ turn, clock }, at) => (at === 0 || turn !== marks[at - 1].turn ? [{ at, clock }] : []));
}

export class Replay {
	/** @param {GameScreen} screen */
	constructor(screen) {
		this.screen = screen;
		this.on = false;
		this.at = 0;
		this.log = 0; // lines of the log up to this moment
		this.asked = -1;
		this.asking = false;
		/** @type {Timeline} nothing, until it is loaded */
		this.line = { marks: [], events: [], eyes: -1, over: false, spectator: "" };
		/** @type {number | null} while it plays by itself */
		this.timer = null;
		this.slider = h("input", {
			type: "range",
			min: 0,
			max: 0,
			value: 0,
			class: "replay-slider",
			"aria-label": t("replay.moment"),
		});
		this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
		this.turns = h("select", { class: "replay-turns", "aria-label": t("replay.turn") });
		this.turns.addEventListener("change", () => this.go(Number(this.turns.value)));
		this.eyes = h("select", { class: "replay-eyes", "aria-label": t("replay.eyes") });
		this.eyes.addEventListener("change", () => this.load(Number(this.eyes.value)));
		this.label = h("div", { class: "replay-label", role: "status" });
		this.graph = new ReplayGraph((at) => this.go(at));
		this.playButton = iconButton("play", t("replay.run"), () => this.toggle(), {
			name: "replay-play",
			title: t("replay.play"),
		});
		this.element = h(
			"section",
			{ class: "replay", "aria-label": t("replay.name"), hidden: true },
			this.label,
			this.graph.element,
			this.slider,
			this.makeControls(),
		);
	}

	get marks() {
		return this.line.marks;
	}

	/**
	 * @param {string} name
	 * @param {string} icon
	 * @param {() => void} press
	 */
	button(name, icon, press) {
		return iconButton(icon, t(`replay.${name}`), press, { name: `replay-${name}` });
	}

	makeControls() {
		const leave = { type: "button", class: "primary replay-leave", onclick: () => this.close() };
		return h(
			"div",
			{ class: "replay-controls" },
			this.button("first", "start", () => this.go(0)),
			this.button("back", "back", () => this.go(this.at - 1)),
			this.playButton,
			this.button("next", "next", () => this.go(this.at + 1)),
			this.button("last", "last", () => this.go(this.marks.length)),
			iconButton("help", t("why.ask"), () => this.why(), { name: "replay-why", title: t("why.ask.title") }),
			this.button("branch", "branch", () => this.askBranch()),
			this.button("link", "link", () => this.copyLink()),
			this.turns,
			this.eyes,
			h("button", leave, t("replay.leave")),
		);
	}

	/**
	 * Open at a moment; without one at the newest.
	 * @param {number} [at]
	 */
	async open(at) {
		if (!(await this.load())) return;
		if (at === undefined && !this.marks.length) return this.screen.explain([{ text: t("replay.nothing") }]);
		this.on = true;
		this.element.hidden = false;
		this.screen.element.dataset.replay = "true"; // for the styles
		this.screen.ending.element.hidden = true;
		await this.go(at ?? this.marks.length);
	}

	/**
	 * The timeline as some seat's eyes see it, or one's own.
	 * @param {number} [eyes]
	 */
	async load(eyes) {
		const line = await this.ask(() => api.timeline(this.screen.secret, eyes));
		if (!line) return false;
		this.line = line;
		this.slider.max = String(line.marks.length);
		this.screen.panel.log.append(line.events, 0);
		this.paintChoices();
		if (this.on) await this.go(this.at);
		return true;
	}

	/**
	 * What the server answers; null if it refuses, which the screen then says.
	 * @template Answer
	 * @param {() => Promise<Answer>} question
	 */
	async ask(question) {
		/** @type {Answer[]} */
		const answers = [];
		await this.screen.send(async () => answers.push(await question()));
		return answers.length ? answers[0] : null;
	}

	paintChoices() {
		const { seats } = this.screen.view.position;
		const turns = findTurns(this.marks);
		replace(
			this.turns,
			turns.map(({ at, clock }) => h("option", { value: at }, clock)),
		);
		this.graph.paint(
			this.marks,
			seats,
			turns.map(({ at }) => at),
		);
		this.eyes.hidden = !this.line.over;
		const option = (/** @type {number} */ n, /** @type {string} */ name) =>
			h("option", { value: n, selected: n === this.line.eyes }, name);
		replace(
			this.eyes,
			option(-1, t("replay.eyes.all")),
			seats.map((seat, n) => option(n, seat.name)),
		);
	}

	/**
	 * @param {number} at
	 * @param {boolean} [staged] whether what led there is shown step by step
	 */
	async go(at, staged = false) {
		const { stage } = this.screen;
		stage.cut();
		const wanted = Math.max(0, Math.min(this.marks.length, at));
		this.at = wanted;
		const moment = await this.ask(() => api.moment(this.screen.secret, wanted, this.line.eyes));
		if (!moment || !this.on || this.at !== wanted) return;
		this.slider.value = String(wanted);
		const start = findTurns(this.marks).findLast((turn) => turn.at <= wanted);
		if (start) this.turns.value = String(start.at);
		this.graph.mark(wanted);
		this.tell(wanted, moment);
		this.slider.setAttribute("aria-valuetext", this.label.textContent ?? "");
		if (staged) {
			const events = this.line.events.slice(this.log, moment.log);
			await stage.perform({ events, first: this.log, position: moment.position });
			if (!this.on || this.at !== wanted) return;
		}
		this.log = moment.log;
		this.screen.showMoment(moment);
		const here = location.hash.includes("/at/"); // else the browser's way back leads to the present
		history[here ? "replaceState" : "pushState"](null, "", `#/game/${this.screen.address}/at/${wanted}`);
		this.element.dataset.at = String(wanted); // for those who watch the page
	}

	/**
	 * Which moment it is, in sentences: what led there, and what was chosen then.
	 * @param {number} at
	 * @param {Moment} moment
	 */
	tell(at, { chosen, log }) {
		const count = t("replay.count", { at, all: this.marks.length });
		const mark = this.marks[at];
		const led = at ? this.line.events.slice(this.marks[at - 1].log, log).map(({ text }) => text) : [];
		const who = mark ? this.screen.view.position.seats[mark.seat].name : "";
		const then = chosen ? pair(who, chosen.label) : t("replay.decides", { who });
		replace(
			this.label,
			h("p", { class: "hint" }, [count, mark?.clock, mark?.phase].filter(Boolean).join(" · ")),
			led.length ? h("p", { class: "replay-led" }, led.slice(-2).join(" ")) : null,
			h("p", null, h("b", null, mark ? then : t("replay.end"))),
		);
	}

	/** A game that others play, from its beginning on. */
	async watch() {
		await this.open(0);
		if (this.on && !this.timer) this.toggle();
	}

	toggle() {
		if (this.timer) return this.pause();
		if (this.at >= this.marks.length) this.at = 0;
		this.sayRunning("pause");
		const step = async () => {
			await this.go(this.at + 1, pace() !== "instant");
			if (this.at >= this.marks.length && !this.line.over) await this.load(this.line.eyes); // it may have gone on
			if (this.at >= this.marks.length) this.pause();
			else if (this.timer) this.timer = setTimeout(step, PAUSE);
		};
		this.timer = setTimeout(step, 0);
	}

	pause() {
		if (this.timer) clearTimeout(this.timer);
		this.timer = null;
		this.sayRunning("run");
	}

	/** @param {"run" | "pause"} what the button does */
	sayRunning(what) {
		replace(
			this.playButton,
			drawIcon(what === "run" ? "play" : "pause"),
			h("span", { class: "icon-label" }, t(`replay.${what}`)),
		);
	}

	/** Why the choice of this moment was made; at the newest, the last one. */
	async why() {
		this.pause();
		if (!this.on || !this.marks.length) return;
		if (this.at === this.marks.length) await this.go(this.at - 1);
		const { at } = this;
		const { panel, board, view } = this.screen;
		panel.open("details");
		panel.showHint(t("advice.wait"));
		this.asked = at;
		if (this.asking) return; // a search takes its time: the next question is put when this one is answered, if it still stands
		this.asking = true;
		/** @type {Why | null} */
		let found;
		try {
			found = await this.ask(() => api.why(this.screen.secret, at));
		} finally {
			this.asking = false;
		}
		if (!this.on) return;
		if (this.at !== at) {
			if (this.asked === this.at) await this.why();
			return;
		}
		if (found) panel.showWhy(found, view.position.seats[found.seat].name, (choice) => board.point(choice));
		else panel.empty();
	}

	/** The same of the last choice, from outside, as soon as that is no secret. */
	async whyLast() {
		const { tells_all: open, moments } = this.screen.view;
		if (!open) return this.screen.explain([{ text: t("error.not-yet") }]);
		await this.open(moments - 1);
		await this.why();
	}

	close() {
		this.pause();
		this.on = false;
		this.element.hidden = true;
		delete this.screen.element.dataset.replay;
		history.replaceState(null, "", `#/game/${this.screen.address}`);
		this.screen.leaveReplay();
	}

	/** @param {KeyboardEvent} event */
	key(event) {
		if (event.key in STEPS) this.go(this.at + STEPS[event.key]);
		else if (event.key === "Home") this.go(0);
		else if (event.key === "End") this.go(this.marks.length);
		else if (event.key === " " && !targetOf(event).closest("button, select")) this.toggle();
		else if (event.key === "Escape") this.close();
		else return false;
		return true;
	}

	/** The spectators' link: one's own would give the seat away. */
	copyLink() {
		const link = `${location.origin}/#/game/${this.line.spectator}/at/${this.at}`;
		navigator.clipboard?.writeText(link).catch(() => {});
		this.screen.showDialog(
			h("h2", null, t("replay.link")),
			h("p", null, t("replay.link.about")),
			h("input", { readonly: true, value: link, "aria-label": t("replay.link"), class: "wide" }),
		);
	}

	askBranch() {
		this.pause();
		const { position } = this.screen.view;
		const { game, view } = this.screen;
		const selects = position.seats.map((_, n) => makePlayers(`branch-${n}`, game.players, view.players[n]));
		const begin = h("button", { type: "submit", class: "primary" }, t("replay.branch.go"));
		const form = h(
			"form",
			{ class: "branch" },
			h("h2", null, t("replay.branch")),
			h("p", null, t("replay.branch.about", { at: this.at })),
			selects.map((select, n) => makeRow(position.seats[n].name, select)),
			begin,
		);
		form.addEventListener("submit", (event) => {
			event.preventDefault();
			this.screen.send(async () => {
				const seats = selects.map((select) => select.value);
				const keys = await api.branch(this.screen.secret, { at: this.at, seats });
				kept.add(ownKey(keys));
				location.hash = `#/game/${ownKey(keys)}`;
			});
		});
		this.screen.showDialog(form);
	}
}
