/** The side panel: numbers of the choice or piece pointed at, the log, and the rules. */

import { sayPoint } from "./choices.js";
import { drawCounter, drawFigure } from "./counters.js";
import { h, isNarrow, replace, s } from "./dom.js";
import { Log } from "./log.js";
import { percent, worth } from "./numbers.js";
import { drawDanger, drawOdds, drawShot } from "./panel-odds.js";
import { namePlayer, t } from "./words.js";

/** @import { Handbook } from "./handbook.js" */
/** @import { Board } from "./board.js" */
/**
 * @import {
 *   Child, Choice, Forecast, Geometry, Hindsight, Leg, Marker, PathRisk, Piece, Position, Row, SightLine, Weight, Why,
 * } from "./types.d.ts"
 */

/** @typedef {"details" | "log" | "rules"} Tab */

/** @type {Tab[]} */
const TABS = ["details", "log", "rules"];

export class Panel {
	/**
	 * @param {Handbook} rules
	 * @param {string} about what the battle is about
	 * @param {Pick<Board, "label" | "lookAt">} places names places and shows them
	 */
	constructor(rules, about, places) {
		this.about = about;
		this.places = places;
		/** @type {Tab | ""} */
		this.tab = "";
		/** @type {string[]} */
		this.objectives = [];
		this.details = h("section", {
			class: "details",
			id: "panel-details",
			tabindex: 0,
			"aria-live": "polite",
			"aria-label": t("panel.details"),
		});
		this.rules = rules;
		rules.onShow = () => this.open("rules");
		this.log = new Log(this.rules, places);
		this.tabs = new Map(TABS.map((name) => [name, this.makeTab(name)]));
		this.element = h(
			"aside",
			{ class: "panel" },
			h("div", { class: "tabs", role: "tablist" }, [...this.tabs.values()]),
			this.details,
			this.log.element,
			this.rules.element,
			this.rules.dialog,
		);
		this.open("log", isNarrow());
		this.empty();
	}

	/** @param {Tab} name */
	makeTab(name) {
		return h(
			"button",
			{
				type: "button",
				role: "tab",
				id: `tab-${name}`,
				class: `tab-${name}`,
				"aria-controls": `panel-${name}`,
				onclick: () => this.press(name),
			},
			t(`panel.${name}`),
		);
	}

	/**
	 * On a phone a second press folds the panel away and leaves its room to the board.
	 * @param {Tab} name
	 */
	press(name) {
		const again = this.tab === name && isNarrow();
		this.open(name, again && !this.element.classList.contains("folded"));
	}

	/**
	 * Where there is room the details are always in sight, and have no tab to choose.
	 * @param {Tab} name
	 */
	open(name, folded = false) {
		this.element.classList.toggle("folded", folded);
		if (name === "details" && !isNarrow()) return;
		this.tab = name;
		this.element.dataset.tab = name; // for the styles
		if (name === "rules") this.rules.open();
		for (const [other, tab] of this.tabs) tab.setAttribute("aria-selected", String(other === name));
	}

	// Details

	/** With nothing pointed at: what the battle is about, and who holds what. */
	empty() {
		const lines = this.objectives.map((line) => h("li", null, line));
		replace(
			this.details,
			h("p", { class: "hint" }, t("panel.empty")),
			this.about ? h("p", null, this.about) : null,
			lines.length ? h("ul", { class: "plain objectives" }, lines) : null,
		);
	}

	/** The same, asked for. */
	recall() {
		this.open("details");
		this.empty();
	}

	/**
	 * After every choice: old numbers go, objectives are told anew.
	 * @param {Position} position
	 * @param {string[]} lines
	 */
	brief(position, lines) {
		const tell = (/** @type {Marker} */ { place, label, seat = -1 }) => {
			const holder = seat >= 0 ? position.seats[seat].name : t("panel.nobody");
			return `${[this.places.label(place), label].filter(Boolean).join(": ")} · ${holder}`;
		};
		const held = (position.markers || []).filter((marker) => marker.kind === "objective");
		this.objectives = [...held.map(tell), ...lines];
		this.empty();
	}

	/**
	 * A clause's id as a button that opens it.
	 * @param {string | undefined} id
	 */
	rule(id) {
		return this.rules.link(id);
	}

	/**
	 * A choice, with its odds if they have come (`undefined`: not asked for; null: nothing is rolled), and the shots it
	 * may draw.
	 * @param {Pick<Choice, "label" | "rule">} choice
	 * @param {Forecast | null} [forecast]
	 * @param {Leg} [leg]
	 */
	showChoice(choice, forecast, leg) {
		replace(
			this.details,
			h("h3", null, choice.label),
			this.rule(choice.rule),
			leg ? drawDanger(this.rules, leg) : null,
			forecast
				? [forecast.outlook ? h("p", { class: "hint" }, t("panel.outlook")) : null, drawOdds(this.rules, forecast)]
				: null,
			forecast === null ? h("p", { class: "hint" }, t("panel.noodds")) : null,
		);
	}

	/**
	 * An option that a bot has weighed: what it is worth, and the parts of that.
	 * @param {Weight} one
	 * @param {() => void} press
	 * @param {Weight["reasons"]} reasons
	 * @param {Child} [mark]
	 */
	option(one, press, reasons, mark) {
		const parts = reasons.map((reason) => `${reason.label} ${worth(reason.value)}`);
		return [
			h("button", { type: "button", class: "hit", onclick: press }, h("b", null, one.label), mark),
			h("p", { class: "hint" }, [...parts, one.trials].filter(Boolean).join(" · ")),
		];
	}

