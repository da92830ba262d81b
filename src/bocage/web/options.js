/** The options of the start form: those that every scenario of a system has, and those of one alone. */

import { h } from "./dom.js";
import { makeRow } from "./seats.js";
import { t } from "./words.js";

/** @import { GameOption, OptionValue } from "./types.d.ts" */

/**
 * The options of a game. The usual value of each need not be sent: what the scenario sets, or else the first.
 * Where several people play another value may be proposed, until somebody has chosen one.
 * @param {string} prefix
 * @param {GameOption[]} options
 * @param {Record<string, unknown>} set
 * @param {HTMLSelectElement[]} [seats]
 */
export function makeOptions(prefix, options, set, seats = []) {
	const usual = options.map(({ name, values }) =>
		Math.max(
			0,
			values.findIndex(({ value }) => value === set[name]),
		),
	);
	const selects = options.map(({ name, values }, k) =>
		h(
			"select",
			{ id: `${prefix}-${name}` },
			values.map((value, n) => h("option", { value: n, selected: n === usual[k] }, value.text)),
		),
	);
	const touched = new Set();
	for (const select of selects) select.addEventListener("change", () => touched.add(select));
	const propose = () => {
		const people = seats.filter(({ value }) => value === "human").length;
		for (const [n, { name, several = 0 }] of options.entries())
			if (several && !(name in set) && !touched.has(selects[n]))
				selects[n].value = String(people > 1 ? several : usual[n]);
	};
	for (const seat of seats) seat.addEventListener("change", propose);
	propose();
	const rows = options.map((option, n) => makeRow(option.text, selects[n]));
	const choose = () =>
		Object.fromEntries(
			options.flatMap(({ name, values }, n) => {
				const at = Number(selects[n].value);
				return at === usual[n] ? [] : [[name, values[at].value]];
			}),
		);
	const element = rows.length ? h("details", { class: "options" }, h("summary", null, t("start.options")), rows) : null;
	return { element, choose };
}

/**
 * Options that only this scenario has, which say what is fought over. Values that do not go together cannot be chosen.
 * @param {string} prefix
 * @param {GameOption[]} options
 */
export function makeOwn(prefix, options) {
	const fields = options.map(({ name, values, most }) =>
		most
			? h("input", { id: `${prefix}-${name}`, type: "number", min: 1, max: most, placeholder: t("start.drawn") })
			: h(
					"select",
					{ id: `${prefix}-${name}` },
					values.map((value, n) => h("option", { value: n }, value.text)),
				),
	);
	/** @param {number} n */
	const chosen = (n) => options[n].values[Number(fields[n].value)];
	const sift = () => {
		for (const [n, field] of fields.entries()) {
			for (const [k, item] of [...field.querySelectorAll("option")].entries()) {
				const value = options[n].values[k];
				item.disabled = options.some(
					(other, m) => m !== n && !other.most && !goTogether(options, [n, m], value, chosen(m)),
				);
			}
		}
	};
	for (const field of fields) field.addEventListener("change", sift);
	return {
		element: h(
			"div",
			{ class: "free own" },
			options.map(({ text }, n) => makeRow(text, fields[n])),
		),
		choose: () =>
			Object.fromEntries(
				options.flatMap(({ name, most }, n) => {
					if (most) return fields[n].value ? [[name, Number(fields[n].value)]] : [];
					return Number(fields[n].value) ? [[name, chosen(n).value]] : [];
				}),
			),
	};
}

/**
 * Whether values of two options fit each other; the first value of each goes with everything.
 * @param {GameOption[]} options
 * @param {[number, number]} which
 * @param {OptionValue} one
 * @param {OptionValue} other
 */
export function goTogether(options, [n, m], one, other) {
	const [first, second] = [options[n], options[m]];
	if (one === first.values[0] || other === second.values[0]) return true;
	const here = one.fits?.[second.name];
	const there = other.fits?.[first.name];
	return (!here || here.includes(other.value)) && (!there || there.includes(one.value));
}
