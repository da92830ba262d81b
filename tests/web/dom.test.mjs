import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { find, h, replace, s, targetOf } from "../../src/bocage/web/dom.js";
import { openPage } from "./page.mjs";

beforeEach(openPage);

test("children may hold lists, numbers and gaps", () => {
	const list = h("ul", null, [h("li", null, 1), [h("li", null, "two"), null]], false, undefined, "end");
	assert.equal(list.textContent, "1twoend");
	assert.equal(list.children.length, 2);
});

test("a line never breaks before a French mark", () => {
	assert.equal(h("p", null, "Feu ! « Halte »").textContent, "Feu\u00a0! «\u00a0Halte\u00a0»");
});

test("true is an attribute without a value; null, false and undefined are none", () => {
	const field = h("input", { required: true, max: 3, title: null, hidden: false, name: undefined });
	assert.deepEqual(
		[...field.attributes],
		[
			["required", ""],
			["max", "3"],
		],
	);
});

test("handlers and styles are no attributes", () => {
	let pressed = 0;
	const button = s("g", { onclick: () => pressed++, style: { width: "3px" } });
	button.happen("click");
	assert.equal(pressed, 1);
	assert.equal(button.style.values.get("width"), "3px");
	assert.equal(button.attributes.size, 0);
});

test("what is replaced is gone", () => {
	const box = h("div", null, "old", h("b", null, "old"));
	replace(box, "new", [null, "est"]);
	assert.equal(box.textContent, "newest");
});

test("what should be there and is not is an error", () => {
	const box = h("div", null, h("p", { class: "here" }));
	assert.equal(find(box, ".here").tagName, "p");
	assert.throws(() => find(box, ".there"), /\.there/);
});

test("an event that happened to no element happened to the page", () => {
	const box = h("div");
	assert.equal(targetOf({ target: box }), box);
	assert.equal(targetOf({ target: null }), document.documentElement);
});
