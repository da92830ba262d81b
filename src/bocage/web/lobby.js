/** Where strangers meet: a name, games that wait for somebody, games to watch, and those that are over. */

import { api, kept, ownKey } from "./api.js";
import { find, h, replace } from "./dom.js";
import { drawIcon } from "./icons.js";
import { makeRow } from "./seats.js";
import { t } from "./words.js";

/** @import { ClockWish, Lobby, LobbyGame, Rated, Settings, Show, System } from "./types.d.ts" */

const EVERY = 5000; // milliseconds between two looks at the lobby

/** The clocks that are offered; others can be set over the interface. */
/** @type {[string, ClockWish | null][]} */
const PACES = [
	["none", null],
	["live-15", { kind: "live", minutes: 15, seconds: 15 }],
	["live-45", { kind: "live", minutes: 45, seconds: 30 }],
	["days-1", { kind: "days", days: 1 }],
	["days-3", { kind: "days", days: 3 }],
];

/** The name this browser plays under, and what proves it. */
export const me = {
	/** @returns {{ name: string, token: string } | null} */
	get() {
		try {
			const found = JSON.parse(localStorage.getItem("bocage.player") || "null");
			return typeof found?.token === "string" ? found : null;
		} catch {
			return null;
		}
	},
	/** @param {{ name: string, token: string } | null} player */
	set(player) {
		if (player) localStorage.setItem("bocage.player", JSON.stringify(player));
		else localStorage.removeItem("bocage.player");
	},
};

/** @param {string} secret */
function enter(secret) {
	kept.add(secret);
	location.hash = `#/game/${secret}`;
}

/** @param {Error} problem */
function complain(problem) {
	if ("code" in problem && problem.code === "no-name") me.set(null);
	const line = find(document, "#problem");
	line.textContent = problem.message;
	line.hidden = false;
}

/**
 * @param {string} id
 * @param {[string, string][]} answers
 */
const makeSelect = (id, answers) =>
	h(
		"select",
		{ id },
		answers.map(([value, text]) => h("option", { value }, text)),
	);

/**
 * @param {Show} show
 * @param {Settings} settings
 */
export async function lobbyScreen(show, settings) {
	const { systems } = await api.systems();
	const named = systems.map(({ id, title }) => /** @type {[string, string]} */ ([id, title]));
	const system = makeSelect("lobby-system", [["", t("start.find.all")], ...named]);
	const pace = makeSelect(
		"lobby-pace",
		["any", "live", "days", "none"].map((name) => [name, t(`lobby.pace.${name}`)]),
	);
	const lists = h("div", { class: "lobby-lists", "aria-live": "polite" });
	const refresh = () => api.lobby(system.value, pace.value).then((found) => paint(lists, found), complain);
	for (const select of [system, pace]) select.addEventListener("change", refresh);
	show(
		h(
			"div",
			{ class: "start lobby" },
			h(
				"header",
				{ class: "banner" },
				h(
					"a",
					{ class: "button quiet icon-button", href: "#/", title: t("game.home"), "aria-label": t("game.home") },
					drawIcon("home"),
				),
				h("div", null, h("h1", null, t("lobby.title")), h("p", null, t("lobby.about"))),
				settings(),
			),
			h(
				"main",
				null,
				h("p", { id: "problem", class: "problem", role: "alert", hidden: true }),
				h("section", { class: "card" }, makeName()),
				h("section", { class: "card" }, makeOffer(systems)),
				h(
					"div",
					{ class: "finder", role: "search" },
					makeRow(t("start.find.system"), system),
					makeRow(t("lobby.pace"), pace),
				),
				lists,
				makeRatings(named),
			),
		),
	);
	await refresh();
	const timer = setInterval(() => document.hidden || refresh(), EVERY);
	return () => clearInterval(timer);
}

/** The name one plays under: taken, or taken up again with its passphrase. */
function makeName() {
	const box = h("div", { class: "naming" });
	const paintName = () => {
		const player = me.get();
		if (player) {
			const other = h("button", { type: "button", class: "quiet" }, t("lobby.name.change"));
			other.addEventListener("click", () => {
				me.set(null);
				paintName();
			});
			return replace(box, h("p", null, t("lobby.name.is", { name: player.name }), " ", other), makeMail(player.token));
		}
		const name = h("input", {
			id: "player-name",
			maxlength: 24,
			minlength: 2,
			required: true,
			autocomplete: "nickname",
		});
		const phrase = h("input", {
			id: "player-phrase",
			type: "password",
			minlength: 8,
			autocomplete: "current-password",
		});
		const form = h(
			"form",
			null,
			makeRow(t("lobby.name"), name),
			makeRow(t("lobby.phrase"), phrase),
			h("p", { class: "hint" }, t("lobby.phrase.about")),
			h("button", { type: "submit", class: "primary" }, t("lobby.name.take")),
		);
		form.addEventListener("submit", (event) => {
			event.preventDefault();
			api.takeName(name.value.trim(), phrase.value).then((taken) => {
				me.set(taken);
				paintName();
			}, complain);
		});
		replace(box, form);
	};
	paintName();
	return box;
}

/**
 * Where notices go, for those who want them by mail.
 * @param {string} token
 */
