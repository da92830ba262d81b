/** Terms of the game that explain themselves wherever they stand. */

import { h } from "./dom.js";

/** @import { Child, Game } from "./types.d.ts" */

/**
 * The text in pieces, each with its meaning if it is a term.
 * @param {string} text
 * @param {Game["terms"]} terms
 * @returns {[string, string][]}
 */
export function findTerms(text, terms) {
	const meanings = new Map(terms.flatMap(({ forms, means }) => forms.map((form) => [form.toLowerCase(), means])));
	if (!meanings.size) return [[text, ""]];
	const longest = [...meanings.keys()].sort((a, b) => b.length - a.length);
	const pattern = longest.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
	const parts = text.split(new RegExp(`(?<!\\p{L})(${pattern})(?!\\p{L})`, "giu"));
	/** @type {[string, string][]} */
	const found = parts.map((part, n) => [part, n % 2 ? (meanings.get(part.toLowerCase()) ?? "") : ""]);
	return found.filter(([part]) => part);
}

/**
 * @param {string} text
 * @param {Game["terms"]} terms
 * @returns {Child[]}
 */
export function markTerms(text, terms) {
	return findTerms(text, terms).map(([part, means]) =>
		means ? h("abbr", { class: "term", title: means }, part) : part,
	);
}
