/** The rulebook: clauses that open in a dialog, and a search through them. */

import { api, Refused } from "./api.js";
import { h, replace } from "./dom.js";
import { pair, t } from "./words.js";

/** @import { Clause } from "./types.d.ts" */

const PAUSE = 200; // milliseconds without another letter before the server is asked

export class Rules {
	/** @param {string} system */
	constructor(system) {
		this.system = system;
		this.typing = 0;
		this.hits = h("ul", { class: "hits" });
		this.dialog = h("dialog", { class: "clause" });
		const words = h("input", {
			type: "search",
			id: "rule-words",
			placeholder: t("rules.words"),
			"aria-label": t("rules.search"),
			autocomplete: "off",
		});
		words.addEventListener("input", () => {
			clearTimeout(this.typing);
			this.typing = setTimeout(() => this.search(words.value), PAUSE);
		});
		this.element = h(
			"section",
			{ class: "rules", id: "panel-rules", "aria-label": t("panel.rules") },
			words,
			this.hits,
		);
	}

	/**
	 * A clause's id as a button that opens it.
	 * @param {string | undefined} id
	 */
	link(id) {
		if (!id) return null;
		return h(
			"button",
			{ type: "button", class: "rule", title: t("rules.open", { id }), onclick: () => this.show(id) },
			h("span", { class: "rule-id" }, id),
		);
	}

	/** @param {string} words */
	find(words) {
		return api.rules(this.system, words);
	}

	/** @param {string} words */
	async search(words) {
		if (!words.trim()) return replace(this.hits);
		const hits = await this.find(words).catch(() => []);
		const rows = hits.map(({ id, title }) => {
			const button = { type: "button", class: "hit", onclick: () => this.show(id) };
			return h("li", null, h("button", button, h("b", null, title), h("span", null, id)));
		});
		replace(this.hits, rows.length ? rows : h("li", { class: "hint" }, t("rules.none")));
	}

	/** @param {string} id */
	async show(id) {
		const press = () => this.dialog.close();
		const close = h("button", { type: "button", class: "quiet close", onclick: press }, t("game.close"));
		try {
			replace(this.dialog, drawClause(await api.clause(this.system, id)), close);
		} catch (problem) {
			if (!(problem instanceof Refused)) throw problem;
			replace(this.dialog, h("p", null, problem.message), close);
		}
		if (!this.dialog.open) this.dialog.showModal();
	}
}

/** @param {Clause} clause */
export function drawClause(clause) {
	const paragraphs = Array.isArray(clause.rule) ? clause.rule : [clause.rule];
	return h(
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
				h("thead", null, drawRow(table.columns.map((column) => h("th", { scope: "col" }, column)))),
				h(
					"tbody",
					null,
					table.rows.map((row) => drawRow(row.map((cell) => h("td", null, cell)))),
				),
			),
		),
		clause.default ? h("p", null, h("b", null, pair(t("rules.default"), "")), clause.default) : null,
		clause.notes ? h("p", { class: "hint" }, clause.notes) : null,
	);
}

/** @param {HTMLElement[]} cells */
function drawRow(cells) {
	return h("tr", null, cells);
}
