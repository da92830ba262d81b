/** The side panel: numbers of the choice or piece pointed at, the log, and the rules. */

import { sayPoint } from "./choices.js";
import { drawCounter, drawFigure } from "./counters.js";
import { drawDice } from "./dice.js";
import { h, replace, s } from "./dom.js";
import { percent, signed, sortRows, sortSubjects, summarise, worth } from "./numbers.js";
import { Rules } from "./rules.js";
import { namePlayer, pair, t } from "./words.js";

/** @import { Board } from "./board.js" */
/**
 * @import {
 *   Advice, ChanceLine, Child, Choice, Forecast, GameEvent, Geometry, Hindsight, Leg, Marker, PathRisk,
 *   Piece, Position, Row, Shot, SightLine, TallyLine, Why,
 * } from "./types.d.ts"
 */

/** @typedef {"details" | "log" | "rules"} Tab */

/** @type {Tab[]} */
const TABS = ["details", "log", "rules"];

/** On a phone there is room for one part of the panel only. */
const isNarrow = () => matchMedia("(max-width: 900px)").matches;

export class Panel {
  /**
   * @param {string} system
   * @param {string} about what the battle is about
   * @param {Pick<Board, "label" | "lookAt">} places names places and shows them
   */
  constructor(system, about, places) {
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
    this.log = h("ol", { class: "log", "aria-label": t("panel.log") });
    this.logFrame = h(
      "section",
      { class: "log-frame", id: "panel-log", tabindex: 0, "aria-label": t("panel.log") },
      this.log,
    );
    this.rules = new Rules(system);
    this.tabs = new Map(TABS.map((name) => [name, this.makeTab(name)]));
    this.element = h(
      "aside",
      { class: "panel" },
      h("div", { class: "tabs", role: "tablist" }, [...this.tabs.values()]),
      this.details,
      this.logFrame,
      this.rules.element,
      this.rules.dialog,
    );
    this.open("log");
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
   * @param {TallyLine[]} lines
   * @param {number | null} total
   */
  tally(lines, total) {
    if (!lines.length) return null;
    const row = (/** @type {TallyLine} */ { label, value, rule }) =>
      h("tr", null, h("th", { scope: "row" }, label), h("td", null, signed(value)), h("td", null, this.rule(rule)));
    return h(
      "table",
      { class: "tally" },
      h("caption", null, t("panel.tally")),
      h("tbody", null, lines.map(row)),
      h(
        "tfoot",
        null,
        h("tr", null, h("th", { scope: "row" }, t("panel.total")), h("td", null, signed(total ?? 0)), h("td")),
      ),
    );
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
      leg ? this.danger(leg) : null,
      forecast
        ? [
            forecast.outlook ? h("p", { class: "hint" }, t("panel.outlook")) : null,
            this.need(forecast),
            this.odds(forecast),
          ]
        : null,
      forecast === null ? h("p", { class: "hint" }, t("panel.noodds")) : null,
    );
  }

  /** @param {Forecast} forecast */
  need({ need }) {
    return need ? h("p", null, h("b", null, `${t("panel.need")} `), need) : null;
  }

  /**
   * First what the roll is about, then the tally behind it, then the rest of the numbers.
   * @param {Forecast} forecast
   */
  odds({ odds, lines, total }) {
    const tables = sortSubjects(odds).map(({ subject, rows }) => this.chart(subject || t("panel.odds"), rows));
    const rest = tables.slice(1);
    return [
      tables[0],
      this.tally(lines, total),
      rest.length > 2 ? h("details", { class: "more-odds" }, h("summary", null, t("panel.more")), rest) : rest,
    ];
  }

  /**
   * What makes a step risky: the likeliest shot in full, the others one by one.
   * @param {Leg} leg
   */
  danger({ unharmed, shots }) {
    const worst = shots.toSorted((a, b) => b.harm - a.harm).map((one) => this.shot(one));
    if (worst.length) worst[0].open = true;
    return h(
      "div",
      { class: "danger" },
      h("p", { class: "leg" }, t("path.unharmed"), " ", h("b", { class: "leg-chance" }, percent(unharmed))),
      worst,
    );
  }

  /** @param {Shot} one */
  shot(one) {
    return h(
      "details",
      { class: "shot" },
      h(
        "summary",
        null,
        one.label,
        " ",
        h("b", { class: "shot-harm" }, t("path.harm", { chance: percent(one.harm) })),
        summarise(one.odds).map(([subject, text]) => h("small", null, pair(subject, text))),
      ),
      this.rule(one.rule),
      this.need(one),
      this.odds(one),
    );
  }

  /**
   * @param {string} subject
   * @param {ChanceLine[]} all
   */
  chart(subject, all) {
    const rows = sortRows(all).map(({ label, chance }) =>
      h(
        "tr",
        null,
        h("th", { scope: "row" }, label),
        h("td", { class: "bar" }, h("span", { style: { width: `${Math.max(1, chance * 100)}%` } })),
        h("td", { class: "chance" }, percent(chance)),
      ),
    );
    return h("table", { class: "odds" }, h("caption", null, subject), h("tbody", null, rows));
  }

  /**
   * What a bot would do, the best first; pointing at a line shows the choice.
   * @param {Advice[]} found
   * @param {(option: number) => void} consider
   * @param {string} hint
   */
  showAdvice(found, consider, hint) {
    const lines = found.map((one) =>
      h(
        "li",
        null,
        this.option(one, () => consider(one.option), one.reasons.slice(0, 4)),
      ),
    );
    replace(
      this.details,
      h("h3", null, t("advice.title")),
      lines.length ? h("ol", { class: "plain advice" }, lines) : h("p", null, t("advice.none")),
      hint ? h("p", { class: "hint" }, hint) : null,
    );
  }

  /**
   * An option that a bot has weighed: what it is worth, and the parts of that.
   * @param {Advice} one
   * @param {() => void} press
   * @param {Advice["reasons"]} reasons
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
          piece.basis === "estimate" ? h("p", { class: "hint" }, t("panel.estimate")) : null,
        ),
      ),
      this.card(piece.rows || []),
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
        shots.length ? shots.map((shot) => this.shot(shot)) : h("p", { class: "hint" }, t("path.nobody")),
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

  // Log

  /**
   * Only the first `count` lines of the log had been written then.
   * @param {number} count
   */
  trim(count) {
    [...this.log.children].forEach((line, n) => {
      line.classList.toggle("later", n >= count);
    });
    this.log.children[Math.max(0, count - 1)]?.scrollIntoView({ block: "nearest" });
  }

  /**
   * The log from event `first` on; what was there before stays.
   * @param {GameEvent[]} events
   * @param {number} first
   */
  append(events, first) {
    while (this.log.children.length > first) this.log.lastChild?.remove();
    for (const event of events) this.log.append(this.entry(event));
    this.logFrame.scrollTop = this.logFrame.scrollHeight;
  }

  /** @param {GameEvent} event */
  entry(event) {
    const { dice, text, rule, lines, total, kind } = event;
    const line = h("p", null, drawDice(dice), " ", text, " ", this.whereabouts(event), this.rule(rule));
    const summary = h("summary", null, `${t("panel.tally")} ${signed(total ?? 0)}`);
    return h(
      "li",
      { "data-kind": kind },
      line,
      lines.length ? h("details", null, summary, this.tally(lines, total)) : null,
    );
  }

  /**
   * The place of an event whose words do not name it; pressing it shows it on the board.
   * @param {GameEvent} event
   */
  whereabouts({ place, text }) {
    const name = place && this.places.label(place);
    if (!name || text.includes(name)) return null;
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
