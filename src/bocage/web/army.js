/** Raising an army for a free battle: tiles with options, heroes and a deck, or a platoon with support; the server looks it over. */

import { api } from "./api.js";
import { drawUnits, Folds, makeControl, makeCount, readNumber, tellUnit } from "./army-parts.js";
import { Shelf } from "./army-shelf.js";
import { h, replace } from "./dom.js";
import { drawIcon } from "./icons.js";
import { setLooks } from "./looks.js";
import { Rules } from "./rules.js";
import { pair, t } from "./words.js";

/**
 * @import {
 *   Armoury, Army, BoughtTile, FittedOption, KeptArmy, Muster, Opening, Settings, Show, Ware, WareKind,
 * } from "./types.d.ts"
 */

/** @type {WareKind[]} */
const KINDS = ["tiles", "options", "heroes", "cards", "support"];

/**
 * @param {Show} show
 * @param {string} system
 * @param {Settings} settings
 */
export async function armyScreen(show, system, settings) {
	const builder = new Builder(system, await api.armoury(system));
	show(
		h(
			"div",
			{ class: "start army" },
			h(
				"header",
				{ class: "banner" },
				h(
					"a",
					{ class: "button quiet icon-button", href: "#/", "aria-label": t("game.home"), title: t("game.home") },
					drawIcon("home"),
				),
				h("h1", null, t("army.title")),
				settings(),
			),
			builder.element,
		),
	);
	builder.paint();
}

export class Builder {
	/**
	 * @param {string} system
	 * @param {Armoury} armoury
	 */
	constructor(system, armoury) {
		this.system = system;
		this.armoury = armoury;
		setLooks(armoury.looks);
		/** @type {Map<string, Ware>[]} */
		const [tiles, options, heroes, cards, support] = KINDS.map(
			(kind) => new Map((armoury[kind] || []).map((ware) => [ware.id, ware])),
		);
		this.wares = { tiles, options, heroes, cards, support };
		this.rules = new Rules(system);
		this.folds = new Folds();
		this.platoons = Boolean(armoury.support?.length); // one tile, and support by number
		this.points = this.platoons ? 550 : 200;
		this.cost = 0;
		/** @type {Record<string, number>} the deck that the army has if nobody chooses another */
		this.usual = {};
		this.asked = "";
		this.deckSize = h("span", { class: "hint" });
		this.army = this.raise(Object.keys(armoury.nations)[0]);
		this.bought = h("section", { class: "bought", "aria-label": t("army.title") });
		this.findings = h("div", { class: "findings", "aria-live": "polite" });
		this.shelf = new Shelf(this);
		const verdict = h("section", { class: "verdict", "aria-label": t("army.verdict") }, this.findings, this.shelf.form);
		this.element = h(
			"main",
			{ class: "builder" },
			this.bought,
			h("div", { class: "builder-side" }, verdict, this.shelf.element),
			this.rules.dialog,
		);
	}

	/**
	 * An army of nobody yet.
	 * @param {string} nation
	 * @returns {Army}
	 */
	raise(nation) {
		return this.platoons ? { nation, tiles: [], support: {} } : { nation, tiles: [], heroes: [], deck: null };
	}

	/** @param {Ware} ware */
	priced(ware) {
		return `${ware.name} (${ware.cost})`;
	}

	/** @param {WareKind} kind */
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
		nation.addEventListener("change", () =>
			this.change(() => {
				this.army = this.raise(nation.value);
			}),
		);
		const max = this.platoons ? 2000 : 500;
		const points = h("input", { type: "number", min: 80, max, step: 10, value: this.points });
		points.addEventListener("change", () =>
			this.change(() => {
				this.points = readNumber(points);
			}),
		);
		const controls = [makeControl(t("army.nation"), nation), makeControl(t("army.points"), points)];
		replace(
			this.bought,
			h("div", { class: "builder-head" }, controls),
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
		this.shelf.paint();
		this.lookOver();
	}

	/** @param {KeptArmy} kept */
	load({ army, points }) {
		this.change(() => {
			this.army = structuredClone(army);
			this.points = points;
		});
	}

	/**
	 * What was open stays open, and who chooses by keyboard goes on from where he is.
	 * @param {() => void} act
	 */
	change(act) {
		const fields = () => {
			/** @type {NodeListOf<HTMLElement>} */
			const found = this.bought.querySelectorAll("select, input");
			return [...found];
		};
		const focused = document.activeElement;
		const at = focused instanceof HTMLElement ? fields().indexOf(focused) : -1;
		act();
		this.folds.keep(() => this.paint());
		fields()[at]?.focus();
	}

