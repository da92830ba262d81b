/** The game screen: the board, beside it the prompt and the panel. It sends choices and repaints whatever view comes back. */

import { Adviser } from "./advice.js";
import { api, commitments, follow, handles, kept, makeSalt, Refused } from "./api.js";
import { makeBoard } from "./boards.js";
import { roundPoint, writePoint } from "./choices.js";
import { Coach } from "./coach.js";
import { CompanyBox } from "./company.js";
import { Curtain } from "./curtain.js";
import { Deciding } from "./deciding.js";
import { find, h, replace } from "./dom.js";
import { makeDraggable } from "./drag.js";
import { nationClass } from "./emblems.js";
import { Ending } from "./ending.js";
import { Gesture } from "./gesture.js";
import { Handbook } from "./handbook.js";
import { makeHeader, makeMore } from "./header.js";
import { pressKey } from "./keys.js";
import { Eyes } from "./order-tokens.js";
import { pace, slideTime } from "./pace.js";
import { Panel } from "./panel.js";
import { Path } from "./path.js";
import { Replay } from "./replay.js";
import { askUndo, paintWish, showSeats } from "./seats.js";
import { Sight } from "./sight.js";
import { isStill, Stage } from "./stage.js";
import { Table } from "./table.js";
import { TokenTray } from "./token-tray.js";
import { Tray } from "./tray.js";
import { shown, watched } from "./views.js";
import { t } from "./words.js";

/**
 * @import {
 *   Child, Feature, Game, Hovered, Leave, Moment, Piece, Point, Position, Press, Refusal, Settings, Show, View,
 *   WatchingView,
 * } from "./types.d.ts"
 */

const SHORT = 2; // lines of state over the prompt; the rest is in the panel

/**
 * @param {Show} show
 * @param {string} secret
 * @param {Settings} settings
 * @param {number | null} moment the one to be looked at, null for the present
 * @returns {Promise<Leave>}
 */
export async function gameScreen(show, secret, settings, moment) {
	const game = await api.game(secret);
	kept.add(secret);
	keepKey(secret, game, moment);
	const screen = new GameScreen(secret, game, settings);
	show(screen.element);
	screen.apply(game.view);
	screen.company.apply(game.company);
	if (game.kept)
		screen.showDialog(h("h2", null, t("game.kept.title")), h("p", null, t("game.kept", { why: game.kept })));
	screen.board.open(game.view.seat);
	if (game.view.open.length && !game.view.moments && game.view.keeps.length > 1) screen.send(() => showSeats(screen));
	if (game.view.mine) screen.board.seek(game.view.prompt);
	screen.curtain.whenTaken(() => {
		if (moment !== null) screen.replay.open(moment);
		else if (pace() !== "instant" && !game.view.players.includes("human")) screen.replay.watch();
	});
	const stop = follow(
		secret,
		(view) => screen.apply(view),
		(up) => {
			screen.offline.hidden = up;
		},
		(company) => screen.company.apply(company),
	);
	const keys = (/** @type {KeyboardEvent} */ event) => pressKey(screen, event);
	addEventListener("keydown", keys);
	return () => {
		stop();
		screen.company.stop();
		screen.replay.pause();
		screen.stage.cut();
		removeEventListener("keydown", keys);
	};
}

/**
 * The address names the key of a player without telling it; a spectator's may be passed on as it is.
 * @param {string} secret
 * @param {Game} game
 * @param {number | null} moment
 */
function keepKey(secret, { handle, view }, moment) {
	if (view.dice.commitment && !commitments.get(handle)) commitments.put(handle, view.dice.commitment);
	if (view.dice.salt) api.salt(secret, makeSalt()).catch(() => {});
	if (!view.keeps.length) return;
	handles.put(handle, secret);
	history.replaceState(null, "", `#/game/${handle}${moment === null ? "" : `/at/${moment}`}`);
}

