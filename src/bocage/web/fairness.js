/** How the dice come about: the commitment during the game, the check of every die and the luck of each side after it. */

import { api, commitments } from "./api.js";
import { h, replace, s } from "./dom.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { DiceRecord } from "./types.d.ts" */

const encoder = new TextEncoder();

/** @param {Uint8Array} bytes */
const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} hex */
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** @param {string} text */
async function hash(text) {
	return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text))));
}

/**
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {string} text
 */
async function sign(key, text) {
	const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
	return new Uint8Array(await crypto.subtle.sign("HMAC", made, encoder.encode(text)));
}

/**
 * The number of the first die that is wrong, -1 if none is, -2 if the secret is not the one that was committed to.
 * @param {DiceRecord} told
 */
export async function checkDice(told) {
	const { secret = "", seed, mixes = [], dice = [], given = 0, commitment } = told;
	if ((await hash(`bocage dice\n${secret}\n${seed}`)) !== commitment) return -2;
	/** @type {Map<number, Uint8Array<ArrayBuffer>>} by how many mixes it has */
	const keys = new Map();
	for (let number = given; number < dice.length; number++) {
		const [sides, face] = dice[number];
		if (!sides) continue; // laid by a lesson
		const last = mixes.findLastIndex(([draws]) => draws <= number) + 1;
		let key = keys.get(last);
		if (!key) {
			const lines = mixes.slice(0, last).map((mix) => mix.join(" "));
			key = await sign(fromHex(secret), lines.join("\n"));
			keys.set(last, key);
		}
		const drawn = BigInt(`0x${toHex((await sign(key, String(number))).slice(0, 16))}`);
		if (Number(drawn % BigInt(sides)) + 1 !== face) return number;
	}
	return -1;
}

/**
 * What the page kept when it first saw the game, what the server says now, and what comes of checking.
 * @param {GameScreen} screen
 */
async function judge(screen) {
	const told = await api.dice(screen.secret);
	const kept = commitments.get(screen.game.handle);
	if (!told.fair) return t("dice.seeded");
	if (kept && kept !== told.commitment && !told.given) return t("dice.exchanged");
	if (!globalThis.crypto?.subtle) return t("dice.cannot");
	const wrong = await checkDice(told);
	if (wrong === -2) return t("dice.exchanged");
	if (wrong >= 0) return t("dice.wrong", { n: wrong + 1 });
	const checked = (told.dice ?? []).slice(told.given).filter(([sides]) => sides).length;
	return t("dice.right", { n: checked });
}

/** @param {GameScreen} screen */
export function describeDice(screen) {
	const { dice } = screen.view;
	return h(
		"div",
		{ class: "fairness" },
		h("h3", null, t("dice.title")),
		h("p", { class: "hint" }, dice.fair ? t("dice.fair") : t("dice.seeded")),
		dice.fair ? h("p", { class: "commitment" }, t("dice.commitment"), " ", h("code", null, dice.commitment)) : null,
		dice.given ? h("p", { class: "hint" }, t("dice.given", { n: dice.given })) : null,
	);
}

/**
 * After the end: check every die, and show whom they favoured.
 * @param {GameScreen} screen
 */
export async function showDice(screen) {
	const verdict = h("p", { class: "verdict", role: "status" }, t("dice.checking"));
	const chart = h("div", { class: "luck" });
	screen.showDialog(h("h2", null, t("dice.title")), describeDice(screen), verdict, chart);
	replace(verdict, await judge(screen));
	const { lucks } = await api.review(screen.secret);
	const told = h("p", { class: "hint" }, t("luck.about"));
	if (lucks.length) replace(chart, h("h3", null, t("luck.title")), told, drawLuck(screen, lucks));
}

/**
 * The running sum of each side over the choices that dice followed; what helps the one harms the other.
 * @param {GameScreen} screen
 * @param {number[]} lucks of the first side
 */
function drawLuck(screen, lucks) {
	const { seats } = screen.view.position;
	const first = seats[0];
	const other = seats.find((seat, n) => n > 0 && (seat.side || seat.name) !== (first.side || first.name)) ?? first;
	let sum = 0;
	const sums = [0, ...lucks.map((luck) => (sum += luck))];
	const most = Math.max(1, ...sums.map(Math.abs));
	const wide = 320;
	const high = 60;
	const draw = (/** @type {number} */ sign) =>
		s("polyline", {
			points: sums.map((value, n) => `${(n / lucks.length) * wide},${(-sign * value * high) / most}`).join(" "),
			class: `luck-line ${sign > 0 ? "" : "other"}`,
			fill: "none",
		});
	const picture = s(
		"svg",
		{
			viewBox: `0 ${-high - 4} ${wide} ${2 * high + 8}`,
			role: "img",
			"aria-label": t("luck.title"),
			class: "luck-chart",
		},
		s("line", { x1: 0, x2: wide, y1: 0, y2: 0, class: "luck-zero" }),
		draw(1),
		draw(-1),
	);
	const names = [first, other].map((seat, n) =>
		h("li", { class: n ? "other" : null }, seat.side || seat.name, " ", h("b", null, (n ? -sum : sum).toFixed(1))),
	);
	return h("div", null, picture, h("ul", { class: "luck-names" }, names));
}