	/**
	 * What something brings, in a line, and the cards of its units, to be opened.
	 * @param {Ware} ware
	 * @param {string} where
	 */
	brings(ware, where) {
		return [drawUnits(ware), ware.about ? h("p", { class: "hint" }, ware.about) : null, this.unitCards(ware, where)];
	}

	/**
	 * @param {Ware} ware
	 * @param {string} where
	 */
	unitCards({ id, units = [] }, where) {
		if (!units.some(({ rows }) => rows.length)) return null;
		const part = h("details", { class: "ware" }, h("summary", null, t("army.units")), units.map(tellUnit));
		return this.folds.add(`${where} ${id}`, part);
	}

	/**
	 * A tile that may be added, and what it brings.
	 * @param {Ware} tile
	 */
	offer(tile) {
		const add = () => this.change(() => this.army.tiles.push({ tile: tile.id, options: [] }));
		return h(
			"div",
			{ class: "ware-card" },
			h("button", { type: "button", class: "add-tile", title: tile.about, onclick: add }, `+ ${this.priced(tile)}`),
			this.brings(tile, "offer"),
		);
	}

	/**
	 * @param {BoughtTile} choice
	 * @param {number} n
	 */
	tileCard(choice, n) {
		const tile = this.wares.tiles.get(choice.tile);
		if (!tile) return null;
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
			this.brings(tile, String(n)),
			(tile.openings || []).map((opening, i) => this.openingRow(choice, opening, i + 1, `${n}.${i}`)),
		);
	}

	/**
	 * @param {BoughtTile} choice
	 * @param {Opening} opening
	 * @param {number} slot
	 * @param {string} where
	 */
	openingRow(choice, opening, slot, where) {
		const fitted = choice.options.find((one) => one.slot === slot);
		const ware = fitted && this.wares.options.get(fitted.option);
		const wares = opening.fits.flatMap((id) => this.wares.options.get(id) || []);
		const select = h(
			"select",
			null,
			h("option", { value: "" }, "—"),
			wares.map(({ id, about, name, cost }) =>
				h("option", { value: id, selected: fitted?.option === id, title: about }, `${name} (${cost})`),
			),
		);
		const fit = () => {
			choice.options = choice.options.filter((one) => one.slot !== slot);
			const option = this.wares.options.get(select.value);
			if (!option) return;
			const pick = Array(option.pick || 0).fill(opening.picks?.[option.id]?.[0] || "");
			choice.options.push({ slot, option: option.id, pick });
		};
		select.addEventListener("change", () => this.change(fit));
		const picks = fitted?.pick.map((_, k) => this.pickRow(fitted, opening.picks?.[fitted.option] || [], k));
		return h(
			"div",
			{ class: "opening" },
			makeControl(opening.name, select),
			picks,
			ware ? this.brings(ware, where) : this.fitting(wares, where),
		);
	}

	/**
	 * All that an opening takes, to be opened: long, and filled only then.
	 * @param {Ware[]} wares
	 * @param {string} where
	 */
	fitting(wares, where) {
		const list = h("dl");
		const details = h("details", { class: "ware" }, h("summary", null, t("army.fitting")), list);
		const fill = () =>
			replace(
				list,
				wares.map((ware) => [h("dt", null, this.priced(ware)), h("dd", null, this.brings(ware, where))]),
			);
		details.addEventListener("toggle", fill, { once: true });
		return this.folds.add(`${where} fitting`, details);
	}

	/**
	 * @param {FittedOption} fitted
	 * @param {string[]} allowed
	 * @param {number} k
	 */
	pickRow(fitted, allowed, k) {
		const select = h(
			"select",
			{ "aria-label": t("army.token") },
			allowed.map((id) => h("option", { value: id, selected: id === fitted.pick[k] }, this.armoury.tokens?.[id] || id)),
		);
		select.addEventListener("change", () =>
			this.change(() => {
				fitted.pick[k] = select.value;
			}),
		);
		return h("div", { class: "seat token" }, select);
	}

	/** @param {Ware} hero */
	heroBox(hero) {
		const { heroes = [] } = this.army;
		const box = h("input", { type: "checkbox", checked: heroes.includes(hero.id) });
		box.addEventListener("change", () =>
			this.change(() => {
				const others = heroes.filter((id) => id !== hero.id);
				this.army.heroes = box.checked ? [...others, hero.id] : others;
			}),
		);
		return h(
			"div",
			{ class: "ware-card" },
			h("label", { class: "switch", title: hero.about }, box, this.priced(hero)),
			this.brings(hero, "hero"),
		);
	}

	/** What stands by the platoon: a number of each. */
	supportPart() {
		const { support = {} } = this.army;
		const row = (/** @type {Ware} */ ware) => {
			const input = makeCount(ware, support[ware.id] || 0, (number) => this.count(support, ware.id, number));
			input.classList.add("support-number");
			input.dataset.ware = ware.id; // to be found by
			return h(
				"label",
				{ class: "seat card-row", title: ware.about },
				drawUnits({ ...ware, units: ware.units?.map((unit) => ({ ...unit, name: this.priced(ware) })) }) ??
					this.priced(ware),
				input,
			);
		};
		return [h("h2", null, t("army.support")), h("div", { class: "deck support" }, this.ofNation("support").map(row))];
	}

	/**
	 * @param {Record<string, number>} numbers
	 * @param {string} id
	 * @param {number} number
	 */
	count(numbers, id, number) {
		if (number) numbers[id] = number;
		else delete numbers[id];
		this.lookOver();
	}

	deckPart() {
		const { deck } = this.army;
		const own = h("input", { type: "checkbox", checked: Boolean(deck) });
		own.addEventListener("change", () =>
			this.change(() => {
				this.army.deck = own.checked ? { ...this.usual } : null;
			}),
		);
		this.deckSize = h("span", { class: "hint" });
		return [
			h("h2", null, t("army.deck")),
			h("label", { class: "switch" }, own, t("army.deck.own")),
			this.deckSize,
			h("div", { class: "deck" }, deck ? this.ofNation("cards").map((card) => this.cardRow(card, deck)) : null),
		];
	}

	/**
	 * @param {Ware} card
	 * @param {Record<string, number>} deck
	 */
	cardRow(card, deck) {
		const copies = h("small", { class: "copies" }, `/ ${card.copies || 1}`);
		return h(
			"label",
			{ class: "seat card-row", title: card.about },
			h("span", null, card.name, " ", copies, h("small", null, card.about)),
			makeCount(card, deck[card.id] || 0, (number) => this.count(deck, card.id, number)),
		);
	}

	/** Ask the server what it costs and what is wrong with it. */
	async lookOver() {
		this.shelf.keep.disabled = true; // until it is known to be right
		const asked = JSON.stringify([this.points, this.army]);
		this.asked = asked;
		const found = await api
			.audit(this.system, { points: this.points, army: this.army })
			.catch((problem) => ({ cost: 0, deck: {}, faults: [{ text: problem.message, field: "", rule: "" }] }));
		if (asked !== this.asked) return;
		this.usual = found.deck;
		this.cost = found.cost;
		this.deckSize.textContent = t("army.deck.size", { n: Object.values(found.deck).reduce((sum, n) => sum + n, 0) });
		this.tellFaults(found);
		this.shelf.keep.disabled = found.faults.length > 0;
	}

	/** @param {Muster} found */
	tellFaults(found) {
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
								h("li", null, h("b", null, this.where(fault.field)), " ", fault.text, " ", this.rules.link(fault.rule)),
							),
						),
					]
				: h("p", { class: "fine" }, "✓ ", t("army.fine")),
		);
	}

	/**
	 * The part of the army a fault is about, in words.
	 * @param {string} field
	 */
	where(field) {
		const [, kind, at] = field.match(/^(tiles|heroes)\[(\d+)\]/) || field.match(/^(deck|support)\.(\w+)/) || [];
		const { tiles, heroes, cards, support } = this.wares;
		if (kind === "support") return `${support.get(at)?.name || at}:`;
		if (kind === "tiles") return `${tiles.get(this.army.tiles[Number(at)].tile)?.name}:`;
		if (kind === "heroes") return `${heroes.get(this.army.heroes?.[Number(at)] ?? "")?.name}:`;
		if (kind === "deck") return `${cards.get(at)?.name}:`;
		return field.startsWith("deck") ? `${t("army.deck")}:` : "";
	}
}
