/** The numbers of a choice as the panel draws them: its tally, its odds, and the shots it may draw. */

import { h } from "./dom.js";
import { percent, signed, sortRows, sortSubjects, summarise } from "./numbers.js";
import { pair, t } from "./words.js";

/** @import { Rules } from "./rules.js" */
/** @import { ChanceLine, Forecast, Leg, Shot, TallyLine } from "./types.d.ts" */

/**
 * @param {Rules} rules
 * @param {TallyLine[]} lines
 * @param {number | null} total
 */
export function drawTally(rules, lines, total) {
	if (!lines.length) return null;
	const row = (/** @type {TallyLine} */ { label, value, rule }) =>
		h("tr", null, h("th", { scope: "row" }, label), h("td", null, signed(value)), h("td", null, rules.link(rule)));
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
 * What may come of it, in words; then what the dice must show, with the tally behind it, and all the numbers.
 * @param {Rules} rules
 * @param {Forecast} forecast
 */
export function drawOdds(rules, { told, need, odds, lines, total }) {
	const tables = sortSubjects(odds).map(({ subject, rows }) => drawChart(subject || t("panel.odds"), rows));
	const main = told.length ? [] : tables.slice(0, 1);
	const rest = tables.slice(main.length);
	return [
		told.map((line) => h("p", { class: "told" }, line)),
		need ? h("p", null, h("b", null, t("panel.need")), " ", need) : null,
		drawTally(rules, lines, total),
		main,
		tables.length > 3 ? h("details", { class: "more-odds" }, h("summary", null, t("panel.more")), rest) : rest,
	];
}

/**
 * @param {string} subject
 * @param {ChanceLine[]} all
 */
function drawChart(subject, all) {
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
 * What makes a step risky: the likeliest shot in full, the others one by one.
 * @param {Rules} rules
 * @param {Leg} leg
 */
export function drawDanger(rules, { unharmed, shots }) {
	const worst = shots.toSorted((a, b) => b.harm - a.harm).map((one) => drawShot(rules, one));
	if (worst.length) worst[0].open = true;
	return h(
		"div",
		{ class: "danger" },
		h("p", { class: "leg" }, t("path.unharmed"), " ", h("b", { class: "leg-chance" }, percent(unharmed))),
		worst,
	);
}

/**
 * @param {Rules} rules
 * @param {Shot} one
 */
export function drawShot(rules, one) {
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
		rules.link(one.rule),
		drawOdds(rules, one),
	);
}
