/** Terms explain themselves wherever they stand in a text. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { findTerms } from "../../src/bocage/web/terms.js";

const TERMS = [
	{ word: "Shaken", forms: ["Shaken"], means: "have had enough" },
	{ word: "Rally", forms: ["rally phase", "rallies"], means: "come round" },
];

test("a term is found in any case, and whole", () => {
	assert.deepEqual(findTerms("The shaken squad rallies.", TERMS), [
		["The ", ""],
		["shaken", "have had enough"],
		[" squad ", ""],
		["rallies", "come round"],
		[".", ""],
	]);
});

test("part of a word is no term", () => {
	assert.deepEqual(findTerms("unshakened", TERMS), [["unshakened", ""]]);
});

test("without terms a text stays as it is", () => {
	assert.deepEqual(findTerms("Fire.", []), [["Fire.", ""]]);
});
