/** The line-of-sight tool (L) and the field of view (F): what the rules say of two places, drawn on the board. */

import { api } from "./api.js";
import { sayPoint } from "./choices.js";
import { find, s } from "./dom.js";
import { iconButton } from "./icons.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { SightLine, SightStep } from "./types.d.ts" */

/** @typedef {"line" | "field"} Mode */

export class Sight {
	/** @param {GameScreen} screen */
	constructor(screen) {
		this.screen = screen;
		/** @type {Mode | ""} */
		this.mode = "";
		this.start = "";
		this.asked = "";
		const button = (/** @type {Mode} */ mode) => {
			const made = iconButton(mode, t(`sight.${mode}`), () => this.toggle(mode), { name: `tool-${mode}` });
			made.setAttribute("aria-pressed", "false");
			return made;
		};
		this.buttons = { line: button("line"), field: button("field") };
		find(screen.board.element, ".board-tools").append(...Object.values(this.buttons));
	}

	/**
	 * Start or end a tool; `place` is where the player is looking.
	 * @param {Mode} mode
	 */
	toggle(mode, place = "") {
		const next = this.mode === mode ? "" : mode;
		this.screen.table.end();
		if (!next) return;
		this.mode = next;
		this.buttons[next].setAttribute("aria-pressed", "true");
		this.screen.element.dataset.tool = next;
		this.screen.panel.open("details");
		this.screen.panel.showHint(t(`sight.${next}.how`));
		if (place) this.pick(place);
	}

	end() {
		this.mode = "";
		this.start = "";
		delete this.screen.element.dataset.tool;
		for (const button of Object.values(this.buttons)) button.setAttribute("aria-pressed", "false");
		this.screen.board.clearSight();
	}

	/**
	 * Whether the tool wants this click.
	 * @param {string | undefined} place
	 */
	takes(place) {
		if (!this.mode || !place) return false;
		this.pick(place);
		return true;
	}

	/** @param {string} place */
	pick(place) {
		if (this.mode === "field") this.showField(place);
		else if (!this.start || this.start === place) this.begin(place);
		else this.showLine(this.start, place);
	}

	/** @param {string} place */
	begin(place) {
		this.start = place;
		this.screen.board.drawSight([place], [], false);
		this.screen.panel.showHint(t("sight.from", { place: this.name(place) }));
	}

	/** @param {string} place */
	name(place) {
		return sayPoint(place) ?? this.screen.board.placeName(place);
	}

	/**
	 * @param {string} start
	 * @param {string} end
	 */
	async showLine(start, end) {
		const asked = `${start}>${end}`;
		this.asked = asked;
		await this.screen.send(async () => {
			const found = await api.sight(this.screen.secret, start, end);
			if (asked !== this.asked || !this.mode) return;
			if (!found) return this.screen.panel.showHint(t("sight.none"));
			this.screen.board.drawSight([start, end], found.steps || [], found.clear);
			this.screen.panel.showSight(found, this.name(start), this.name(end), drawProfile(found));
		});
	}

	/** @param {string} place */
	async showField(place) {
		this.asked = place;
		await this.screen.send(async () => {
			const seen = await api.field(this.screen.secret, place);
			if (place !== this.asked || !this.mode) return;
			this.screen.board.drawField(place, seen);
			this.screen.panel.showHint(t("sight.sees", { place: this.name(place), n: seen.length }));
		});
	}
}

const STEP = 22;
const RISE = 16;

/**
 * A cut along the line, where the ground or what stands on it has height.
 * @param {SightLine} found
 */
export function drawProfile({ steps = [], levels: [from, to] = [0, 0], clear }) {
	/** @type {Partial<SightStep>[]} */
	const columns = [{ level: from }, ...steps, { level: to }];
	const most = Math.max(...columns.map((step) => (step.level || 0) + (step.height || 0)));
	if (most === 0) return null;
	const height = (most + 1) * RISE + 8;
	const y = (/** @type {number} */ level) => height - level * RISE - 4;
	const drawing = s("svg", {
		class: "profile",
		viewBox: `0 0 ${columns.length * STEP} ${height}`,
		role: "img",
		"aria-label": t("sight.profile"),
	});
	columns.forEach((step, i) => {
		const ground = step.level || 0;
		drawing.append(
			s("rect", { class: "profile-ground", x: i * STEP, y: y(ground), width: STEP, height: height - y(ground) }),
		);
		if (step.height)
			drawing.append(
				s(
					"rect",
					{
						class: `profile-thing${step.blocks ? " blocks" : ""}`,
						x: i * STEP + 3,
						y: y(ground + step.height),
						width: STEP - 6,
						height: step.height * RISE,
					},
					s("title", null, `${step.place} ${step.text}`),
				),
			);
	});
	const end = (columns.length - 0.5) * STEP;
	drawing.append(
		s("path", {
			class: `profile-line${clear ? "" : " blocked"}`,
			d: `M${STEP / 2} ${y(from + 0.25)}L${end} ${y(to + 0.25)}`,
		}),
	);
	return drawing;
}
