/** The first screen: three ways in, the games that were begun, and every battle there is. */

import { api, kept, ownKey } from "./api.js";
import { armies } from "./armies.js";
import { find, h, replace } from "./dom.js";
import { makeCard } from "./scenario-form.js";
import { language, namePlayer, pair, plain, t } from "./words.js";

/** @import { LostGame, NewGame, OpenGame, Settings, Show, System } from "./types.d.ts" */
/** @import { Card, Facets } from "./scenario-form.js" */

const NEWEST = 3; // games that are shown; the others are folded away
const FIRST = 6; // battles of a game that are shown unless one looks for some
const USUAL = "lnlt"; // the game that is played if none was chosen yet

/** What battles are sifted by, each with its answers. */
const SIEVES = /** @type {const} */ ([
	["length", ["short", "middle", "long"]],
	["size", ["small", "middle", "large"]],
	["vehicles", ["yes", "no"]],
	["players", ["one", "two", "more"]],
]);

/** @param {string} secret */
function open(secret) {
	kept.add(secret);
	location.hash = `#/game/${secret}`;
}

/** @param {Error} problem */
function say(problem) {
	const line = find(document, "#problem");
	line.textContent = problem.message;
	line.hidden = false;
}

/** @param {NewGame} asked */
const begin = (asked) => api.create(asked).then((keys) => open(ownKey(keys)), say);

/**
 * @param {Show} show
 * @param {Settings} settings
 */
export async function startScreen(show, settings) {
	const earlier = h("section", { class: "earlier", hidden: true });
	const fresh = h("section", { class: "fresh" }, h("p", { class: "hint" }, t("start.loading")));
	const doors = makeDoors();
	show(
		h(
			"div",
			{ class: "start" },
			h(
				"header",
				{ class: "banner" },
				h("img", { src: "icon.svg", alt: "", width: 56, height: 56 }),
				h("div", null, h("h1", null, "Bocage"), h("p", null, t("app.tagline"))),
				settings(),
			),
			h(
				"main",
				null,
				h("p", { id: "problem", class: "problem", role: "alert", hidden: true }),
				doors.element,
				earlier,
				fresh,
				h("p", { class: "upload" }, h("label", { class: "button", for: "upload" }, t("start.upload")), makeUpload()),
			),
		),
	);
	showEarlier(earlier);
	await showScenarios(fresh, doors).catch((problem) => {
		replace(fresh);
		say(problem);
	});
}

/** Learn, play at once, or with a friend. */
function makeDoors() {
	const door = (/** @type {string} */ name, /** @type {"a" | "button"} */ tag, /** @type {object} */ more) =>
		h(
			tag,
			{ class: `door door-${name}`, ...more },
			h("b", null, t(`start.door.${name}`)),
			h("span", null, t(`start.door.${name}.about`)),
		);
	const now = /** @type {HTMLButtonElement} */ (door("now", "button", { type: "button", disabled: true }));
	const friend = /** @type {HTMLButtonElement} */ (door("friend", "button", { type: "button", disabled: true }));
	const element = h(
		"nav",
		{ class: "doors", "aria-label": t("start.doors") },
		door("learn", "a", { href: "#/learn" }),
		now,
		friend,
		h("p", { class: "to-lobby" }, h("a", { href: "#/lobby" }, t("start.lobby"))),
	);
	return { element, now, friend };
}

function makeUpload() {
	const input = h("input", { type: "file", accept: ".json,application/json", id: "upload", class: "visually-hidden" });
	input.addEventListener("change", async () => {
		const file = input.files?.[0];
		if (!file) return;
		await api.upload(file).then((keys) => open(ownKey(keys)), say);
		input.value = "";
	});
	return input;
}

/**
 * @param {HTMLElement} section
 * @param {ReturnType<typeof makeDoors>} doors
 */
async function showScenarios(section, doors) {
	const { systems, players } = await api.systems();
	systems.sort((a, b) => b.scenarios.length - a.scenarios.length);
	/** @type {Card[]} */
	const cards = [];
	const sections = systems.map((system) => {
		const own = system.scenarios.map((scenario) => makeCard(system, scenario, players, begin));
		cards.push(...own);
		return makeSystem(system, own);
	});
	const hint = h("p", { class: "hint invited", role: "status", hidden: true }, t("start.invite"));
	replace(
		section,
		h("h2", { id: "battles" }, t("start.new")),
		hint,
		systems.length ? [makeFinder(systems, sections, cards), sections] : h("p", null, t("start.none")),
	);
	openDoors(doors, systems, cards, hint);
	openLed(systems, cards);
}

