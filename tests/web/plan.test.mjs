import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { Deciding } from "../../src/bocage/web/deciding.js";
import { h } from "../../src/bocage/web/dom.js";
import { setLooks } from "../../src/bocage/web/looks.js";
import { makeOptions } from "../../src/bocage/web/options.js";
import { drawToken, layOf, rearrange, turnOver, writeLay } from "../../src/bocage/web/order-tokens.js";
import { openPage, serve, settle } from "./page.mjs";

const SIGNS = { order: "token-number", hidden: "token-back", bluff: "token-word", special: "token-star", hit: "pin" };
const CHOICES = [1, 2, 3].flatMap((token) =>
	[10, 11, 12].map((piece) => ({ id: token * 100 + piece, verb: "order", label: "", token, piece })),
);
const DONE = { id: 9, verb: "done", label: "No more" };

beforeEach(() => {
	openPage();
	setLooks({ pieces: {}, signs: SIGNS, terrain: {} });
});

describe("tokens that are laid out", () => {
	const lay = new Map([
		[1, 10],
		[2, 11],
	]);

	test("are read from the choices and written again, the lowest first", () => {
		assert.deepEqual(layOf([211, 110], CHOICES), new Map([...lay].reverse()));
		assert.deepEqual(writeLay(layOf([211, 110], CHOICES), CHOICES), [110, 211]);
	});

	test("go to a free unit, from the hand or from another", () => {
		assert.deepEqual([...rearrange(lay, 3, 12)].sort(), [
			[1, 10],
			[2, 11],
			[3, 12],
		]);
		assert.deepEqual([...rearrange(lay, 1, 12)].sort(), [
			[1, 12],
			[2, 11],
		]);
	});

	test("change places, or push what lies there back into the hand", () => {
		assert.deepEqual([...rearrange(lay, 1, 11)].sort(), [
			[1, 11],
			[2, 10],
		]);
		assert.deepEqual([...rearrange(lay, 3, 11)].sort(), [
			[1, 10],
			[3, 11],
		]);
	});

	test("come back, and stay where they are", () => {
		assert.deepEqual([...rearrange(lay, 1, null)], [[2, 11]]);
		assert.deepEqual([...rearrange(lay, 1, 10)].sort(), [...lay]);
		assert.deepEqual([...rearrange(lay, 3, null)], [...lay]);
	});

	test("cannot lie where none is offered", () => {
		assert.equal(writeLay(new Map([[1, 99]]), CHOICES), null);
	});
});

describe("a token", () => {
	const classes = (badge) => drawToken(badge).childNodes.map((node) => node.getAttribute?.("class"));

	test("shows its number, its word or its star to its owner, and its back to others", () => {
		assert.deepEqual(classes({ kind: "order", label: "Order 7" }).slice(1), ["order-side order-face"]);
		assert.match(drawToken({ kind: "order", label: "Order 7" }).textContent, /7/);
		assert.match(drawToken({ kind: "bluff", label: "Bluff" }).textContent, /Bluff/);
		assert.deepEqual(classes({ kind: "hidden", label: "?" }).slice(1), ["order-side order-back"]);
	});

	test("turns over when it lay face down before", () => {
		const piece = (id, kind) => ({
			id,
			badges: [
				{ kind, label: "Order 1" },
				{ kind: "hit", label: "Hit" },
			],
		});
		const before = { pieces: [piece(1, "hidden"), piece(2, "hidden"), piece(3, "order")] };
		const after = { pieces: [piece(1, "order"), piece(2, "hidden"), piece(3, "order"), piece(4, "order")] };
		const turned = turnOver(before, after).pieces.map(({ badges }) => badges.map(({ turns }) => Boolean(turns)));
		assert.deepEqual(turned, [
			[true, false],
			[false, false],
			[false, false],
			[false, false],
		]);
		assert.equal(turnOver(undefined, after), after);
		assert.deepEqual(classes({ kind: "order", label: "1", turns: true }).slice(1), [
			"order-side order-back",
			"order-side order-face",
		]);
	});
});

