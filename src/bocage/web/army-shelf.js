/** The shelf of a builder: armies kept under a name, to be built on or played. */

import { armies } from "./armies.js";
import { h, replace } from "./dom.js";
import { pair, t } from "./words.js";

/** @import { Builder } from "./army.js" */
/** @import { KeptArmy } from "./types.d.ts" */

export class Shelf {
	/** @param {Builder} builder */
	constructor(builder) {
		this.builder = builder;
		this.system = builder.system;
		this.name = h("input", {
			type: "text",
			required: true,
			maxlength: 60,
			"aria-label": t("army.name"),
			placeholder: t("army.name"),
		});
		this.keep = h("button", { type: "submit", class: "primary" }, t("army.keep"));
		this.form = h("form", { class: "keep" }, this.name, this.keep);
		this.form.addEventListener("submit", (event) => {
			event.preventDefault();
			this.put();
		});
		this.element = h("section", { class: "shelf", "aria-label": t("army.kept") });
	}

	/**
	 * All armies but the one of this name.
	 * @param {string} name
	 */
	listOthers(name) {
		return armies.of(this.system).filter((item) => item.name !== name);
	}

	/** Keep the army under the name that was typed. */
	put() {
		const { points, cost, army } = this.builder;
		const name = this.name.value;
		armies.keep(this.system, [{ name, points, cost, army: structuredClone(army) }, ...this.listOthers(name)]);
		this.paint();
	}

	/** @param {string} name */
	forget(name) {
		armies.keep(this.system, this.listOthers(name));
		this.paint();
	}

	/** @param {KeptArmy} item */
	load(item) {
		this.name.value = item.name;
		this.builder.load(item);
	}

	paint() {
		const list = armies.of(this.system);
		replace(
			this.element,
			list.length ? h("h3", null, t("army.kept")) : null,
			h(
				"ul",
				{ class: "games" },
				list.map((item) => this.drawRow(item)),
			),
		);
	}

	/** @param {KeptArmy} item */
	drawRow(item) {
		const { name, points, cost, army } = item;
		const lead = () => armies.lead(this.system, name);
		const price = cost === undefined ? points : t("army.cost", { cost, points });
		const label = (/** @type {string} */ text) => pair(text, name);
		const cross = { type: "button", class: "quiet", title: t("army.forget"), onclick: () => this.forget(name) };
		return h(
			"li",
			null,
			h(
				"button",
				{ type: "button", class: "quiet", onclick: () => this.load(item) },
				h("b", null, name),
				` · ${this.builder.armoury.nations[army.nation]} · ${price}`,
			),
			h("button", { ...cross, "aria-label": label(t("army.forget")) }, "✕"),
			h("a", { class: "button", href: "#/", "aria-label": label(t("army.play")), onclick: lead }, t("army.play")),
		);
	}
}
