/** The side panel: numbers of the choice or piece pointed at, the log, and the rules. */

import { api } from "./api.js";
import { counter, figure } from "./counters.js";
import { dice } from "./dice.js";
import { h, replace, s } from "./dom.js";
import { pair, t } from "./words.js";

const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
const worth = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
export const percent = (chance) => {
  const value = chance * 100;
  return `${value > 0 && value < 1 ? "<1" : value > 99 && value < 99.9999 ? ">99" : Math.round(value)} %`;
};

export class Panel {
  /** `places` is the board: it names places and shows them. */
  constructor(system, about, places) {
    this.system = system;
    this.about = about;
    this.places = places;
    this.objectives = [];
    this.details = h("section", {
      class: "details",
      id: "panel-details",
      tabindex: 0,
      "aria-live": "polite",
      "aria-label": t("panel.details"),
    });
    this.log = h("ol", { class: "log", "aria-label": t("panel.log") });
    this.hits = h("ul", { class: "hits" });
    this.clause = h("dialog", { class: "clause" });
    const words = h("input", {
      type: "search",
      id: "rule-words",
      placeholder: t("rules.words"),
      "aria-label": t("rules.search"),
      autocomplete: "off",
    });
    words.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.search(words.value), 200);
    });
    const rules = h("section", { class: "rules", id: "panel-rules", "aria-label": t("panel.rules") }, words, this.hits);
    const log = h(
      "section",
      { class: "log-frame", id: "panel-log", tabindex: 0, "aria-label": t("panel.log") },
      this.log,
    );
    this.tabs = h("div", { class: "tabs", role: "tablist" });
    for (const name of ["details", "log", "rules"]) {
      this.tabs.append(
        h(
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
        ),
      );
    }
    this.element = h("aside", { class: "panel" }, this.tabs, this.details, log, rules, this.clause);
    this.open("log");
    this.empty();
  }

  /** Where there is room the details are always in sight, and have no tab to choose. */
  /** On a phone a second press folds the panel away and leaves its room to the board. */
  press(name) {
    const again = this.element.dataset.tab === name && matchMedia("(max-width: 900px)").matches;
    this.open(name, again && !this.element.classList.contains("folded"));
  }

  open(name, folded = false) {
    this.element.classList.toggle("folded", folded);
    if (name === "details" && !matchMedia("(max-width: 900px)").matches) return;
    this.element.dataset.tab = name;
    for (const tab of this.tabs.children) tab.setAttribute("aria-selected", tab.id === `tab-${name}`);
  }

  // Details

  /** With nothing pointed at: what the battle is about, and who holds what. */
  empty() {
    replace(
      this.details,
      h("p", { class: "hint" }, t("panel.empty")),
      this.about ? h("p", null, this.about) : null,
      this.objectives.length
        ? h(
            "ul",
            { class: "plain objectives" },
            this.objectives.map((line) => h("li", null, line)),
          )
        : null,
    );
  }

  /** The same, asked for. */
  recall() {
    this.open("details");
    this.empty();
  }

  /** After every choice: old numbers go, objectives are told anew. */
  brief(position, lines) {
    const holder = (marker) => (marker.seat >= 0 ? position.seats[marker.seat].name : t("panel.nobody"));
    this.objectives = (position.markers || [])
      .filter((marker) => marker.kind === "objective")
      .map(
        (marker) =>
          `${[this.places.label(marker.place), marker.label].filter(Boolean).join(": ")} · ${holder({ seat: -1, ...marker })}`,
      );
    this.objectives.push(...lines);
    this.empty();
  }

  /** A clause's id as a button that opens it. */
  rule(id) {
    if (!id) return null;
    return h(
      "button",
      { type: "button", class: "rule", title: t("rules.open", { id }), onclick: () => this.showClause(id) },
      id,
    );
  }

  tally(lines, total) {
    if (!lines?.length) return null;
    return h(
      "table",
      { class: "tally" },
      h("caption", null, t("panel.tally")),
      h(
        "tbody",
        null,
        lines.map((line) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, line.label),
            h("td", null, signed(line.value)),
            h("td", null, this.rule(line.rule)),
          ),
        ),
      ),
      h(
        "tfoot",
        null,
        h("tr", null, h("th", { scope: "row" }, t("panel.total")), h("td", null, signed(total)), h("td")),
      ),
    );
  }

  /** A choice, with its odds if they have come (`undefined`: not asked for; null: nothing is rolled), and the shots it may draw. */
  showChoice(choice, forecast, leg) {
    replace(
      this.details,
      h("h3", null, choice.label),
      this.rule(choice.rule),
      leg ? this.danger(leg) : null,
      forecast
        ? [
            forecast.outlook ? h("p", { class: "hint" }, t("panel.outlook")) : null,
            forecast.need ? h("p", null, h("b", null, `${t("panel.need")} `), forecast.need) : null,
            this.odds(forecast),
          ]
        : null,
      forecast === null ? h("p", { class: "hint" }, t("panel.noodds")) : null,
    );
  }

  /** First what the roll is about, then the tally behind it, then the rest of the numbers. */
  odds({ odds, lines, total }) {
    const subjects = new Map();
    for (const line of odds) subjects.set(line.subject, [...(subjects.get(line.subject) || []), line]);
    const counted = ([, rows]) => rows.every((line) => /^\d+$/.test(line.label));
    const tables = [...subjects]
      .sort((a, b) => counted(a) - counted(b))
      .map(([subject, rows]) => this.chart(subject || t("panel.odds"), rows));
    const rest = tables.slice(1);
    return [
      tables[0],
      this.tally(lines, total),
      rest.length > 2 ? h("details", { class: "more-odds" }, h("summary", null, t("panel.more")), rest) : rest,
    ];
  }

  /** What makes a step risky: the likeliest shot in full, the others one by one. */
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
        this.inShort(one.odds),
      ),
      this.rule(one.rule),
      one.need ? h("p", null, h("b", null, `${t("panel.need")} `), one.need) : null,
      this.odds(one),
    );
  }

  /** Numbers that are rare one by one become a single line at either end. */
  joined(rows) {
    const rare = (line) => line.chance < 0.01;
    const first = rows.findIndex((line) => !rare(line));
    const last = rows.findLastIndex((line) => !rare(line));
    if (first < 0) return rows;
    const join = (some, key, n) =>
      some.length > 1 ? [{ label: t(key, { n }), chance: some.reduce((sum, line) => sum + line.chance, 0) }] : some;
    const low = rows.slice(0, first);
    const high = rows.slice(last + 1);
    return [
      ...join(low, "panel.orless", low.at(-1)?.label),
      ...rows.slice(first, last + 1),
      ...join(high, "panel.ormore", high[0]?.label),
    ];
  }

  chart(subject, all) {
    const counted = all.every((line) => /^\d+$/.test(line.label));
    const rows = counted
      ? this.joined(all.toSorted((a, b) => a.label - b.label))
      : all.toSorted((a, b) => (/^\d+$/.test(a.label + b.label) ? a.label - b.label : b.chance - a.chance));
    return h(
      "table",
      { class: "odds" },
      h("caption", null, subject),
      h(
        "tbody",
        null,
        rows.map((line) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, line.label),
            h("td", { class: "bar" }, h("span", { style: { width: `${Math.max(1, line.chance * 100)}%` } })),
            h("td", { class: "chance" }, percent(line.chance)),
          ),
        ),
      ),
    );
  }

  /** What a bot would do, the best first; pointing at a line shows the choice. */
  showAdvice(found, consider, hint) {
    replace(
      this.details,
      h("h3", null, t("advice.title")),
      found.length
        ? h(
            "ol",
            { class: "plain advice" },
            found.map((one) =>
              h(
                "li",
                null,
                this.option(one, () => consider(one.option), one.reasons.slice(0, 4)),
              ),
            ),
          )
        : h("p", null, t("advice.none")),
      hint ? h("p", { class: "hint" }, hint) : null,
    );
  }

  /** An option that a bot has weighed: what it is worth, and the parts of that. */
  option(one, press, reasons, mark = null) {
    const parts = reasons.map((reason) => `${reason.label} ${worth(reason.value)}`);
    return [
      h("button", { type: "button", class: "hit", onclick: press }, h("b", null, one.label), mark),
      h("p", { class: "hint" }, [...parts, one.trials].filter(Boolean).join(" · ")),
    ];
  }

  /** Why a choice was made: the best there were in the bot's opinion, and the one really taken. */
  showWhy(found, who, consider) {
    const taken = found.options.find((one) => one.taken);
    const item = (one) => {
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
        : h("p", { class: "hint" }, t("why.about", { player: t(`player.${found.player}`) })),
      h("ol", { class: "plain advice why" }, found.options.map(item)),
      this.afterthought(found, taken),
    );
  }

  /** What else is to be said of a choice: why there is no reason, or why it was not the best. */
  afterthought({ only, human, player }, { rank }) {
    const notes = { recruit: "why.slips", regular: "why.before", veteran: "why.again", elite: "why.again" };
    const note = only ? "why.only" : player === "random" ? "why.lot" : rank !== 1 && !human ? notes[player] : "";
    return note ? h("p", { class: "hint" }, t(note)) : null;
  }

  showPiece(piece, geometry, placeName) {
    const face = geometry === "plane" ? figure(piece, 44) : counter(piece, "card");
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
          piece.badges?.length
            ? h(
                "p",
                { class: "chips" },
                piece.badges.map((badge) => h("span", { class: "chip" }, badge.label)),
              )
            : null,
          piece.basis === "estimate" ? h("p", { class: "hint" }, t("panel.estimate")) : null,
        ),
      ),
      piece.rows?.length
        ? h(
            "table",
            { class: "rows" },
            h(
              "tbody",
              null,
              piece.rows.map((row) => h("tr", null, h("th", { scope: "row" }, row.label), h("td", null, row.value))),
            ),
          )
        : null,
    );
  }

  /** The terrain card: what this ground does to those who cross it, stand on it or look over it. */
  showPlace(name, card, markers) {
    replace(
      this.details,
      h("h3", null, name),
      card?.length
        ? h(
            "table",
            { class: "rows" },
            h(
              "tbody",
              null,
              card.map((row) => h("tr", null, h("th", { scope: "row" }, row.label), h("td", null, row.value))),
            ),
          )
        : null,
      markers.length
        ? h(
            "ul",
            { class: "plain" },
            markers.map((item) => h("li", null, item.label)),
          )
        : null,
    );
  }

  showHint(text) {
    replace(this.details, h("p", null, text));
  }

  /** A line of sight: verdict, what it crosses, and a cut through the ground where height matters. */
  showSight(found, start, end, profile) {
    replace(
      this.details,
      h("h3", { class: found.clear ? "sees" : "sees-not" }, found.clear ? "✓ " : "✕ ", found.text),
      this.rule(found.rule),
      h("p", { class: "hint" }, `${start} → ${end} · ${found.distance}`),
      profile,
      h(
        "ol",
        { class: "plain" },
        (found.steps || []).map((step) =>
          h(
            "li",
            { class: step.blocks ? "blocks" : "" },
            h("b", null, step.place.includes(",") ? "" : `${this.places.label(step.place)} `),
            step.text,
          ),
        ),
      ),
    );
  }

  /** The risk of a path: for each step the chance to be there unharmed, and every shot with its odds and tally. */
  showPath(found, label, buttons) {
    const place = (id) =>
      id.includes(",")
        ? id
            .split(",")
            .map((n) => `${n}″`)
            .join(", ")
        : label(id);
    const leg = (one) =>
      h(
        "li",
        null,
        h(
          "p",
          { class: "leg" },
          h("b", null, place(one.place)),
          " ",
          t("path.unharmed"),
          " ",
          h("b", { class: "leg-chance" }, percent(one.unharmed)),
        ),
        one.shots.length ? one.shots.map((shot) => this.shot(shot)) : h("p", { class: "hint" }, t("path.nobody")),
      );
    replace(
      this.details,
      h("h3", null, t("path.title")),
      found.lead.length
        ? h("p", { class: "hint" }, t("path.lead"), " ", found.lead.map((lead) => lead.label).join(" · "))
        : null,
      found.legs.length ? h("ol", { class: "legs" }, found.legs.map(leg)) : null,
      found.stopped
        ? h(
            "div",
            { class: "stopped" },
            h("p", null, t("path.stopped", { place: place(found.stopped) })),
            found.refusals.map((item) => h("p", null, item.text, " ", this.rule(item.rule))),
          )
        : null,
      buttons,
      h("p", { class: "hint" }, found.about),
    );
  }

  /** What may become of each target, in a line; numbers only where there are no words. */
  inShort(odds) {
    const subjects = Map.groupBy(odds, (line) => line.subject);
    const rows = [...subjects].filter(([, lines]) => lines.some((line) => !/^\d+$/.test(line.label)));
    const shown =
      rows.length > 1 ? rows.filter(([, lines]) => lines.length > 1) : rows.length ? rows : [...subjects].slice(-1);
    const told = (lines) =>
      lines
        .toSorted((a, b) => b.chance - a.chance)
        .map((line) => `${line.label} ${percent(line.chance)}`)
        .join(", ");
    return shown.map(([subject, lines]) => h("small", null, pair(subject, told(lines))));
  }

  /** Only the first `count` lines of the log had been written then. */
  trim(count) {
    [...this.log.children].forEach((line, n) => line.classList.toggle("later", n >= count));
    this.log.children[Math.max(0, count - 1)]?.scrollIntoView({ block: "nearest" });
  }

  // Log

  /** The log from event `first` on; what was there before stays. */
  append(events, first) {
    while (this.log.children.length > first) this.log.lastChild.remove();
    for (const event of events) this.log.append(this.entry(event));
    this.log.parentNode.scrollTop = this.log.parentNode.scrollHeight;
  }

  entry(event) {
    const line = h("p", null, dice(event.dice), " ", event.text, " ", this.whereabouts(event), this.rule(event.rule));
    if (!event.lines.length) return h("li", { "data-kind": event.kind }, line);
    return h(
      "li",
      { "data-kind": event.kind },
      line,
      h(
        "details",
        null,
        h("summary", null, `${t("panel.tally")} ${signed(event.total)}`),
        this.tally(event.lines, event.total),
      ),
    );
  }

  /** The place of an event whose words do not name it; pressing it shows it on the board. */
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

  // Rules

  async search(words) {
    if (!words.trim()) return replace(this.hits);
    const hits = await api.rules(this.system, words).catch(() => []);
    replace(
      this.hits,
      hits.length
        ? hits.map((hit) =>
            h(
              "li",
              null,
              h(
                "button",
                { type: "button", class: "hit", onclick: () => this.showClause(hit.id) },
                h("b", null, hit.title),
                h("span", null, hit.id),
              ),
            ),
          )
        : h("li", { class: "hint" }, t("rules.none")),
    );
  }

  async showClause(id) {
    const close = h(
      "button",
      { type: "button", class: "quiet close", onclick: () => this.clause.close() },
      t("game.close"),
    );
    try {
      const clause = await api.clause(this.system, id);
      const paragraphs = Array.isArray(clause.rule) ? clause.rule : [clause.rule];
      replace(
        this.clause,
        h(
          "article",
          null,
          h("h2", null, clause.title),
          h("p", { class: "hint" }, `${clause.id} · ${clause.document} ${clause.section}`),
          paragraphs.map((text) => h("p", null, text)),
          (clause.tables || []).map((table) =>
            h(
              "table",
              { class: "rule-table" },
              table.title ? h("caption", null, table.title) : null,
              h(
                "thead",
                null,
                h(
                  "tr",
                  null,
                  table.columns.map((column) => h("th", { scope: "col" }, column)),
                ),
              ),
              h(
                "tbody",
                null,
                table.rows.map((row) =>
                  h(
                    "tr",
                    null,
                    row.map((cell) => h("td", null, cell)),
                  ),
                ),
              ),
            ),
          ),
          clause.default ? h("p", null, h("b", null, pair(t("rules.default"), "")), clause.default) : null,
          clause.notes ? h("p", { class: "hint" }, clause.notes) : null,
        ),
        close,
      );
    } catch (problem) {
      replace(this.clause, h("p", null, problem.message), close);
    }
    if (!this.clause.open) this.clause.showModal();
  }
}
