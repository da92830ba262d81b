/** Raising an army for a free battle: tiles with options, heroes and a deck, or a platoon with support; the server looks it over. */

import { api } from "./api.js";
import { h, replace } from "./dom.js";
import { Panel } from "./panel.js";
import { pair, t } from "./words.js";

/** Armies kept in this browser: `{name, points, army}` by system. */
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
};

export async function armyScreen(show, system, settings) {
  const builder = new Builder(system, await api.armoury(system));
  show(h("div", { class: "start army" },
    h("header", { class: "banner" }, h("a", { class: "button quiet", href: "#/", "aria-label": t("game.home"), title: t("game.home") }, "⌂"), h("h1", null, t("army.title")), settings()),
    builder.element));
  builder.paint();
}

const control = (label, input) => h("label", { class: "seat" }, h("span", null, label), input);

class Builder {
  constructor(system, armoury) {
    this.system = system;
    this.armoury = armoury;
    this.wares = Object.fromEntries(["tiles", "options", "heroes", "cards", "support"].map((kind) => [kind, new Map((armoury[kind] || []).map((ware) => [ware.id, ware]))]));
    this.rules = new Panel(system, "", null);
    this.platoons = Boolean(armoury.support?.length); // one tile, and support by number
    this.points = this.platoons ? 550 : 200;
    this.start(Object.keys(armoury.nations)[0]);
    this.bought = h("section", { class: "bought", "aria-label": t("army.title") });
    this.findings = h("div", { class: "findings", "aria-live": "polite" });
    this.name = h("input", { type: "text", required: true, maxlength: 60, "aria-label": t("army.name"), placeholder: t("army.name") });
    this.keep = h("button", { type: "submit", class: "primary" }, t("army.keep"));
    const verdict = h("section", { class: "verdict", "aria-label": t("army.verdict") }, this.findings, this.keepForm());
    this.shelf = h("section", { class: "shelf", "aria-label": t("army.kept") });
    this.element = h("main", { class: "builder" }, this.bought, h("div", { class: "builder-side" }, verdict, this.shelf), this.rules.clause);
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
    const nation = h("select", null, Object.entries(this.armoury.nations).map(([id, name]) => h("option", { value: id, selected: id === this.army.nation }, name)));
    nation.addEventListener("change", () => this.change(() => this.start(nation.value)));
    const points = h("input", { type: "number", min: 80, max: this.platoons ? 2000 : 500, step: 10, value: this.points });
    points.addEventListener("change", () => this.change(() => (this.points = Number(points.value) || 0)));
    replace(this.bought,
      h("div", { class: "builder-head" }, control(t("army.nation"), nation), control(t("army.points"), points)),
      h("h2", null, t(this.platoons ? "army.platoons" : "army.tiles")),
      this.army.tiles.map((choice, n) => this.tileCard(choice, n)),
      h("div", { class: "choices" }, this.ofNation("tiles").map((tile) => h("button", { type: "button", class: "add-tile", onclick: () => this.change(() => this.army.tiles.push({ tile: tile.id, options: [] })) }, `+ ${this.priced(tile)}`))),
      this.platoons ? this.supportPart() : [h("h2", null, t("army.heroes")), h("div", { class: "heroes" }, this.ofNation("heroes").map((hero) => this.heroBox(hero)))],
      this.armoury.cards?.length ? this.deckPart() : null);
    this.paintShelf();
    this.lookOver();
  }

  change(act) {
    act();
    this.paint();
  }

  tileCard(choice, n) {
    const tile = this.wares.tiles.get(choice.tile);
    const remove = h("button", { type: "button", class: "quiet", "aria-label": pair(t("army.remove"), tile.name), title: t("army.remove"), onclick: () => this.change(() => this.army.tiles.splice(n, 1)) }, "✕");
    return h("fieldset", { class: "tile" }, h("legend", null, this.priced(tile)), tile.about ? h("p", { class: "hint" }, tile.about) : null, remove, (tile.openings || []).map((opening, i) => this.openingRow(choice, opening, i + 1)));
  }

  openingRow(choice, opening, slot) {
    const fitted = choice.options.find((one) => one.slot === slot);
    const select = h("select", null, h("option", { value: "" }, "—"), opening.fits.map((id) => h("option", { value: id, selected: fitted?.option === id }, this.priced(this.wares.options.get(id)))));
    select.addEventListener("change", () => this.change(() => {
      choice.options = choice.options.filter((one) => one.slot !== slot);
      const option = this.wares.options.get(select.value);
      if (option) choice.options.push({ slot, option: option.id, pick: Array(option.pick || 0).fill(opening.picks?.[option.id]?.[0] || "") });
    }));
    return h("div", null, control(opening.name, select), (fitted?.pick || []).map((token, k) => this.pickRow(fitted, opening.picks[fitted.option], token, k)));
  }

