/** Raising an army for a free battle: tiles with options, heroes and a deck, or a platoon with support; the server looks it over. */

import { api } from "./api.js";
import { h, replace } from "./dom.js";
import { Panel } from "./panel.js";
import { pair, t } from "./words.js";

/** Armies kept in this browser: `{name, points, cost, army}` by system; the cost came later than the rest. */
export const armies = {
  of(system) {
    try {
      const list = JSON.parse(localStorage.getItem(`bocage.armies.${system}`) || "[]");
      return Array.isArray(list) ? list.filter((item) => item?.army?.nation) : [];
    } catch {
      return [];
    }
  },
  keep(system, list) {
    localStorage.setItem(`bocage.armies.${system}`, JSON.stringify(list.slice(0, 40)));
  },
  /** The first screen shall show a free battle with this army chosen. */
  lead(system, name) {
    sessionStorage.setItem("bocage.led", JSON.stringify([system, name]));
    sessionStorage.removeItem("bocage.find");
    localStorage.removeItem("bocage.system");
  },
  /** The army to be led, asked for once. */
  led(system) {
    const [whose, name] = JSON.parse(sessionStorage.getItem("bocage.led") || "[]");
    if (whose !== system) return null;
    sessionStorage.removeItem("bocage.led");
    return this.of(system).find((item) => item.name === name) || null;
  },
};

export async function armyScreen(show, system, settings) {
  const builder = new Builder(system, await api.armoury(system));
  show(
    h(
      "div",
      { class: "start army" },
      h(
        "header",
        { class: "banner" },
        h("a", { class: "button quiet", href: "#/", "aria-label": t("game.home"), title: t("game.home") }, "⌂"),
        h("h1", null, t("army.title")),
        settings(),
      ),
      builder.element,
    ),
  );
  builder.paint();
}

const control = (label, input) => h("label", { class: "seat" }, h("span", null, label), input);

/** The number typed, within the bounds of its field; the field shows it. */
function bounded(input) {
  const number = Math.round(Number(input.value)) || 0;
  input.value = Math.max(Number(input.min), Math.min(Number(input.max), number));
  return Number(input.value);
}

/** A number of each, with what it is. */
function counted(ware, count, set) {
  const input = h("input", { type: "number", min: 0, max: ware.copies || 1, value: count });
  input.addEventListener("change", () => set(bounded(input)));
  return input;
}

const line = ({ label, value }) => [h("span", null, label), value ? [" ", h("b", null, value)] : null];

/** The cards of the units that come with something, to be opened. */
function unitCards(ware, where) {
  if (!ware.units?.length) return null;
  return h(
    "details",
    { class: "ware", "data-of": `${where} ${ware.id}` },
    h("summary", null, t("army.units")),
    ware.units.map((unit) =>
      h(
        "div",
        { class: "ware-unit" },
        h("b", null, unit.number > 1 ? `${unit.number} × ${unit.name}` : unit.name),
        h(
          "ul",
          null,
          unit.rows.map((row) => h("li", null, line(row))),
        ),
      ),
    ),
  );
}

/** What something brings, in a line, and its units. */
const brings = (ware, where) => [ware.about ? h("p", { class: "hint" }, ware.about) : null, unitCards(ware, where)];

class Builder {
  constructor(system, armoury) {
    this.system = system;
    this.armoury = armoury;
    this.wares = Object.fromEntries(
      ["tiles", "options", "heroes", "cards", "support"].map((kind) => [
        kind,
        new Map((armoury[kind] || []).map((ware) => [ware.id, ware])),
      ]),
    );
    this.rules = new Panel(system, "", null);
    this.platoons = Boolean(armoury.support?.length); // one tile, and support by number
    this.points = this.platoons ? 550 : 200;
    this.start(Object.keys(armoury.nations)[0]);
    this.bought = h("section", { class: "bought", "aria-label": t("army.title") });
    this.findings = h("div", { class: "findings", "aria-live": "polite" });
    this.name = h("input", {
      type: "text",
      required: true,
      maxlength: 60,
      "aria-label": t("army.name"),
      placeholder: t("army.name"),
    });
    this.keep = h("button", { type: "submit", class: "primary" }, t("army.keep"));
    const verdict = h("section", { class: "verdict", "aria-label": t("army.verdict") }, this.findings, this.keepForm());
    this.shelf = h("section", { class: "shelf", "aria-label": t("army.kept") });
    this.element = h(
      "main",
      { class: "builder" },
      this.bought,
      h("div", { class: "builder-side" }, verdict, this.shelf),
      this.rules.clause,
    );
  }

