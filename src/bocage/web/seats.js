/** Playing together: links, bots that take over a seat, and the question whether something may be taken back. */

import { api } from "./api.js";
import { h, replace } from "./dom.js";
import { describeDice } from "./fairness.js";
import { namePlayer, t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Links, Seat } from "./types.d.ts" */

/**
 * A select of players, with one of them chosen.
 * @param {string} id
 * @param {string[]} players
 * @param {string} chosen
 */
export function makePlayers(id, players, chosen) {
	return h(
		"select",
		{ id },
		players.map((player) => h("option", { value: player, selected: player === chosen }, namePlayer(player))),
	);
}

/**
 * Something to choose in a form, with its name.
 * @param {string} name
 * @param {HTMLElement} field
 */
export function makeRow(name, field) {
	return h("div", { class: "seat" }, h("label", { for: field.id }, name), field);
}

/**
 * The links that may be given out, each with its name.
 * @param {Links} links
 * @param {Seat[]} seats
 * @returns {[string, string][]}
 */
function listLinks({ spectator, invitations }, seats) {
	/** @type {[string, string][]} */
	const found = [];
	for (const [n, key] of invitations.entries())
		if (key) found.push([t("game.links.invite", { who: seats[n].name }), `join/${key}`]);
	return [...found, [t("game.links.spectator"), `game/${spectator}`]];
}

/**
 * Who plays each seat, with the links for those who may give them out.
 * @param {GameScreen} screen
 */
export async function showSeats(screen) {
	const { secret, view } = screen;
	const found = await api.links(secret).catch(() => null);
	const { seats } = view.position;
	const rows = seats.map((seat, n) => {
		const select = makePlayers(`player-${n}`, screen.game.players, view.players[n]);
		select.disabled = !view.keeps.includes(n);
		select.addEventListener("change", () => screen.send(() => api.seat(secret, { seat: n, player: select.value })));
		return makeRow(seat.name, select);
	});
	const links = found ? listLinks(found, seats) : [];
	screen.showDialog(
		h("h2", null, t("game.links.title")),
		rows,
		h("p", { class: "hint" }, t("game.seats.about")),
		links.length
			? [
					h("h3", null, t("game.links.only")),
					h("p", null, t("game.links.about")),
					links.map(([name, path]) => makeLink(name, path)),
				]
			: null,
		describeDice(screen),
	);
}

/**
 * @param {string} name
 * @param {string} path
 */
function makeLink(name, path) {
	const field = h("input", { readonly: true, value: `${location.origin}/#/${path}`, "aria-label": name });
	const copy = h("button", { type: "button" }, t("game.links.copy"));
	copy.addEventListener("click", () => {
		field.select();
		navigator.clipboard?.writeText(field.value).catch(() => {});
		copy.textContent = t("game.links.copied");
	});
	return h("div", { class: "link-row" }, h("span", null, name), field, copy);
}

/**
 * Ask first: this reaches back over dice or the choices of others.
 * @param {GameScreen} screen
 */
export function askUndo(screen) {
	const ask = h(
		"button",
		{
			type: "button",
			class: "primary",
			onclick: () => {
				screen.dialog.close();
				screen.send(() => api.askUndo(screen.secret, screen.view.seq));
			},
		},
		t("wish.ask"),
	);
	screen.showDialog(h("h2", null, t("wish.title")), h("p", null, t("wish.about")), ask);
}

/**
 * The line that says who would like to take something back.
 * @param {GameScreen} screen
 * @param {HTMLElement} line
 */
export function paintWish(screen, line) {
	const { wish, seq } = screen.view;
	line.hidden = !wish;
	if (!wish) return replace(line);
	const answer = (/** @type {boolean} */ agree) => screen.send(() => api.answerUndo(screen.secret, { seq, agree }));
	replace(
		line,
		wish.answer
			? [
					h("span", null, t("wish.asks", { who: wish.name, n: wish.back })),
					h("button", { type: "button", class: "primary", onclick: () => answer(true) }, t("wish.agree")),
					h("button", { type: "button", onclick: () => answer(false) }, t("wish.refuse")),
				]
			: t("wish.waits", { who: wish.name }),
	);
}
