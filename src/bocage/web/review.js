/** A finished game looked over: the curve of who stood better, its turning points, and what cost most. */

import { api } from "./api.js";
import { h, replace, s } from "./dom.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Reviewed, Swing } from "./types.d.ts" */

const WIDTH = 600;
const HEIGHT = 160;

/**
 * The path of a curve over the middle line; up is good for the first side.
 * @param {number[]} curve
 */
export function traceCurve(curve) {
	const most = Math.max(1, ...curve.map(Math.abs));
	const step = WIDTH / Math.max(1, curve.length - 1);
	const points = curve.map((value, n) => `${(n * step).toFixed(1)},${((1 - value / most) * (HEIGHT / 2)).toFixed(1)}`);
	return `M${points.join("L")}`;
}

/**
 * A swing and its two parts, from the side that it favours; as shown, the parts add up to it.
 * @param {Pick<Swing, "change" | "luck">} swing
 */
export function splitSwing({ change, luck }) {
	const n = Math.round(Math.abs(change) * 10);
	const dice = Math.round((change < 0 ? -luck : luck) * 10);
	return { n: (n / 10).toFixed(1), luck: tenths(dice), decision: tenths(n - dice) };
}

/** @param {number} n */
const tenths = (n) => `${n < 0 ? "−" : "+"}${(Math.abs(n) / 10).toFixed(1)}`;

/** @param {GameScreen} screen */
export async function showReview(screen) {
	const content = h("div", { class: "review" }, h("p", { class: "hint" }, t("review.wait")));
	screen.showDialog(h("h2", null, t("review.title")), content);
	const found = await api.review(screen.secret);
	replace(content, drawReview(screen, found));
}

/**
 * @param {GameScreen} screen
 * @param {Reviewed} found
 */
function drawReview(screen, found) {
	const [first, second] = found.seats;
	const own = screen.view.keeps.length === 1 ? screen.view.keeps : found.costly.map((_, seat) => seat);
	return [
		drawCurve(found, first, second),
		h(
			"p",
			null,
			t(found.luck >= 0 ? "review.luck" : "review.unlucky", { side: first, n: Math.abs(found.luck).toFixed(1) }),
		),
		h("h3", null, t("review.turning")),
		list(
			found.turning.map((swing) => [
				swing,
				t("review.swing", { side: found.seats[swing.change >= 0 ? 0 : 1] ?? first, ...splitSwing(swing) }),
			]),
			screen,
			found,
		),
		own.map((seat) => [
			h("h3", null, t("review.costly", { side: found.seats[seat] })),
			found.costly[seat].length
				? list(
						found.costly[seat].map((swing) => [
							swing,
							t("review.better", { n: swing.cost.toFixed(1), best: swing.best }),
						]),
						screen,
						found,
					)
				: h("p", null, t("review.flawless")),
		]),
	];
}

/**
 * @param {Reviewed} found
 * @param {string} first
 * @param {string} second
 */
function drawCurve(found, first, second) {
	const step = WIDTH / Math.max(1, found.curve.length - 1);
	return h(
		"figure",
		{ class: "curve" },
		s(
			"svg",
			{ viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("review.curve", { first, second }) },
			s("path", { class: "curve-middle", d: `M0,${HEIGHT / 2}H${WIDTH}` }),
			s("path", { class: "curve-line", d: traceCurve(found.curve) }),
			found.turning.map(({ at }) => s("path", { class: "curve-mark", d: `M${(at * step).toFixed(1)},0V${HEIGHT}` })),
		),
		h("figcaption", { class: "hint" }, t("review.curve", { first, second })),
	);
}

/**
 * @param {[Swing, string][]} rows
 * @param {GameScreen} screen
 * @param {Reviewed} found
 */
function list(rows, screen, found) {
	const go = (/** @type {number} */ at) => {
		screen.dialog.close();
		screen.ending.look();
		screen.replay.open(at);
	};
	return h(
		"ol",
		{ class: "plain swings" },
		rows.map(([swing, text]) =>
			h(
				"li",
				null,
				swing.clock ? h("small", null, `${swing.clock} · `) : null,
				h("b", null, `${found.seats[swing.seat]}: ${swing.label}`),
				" ",
				text,
				" ",
				h("button", { type: "button", class: "look-there", onclick: () => go(swing.at) }, t("review.look")),
			),
		),
	);
}