/**
 * @param {ReturnType<typeof makeDoors>} doors
 * @param {System[]} systems
 * @param {Card[]} cards
 * @param {HTMLElement} hint
 */
function openDoors({ now, friend }, systems, cards, hint) {
	const chosen = localStorage.getItem("bocage.system") || USUAL;
	const system = systems.find(({ id }) => id === chosen) ?? systems[0];
	const scenario = system?.scenarios.find((one) => !one.alone && !one.points && one.seats.length === 2);
	now.disabled = !scenario;
	now.addEventListener("click", () => {
		if (scenario) begin({ system: system.id, scenario: scenario.id, seats: ["human", "regular"], options: {} });
	});
	friend.disabled = !cards.length;
	friend.addEventListener("click", () => {
		for (const card of cards) card.invite();
		hint.hidden = false;
		find(document, "#battles").scrollIntoView({ block: "start" });
		find(document, "#find-words").focus({ preventScroll: true });
	});
}

/**
 * Whoever comes from his armies to lead one finds the battle open.
 * @param {System[]} systems
 * @param {Card[]} cards
 */
function openLed(systems, cards) {
	for (const system of systems) {
		const free = armies.leads(system.id) && system.scenarios.find((one) => one.points && one.seats.length === 2);
		const card =
			free && cards.find(({ form }) => form.matches(`[data-system="${system.id}"][data-scenario="${free.id}"]`));
		if (!card) continue;
		card.form.hidden = false;
		card.unfold();
		card.form.scrollIntoView({ block: "end" });
	}
}

/**
 * Whether a battle is shown: it fits every answer that was chosen, and has every word typed.
 * @param {Pick<Card, "facets" | "text">} card
 * @param {Partial<Facets>} wish
 * @param {string} words
 */
export function isWanted({ facets, text }, wish, words) {
	const wanted = plain(words).split(/\s+/).filter(Boolean);
	const fits = /** @type {(keyof Facets)[]} */ (Object.keys(wish)).every(
		(name) => !wish[name] || wish[name] === facets[name],
	);
	return fits && wanted.every((word) => text.includes(word));
}

/**
 * One thing to sift by.
 * @param {string} name
 * @param {[string, string][]} answers
 * @param {string} any
 */
function makeSieve(name, answers, any, chosen = "") {
	const select = h(
		"select",
		{ id: `find-${name}` },
		h("option", { value: "" }, any),
		answers.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
	);
	const label = h("label", { for: select.id }, t(`start.find.${name}`));
	return { name: /** @type {keyof Facets} */ (name), select, element: h("span", { class: "sieve" }, label, select) };
}

/**
 * Which battles are shown. Words are kept while the browser is open, the game longer.
 * @param {System[]} systems
 * @param {HTMLElement[]} sections
 * @param {Card[]} cards
 */
function makeFinder(systems, sections, cards) {
	const before = sessionStorage.getItem("bocage.find") || "";
	const words = h("input", { type: "search", id: "find-words", autocomplete: "off", value: before });
	const named = systems.map(({ id, title }) => /** @type {[string, string]} */ ([id, title]));
	const modules = [...new Set(cards.map(({ facets }) => facets.module).filter(Boolean))].sort();
	const sieves = [
		makeSieve("system", named, t("start.find.all"), localStorage.getItem("bocage.system") ?? ""),
		makeSieve(
			"module",
			modules.map((name) => [name, name]),
			t("start.find.any"),
		),
		...SIEVES.map(([name, answers]) =>
			makeSieve(
				name,
				answers.map((answer) => [answer, t(`start.find.${name}.${answer}`)]),
				t("start.find.any"),
			),
		),
	];
	const count = h("p", { class: "hint", role: "status" });
	const sift = () => {
		const wish = Object.fromEntries(sieves.map(({ name, select }) => [name, select.value]));
		const fitting = new Set(cards.filter((card) => isWanted(card, wish, words.value)));
		const few = sieves.slice(1).every(({ select }) => !select.value) && !words.value.trim();
		for (const section of sections)
			showSome(
				section,
				cards.filter((card) => section.contains(card.form)),
				fitting,
				few,
			);
		count.textContent = t("start.find.count", { n: fitting.size });
		sessionStorage.setItem("bocage.find", words.value);
		localStorage.setItem("bocage.system", wish.system ?? "");
	};
	words.addEventListener("input", sift);
	for (const { select } of sieves) select.addEventListener("change", sift);
	sift();
	return h(
		"div",
		{ class: "finder", role: "search" },
		h("span", { class: "sieve words" }, h("label", { for: words.id }, t("start.find.words")), words),
		h(
			"details",
			{ class: "sieves", open: !matchMedia("(max-width: 600px)").matches },
			h("summary", null, t("start.find.more")),
			sieves.map(({ element }) => element),
		),
		count,
	);
}

