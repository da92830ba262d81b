/** One battle of the start screen: a row that tells it in short, and what can be set before it begins. */

import { api } from "./api.js";
import { armies } from "./armies.js";
import { makeBoard } from "./boards.js";
import { drawCounter } from "./counters.js";
import { h, replace, s } from "./dom.js";
import { Sheet } from "./land-sheet.js";
import { makeOptions, makeOwn } from "./options.js";
import { makePlayers, makeRow } from "./seats.js";
import { plain, t } from "./words.js";

/** @import { Army, NewGame, Position, Preview, Scenario, Seat, System } from "./types.d.ts" */

/**
 * @typedef {object} Bought the armies of a free battle
 * @property {HTMLElement} element
 * @property {(seats: Seat[]) => void} sit tell it who fights
 * @property {() => { points: number, armies: (Army | null)[] }} choose
 */

/** @typedef {{ system: string, module: string, length: string, size: string, vehicles: string, players: string }} Facets */

/**
 * @typedef {object} Card a battle on the screen
 * @property {HTMLFormElement} form
 * @property {Facets} facets what it can be sifted by
 * @property {string} text what it can be found by
 * @property {() => void} unfold
 * @property {() => void} invite leave the other sides to friends
 */

/** @type {[number, string][]} the most turns of each, and the most units */
const LENGTHS = [
	[6, "short"],
	[8, "middle"],
	[Infinity, "long"],
];
/** @type {[number, string][]} */
const SIZES = [
	[14, "small"],
	[24, "middle"],
	[Infinity, "large"],
];
const THUMB = 240; // pixels

const YES_NO = ["no", "yes"];

/**
 * @param {number} n
 * @param {[number, string][]} bands
 */
const nameBand = (n, bands) => (n ? (bands.find(([most]) => n <= most)?.[1] ?? "") : "");

/**
 * What a battle can be sifted by; "" fits only those who do not ask.
 * @param {string} system
 * @param {Pick<Scenario, "module" | "turns" | "size" | "vehicles" | "alone" | "seats">} scenario
 * @returns {Facets}
 */
export function facetsOf(system, { module, turns, size, vehicles, alone, seats }) {
	return {
		system,
		module,
		length: nameBand(turns, LENGTHS),
		size: nameBand(size, SIZES),
		vehicles: size ? YES_NO[Number(vehicles)] : "",
		players: alone ? "one" : seats.length > 2 ? "more" : "two",
	};
}

/**
 * Do something once an element comes near the window.
 * @param {Element} element
 * @param {() => void} act
 */
function whenNear(element, act) {
	const watcher = new IntersectionObserver(
		([entry]) => {
			if (!entry.isIntersecting) return;
			watcher.disconnect();
			act();
		},
		{ rootMargin: "300px" },
	);
	watcher.observe(element);
}

/**
 * @param {System} system
 * @param {Scenario} scenario
 * @param {string[]} players
 * @param {(asked: NewGame) => Promise<void>} begin
 * @returns {Card}
 */
export function makeCard(system, scenario, players, begin) {
	const id = `${system.id}-${scenario.id}`;
	const thumb = h("span", { class: "thumb" });
	const about = h("div", { class: "about", id: `${id}-about`, hidden: true });
	const play = h("button", { type: "submit", class: "primary" }, t("start.play"));
	/** @type {Body | null} made when it is first needed: there are many battles */
	let body = null;
	let invited = false;
	const build = () => {
		if (body) return body;
		body = makeBody(system, scenario, players, invited);
		replace(about, body.elements);
		return body;
	};
	const row = h(
		"button",
		{ type: "button", class: "row", "aria-expanded": "false", "aria-controls": about.id },
		thumb,
		h("span", { class: "row-title" }, scenario.title),
		h("span", { class: "facts" }, tellFacts(scenario)),
	);
	const fold = (/** @type {boolean} */ open) => {
		if (open) build().show();
		about.hidden = !open;
		row.setAttribute("aria-expanded", String(open));
	};
	row.addEventListener("click", () => fold(Boolean(about.hidden)));
	const form = h(
		"form",
		{ class: "scenario", "data-system": system.id, "data-scenario": scenario.id, "aria-label": scenario.title },
		h("div", { class: "row-line" }, row, play),
		about,
	);
	form.addEventListener("submit", async (event) => {
		event.preventDefault();
		play.disabled = true;
		await begin({ system: system.id, scenario: scenario.id, ...build().choose() });
		play.disabled = false;
	});
	whenNear(form, () => showThumb(thumb, system, scenario));
	const text = plain([scenario.title, scenario.about, scenario.length, scenario.module, ...scenario.seats].join(" "));
	return {
		form,
		facets: facetsOf(system.id, scenario),
		text,
		unfold: () => fold(true),
		invite() {
			invited = true;
			for (const [n, seat] of (body?.seats || []).entries()) seat.value = playerOf(n, scenario, invited);
		},
	};
}