  start(nation) {
    this.army = this.platoons ? { nation, tiles: [], support: {} } : { nation, tiles: [], heroes: [], deck: null };
  }

  priced(ware) {
    return `${ware.name} (${ware.cost})`;
  }

  ofNation(kind) {
    return (this.armoury[kind] || []).filter((ware) => !ware.nation || ware.nation === this.army.nation);
  }

  paint() {
    const nation = h(
      "select",
      null,
      Object.entries(this.armoury.nations).map(([id, name]) =>
        h("option", { value: id, selected: id === this.army.nation }, name),
      ),
    );
    nation.addEventListener("change", () => this.change(() => this.start(nation.value)));
    const points = h("input", {
      type: "number",
      min: 80,
      max: this.platoons ? 2000 : 500,
      step: 10,
      value: this.points,
    });
    points.addEventListener("change", () => this.change(() => (this.points = bounded(points))));
    replace(
      this.bought,
      h("div", { class: "builder-head" }, control(t("army.nation"), nation), control(t("army.points"), points)),
      h("h2", null, t(this.platoons ? "army.platoons" : "army.tiles")),
      this.army.tiles.map((choice, n) => this.tileCard(choice, n)),
      h(
        "div",
        { class: "wares" },
        this.ofNation("tiles").map((tile) => this.offer(tile)),
      ),
      this.platoons
        ? this.supportPart()
        : [
            h("h2", null, t("army.heroes")),
            h(
              "div",
              { class: "wares heroes" },
              this.ofNation("heroes").map((hero) => this.heroBox(hero)),
            ),
          ],
      this.armoury.cards?.length ? this.deckPart() : null,
    );
    this.paintShelf();
    this.lookOver();
  }

  /** What was open stays open, and who chooses by keyboard goes on from where he is. */
  change(act) {
    const open = [...this.bought.querySelectorAll("details[open]")].map((details) => details.dataset.of);
    const fields = () => [...this.bought.querySelectorAll("select, input")];
    const at = fields().indexOf(document.activeElement);
    act();
    this.paint();
    for (const details of this.bought.querySelectorAll("details")) details.open = open.includes(details.dataset.of);
    fields()[at]?.focus();
  }

  /** A tile that may be added, and what it brings. */
  offer(tile) {
    const add = () => this.change(() => this.army.tiles.push({ tile: tile.id, options: [] }));
    return h(
      "div",
      null,
      h("button", { type: "button", class: "add-tile", title: tile.about, onclick: add }, `+ ${this.priced(tile)}`),
      brings(tile, "offer"),
    );
  }

