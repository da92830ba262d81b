/** Beside the board where several people play: who is there, how much time each has, and what they say to each other. */

import { api } from "./api.js";
import { h, replace } from "./dom.js";
import { t } from "./words.js";

/** @import { Company } from "./types.d.ts" */
/** @import { GameScreen } from "./game.js" */

const MUTED = "bocage.muted";
const URGENT = 60; // seconds

/**
 * A clock as players read it: days and hours, or minutes and seconds.
 * @param {number} seconds
 */
export function sayTime(seconds) {
	const left = Math.max(0, Math.floor(seconds));
	const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
	if (left >= 86400)
		return t("company.days", { days: Math.floor(left / 86400), hours: Math.floor((left % 86400) / 3600) });
	if (left >= 3600) return `${Math.floor(left / 3600)}:${two(Math.floor((left % 3600) / 60))}:${two(left % 60)}`;
	return `${Math.floor(left / 60)}:${two(left % 60)}`;
}

export class CompanyBox {
	/** @param {GameScreen} screen */
	constructor(screen) {
		this.screen = screen;
		/** @type {Company | null} */
		this.company = null;
		this.told = 0; // when it came
		this.read = 0; // lines that were read
		this.seats = h("span", { class: "company-seats" });
		this.lines = h("ol", { class: "chat-lines", "aria-live": "polite" });
		this.text = h("input", { id: "chat-text", maxlength: 500, autocomplete: "off", "aria-label": t("company.say") });
		this.unread = h("b", { class: "unread" });
		this.form = h("form", null, this.text, h("button", { type: "submit" }, t("company.send")));
		this.chat = h(
			"details",
			{ class: "chat" },
			h("summary", null, t("company.chat"), " ", this.unread),
			this.lines,
			this.form,
		);
		this.element = h("div", { class: "company", hidden: true }, this.seats, this.chat);
		this.form.addEventListener("submit", (event) => {
			event.preventDefault();
			const text = this.text.value.trim();
			if (!text) return;
			this.text.value = "";
			screen.send(() => api.say(screen.secret, text));
		});
		this.chat.addEventListener("toggle", () => this.paintChat());
		this.timer = setInterval(() => this.paintSeats(), 1000);
	}

	/** @returns {Set<string>} seats of this game that one does not want to read */
	get muted() {
		try {
			return new Set(JSON.parse(localStorage.getItem(MUTED) || "[]"));
		} catch {
			return new Set();
		}
	}

	/** @param {number} seat */
	nameOf(seat) {
		return this.company?.names[seat] ?? this.screen.view.position.seats[seat]?.name ?? "";
	}

	/** @param {number} seat */
	toggleMute(seat) {
		const muted = this.muted;
		const key = this.nameOf(seat);
		if (!muted.delete(key)) muted.add(key);
		localStorage.setItem(MUTED, JSON.stringify([...muted].slice(-200)));
		this.paintChat();
	}

	/** @param {Company | null} company */
	apply(company) {
		if (!company) return;
		this.company = company;
		this.told = Date.now();
		this.element.hidden = this.screen.view.players.filter((player) => player === "human").length < 2;
		this.form.hidden = this.screen.view.seat < 0;
		this.paintSeats();
		this.paintChat();
	}

	paintSeats() {
		const { company } = this;
		if (!company || this.element.hidden) return;
		replace(this.seats, ...company.names.map((_, seat) => this.makeSeat(company, seat)));
	}

	/**
	 * @param {Company} company
	 * @param {number} seat
	 */
	makeSeat(company, seat) {
		const here = company.here.includes(seat);
		const runs = Boolean(company.clock?.running.includes(seat)) && !this.screen.view.position.over;
		const kind = ["company-seat", here && "here", runs && "runs"].filter(Boolean).join(" ");
		const title = t(here ? "company.here" : "company.away");
		return h("span", { class: kind, title }, this.nameOf(seat), this.makeClock(company, seat, runs));
	}

	/**
	 * @param {Company} company
	 * @param {number} seat
	 * @param {boolean} runs
	 */
	makeClock({ clock, forfeits }, seat, runs) {
		if (!clock) return null;
		const left = clock.left[seat] - (runs ? (Date.now() - this.told) / 1000 : 0);
		const text = forfeits.includes(seat) ? t("company.late") : sayTime(left);
		return h("time", { class: left < URGENT ? "urgent" : "" }, text);
	}

	paintChat() {
		const lines = this.company?.chat ?? [];
		const own = this.screen.view.seat;
		const muted = this.muted;
		const heard = lines.filter(({ seat }) => seat === own || !muted.has(this.nameOf(seat)));
		if (this.chat.open) this.read = lines.at(-1)?.id ?? 0;
		const fresh = heard.filter(({ id, seat }) => id > this.read && seat !== own).length;
		this.unread.textContent = fresh ? String(fresh) : "";
		const items = heard.map(({ seat, text }) =>
			h("li", null, h("b", null, this.nameOf(seat)), " ", h("span", null, text)),
		);
		const others = [...new Set(lines.map(({ seat }) => seat))].filter((seat) => seat !== own);
		const mutes = others.map((seat) => {
			const name = this.nameOf(seat);
			const button = h(
				"button",
				{ type: "button", class: "quiet mute", "aria-pressed": String(muted.has(name)) },
				t(muted.has(name) ? "company.unmute" : "company.mute", { name }),
			);
			button.addEventListener("click", () => this.toggleMute(seat));
			return h("li", null, button);
		});
		replace(this.lines, ...items, ...mutes);
		this.lines.scrollTop = this.lines.scrollHeight;
	}

	stop() {
		clearInterval(this.timer);
	}
}