/**
 * Who sits there unless one says otherwise.
 * @param {number} seat
 * @param {Scenario} scenario
 * @param {boolean} invited
 */
const playerOf = (seat, { alone }, invited) => (seat === 0 || alone ? "human" : invited ? "friend" : "regular");

/** @param {Scenario} scenario */
function tellFacts({ module, length, size, vehicles, alone, seats }) {
	const facts = [
		length,
		size ? t("start.units", { n: size }) : "",
		vehicles ? t("start.vehicles") : "",
		alone ? t("start.players.one") : seats.length > 2 ? t("start.seats", { n: seats.length }) : "",
	];
	return [
		facts.filter(Boolean).map((fact) => h("span", null, fact)),
		module ? h("span", { class: "module" }, module) : null,
	];
}

/**
 * @typedef {object} Body what a battle shows when its row is opened
 * @property {(HTMLElement | null | undefined)[]} elements
 * @property {HTMLSelectElement[]} seats
 * @property {() => void} show have its picture drawn
 * @property {() => Pick<NewGame, "seats" | "options">} choose
 */

/**
 * @param {System} system
 * @param {Scenario} scenario
 * @param {string[]} players
 * @param {boolean} invited
 * @returns {Body}
 */
function makeBody(system, scenario, players, invited) {
	const id = `${system.id}-${scenario.id}`;
	const picture = h("div", { class: "picture" });
	const forces = h("div", { class: "forces" });
	const seats = scenario.seats.map((_, seat) =>
		makePlayers(`${id}-${seat}`, players, playerOf(seat, scenario, invited)),
	);
	const bought = scenario.points ? makeArmies(system, scenario, seats) : null;
	const options = makeOptions(id, system.options, scenario.usual, seats);
	const own = scenario.options.length ? makeOwn(id, scenario.options) : null;
	const names = scenario.seats.map((name, seat) => makeRow(name, seats[seat]));
	const rules = scenario.rules.map((rule) => h("li", null, rule));
	let shown = false;
	return {
		elements: [
			h("div", { class: "scene" }, picture, forces),
			h(
				"div",
				{ class: "settings-of" },
				h("p", null, scenario.about),
				rules.length ? h("ul", { class: "special-rules" }, rules) : null,
				h("fieldset", null, h("legend", { class: "visually-hidden" }, t("start.players")), names),
				bought?.element,
				own?.element,
				options.element,
			),
		],
		seats,
		show() {
			if (!shown) showPreview({ picture, forces }, system, scenario, bought);
			shown = true;
		},
		choose: () => ({
			seats: seats.map((seat) => seat.value),
			options: { ...bought?.choose(), ...own?.choose(), ...options.choose() },
		}),
	};
}

/**
 * A free battle: its points, and for each side an army of one's own or one drafted at random.
 * @param {System} system
 * @param {Scenario} scenario
 * @param {HTMLSelectElement[]} seats
 * @returns {Bought}
 */
