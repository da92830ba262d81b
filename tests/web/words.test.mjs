import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { beforeEach, test } from "node:test";
import { has, keepLanguage, language, loadWords, pair, plain, t } from "../../src/bocage/web/words.js";
import { openPage } from "./page.mjs";

async function speak(chosen) {
	keepLanguage(chosen);
	await loadWords();
}

beforeEach(() => {
	openPage();
	globalThis.fetch = async (url) => {
		const text = await readFile(new URL(`../../src/bocage/web/${url}`, import.meta.url), "utf-8");
		return { json: async () => JSON.parse(text) };
	};
});

test("the language is the one kept, else the browser's, else English", () => {
	assert.equal(language(), "en");
	navigator.language = "fr-CA";
	assert.equal(language(), "fr");
	navigator.language = "de-DE";
	assert.equal(language(), "en");
	keepLanguage("fr");
	assert.equal(language(), "fr");
	keepLanguage("xx");
	assert.equal(language(), "en");
});

test("the words and the page speak the same language", async () => {
	await speak("fr");
	assert.equal(document.documentElement.lang, "fr");
	assert.equal(t("game.close"), "Fermer");
	await speak("en");
	assert.equal(t("game.close"), "Close");
});

test("names are filled in, unknown ones and unknown texts stay", async () => {
	await speak("en");
	assert.equal(t("Hello {who}", { who: "Able" }), "Hello Able");
	assert.equal(t("Hello {who}", {}), "Hello {who}");
	assert.equal(t("no.such.text"), "no.such.text");
	assert.equal(has("no.such.text"), false);
	assert.equal(has("game.close"), true);
});

test("a word goes with its number, and nought is singular in French only", async () => {
	const text = "{n} {n|turn|turns}";
	await speak("en");
	assert.deepEqual(
		[0, 1, 2].map((n) => t(text, { n })),
		["0 turns", "1 turn", "2 turns"],
	);
	await speak("fr");
	assert.deepEqual(
		[0, 1, 2].map((n) => t(text, { n })),
		["0 turn", "1 turn", "2 turns"],
	);
});

test("a colon keeps its distance in French", async () => {
	await speak("en");
	assert.equal(pair("Able", "moves"), "Able: moves");
	await speak("fr");
	assert.match(pair("Able", "avance"), /^Able[ \u00a0]: avance$/);
});

test("plain words have no capitals and no accents", () => {
	assert.equal(plain("Forêt ÉPAISSE"), "foret epaisse");
});