  pickRow(fitted, allowed, token, k) {
    const select = h("select", { "aria-label": t("army.token") }, allowed.map((id) => h("option", { value: id, selected: id === token }, this.armoury.tokens[id] || id)));
    select.addEventListener("change", () => this.change(() => (fitted.pick[k] = select.value)));
    return h("div", { class: "seat token" }, select);
  }

  heroBox(hero) {
    const box = h("input", { type: "checkbox", checked: this.army.heroes.includes(hero.id) });
    box.addEventListener("change", () => this.change(() => {
      this.army.heroes = this.army.heroes.filter((id) => id !== hero.id);
      if (box.checked) this.army.heroes.push(hero.id);
    }));
    return h("label", { class: "switch" }, box, this.priced(hero));
  }

  /** What stands by the platoon: a number of each. */
  supportPart() {
    const row = (ware) => {
      const input = h("input", { type: "number", class: "support-number", "data-ware": ware.id, min: 0, max: ware.copies || 1, value: this.army.support[ware.id] || 0 });
      input.addEventListener("change", () => {
        if (Number(input.value) > 0) this.army.support[ware.id] = Math.min(ware.copies, Math.round(Number(input.value)));
        else delete this.army.support[ware.id];
        this.lookOver();
      });
      return h("label", { class: "seat card-row" }, h("span", null, this.priced(ware)), input);
    };
    return [h("h2", null, t("army.support")), h("div", { class: "deck support" }, this.ofNation("support").map(row))];
  }

  deckPart() {
    const own = h("input", { type: "checkbox", checked: this.army.deck !== null });
    own.addEventListener("change", () => this.change(() => (this.army.deck = own.checked ? { ...this.usual } : null)));
    this.counted = h("span", { class: "hint" });
    const cards = this.army.deck === null ? [] : this.ofNation("cards").map((card) => {
      const input = h("input", { type: "number", min: 0, max: card.copies || 1, value: this.army.deck[card.id] || 0 });
      input.addEventListener("change", () => {
        if (Number(input.value) > 0) this.army.deck[card.id] = Number(input.value);
        else delete this.army.deck[card.id];
        this.lookOver();
      });
      return h("label", { class: "seat card-row", title: card.about }, h("span", null, card.name, " ", h("small", null, `/ ${card.copies || 1}`)), input);
    });
    return [h("h2", null, t("army.deck")), h("label", { class: "switch" }, own, t("army.deck.own")), this.counted, h("div", { class: "deck" }, cards)];
  }

  /** Ask the server what it costs and what is wrong with it. */
  async lookOver() {
    this.keep.disabled = true; // until it is known to be right
    const asked = (this.asked = JSON.stringify([this.points, this.army]));
    const found = await api.audit(this.system, { points: this.points, army: this.army }).catch((problem) => ({ cost: 0, deck: {}, faults: [{ text: problem.message, field: "", rule: "" }] }));
    if (asked !== this.asked) return;
    this.usual = found.deck || {};
    if (this.counted) this.counted.textContent = t("army.deck.size", { n: Object.values(found.deck).reduce((sum, n) => sum + n, 0) });
    const over = found.cost > this.points;
    replace(this.findings,
      h("p", { class: over ? "problem cost" : "cost" }, t("army.cost", { cost: found.cost, points: this.points })),
      found.faults.length ? [h("h3", null, t("army.faults", { n: found.faults.length })), h("ul", { class: "plain faults" }, found.faults.map((fault) => h("li", null, h("b", null, this.where(fault.field)), " ", fault.text, " ", this.rules.rule(fault.rule))))]
        : h("p", { class: "fine" }, "✓ ", t("army.fine")));
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
      armies.keep(this.system, [{ name, points: this.points, army: structuredClone(this.army) }, ...others]);
      this.paintShelf();
    });
    return form;
  }

  paintShelf() {
    const list = armies.of(this.system);
    replace(this.shelf, list.length ? h("h3", null, t("army.kept")) : null, h("ul", { class: "games" }, list.map((item) => {
      const load = h("button", { type: "button", class: "quiet", onclick: () => this.change(() => {
        this.army = structuredClone(item.army);
        this.points = item.points;
        this.name.value = item.name;
      }) }, `${item.name} · ${this.armoury.nations[item.army.nation]} · ${item.points}`);
      const forget = h("button", { type: "button", class: "quiet", "aria-label": pair(t("army.forget"), item.name), title: t("army.forget"), onclick: () => {
        armies.keep(this.system, armies.of(this.system).filter((other) => other.name !== item.name));
        this.paintShelf();
      } }, "✕");
      return h("li", null, load, forget);
    })));
  }
}