describe("a plan", () => {
	let screen;
	let asked;

	const prompt = (choices, more = {}) => ({
		seat: 0,
		kind: "orders",
		text: "Orders",
		rule: "1",
		choices,
		plans: true,
		tokens: [1, 2, 3].map((id) => ({ id, kind: "order", label: `Order ${id}` })),
		...more,
	});

	const view = (seq, asks = prompt(CHOICES)) => ({
		seq,
		seat: 0,
		mine: Boolean(asks),
		prompt: asks,
		can_undo: false,
		can_ask: false,
		waiting: [],
		keeps: [0],
		events: [],
		players: ["human"],
		position: { turn: 1, pieces: [], seats: [] },
	});

	/** The server offers the choices that are left, and lets one stop after two tokens. */
	const answer = (path, { seq, options, complete } = {}) => {
		if (path === "/game/plan") return { seq: seq + options.length };
		if (path !== "/game/draft") return [];
		const all = complete ? [...options, ...[110, 211, 312].slice(options.length)] : options;
		const used = CHOICES.filter(({ id }) => all.includes(id));
		const left = CHOICES.filter((one) => used.every(({ token, piece }) => one.token !== token && one.piece !== piece));
		const choices = all.length > 1 ? [DONE, ...left] : left;
		return {
			seq,
			seat: 0,
			options: all,
			position: { turn: 1, pieces: [], seats: [] },
			prompt: left.length ? prompt(choices) : null,
		};
	};

	function makePlan(first = view(4)) {
		asked = serve(answer);
		screen = {
			secret: "key",
			view: first,
			newest: first.seq,
			element: h("div"),
			game: { board: { geometry: "square" } },
			board: { speakers: new Map(), point() {}, warn() {}, stand() {} },
			panel: { rule: () => null, showChoice() {}, open() {} },
			path: { goOn: () => false, walking: [] },
			curtain: { isDown: false },
			stage: { skip() {} },
			gesture: { aim: null, goOn: () => false },
			tray: { element: h("div") },
			toast: { hidden: false },
			painted: [],
			paint: (now) => screen.painted.push(now),
			explain: () => {},
			send: (action) => action(),
		};
		screen.deciding = new Deciding(screen);
		screen.deciding.plan.renew(first);
		return screen.deciding.plan;
	}

	const drafts = () => asked.filter(({ path }) => path === "/game/draft").map(({ body }) => body.options);
	const plans = () => asked.filter(({ path }) => path === "/game/plan").map(({ body }) => body);

	test("gathers choices and sends none of them before it is confirmed", async () => {
		const plan = makePlan();
		screen.deciding.play({ id: 110 });
		await settle();
		screen.deciding.play({ id: 211 });
		await settle();
		assert.deepEqual(drafts(), [[110], [110, 211]]);
		assert.deepEqual(plans(), []);
		assert.equal(plan.ending, screen.view.prompt.choices[0]);
		await plan.confirm();
		assert.deepEqual(plans(), [{ seq: 4, options: [110, 211, 9] }]);
	});

	test("moves and swaps tokens, and takes changes back one by one", async () => {
		const plan = makePlan();
		for (const [token, piece] of [
			[1, 10],
			[2, 11],
			[1, 11],
		]) {
			plan.lay(token, piece);
			await settle();
		}
		assert.deepEqual(plan.options, [111, 210]);
		plan.undo();
		await settle();
		assert.deepEqual(plan.options, [110, 211]);
		plan.undo();
		await settle();
		assert.deepEqual(plan.options, [110]);
		plan.undo();
		await settle();
		assert.deepEqual(plan.options, []);
		assert.equal(plan.undo(), false);
		assert.equal(screen.view.seq, 4);
	});

	test("is completed for the player, who confirms it", async () => {
		const plan = makePlan();
		plan.complete();
		await settle();
		assert.equal(plan.isComplete, true);
		assert.deepEqual(screen.view.prompt.choices, []);
		await plan.confirm();
		assert.deepEqual(plans(), [{ seq: 4, options: [110, 211, 312] }]);
	});

	test("cannot be confirmed while there is something to decide", async () => {
		const plan = makePlan();
		plan.lay(1, 10);
		await settle();
		await plan.confirm();
		assert.deepEqual(plans(), []);
	});

	test("stays when others decide meanwhile, and goes with its decision", async () => {
		const plan = makePlan();
		plan.lay(1, 10);
		await settle();
		screen.newest = 5;
		screen.view = view(5);
		plan.renew(screen.view);
		await settle();
		assert.deepEqual(plan.options, [110]);
		assert.equal(asked.at(-1).body.seq, 5);
		screen.view = view(6, null);
		plan.renew(screen.view);
		assert.deepEqual(plan.options, []);
		assert.equal(plan.base, null);
	});

	test("comes back when it is taken back after it was confirmed", async () => {
		const plan = makePlan();
		plan.complete();
		await settle();
		await plan.confirm();
		screen.view = view(7, null);
		plan.renew(screen.view);
		screen.deciding.held = true;
		screen.view = view(8);
		plan.renew(screen.view);
		await settle();
		assert.deepEqual(plan.options, [110, 211, 312]);
	});

	test("tells a refusal by what else is planned", async () => {
		const plan = makePlan();
		plan.lay(1, 10);
		await settle();
		plan.lay(2, 99);
		await settle();
		assert.deepEqual(asked.at(-1).body, { verb: "order", piece: 99, plan: [110] });
	});
});

test("where several people play another value is proposed, until somebody chooses", () => {
	const values = ["alternate", "together"].map((value) => ({ value, text: value }));
	const seats = ["human", "random"].map((value) => {
		const select = h("select");
		select.value = value;
		return select;
	});
	const { choose } = makeOptions("x", [{ name: "orders", text: "", rule: "", values, several: 1 }], {}, seats);
	const sit = (player) => {
		seats[1].value = player;
		seats[1].happen("change");
	};
	sit("human");
	assert.deepEqual(choose(), { orders: "together" });
	sit("random");
	assert.deepEqual(choose(), {});
});
