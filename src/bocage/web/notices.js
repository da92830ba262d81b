/** Calling a player back who has left a game: a line on the page, the title, and the badge of an installed page. */

import { api, kept } from "./api.js";
import { h, replace } from "./dom.js";
import { t } from "./words.js";

/** @import { OpenGame } from "./types.d.ts" */

const EVERY = 5000; // milliseconds

/**
 * The games in which others wait for this browser's player; those at one screen or against bots call nobody.
 * @param {OpenGame[]} games
 */
export const calling = (games) =>
	games.filter(({ mine, over, players }) => mine && !over && players.filter(([, who]) => who === "human").length > 1);

export class Notices {
	constructor() {
		this.element = h("aside", { id: "notices", role: "status", hidden: true });
		this.known = "";
		this.timer = setInterval(() => this.look(), EVERY);
		addEventListener("hashchange", () => this.look());
	}

	async look() {
		const secrets = kept.all();
		const away = !location.hash.startsWith("#/game/");
		const games = secrets.length && away ? await api.mine(secrets).catch(() => []) : [];
		const found = calling(games.filter((game) => game.problem === undefined));
		const state = found.map(({ secret }) => secret).join();
		if (state === this.known) return;
		if (found.length && document.hidden && globalThis.Notification?.permission === "granted")
			new Notification("Bocage", { body: t("notice.move", { scenario: found[0].scenario }), icon: "icon.svg" });
		this.known = state;
		this.element.hidden = !found.length;
		replace(
			this.element,
			...found.map(({ secret, scenario }) => h("a", { href: `#/game/${secret}` }, t("notice.move", { scenario }))),
		);
		document.title = found.length ? `(${found.length}) Bocage` : "Bocage";
		if (found.length) navigator.setAppBadge?.(found.length).catch(() => {});
		else navigator.clearAppBadge?.().catch(() => {});
	}
}