function makeArmies(system, scenario, seats) {
	const first = system.scenarios.find((one) => one.points && one.seats.length === 2);
	const led = scenario === first ? armies.led(system.id) : null;
	const id = `${system.id}-${scenario.id}-points`;
	const max = scenario.points > 500 ? 2000 : 500;
	const value = led?.points || scenario.points;
	const points = h("input", { id, type: "number", min: 80, max, step: 10, value });
	const rows = h("div", { class: "armies" });
	/** @type {HTMLSelectElement[]} */
	let selects = [];
	/** @type {Seat[]} */
	let own = [];
	const paint = () => {
		selects = own.map(({ nation }, seat) => {
			const share = Number(points.value) / own.filter((ally) => ally.nation === nation).length; // allies share the points
			return makeArmyChoice(`${id}-${seat}`, system.id, nation, share);
		});
		replace(
			rows,
			selects.map((select, seat) => makeRow(t("army.of", { who: own[seat].name }), select)),
		);
	};
	points.addEventListener("change", paint);
	return {
		element: h("div", { class: led ? "free led" : "free" }, makeRow(t("army.points"), points), rows),
		sit(found) {
			own = found;
			paint();
			const mine = own.findIndex(({ nation }) => nation === led?.army.nation);
			if (!led || mine < 0) return;
			selects[mine].value = led.name;
			rows.closest("form")?.scrollIntoView({ block: "end" });
			for (const [seat, select] of seats.entries()) select.value = seat === mine ? "human" : "regular";
		},
		choose: () => ({
			points: Number(points.value),
			armies: selects.map(({ value: name }) => armies.of(system.id).find((item) => item.name === name)?.army || null),
		}),
	};
}

/**
 * The armies of a nation that cost no more than this.
 * @param {string} id
 * @param {string} system
 * @param {string} nation
 * @param {number} most
 */
function makeArmyChoice(id, system, nation, most) {
	const fitting = armies.of(system).filter((item) => item.army.nation === nation && item.points <= most);
	return h(
		"select",
		{ id },
		h("option", { value: "" }, t("army.random")),
		fitting.map((item) => h("option", { value: item.name }, item.name)),
	);
}

/**
 * @param {{ picture: HTMLElement, forces: HTMLElement }} scene
 * @param {System} system
 * @param {Scenario} scenario
 * @param {Bought | null} bought
 */
async function showPreview({ picture, forces }, system, scenario, bought) {
	try {
		const preview = await api.preview(system.id, scenario.id);
		if (!picture.isConnected) return; // a game has been opened, which has looks of its own
		bought?.sit(preview.position.seats);
		picture.setAttribute("role", "img");
		picture.setAttribute("aria-label", t("start.map", { scenario: scenario.title }));
		picture.style.aspectRatio = `${preview.board.width} / ${preview.board.height}`;
		replace(picture, drawPreview(preview));
		replace(forces, drawForces(preview.position));
	} catch {
		replace(picture);
	}
}

/** @param {Preview} preview */
function drawPreview(preview) {
	const board = makeBoard(preview.board);
	board.show(preview.position, null);
	board.svg.classList.add("still");
	const ground = board.sheet.whole(760);
	return h("div", { inert: true }, ground, board.land, board.svg); // or the keyboard would walk through every place of it
}

/**
 * Who fights, side by side: every unit's counter.
 * @param {Position} position
 */
function drawForces({ seats, pieces }) {
	return seats.map(({ name }, seat) => {
		const all = pieces.filter((piece) => piece.seat === seat);
		// Of a unit that stands on the table man by man, the first.
		const own = all.filter(
			({ group = -1, radius }, n) => !radius || group < 0 || all.findIndex((one) => one.group === group) === n,
		);
		if (!own.length) return null;
		const faces = own.map((piece) =>
			h(
				"li",
				{ title: [piece.name, piece.values?.join(" ")].filter(Boolean).join(" · ") },
				s(
					"svg",
					{ viewBox: "-54 -54 108 108", class: "unit-face", role: "img", "aria-label": piece.name },
					drawCounter({ ...piece, facing: -1 }, "card"),
				),
			),
		);
		return h("section", null, h("h3", null, name, " ", h("small", null, own.length)), h("ul", null, faces));
	});
}

/**
 * The ground alone, small.
 * @param {HTMLElement} thumb
 * @param {System} system
 * @param {Scenario} scenario
 */
async function showThumb(thumb, system, scenario) {
	const preview = await api.preview(system.id, scenario.id).catch(() => null);
	if (preview && thumb.isConnected) replace(thumb, new Sheet(preview.board, 1).whole(THUMB));
}