/**
 * Of a game the battles that fit; of many only the first, until one asks for all.
 * @param {HTMLElement} section
 * @param {Card[]} own
 * @param {Set<Card>} fitting
 * @param {boolean} few
 */
function showSome(section, own, fitting, few) {
	const fit = own.filter((card) => fitting.has(card));
	const shown = new Set(few ? fit.slice(0, FIRST) : fit);
	for (const card of own) card.form.hidden = !shown.has(card);
	section.hidden = !fit.length;
	const all = /** @type {HTMLButtonElement} */ (find(section, ".all-scenarios"));
	all.hidden = shown.size === fit.length;
	all.textContent = t("start.find.every", { n: fit.length });
	all.onclick = () => showSome(section, own, fitting, false);
}

/** @param {number} seconds */
const sayWhen = (seconds) =>
	new Date(seconds * 1000).toLocaleString(language() === "en" ? "en-GB" : language(), {
		dateStyle: "medium",
		timeStyle: "short",
	});

/** @param {HTMLElement} section */
async function showEarlier(section) {
	const secrets = kept.all();
	if (!secrets.length) return;
	const games = await api.mine(secrets).catch(() => []);
	if (!games.length) return;
	section.hidden = false;
	const list = (/** @type {(OpenGame | LostGame)[]} */ some) => h("ul", { class: "games" }, some.map(makeEarlier));
	const [first, rest] = [games.slice(0, NEWEST), games.slice(NEWEST)];
	const older = h("summary", null, t("start.older", { n: rest.length }));
	replace(
		section,
		h("h2", null, t("start.continue")),
		list(first),
		rest.length ? h("details", { class: "older" }, older, list(rest)) : null,
	);
}

/** @param {OpenGame | LostGame} game */
function makeEarlier(game) {
	const title = t("start.forget");
	const forget = h("button", { type: "button", class: "quiet", "aria-label": title, title }, "✕");
	const lost = game.problem !== undefined;
	const watch = { class: "watch", href: `#/game/${game.secret}/at/0` };
	const line = h(
		"li",
		null,
		lost ? h("span", { class: "problem" }, game.problem) : describeGame(game),
		!lost && game.over ? h("a", watch, t("replay.name")) : null,
		forget,
	);
	forget.addEventListener("click", () => {
		kept.remove(game.secret);
		line.remove();
	});
	return line;
}

/** @param {OpenGame} game */
function describeGame(game) {
	const players = game.players.map(([side, player]) => pair(side, namePlayer(player))).join(" · ");
	return h(
		"a",
		{ href: `#/game/${game.secret}`, class: game.mine ? "mine" : "" },
		h("b", null, game.scenario),
		h("span", null, game.title),
		h("span", { class: "players" }, players),
		h("time", { datetime: new Date(game.begun * 1000).toISOString() }, t("start.begun", { when: sayWhen(game.begun) })),
		h("span", null, game.over ? t("start.over") : game.clock),
		game.mine ? h("span", { class: "chip" }, t("start.yours")) : null,
	);
}

/**
 * @param {System} system
 * @param {Card[]} cards
 */
function makeSystem(system, cards) {
	return h(
		"section",
		{ class: "system", "aria-labelledby": `system-${system.id}` },
		h(
			"h3",
			{ id: `system-${system.id}`, class: "system-title" },
			system.title,
			" ",
			system.buys ? h("a", { class: "raise", href: `#/army/${system.id}` }, t("army.raise")) : null,
		),
		h(
			"div",
			{ class: "scenarios" },
			cards.map(({ form }) => form),
		),
		h("button", { type: "button", class: "all-scenarios", hidden: true }),
	);
}
