/** Numbers as players read them: signs, chances, and the rows of a table of odds. */

import { t } from "./words.js";

/** @import { ChanceLine, SubjectOdds } from "./types.d.ts" */

const RARE = 0.01; // chances below this are told together

/** @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/**
 * What a bot thinks something is worth.
 * @param {number} value
 */
export const worth = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;

/**
 * A chance that is not quite sure, or not quite out of the question, does not look as if it were.
 * @param {number} chance
 */
export function percent(chance) {
	const value = chance * 100;
	return `${value > 0 && value < 1 ? "<1" : value > 99 && value < 99.9999 ? ">99" : Math.round(value)} %`;
}

/**
 * Whether an outcome is a number, such as one of hits.
 * @param {{ label: string }} line
 */
export const isNumber = ({ label }) => /^\d+$/.test(label);

/**
 * @param {ChanceLine[]} some
 * @param {string} key
 * @param {string | undefined} n
 */
function join(some, key, n) {
	if (some.length < 2) return some;
	return [{ label: t(key, { n }), chance: some.reduce((sum, line) => sum + line.chance, 0) }];
}

/**
 * Numbers that are rare one by one become a single line at either end.
 * @param {ChanceLine[]} rows
 */
export function joinRare(rows) {
	const first = rows.findIndex((line) => line.chance >= RARE);
	const last = rows.findLastIndex((line) => line.chance >= RARE);
	if (first < 0) return rows;
	const low = rows.slice(0, first);
	const high = rows.slice(last + 1);
	return [
		...join(low, "panel.orless", low.at(-1)?.label),
		...rows.slice(first, last + 1),
		...join(high, "panel.ormore", high[0]?.label),
	];
}

/**
 * The rows of a table: numbers in their order, words by how likely they are.
 * @param {ChanceLine[]} all
 */
export function sortRows(all) {
	if (all.every(isNumber)) return joinRare(all.toSorted((a, b) => Number(a.label) - Number(b.label)));
	return all.toSorted((a, b) => (isNumber(a) && isNumber(b) ? Number(a.label) - Number(b.label) : b.chance - a.chance));
}

/**
 * Odds by what they are about; what is only counted comes last.
 * @param {SubjectOdds[]} odds
 */
export function sortSubjects(odds) {
	return odds.toSorted((a, b) => Number(a.rows.every(isNumber)) - Number(b.rows.every(isNumber)));
}

/**
 * What may become of each target, in a line; numbers only where there are no words.
 * @param {SubjectOdds[]} odds
 * @returns {[string, string][]} a subject and what is told of it
 */
export function summarise(odds) {
	const worded = odds.filter(({ rows }) => !rows.every(isNumber));
	const unsure = worded.filter(({ rows }) => rows.length > 1);
	const shown = worded.length > 1 ? unsure : worded.length ? worded : odds.slice(-1);
	return shown.map(({ subject, rows }) => [
		subject,
		rows
			.toSorted((a, b) => b.chance - a.chance)
			.map((line) => `${line.label} ${percent(line.chance)}`)
			.join(", "),
	]);
}