export class GameScreen {
	/**
	 * @param {string} secret
	 * @param {Game} game
	 * @param {Settings} settings
	 */
	constructor(secret, game, settings) {
		this.secret = secret;
		this.game = game;
		this.address = game.view.keeps.length ? game.handle : secret;
		/** @type {View} */
		this.view = game.view;
		/** @type {View | null} the last view that came, null when all is to be painted anew */
		this.last = null;
		this.newest = -1; // the number of the newest view, painted or not
		this.sitting = -1; // whose secrets this screen shows
		/** @type {Feature | null} the terrain whose card is shown */
		this.terrain = null;
		this.eyes = new Eyes();
		this.toasting = 0;
		this.toolsOpen = false;
		this.board = makeBoard(game.board, {
			onPiece: (piece, event) => this.clickPiece(piece, event),
			onPlace: (place, event) => this.clickPlace(place, event),
			onPoint: (x, y, event) => this.clickPoint(x, y, event),
			onChoice: (choice, event) => this.deciding.offerDot(choice, event),
			onHover: (what) => this.hover(what),
		}).mount();
		this.panel = new Panel(new Handbook(secret, game), game.about, this.board);
		this.offline = h("p", { class: "offline", role: "status", hidden: true }, t("game.offline"));
		this.sides = h("div", { class: "sides" });
		this.status = h("div", { class: "status", role: "group", "aria-label": t("game.status"), tabindex: 0 });
		this.wish = h("p", { class: "wish", role: "status", hidden: true });
		this.toast = h("div", { class: "toast", role: "alert", hidden: true });
		this.dialog = h("dialog", { class: "sheet" });
		this.ending = new Ending(this);
		this.curtain = new Curtain(this);
		this.coach = new Coach(this);
		this.adviser = new Adviser(this);
		this.company = new CompanyBox(this);
		this.stage = new Stage(this);
		this.tray = new Tray(this);
		this.deciding = new Deciding(this);
		this.tokens = new TokenTray(this);
		this.sight = new Sight(this);
		this.path = new Path(this);
		this.gesture = new Gesture(this);
		this.table = new Table(this);
		makeDraggable(this);
		this.replay = new Replay(this);
		this.more = makeMore(this);
		this.element = this.lay(settings);
	}

	/**
	 * The parts of the screen, each in its place.
	 * @param {Settings} settings
	 */
	lay(settings) {
		const { deciding, toast } = this;
		const prompt = h(
			"section",
			{ class: "prompt", "aria-label": t("game.prompt") },
			this.status,
			this.coach.element,
			deciding.element,
			this.coach.terms,
			this.wish,
			this.company.element,
			this.replay.element,
			this.offline,
		);
		find(deciding.element, ".choice-line").before(this.tokens.element);
		deciding.fitting.watch(prompt);
		return h(
			"div",
			{ class: this.view.coach ? "game taught" : "game", "data-system": this.game.system.id },
			makeHeader(this, settings),
			prompt,
			h(
				"main",
				{ class: "field" },
				this.board.element,
				deciding.menu.element,
				deciding.confirm,
				this.stage.element,
				toast,
			),
			this.panel.element,
			this.ending.element,
			this.curtain.element,
			this.dialog,
		);
	}

	/** On a phone the tools are behind one button. */
	toggleTools(open = !this.toolsOpen) {
		this.toolsOpen = open;
		this.more.setAttribute("aria-expanded", String(open));
	}

	// Views

	/** @param {View} view */
	apply(view) {
		const before = this.last;
		if (before && view.seq < before.seq) return;
		performance.mark("view");
		const moved = !before || before.seq !== view.seq;
		const handed = view.table && view.secret && view.seat !== this.sitting && !view.position.over;
		this.setView(view);
		this.newest = view.seq;
		this.deciding.arrive();
		const { dataset } = this.element; // for those who watch the page
		dataset.seq = String(view.seq);
		dataset.mine = String(view.mine && !handed);
		dataset.over = String(Boolean(view.position.over));
		paintWish(this, this.wish);
		if (this.replay.on) return; // the present waits until the player comes back to it
		if (handed) return this.cover(view);
		if (before && !moved && shown(view) === shown(before)) return; // an open menu, a card and what the pointer shows stay
		this.curtain.lift();
		this.sitting = view.seat;
		if (moved) this.deciding.odds.forget();
		if (moved) this.adviser.clear();
		const staged = Boolean(before && moved && this.stage.takes(before, view));
		this.coach.wait(staged);
		if (!staged) this.panel.log.append(view.events, view.events_from);
		this.deciding.plan.renew(view);
		this.paint(view);
		if (before && moved && !staged) this.hint(view);
		performance.measure("repaint", "view");
		this.path.refresh(moved);
		this.deciding.goOn(before, moved);
	}

