/** Everything the page asks of its server. Secrets travel in headers and in the first socket message only. */

import { has, language, t } from "./words.js";

/**
 * @import {
 *   Advice, Armoury, Army, Attempt, Forecast, Clause, Company, CourseList, DiceRecord, Game, Handbook, Keys, Laid, Links, Lobby, Look, LostGame, Moment,
 *   Move, Muster, NewGame, OpenGame, PathRisk, Point, Preview, Rated, Refusal, Reviewed, RuleHit, SightLine, Story, Systems, Timeline, View, Weighed, Why,
 * } from "./types.d.ts"
 */

/**
 * @typedef {object} Asked
 * @property {string} [secret]
 * @property {"GET" | "POST"} [method]
 * @property {unknown} [body] sent as JSON
 * @property {File} [file] sent as it is
 * @property {AbortSignal} [signal]
 */

export class Refused extends Error {
	/**
	 * @param {string} code
	 * @param {string} message
	 */
	constructor(code, message) {
		super(has(`error.${code}`) ? t(`error.${code}`, { message }) : message);
		this.code = code;
	}
}

/**
 * @param {string} path
 * @param {Asked} [asked]
 */
async function ask(path, { secret, method = "GET", body, file, signal } = {}) {
	/** @type {Record<string, string>} */
	const headers = {};
	if (secret) headers.authorization = `Bearer ${secret}`;
	if (body !== undefined) headers["content-type"] = "application/json";
	const url = `/api${path}${path.includes("?") ? "&" : "?"}language=${language()}`;
	const sent = body === undefined ? file : JSON.stringify(body);
	const reply = await fetch(url, { method, headers, signal, body: sent }).catch(() => {
		throw new Refused("offline", "");
	});
	if (!reply.ok) {
		const problem = await reply.json().catch(() => ({ error: "failed", message: reply.statusText }));
		throw new Refused(problem.error, problem.message);
	}
	return reply;
}

/**
 * What the server answers; each caller knows the shape of its own.
 * @param {string} path
 * @param {Asked} [asked]
 */
const get = async (path, asked) => (await ask(path, asked)).json();

/**
 * @param {string} path
 * @param {unknown} body
 * @param {Asked} [asked]
 */
const post = (path, body, asked) => get(path, { method: "POST", body, ...asked });