  tileCard(choice, n) {
    const tile = this.wares.tiles.get(choice.tile);
    const remove = h(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": pair(t("army.remove"), tile.name),
        title: t("army.remove"),
        onclick: () => this.change(() => this.army.tiles.splice(n, 1)),
      },
      "✕",
    );
    return h(
      "fieldset",
      { class: "tile" },
      h("legend", { title: tile.about }, this.priced(tile), remove),
      brings(tile, n),
      (tile.openings || []).map((opening, i) => this.openingRow(choice, opening, i + 1, `${n}.${i}`)),
    );
  }

  openingRow(choice, opening, slot, where) {
    const fitted = choice.options.find((one) => one.slot === slot);
    const wares = opening.fits.map((id) => this.wares.options.get(id));
    const select = h(
      "select",
      null,
      h("option", { value: "" }, "—"),
      wares.map((ware) =>
        h("option", { value: ware.id, selected: fitted?.option === ware.id, title: ware.about }, this.priced(ware)),
      ),
    );
    select.addEventListener("change", () =>
      this.change(() => {
        choice.options = choice.options.filter((one) => one.slot !== slot);
        const option = this.wares.options.get(select.value);
        if (option)
          choice.options.push({
            slot,
            option: option.id,
            pick: Array(option.pick || 0).fill(opening.picks?.[option.id]?.[0] || ""),
          });
      }),
    );
    return h(
      "div",
      { class: "opening" },
      control(opening.name, select),
      (fitted?.pick || []).map((token, k) => this.pickRow(fitted, opening.picks[fitted.option], token, k)),
      fitted ? brings(this.wares.options.get(fitted.option), where) : this.fitting(wares, where),
    );
  }

  /** All that an opening takes, to be opened: long, and filled only then. */
  fitting(wares, where) {
    const list = h("dl");
    const details = h(
      "details",
      { class: "ware", "data-of": `${where} fitting` },
      h("summary", null, t("army.fitting")),
      list,
    );
    details.addEventListener(
      "toggle",
      () =>
        replace(
          list,
          wares.map((ware) => [h("dt", null, this.priced(ware)), h("dd", null, brings(ware, where))]),
        ),
      { once: true },
    );
    return details;
  }

  pickRow(fitted, allowed, token, k) {
    const select = h(
      "select",
      { "aria-label": t("army.token") },
      allowed.map((id) => h("option", { value: id, selected: id === token }, this.armoury.tokens[id] || id)),
    );
    select.addEventListener("change", () => this.change(() => (fitted.pick[k] = select.value)));
    return h("div", { class: "seat token" }, select);
  }

  heroBox(hero) {
    const box = h("input", { type: "checkbox", checked: this.army.heroes.includes(hero.id) });
    box.addEventListener("change", () =>
      this.change(() => {
        this.army.heroes = this.army.heroes.filter((id) => id !== hero.id);
        if (box.checked) this.army.heroes.push(hero.id);
      }),
    );
    return h(
      "div",
      null,
      h("label", { class: "switch", title: hero.about }, box, this.priced(hero)),
      brings(hero, "hero"),
    );
  }

  /** What stands by the platoon: a number of each. */
  supportPart() {
    const row = (ware) => {
      const input = counted(ware, this.army.support[ware.id] || 0, (number) =>
        this.count(this.army.support, ware.id, number),
      );
      input.classList.add("support-number");
      input.dataset.ware = ware.id;
      return h(
        "label",
        { class: "seat card-row", title: ware.about },
        h("span", null, this.priced(ware), ware.about ? h("small", null, ware.about) : null),
        input,
      );
    };
    return [h("h2", null, t("army.support")), h("div", { class: "deck support" }, this.ofNation("support").map(row))];
  }

  count(numbers, id, number) {
    if (number) numbers[id] = number;
    else delete numbers[id];
    this.lookOver();
  }

  deckPart() {
    const own = h("input", { type: "checkbox", checked: this.army.deck !== null });
    own.addEventListener("change", () => this.change(() => (this.army.deck = own.checked ? { ...this.usual } : null)));
    this.counted = h("span", { class: "hint" });
    const cards =
      this.army.deck === null
        ? []
        : this.ofNation("cards").map((card) => {
            const input = counted(card, this.army.deck[card.id] || 0, (number) =>
              this.count(this.army.deck, card.id, number),
            );
            return h(
              "label",
              { class: "seat card-row", title: card.about },
              h(
                "span",
                null,
                card.name,
                " ",
                h("small", { class: "copies" }, `/ ${card.copies || 1}`),
                h("small", null, card.about),
              ),
              input,
            );
          });
    return [
      h("h2", null, t("army.deck")),
      h("label", { class: "switch" }, own, t("army.deck.own")),
      this.counted,
      h("div", { class: "deck" }, cards),
    ];
  }

  /** Ask the server what it costs and what is wrong with it. */
  async lookOver() {
    this.keep.disabled = true; // until it is known to be right
    const asked = (this.asked = JSON.stringify([this.points, this.army]));
    const found = await api
      .audit(this.system, { points: this.points, army: this.army })
      .catch((problem) => ({ cost: 0, deck: {}, faults: [{ text: problem.message, field: "", rule: "" }] }));
    if (asked !== this.asked) return;
    this.usual = found.deck || {};
    this.cost = found.cost;
    if (this.counted)
      this.counted.textContent = t("army.deck.size", { n: Object.values(found.deck).reduce((sum, n) => sum + n, 0) });
    const over = found.cost > this.points;
    replace(
      this.findings,
      h("p", { class: over ? "problem cost" : "cost" }, t("army.cost", { cost: found.cost, points: this.points })),
      found.faults.length
        ? [
            h("h3", null, t("army.faults", { n: found.faults.length })),
            h(
              "ul",
              { class: "plain faults" },
              found.faults.map((fault) =>
                h("li", null, h("b", null, this.where(fault.field)), " ", fault.text, " ", this.rules.rule(fault.rule)),
              ),
            ),
          ]
        : h("p", { class: "fine" }, "✓ ", t("army.fine")),
    );
    this.keep.disabled = found.faults.length > 0;
  }

  /** The part of the army a fault is about, in words. */
  where(field) {
    const tile = field.match(/^tiles\[(\d+)\]/);
    const hero = field.match(/^heroes\[(\d+)\]/);
    const card = field.match(/^deck\.(\w+)/);
    const support = field.match(/^support\.(\w+)/);
    if (support) return `${this.wares.support.get(support[1])?.name || support[1]}:`;
    if (tile) return `${this.wares.tiles.get(this.army.tiles[tile[1]].tile)?.name}:`;
    if (hero) return `${this.wares.heroes.get(this.army.heroes[hero[1]])?.name}:`;
    if (card) return `${this.wares.cards.get(card[1])?.name}:`;
    return field.startsWith("deck") ? `${t("army.deck")}:` : "";
  }

  keepForm() {
    const form = h("form", { class: "keep" }, this.name, this.keep);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const name = this.name.value;
      const others = armies.of(this.system).filter((item) => item.name !== name);
      armies.keep(this.system, [
        { name, points: this.points, cost: this.cost, army: structuredClone(this.army) },
        ...others,
      ]);
      this.paintShelf();
    });
    return form;
  }

  paintShelf() {
    const list = armies.of(this.system);
    replace(
      this.shelf,
      list.length ? h("h3", null, t("army.kept")) : null,
      h(
        "ul",
        { class: "games" },
        list.map((item) => {
          const load = h(
            "button",
            {
              type: "button",
              class: "quiet",
              onclick: () =>
                this.change(() => {
                  this.army = structuredClone(item.army);
                  this.points = item.points;
                  this.name.value = item.name;
                }),
            },
            h("b", null, item.name),
            ` · ${this.armoury.nations[item.army.nation]} · ${item.cost === undefined ? item.points : t("army.cost", { cost: item.cost, points: item.points })}`,
          );
          const play = h(
            "a",
            {
              class: "button",
              href: "#/",
              "aria-label": pair(t("army.play"), item.name),
              onclick: () => armies.lead(this.system, item.name),
            },
            t("army.play"),
          );
          const forget = h(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-label": pair(t("army.forget"), item.name),
              title: t("army.forget"),
              onclick: () => {
                armies.keep(
                  this.system,
                  armies.of(this.system).filter((other) => other.name !== item.name),
                );
                this.paintShelf();
              },
            },
            "✕",
          );
          return h("li", null, load, forget, play);
        }),
      ),
    );
  }
}