	/** @param {View} view */
	setView(view) {
		this.view = view;
		this.last = view;
	}

	/**
	 * What has changed, all at once: trails and rings.
	 * @param {View} view
	 */
	hint(view) {
		if (isStill()) this.board.drawTrails();
		else this.board.slide(slideTime("brisk"));
		this.board.flash(view.events);
	}

	/** The board as it is now, after what led there has been shown. */
	showPresent() {
		this.paintBoard(this.view);
		if (this.view.mine) this.deciding.odds.show(this.view.prompt.choices);
		if (!this.view.coach) this.ending.paint(this.view.position);
		this.coach.paint();
	}

	/** @param {View} view */
	paintBoard({ position, prompt, mine }) {
		this.tray.paint(this.board.show(this.eyes.see(this.view.seat, position), this.table.trim(prompt)));
		this.table.paint(prompt);
		if (mine) this.board.seek(prompt);
	}

	/** @param {View} view */
	paint(view) {
		const { position, prompt, mine } = view;
		this.deciding.closeMenu();
		if (!this.stage.busy) this.paintBoard(view);
		replace(
			this.sides,
			position.seats.map((seat, n) =>
				h(
					"span",
					{ class: `side ${nationClass(seat.nation)}${prompt?.seat === n ? " active" : ""}` },
					h("i", { "aria-hidden": "true" }),
					h("span", { class: "side-name" }, seat.name),
					seat.score !== undefined ? h("b", { title: t("game.score", { n: seat.score }) }, seat.score) : null,
				),
			),
		);
		const lines = position.status || [];
		replace(
			this.status,
			[position.clock, position.phase, ...lines.slice(0, SHORT)].map((text) => h("span", null, text)),
		);
		this.element.classList.toggle("mine", mine);
		document.title = mine ? `● ${t("game.yours")} · Bocage` : `${this.game.scenario} · Bocage`;
		this.panel.brief(position, lines.slice(SHORT));
		this.panel.rules.turn(view);
		this.deciding.paint(view);
		this.tokens.paint();
		if (this.stage.busy) return;
		if (!view.coach) this.ending.paint(position);
		this.coach.paint();
	}

	/**
	 * Until the next player has taken over, the page knows neither's secrets.
	 * @param {View} view
	 */
	cover(view) {
		this.stage.cut();
		const bare = watched(view, { ...view.position, pieces: [], markers: [], status: [] });
		this.setView({ ...bare, seq: -1 }); // so that whatever comes next is painted
		this.deciding.odds.forget();
		this.deciding.plan.drop();
		this.panel.log.append([], 0);
		this.paint(bare);
		this.toast.hidden = true;
		this.dialog.close();
		this.curtain.drop(view);
	}

	/**
	 * A moment of the past: nothing can be chosen in it.
	 * @param {Moment} moment
	 */
	showMoment(moment) {
		this.paint(watched(this.view, moment.position));
		this.panel.log.trim(moment.log);
		if (moment.chosen) this.board.point(moment.chosen);
	}

	leaveReplay() {
		this.panel.log.trim(Infinity);
		this.send(async () => {
			const { view } = await api.game(this.secret); // the log as these eyes read it
			this.last = null;
			this.apply(view);
		});
	}

	toggleReplay() {
		this.toggleTools(false);
		if (this.replay.on) this.replay.close();
		else this.replay.open();
	}

	// Clicks on the board

	/**
	 * @param {Piece} piece
	 * @param {Press} event
	 */
	clickPiece(piece, event) {
		const { geometry } = this.game.board;
		if (this.takes(geometry === "plane" ? writePoint(piece) : piece.place)) return;
		this.panel.showPiece(piece, geometry, this.board.placeName(piece.place));
		if (this.tokens.takes(piece, event)) return;
		if (this.tray.isPlaced(piece)) this.explain([{ text: t("game.put") }]);
		else if (!this.replay.on)
			this.deciding.offer(this.deciding.forPiece(piece), event, { piece: piece.id, place: piece.place || "" });
	}