export const api = {
	/** @type {() => Promise<Systems>} */
	systems: () => get("/systems"),
	/** @type {(system: string, scenario: string) => Promise<Preview>} */
	preview: (system, scenario) => get(`/systems/${system}/preview?scenario=${encodeURIComponent(scenario)}`),
	/** @type {(system: string, id: string) => Promise<Clause>} */
	clause: (system, id) => get(`/systems/${system}/clauses/${encodeURIComponent(id)}`),
	/** @type {(system: string, words: string) => Promise<RuleHit[]>} */
	rules: (system, words) => get(`/systems/${system}/rules?words=${encodeURIComponent(words)}`),
	/** @type {(secret: string) => Promise<Reviewed>} */
	review: (secret) => get("/game/review", { secret }),
	/** @type {(secret: string) => Promise<Handbook>} */
	handbook: (secret) => get("/game/handbook", { secret }),
	/** @type {(secret: string, words: string) => Promise<RuleHit[]>} */
	searchRules: (secret, words) => post("/game/rules", { words }, { secret }),
	/** @type {(system: string) => Promise<Armoury>} */
	armoury: (system) => get(`/systems/${system}/armoury`),
	/** @type {(system: string, draft: { points: number, army: Army }) => Promise<Muster>} */
	audit: (system, draft) => post(`/systems/${system}/army`, draft),
	/** @type {(game: NewGame) => Promise<Keys>} */
	create: (game) => post("/games", game),
	/** @type {() => Promise<CourseList[]>} */
	lessons: () => get("/lessons"),
	/** @type {(system: string, lesson: string) => Promise<Keys>} */
	beginLesson: (system, lesson) => post("/lessons", { system, lesson }),
	/** @type {(secret: string, seq: number) => Promise<{ seq: number }>} */
	takeBackMistake: (secret, seq) => post("/game/coach/back", { seq }, { secret }),
	/** @type {(file: File) => Promise<Keys>} */
	upload: (file) => get("/games/upload", { method: "POST", file }),
	/** @type {(secrets: string[]) => Promise<(OpenGame | LostGame)[]>} */
	mine: (secrets) => post("/games/mine", { secrets }),
	/** @type {(secret: string) => Promise<Game>} */
	game: (secret) => get("/game", { secret }),
	/** @type {(secret: string) => Promise<Links>} */
	links: (secret) => get("/game/links", { secret }),
	/** @type {(invitation: string, player?: string) => Promise<{ secret: string, seat: number }>} */
	join: (invitation, player) => post("/game/join", { player }, { secret: invitation }),
	/** @type {(system: string, pace: string) => Promise<Lobby>} */
	lobby: (system, pace) => get(`/lobby?system=${system}&pace=${pace}`),
	/** @type {(game: string, seat: number, player?: string) => Promise<{ secret: string, seat: number }>} */
	sitDown: (game, seat, player) => post("/lobby/join", { game, seat, player }),
	/** @type {(name: string, passphrase: string) => Promise<{ name: string, token: string }>} */
	takeName: (name, passphrase) => post("/players", passphrase ? { name, passphrase } : { name }),
	/** @type {(token: string, mail: string) => Promise<{ mail: string, sends: boolean }>} */
	setMail: (token, mail) => post("/players/mail", { token, mail }),
	/** @type {(system: string) => Promise<Rated[]>} */
	ratings: (system) => get(`/ratings?system=${system}`),
	/** @type {(secret: string, text: string) => Promise<{ seq: number }>} */
	say: (secret, text) => post("/game/chat", { text }, { secret }),
	/** @type {(secret: string, salt: string) => Promise<{ seq: number }>} */
	salt: (secret, salt) => post("/game/salt", { salt }, { secret }),
	/** @type {(secret: string) => Promise<DiceRecord>} */
	dice: (secret) => get("/game/dice", { secret }),
	/** @type {(secret: string, move: { seq: number } & Move) => Promise<{ seq: number }>} */
	play: (secret, move) => post("/game/play", move, { secret }),
	/** @type {(secret: string, plan: { seq: number, options: number[], complete?: boolean }) => Promise<Laid>} */
	draft: (secret, plan) => post("/game/draft", plan, { secret }),
	/** @type {(secret: string, plan: { seq: number, options: number[] }) => Promise<{ seq: number }>} */
	plan: (secret, plan) => post("/game/plan", plan, { secret }),
	/** @type {(secret: string, seq: number) => Promise<{ seq: number }>} */
	undo: (secret, seq) => post("/game/undo", { seq }, { secret }),
	/** @type {(secret: string, seq: number) => Promise<{ seq: number }>} */
	askUndo: (secret, seq) => post("/game/ask-undo", { seq }, { secret }),
	/** @type {(secret: string, answer: { seq: number, agree: boolean }) => Promise<{ seq: number }>} */
	answerUndo: (secret, answer) => post("/game/answer-undo", answer, { secret }),
	/** @type {(secret: string, sitting: { seat: number, player: string }) => Promise<{ seq: number }>} */
	seat: (secret, sitting) => post("/game/seat", sitting, { secret }),
	/** @type {(secret: string, start: string, end: string) => Promise<SightLine | null>} */
	sight: (secret, start, end) => post("/game/sight", { start, end }, { secret }),
	/** @type {(secret: string, place: string) => Promise<string[]>} */
	field: (secret, place) => post("/game/field", { place }, { secret }),
	/** @type {(secret: string, eyes?: number) => Promise<Timeline>} */
	timeline: (secret, eyes) => get(`/game/timeline${eyes === undefined ? "" : `?eyes=${eyes}`}`, { secret }),
	/** @type {(secret: string, at: number, eyes: number) => Promise<Moment>} */
	moment: (secret, at, eyes) => get(`/game/moment?at=${at}&eyes=${eyes}`, { secret }),
	/** @type {(secret: string) => Promise<Story>} */
	story: (secret) => get("/game/story", { secret }),
	/** @type {(secret: string, how: { swap?: boolean, next?: boolean }) => Promise<Keys>} */
	rematch: (secret, how) => post("/game/rematch", how, { secret }),
	/** @type {(secret: string, branch: { at: number, seats: string[] }) => Promise<Keys>} */
	branch: (secret, branch) => post("/game/branch", branch, { secret }),
	/** @type {(secret: string, move: { seq: number } & Move) => Promise<Forecast | null>} */
	forecast: (secret, move) => post("/game/forecast", move, { secret }),
	/** @type {(secret: string, seq: number, signal: AbortSignal) => Promise<Weighed>} */
	chances: (secret, seq, signal) => post("/game/chances", { seq }, { secret, signal }),
	/** @type {(secret: string, way: { seq: number, places: string[] }) => Promise<PathRisk>} */
	path: (secret, way) => post("/game/path", way, { secret }),
	/** @type {(secret: string, seq: number) => Promise<Advice[]>} */
	advice: (secret, seq) => post("/game/advice", { seq }, { secret }),
	/** @type {(secret: string, at: number) => Promise<Why>} */
	why: (secret, at) => get(`/game/why?at=${at}`, { secret }),
	/** @type {(secret: string, point: { x: number, y: number, piece?: number }) => Promise<Look>} */
	look: (secret, point) => post("/game/look", point, { secret }),
	/** @type {(secret: string, piece: number) => Promise<Point[][]>} */
	reach: (secret, piece) => post("/game/reach", { piece }, { secret }),
	/** @type {(secret: string, attempt: Attempt) => Promise<Refusal[]>} */
	whyNot: (secret, attempt) => post("/game/why-not", attempt, { secret }),
	/** @type {(secret: string) => Promise<Blob>} */
	save: async (secret) => (await ask("/game/save", { secret })).blob(),
	/** @type {(secret: string) => Promise<Blob>} */
	export: async (secret) => (await ask("/game/export", { secret })).blob(),
};

