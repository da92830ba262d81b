import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Viewport } from "../../src/bocage/web/viewport.js";
import { FakeNode, openPage } from "./page.mjs";

let svg;
let land;

/** A board of 1000 by 500 in a frame of 400 by 400. */
function makeView() {
	svg = new FakeNode("svg");
	land = new FakeNode("svg");
	svg.clientWidth = 400;
	svg.clientHeight = 400;
	svg.box = { left: 10, top: 20, width: 400, height: 400 };
	const view = new Viewport(svg, land, 1000, 500);
	view.fit();
	return view;
}

const near = (found, wanted) => assert.ok(Math.abs(found - wanted) < 1e-6, `${found} is not ${wanted}`);
const press = (pointerId, clientX, clientY) => svg.happen("pointerdown", { pointerId, clientX, clientY });
const drag = (pointerId, clientX, clientY) => svg.happen("pointermove", { pointerId, clientX, clientY });

beforeEach(openPage);

test("all of the board fits, in the middle, in both pictures", () => {
	const view = makeView();
	near(view.w, 1030);
	near(view.x, -15);
	near(view.y, (500 - 1030) / 2);
	assert.equal(svg.getAttribute("viewBox"), `${view.x} ${view.y} ${view.w} ${view.w}`);
	assert.equal(land.getAttribute("viewBox"), svg.getAttribute("viewBox"));
});

test("a point of the screen is a point of the board", () => {
	const view = makeView();
	const [x, y] = view.point({ clientX: 210, clientY: 220 });
	near(x, 500);
	near(y, 250);
});

test("zooming keeps the point under the pointer where it is", () => {
	const view = makeView();
	const before = view.point({ clientX: 110, clientY: 190 });
	view.zoom(0.5, ...before);
	near(view.w, 515);
	const after = view.point({ clientX: 110, clientY: 190 });
	near(after[0], before[0]);
	near(after[1], before[1]);
});

test("nobody comes nearer than a ninth or goes further than the whole", () => {
	const view = makeView();
	view.zoom(0.0001);
	near(view.w, 1000 / 9);
	view.zoom(10000);
	near(view.w, 1030);
});

test("the middle of the view stays on the board", () => {
	const view = makeView();
	view.pan(5, -5);
	near(view.x + view.w / 2, 1000);
	near(view.y + view.w / 2, 0);
});

test("a point in the middle leaves no bare edge", () => {
	const view = makeView();
	view.zoom(0.2);
	view.centre(0, 500);
	near(view.x, 0);
	near(view.y, 500 - view.w);
	view.centre(500, 250);
	near(view.x + view.w / 2, 500);
});

test("a board that does not fill the view stays in its middle", () => {
	const view = makeView();
	view.centre(100, 100);
	near(view.x, -15);
	near(view.y, (500 - 1030) / 2);
});

test("covering a point comes closer, but not too close", () => {
	const view = makeView();
	view.cover(500, 250);
	near(view.w, 500);
});

test("the view moves only if too little of what is sought is in it", () => {
	const view = makeView();
	view.zoom(0.2);
	view.centre(300, 250);
	const { x } = view;
	view.seek([[300, 250]]);
	near(view.x, x);
	view.seek([]);
	near(view.x, x);
	const far = [
		[900, 250],
		[880, 250],
		[920, 250],
		[300, 250],
	];
	view.seek(far);
	near(view.x, x);
	view.seek(far, 0.5);
	near(view.x + view.w / 2, 750);
});

test("a pointer that trembles drags nothing; one that moves takes the board along", () => {
	const view = makeView();
	view.zoom(0.2);
	view.centre(500, 250);
	const { x, w } = view;
	press(1, 100, 100);
	drag(1, 103, 103);
	near(view.x, x);
	assert.equal(view.dragged, false);
	drag(1, 140, 100);
	near(view.x, x - (40 * w) / 400);
	assert.equal(view.dragged, true);
	svg.happen("pointerup", { pointerId: 1 });
	drag(1, 300, 100);
	near(view.x, x - (40 * w) / 400);
});

test("two fingers that part come closer", () => {
	const view = makeView();
	const { w } = view;
	press(1, 100, 100);
	press(2, 200, 100);
	drag(2, 300, 100);
	near(view.w, w / 2);
});

test("a third finger changes nothing", () => {
	const view = makeView();
	const { w } = view;
	for (const id of [1, 2, 3]) press(id, 100 * id, 100);
	drag(3, 390, 100);
	near(view.w, w);
});

test("styles are told how far away the board is", () => {
	const view = makeView();
	assert.equal(svg.style.values.get("--pixel"), "2.58");
	assert.equal(svg.classList.contains("far"), true);
	view.zoom(0.2);
	assert.equal(svg.style.values.get("--pixel"), "0.52");
	assert.equal(land.style.values.get("--pixel"), "0.52");
	assert.equal(svg.classList.contains("far"), false);
});

test("while one drags, what is drawn is only moved; it is drawn anew when one lets go", () => {
	svg = new FakeNode("svg");
	land = new FakeNode("svg");
	svg.clientWidth = svg.clientHeight = 400;
	const camera = new FakeNode("div");
	const frame = new FakeNode("div");
	frame.box = { left: 0, top: 0, width: 400, height: 400 };
	frame.append(camera);
	const looked = [];
	const sheet = { place: (view) => looked.push(view), want() {}, holds: () => true };
	const view = new Viewport(svg, land, 1000, 500, { element: camera, sheet, scaled() {}, looked() {} });
	view.fit();
	const box = svg.getAttribute("viewBox");
	globalThis.window = { setTimeout: () => 1 };
	press(1, 100, 100);
	drag(1, 140, 100);
	assert.equal(svg.getAttribute("viewBox"), box);
	assert.match(camera.style.transform, /^translate\(40px, 0px\)$/);
	svg.happen("pointerup", { pointerId: 1 });
	assert.notEqual(svg.getAttribute("viewBox"), box);
	assert.equal(camera.style.transform, "");
	near(looked.at(-1).x, view.x);
});

test("a piece in question is brought into sight, and from under what lies over the board", () => {
	svg = new FakeNode("svg");
	land = new FakeNode("svg");
	svg.clientWidth = svg.clientHeight = 400;
	svg.box = { left: 10, top: 20, width: 400, height: 400 };
	const element = { style: {}, parentElement: { getBoundingClientRect: () => svg.box } };
	const sheet = { place() {}, want() {}, holds: () => true };
	const tool = { left: 310, top: 320, width: 100, height: 100 }; // in the lower right corner
	const camera = { element, sheet, scaled() {}, looked() {}, covers: () => [tool] };
	const view = new Viewport(svg, land, 1000, 1000, camera);
	view.zoom(0.4);
	view.centre(500, 500);
	const corner = [view.x + view.w * 0.9, view.y + view.w * 0.9];
	assert.equal(view.sees([500, 500], 20), true);
	assert.equal(view.sees(corner, 20), false, "the tool lies over it");
	assert.equal(view.sees([view.x + 5, 500], 20), false, "half of it is out of sight");
	const before = view.x;
	view.bring([[500, 500]], 20);
	near(view.x, before);
	view.bring([corner], 20);
	assert.equal(view.sees(corner, 20), true);
});