	/**
	 * Whether a tool wants this click.
	 * @param {string | undefined} place
	 */
	takes(place) {
		return this.table.measuring || this.sight.takes(place) || this.path.takes(place);
	}

	/**
	 * @param {string} place
	 * @param {Press} event
	 */
	clickPlace(place, event) {
		if (this.takes(place)) return;
		this.showPlace(place);
		if (!this.replay.on) this.deciding.offer(this.deciding.forPlace(place), event, { place });
	}

	/**
	 * @param {number} x
	 * @param {number} y
	 * @param {Press} event
	 */
	clickPoint(x, y, event) {
		const point = roundPoint([x, y]);
		if (this.game.board.geometry !== "plane") return this.deciding.closeMenu();
		if (this.takes(writePoint(point)) || this.replay.on) return;
		this.deciding.offerPoint(point, event);
	}

	/** @param {string} place */
	showPlace(place) {
		const markers = (this.view.position.markers || []).filter((item) => item.place === place);
		this.panel.showPlace(this.board.placeName(place), this.board.card(place), markers);
	}

	/** @param {Point} point */
	showTerrain([x, y]) {
		const found = this.board.terrainAt(x, y);
		if (!found || found === this.terrain) return;
		this.terrain = found;
		const { terrains, cards } = this.game.board;
		this.panel.showPlace(terrains?.[found.kind] ?? "", cards?.[found.kind] ?? [], []);
	}

	/** @param {Hovered | null} what */
	hover(what) {
		if (!what) this.board.stand([]);
		if (!what || this.deciding.menu.isOpen || this.table.isTool) return;
		if (what.point) {
			this.deciding.look(what.point, (found) => this.panel.showChoice(found));
			return this.showTerrain(what.point);
		}
		this.terrain = null;
		if (what.piece)
			return this.panel.showPiece(what.piece, this.game.board.geometry, this.board.placeName(what.piece.place));
		const choices = this.deciding.forPlace(what.place);
		if (choices.length === 1) this.deciding.odds.consider(choices[0], false);
		else this.showPlace(what.place);
	}

	// Saying something

	/**
	 * Do something that the server may refuse, and say so if it does.
	 * @param {() => Promise<unknown>} action
	 */
	async send(action) {
		try {
			await action();
		} catch (problem) {
			if (!(problem instanceof Refused)) throw problem;
			this.explain([{ text: problem.message }]);
		}
	}

	/** @param {Refusal[]} refusals */
	explain(refusals, titled = false) {
		const hide = () => {
			this.toast.hidden = true;
		};
		replace(
			this.toast,
			h("button", { type: "button", class: "quiet", "aria-label": t("game.close"), onclick: hide }, "✕"),
			titled ? h("b", null, t("game.refused")) : null,
			refusals.map((item) => h("p", null, item.text, " ", this.panel.rule(item.rule))),
		);
		this.toast.hidden = false;
		clearTimeout(this.toasting);
		this.toasting = setTimeout(hide, 9000);
	}

	/**
	 * The content has a title, which names the dialog.
	 * @param {...Child} content
	 */
	showDialog(...content) {
		this.toggleTools(false);
		replace(
			this.dialog,
			content,
			h("button", { type: "button", class: "quiet close", onclick: () => this.dialog.close() }, t("game.close")),
		);
		find(this.dialog, "h2").id = "dialog-title";
		this.dialog.setAttribute("aria-labelledby", "dialog-title");
		if (!this.dialog.open) this.dialog.showModal();
	}

	escape() {
		this.adviser.clear();
		this.toggleTools(false);
		this.table.end();
		this.deciding.closeMenu();
		this.tokens.drop();
		this.toast.hidden = true;
	}

	undo() {
		if (this.deciding.plan.undo()) return;
		if (this.view.can_undo) this.deciding.undo();
		else if (this.view.can_ask) askUndo(this);
	}

	/** The whole game; while rivals play, what this seat may know of it. */
	async download() {
		await this.send(async () => {
			const file = await (this.view.whole ? api.save(this.secret) : api.export(this.secret));
			const url = URL.createObjectURL(file);
			h("a", { href: url, download: `bocage-${this.game.system.id}.json` }).click();
			setTimeout(() => URL.revokeObjectURL(url), 10000);
		});
	}
}