function makeMail(token) {
	const mail = h("input", { id: "player-mail", type: "email", autocomplete: "email" });
	const said = h("p", { class: "hint", role: "status" });
	const keep = h("button", { type: "button" }, t("lobby.mail.keep"));
	keep.addEventListener("click", () => {
		api.setMail(token, mail.value).then(({ sends }) => {
			said.textContent = t(sends ? "lobby.mail.kept" : "lobby.mail.none");
		}, complain);
	});
	return h("details", null, h("summary", null, t("lobby.mail")), makeRow(t("lobby.mail.address"), mail), keep, said);
}

/**
 * A game of one's own that waits for somebody.
 * @param {System[]} systems
 */
function makeOffer(systems) {
	const system = makeSelect(
		"offer-system",
		systems.map(({ id, title }) => [id, title]),
	);
	const scenario = h("select", { id: "offer-scenario" });
	const side = h("select", { id: "offer-side" });
	const pace = makeSelect(
		"offer-pace",
		PACES.map(([name]) => [name, t(`lobby.clock.${name}`)]),
	);
	const chosen = () => systems.find(({ id }) => id === system.value);
	const battle = () => chosen()?.scenarios.find(({ id }) => id === scenario.value);
	const paintSides = () => {
		const seats = battle()?.seats ?? [];
		replace(side, ...seats.map((name, n) => h("option", { value: n }, name)));
	};
	const paintScenarios = () => {
		const all = (chosen()?.scenarios ?? []).filter(({ alone, points }) => !alone && !points);
		replace(scenario, ...all.map(({ id, title }) => h("option", { value: id }, title)));
		paintSides();
	};
	system.addEventListener("change", paintScenarios);
	scenario.addEventListener("change", paintSides);
	paintScenarios();
	const form = h(
		"form",
		{ class: "offer" },
		h("h2", null, t("lobby.offer")),
		makeRow(t("start.find.system"), system),
		makeRow(t("lobby.battle"), scenario),
		makeRow(t("lobby.side"), side),
		makeRow(t("lobby.pace"), pace),
		h("button", { type: "submit", class: "primary" }, t("lobby.offer.send")),
	);
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		const seats = (battle()?.seats ?? []).map((_, n) => (n === Number(side.value) ? "human" : "friend"));
		const clock = PACES.find(([name]) => name === pace.value)?.[1] ?? undefined;
		const asked = { system: system.value, scenario: scenario.value, seats, options: {} };
		api
			.create({ ...asked, listed: true, clock, player: me.get()?.token })
			.then((keys) => enter(ownKey(keys)), complain);
	});
	return form;
}

/**
 * @param {HTMLElement} lists
 * @param {Lobby} found
 */
function paint(lists, found) {
	const place = (/** @type {keyof Lobby} */ name) => [
		h("h2", null, t(`lobby.${name}`)),
		found[name].length
			? h(
					"ul",
					{ class: `games lobby-${name}` },
					found[name].map((game) => makeLine(name, game)),
				)
			: h("p", { class: "hint" }, t(`lobby.${name}.none`)),
	];
	replace(lists, place("open"), place("running"), place("finished"));
}

/**
 * @param {keyof Lobby} place
 * @param {LobbyGame} game
 */
function makeLine(place, game) {
	const who = game.sides.map((side, n) => {
		const rating = game.ratings[n] === null ? "" : ` (${game.ratings[n]})`;
		const won = place === "finished" && game.winner === n ? " ★" : "";
		return `${side}: ${game.seats.includes(n) ? "…" : (game.names[n] ?? t("lobby.nameless"))}${rating}${won}`;
	});
	const watch = h("a", { href: `#/game/${game.spectator}` }, t(place === "finished" ? "replay.name" : "lobby.watch"));
	const joins = game.seats.map((seat) => {
		const button = h("button", { type: "button", class: "primary" }, t("lobby.join", { side: game.sides[seat] }));
		button.addEventListener("click", () =>
			api.sitDown(game.game, seat, me.get()?.token).then(({ secret }) => enter(secret), complain),
		);
		return button;
	});
	return h(
		"li",
		null,
		h("span", null, h("b", null, game.scenario), ` · ${game.title} · `, who.join(" · "), ` · ${sayPace(game.pace)}`),
		place === "open" ? joins : watch,
	);
}

/** @param {ClockWish | null} pace */
function sayPace(pace) {
	if (!pace) return t("lobby.pace.none");
	return pace.kind === "live"
		? t("lobby.pace.live.of", { minutes: pace.minutes ?? 30, seconds: pace.seconds ?? 20 })
		: t("lobby.pace.days.of", { days: pace.days ?? 3 });
}

/** @param {[string, string][]} named */
function makeRatings(named) {
	const select = makeSelect("ratings-system", named);
	const list = h("ol", { class: "ratings" });
	const look = () =>
		api.ratings(select.value).then((rows) => {
			const line = (/** @type {Rated} */ { name, rating, games }) =>
				h("li", null, t("lobby.rated", { name, rating, games }));
			replace(list, ...(rows.length ? rows.map(line) : [h("li", { class: "hint" }, t("lobby.rated.none"))]));
		}, complain);
	select.addEventListener("change", look);
	const box = h("details", null, h("summary", null, t("lobby.ratings")), select, list);
	box.addEventListener("toggle", () => box.open && look());
	select.setAttribute("aria-label", t("start.find.system"));
	return box;
}