/**
 * Follow a game: `onView` for every new view, `onState` with true or false as the connection comes and goes.
 * @param {string} secret
 * @param {(view: View) => void} onView
 * @param {(up: boolean) => void} onState
 * @param {(company: Company) => void} onCompany
 */
export function follow(secret, onView, onState, onCompany) {
	/** @type {WebSocket | null} */
	let socket = null;
	let stopped = false;
	let wait = 300;
	const connect = () => {
		if (stopped) return;
		const line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
		socket = line;
		line.onopen = () => {
			wait = 300;
			line.send(JSON.stringify({ secret, language: language(), company: true }));
			onState(true);
		};
		line.onmessage = (message) => {
			const view = JSON.parse(message.data);
			if (view.error) stopped = true;
			else if (view.company) onCompany(view.company);
			else onView(view);
		};
		line.onclose = () => {
			if (stopped) return;
			onState(false);
			setTimeout(connect, wait);
			wait = Math.min(wait * 2, 5000);
		};
	};
	connect();
	return () => {
		stopped = true;
		socket?.close();
	};
}

/** Secrets of the games this browser has opened, newest first. */
export const kept = {
	/** @returns {string[]} */
	all() {
		try {
			const list = JSON.parse(localStorage.getItem("bocage.games") || "[]");
			return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
		} catch {
			return [];
		}
	},
	/** @param {string} secret */
	add(secret) {
		const list = [secret, ...kept.all().filter((other) => other !== secret)].slice(0, 30);
		localStorage.setItem("bocage.games", JSON.stringify(list));
	},
	/** @param {string} secret */
	remove(secret) {
		localStorage.setItem("bocage.games", JSON.stringify(kept.all().filter((other) => other !== secret)));
	},
};

/**
 * Something kept by name in this browser, the newest first; the oldest are forgotten.
 * @param {string} place
 */
function shelf(place) {
	/** @returns {[string, string][]} */
	const all = () => {
		try {
			const list = JSON.parse(localStorage.getItem(place) || "[]");
			return Array.isArray(list) ? list.filter((pair) => Array.isArray(pair) && pair.length === 2) : [];
		} catch {
			return [];
		}
	};
	return {
		/** @param {string} name */
		get: (name) => all().find(([known]) => known === name)?.[1],
		/**
		 * @param {string} name
		 * @param {string} value
		 */
		put(name, value) {
			const others = all().filter(([known]) => known !== name);
			localStorage.setItem(place, JSON.stringify([[name, value], ...others].slice(0, 60)));
		},
	};
}

/** Keys by the name that stands in the address: whoever copies an address gives no seat away. */
export const handles = shelf("bocage.keys");

/** What the server committed to when this browser first saw a game. */
export const commitments = shelf("bocage.commitments");

/**
 * The key of whoever set a game up: of the table, or of the seat he has taken.
 * @param {Keys} keys
 */
export function ownKey({ table, seats }) {
	return table ?? seats.find((secret) => secret) ?? "";
}

/** A salt for the dice that nobody else has chosen. */
export function makeSalt() {
	return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