	/**
	 * Why a choice was made: the best there were in the bot's opinion, and the one really taken.
	 * @param {Why} found
	 * @param {string} who
	 * @param {(choice: Choice) => void} consider
	 */
	showWhy(found, who, consider) {
		const item = (/** @type {Hindsight} */ one) => {
			const mark = h(
				"span",
				{ class: "worth" },
				one.rank ? worth(one.value) : "",
				one.taken ? h("span", { class: "chip" }, t("why.taken")) : null,
			);
			return h(
				"li",
				{ class: one.taken ? "taken" : "", value: one.rank || null, "data-rank": one.rank },
				this.option(one, () => consider(one.choice), one.reasons, mark),
				one.rank || found.options.length < 2 ? null : h("p", { class: "hint" }, t("why.unweighed")),
			);
		};
		replace(
			this.details,
			h("h3", null, found.human ? t("why.human") : t("why.title", { who })),
			found.player === "random"
				? null
				: h("p", { class: "hint" }, t("why.about", { player: namePlayer(found.player) })),
			h("ol", { class: "plain advice why" }, found.options.map(item)),
			this.afterthought(found),
		);
	}

	/**
	 * What else is to be said of a choice: why there is no reason, or why it was not the best.
	 * @param {Why} found
	 */
	afterthought({ only, human, player, options }) {
		/** @type {Record<string, string>} */
		const notes = { recruit: "why.slips", regular: "why.before", veteran: "why.again", elite: "why.again" };
		const best = options.find((one) => one.taken)?.rank === 1;
		const note = only ? "why.only" : player === "random" ? "why.lot" : best || human ? "" : notes[player];
		return note ? h("p", { class: "hint" }, t(note)) : null;
	}

	/**
	 * @param {Piece} piece
	 * @param {Geometry} geometry
	 * @param {string} placeName
	 */
	showPiece(piece, geometry, placeName) {
		const face = geometry === "plane" ? drawFigure(piece, 44) : drawCounter(piece, "card");
		const badges = (piece.badges || []).map((badge) => h("span", { class: "chip" }, badge.label));
		replace(
			this.details,
			h(
				"div",
				{ class: "card" },
				s("svg", { viewBox: "-62 -62 124 124", class: "card-face", "aria-hidden": "true" }, face),
				h(
					"div",
					null,
					h("h3", null, piece.name),
					h("p", { class: "hint" }, [placeName, piece.turned].filter(Boolean).join(" · ")),
					badges.length ? h("p", { class: "chips" }, badges) : null,
				),
			),
			this.card(piece.rows || []),
			piece.basis === "estimate" ? h("p", { class: "hint" }, h("small", null, t("panel.estimate"))) : null,
		);
	}

	/** @param {Row[]} rows */
	card(rows) {
		if (!rows.length) return null;
		const lines = rows.map((row) => h("tr", null, h("th", { scope: "row" }, row.label), h("td", null, row.value)));
		return h("table", { class: "rows" }, h("tbody", null, lines));
	}

	/**
	 * The terrain card: what this ground does to those who cross it, stand on it or look over it.
	 * @param {string} name
	 * @param {Row[]} card
	 * @param {Marker[]} markers
	 */
	showPlace(name, card, markers) {
		const lines = markers.map((item) => h("li", null, item.label));
		replace(
			this.details,
			h("h3", null, name),
			this.card(card),
			lines.length ? h("ul", { class: "plain" }, lines) : null,
		);
	}

	/** @param {string} text */
	showHint(text) {
		replace(this.details, h("p", null, text));
	}

	/**
	 * A line of sight: verdict, what it crosses, and a cut through the ground where height matters.
	 * @param {SightLine} found
	 * @param {string} start
	 * @param {string} end
	 * @param {SVGElement | null} profile
	 */
	showSight(found, start, end, profile) {
		const steps = (found.steps || []).map((step) =>
			h(
				"li",
				{ class: step.blocks ? "blocks" : "" },
				h("b", null, sayPoint(step.place) ? "" : `${this.places.label(step.place)} `),
				step.text,
			),
		);
		replace(
			this.details,
			h("h3", { class: found.clear ? "sees" : "sees-not" }, found.clear ? "✓ " : "✕ ", found.text),
			this.rule(found.rule),
			h("p", { class: "hint" }, `${start} → ${end} · ${found.distance}`),
			profile,
			h("ol", { class: "plain" }, steps),
		);
	}

	/**
	 * The risk of a path: for each step the chance to be there unharmed, and every shot with its odds and tally.
	 * @param {PathRisk} found
	 * @param {HTMLElement} buttons
	 */
	showPath(found, buttons) {
		const name = (/** @type {string} */ place) => sayPoint(place) ?? this.places.label(place);
		const leg = (/** @type {Leg} */ { place, unharmed, shots }) =>
			h(
				"li",
				null,
				h(
					"p",
					{ class: "leg" },
					h("b", null, name(place)),
					" ",
					t("path.unharmed"),
					" ",
					h("b", { class: "leg-chance" }, percent(unharmed)),
				),
				shots.length ? shots.map((shot) => drawShot(this.rules, shot)) : h("p", { class: "hint" }, t("path.nobody")),
			);
		const lead = found.lead.map(({ label }) => label).join(" · ");
		const refusals = found.refusals.map((item) => h("p", null, item.text, " ", this.rule(item.rule)));
		replace(
			this.details,
			h("h3", null, t("path.title")),
			found.lead.length ? h("p", { class: "hint" }, t("path.lead"), " ", lead) : null,
			found.legs.length ? h("ol", { class: "legs" }, found.legs.map(leg)) : null,
			found.stopped
				? h("div", { class: "stopped" }, h("p", null, t("path.stopped", { place: name(found.stopped) })), refusals)
				: null,
			buttons,
			h("p", { class: "hint" }, found.about),
		);
	}
}
