/** The words of the page itself, in the reader's language. Words of the games come rendered from the server. */

export const LANGUAGES = ["en", "fr"];

/** @type {Record<string, string>} */
let entries = {};

export function language() {
	const kept = localStorage.getItem("bocage.language");
	if (kept !== null && LANGUAGES.includes(kept)) return kept;
	return (navigator.language || "en").startsWith("fr") ? "fr" : "en";
}

export async function loadWords() {
	const chosen = language();
	document.documentElement.lang = chosen;
	entries = await (await fetch(`texts/${chosen}.json`)).json();
}

/** @param {string} chosen */
export function keepLanguage(chosen) {
	localStorage.setItem("bocage.language", chosen);
}

/**
 * In French nought is singular too.
 * @param {number} n
 */
const isSingular = (n) => (language() === "fr" ? Math.abs(n) < 2 : n === 1);

/**
 * A text of the page; {name} is filled in, {n|turn|turns} is the word that goes with the number.
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export function t(key, values = {}) {
	const text = (entries[key] ?? key).replace(/\{(\w+)\|([^{}|]*)\|([^{}|]*)\}/g, (_, name, one, many) =>
		isSingular(Number(values[name])) ? one : many,
	);
	return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * What a player is called; bots of other packages go by the name they were installed under.
 * @param {string} player
 */
export const namePlayer = (player) => entries[`player.${player}`] ?? player;

/**
 * A name and what belongs to it; in French the colon keeps its distance.
 * @param {string} name
 * @param {string} text
 */
export const pair = (name, text) => t("pair", { name, text });

/** @param {string} key */
export function has(key) {
	return key in entries;
}

/**
 * Without capitals and accents, to compare what was typed.
 * @param {string} text
 */
export const plain = (text) =>
	text
		.toLocaleLowerCase()
		.normalize("NFD")
		.replace(/\p{Mn}/gu, "");
