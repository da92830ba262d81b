/** One gesture for a whole impulse: a piece dragged onto an enemy is activated and attacks him, if it may. */

import { api } from "./api.js";
import { LEADS } from "./orders.js";

const ALL = "all"; // the verb by which everybody takes part who can

/** @import { GameScreen } from "./game.js" */
/** @import { Choice, Piece, Press, Prompt } from "./types.d.ts" */

/** @typedef {{ piece: Piece, place: string, targets: number[], press: Press, led: boolean }} Aim whom a piece was dragged onto */

/**
 * The choices by which a piece does something to those in a place, other than going there.
 * @param {Choice[]} choices
 * @param {Pick<Aim, "piece" | "place" | "targets">} aim
 */
export function findAttacks(choices, { piece, place, targets }) {
	return choices.filter(({ steps, path = [], piece: about = -1, place: where }) => {
		if (steps) return false;
		if (path.length > 1 && path[0] !== piece.place) return false;
		return targets.includes(about) || (where === place && (path.length > 1 || about === piece.id));
	});
}

/**
 * What has to be chosen before this piece can do anything.
 * @param {Choice[]} choices
 * @param {Piece} piece
 */
export function findLead(choices, { id, place }) {
	return choices.find(
		(choice) => LEADS.includes(choice.verb) && (choice.piece === id || (place && choice.place === place)),
	);
}

export class Gesture {
	/** @param {GameScreen} screen */
	constructor(screen) {
		this.screen = screen;
		/** @type {Aim | null} */
		this.aim = null;
		/** @type {Press | null} where an attack was dropped, until those who take part are chosen */
		this.dropped = null;
	}

	/**
	 * Whether a piece that is dropped on a place attacks those who stand there.
	 * @param {Piece} piece
	 * @param {string} place
	 * @param {Press} press
	 */
	attacks(piece, place, press) {
		const { prompt, position } = this.screen.view;
		const targets = position.pieces.filter((one) => one.place === place && one.seat !== piece.seat).map(({ id }) => id);
		if (!prompt || !targets.length) return false;
		this.aim = { piece, place, targets, press, led: false };
		return this.attack(prompt);
	}

	/**
	 * Choose the attack, or what leads to it.
	 * @param {Prompt} prompt
	 */
	attack(prompt) {
		const { aim, screen } = this;
		if (!aim) return false;
		const { deciding } = screen;
		const found = findAttacks(prompt.choices, aim);
		const lead = aim.led ? undefined : findLead(prompt.choices, aim.piece);
		this.aim = found.length || !lead ? null : { ...aim, led: true };
		this.dropped = found.length ? aim.press : null;
		if (found.length === 1) this.strike(found[0]);
		else if (found.length) deciding.openMenu(found, aim.press);
		else if (lead) deciding.play(lead);
		else if (aim.led) this.giveUp(aim);
		else return false;
		return true;
	}

	/**
	 * One attack: what rolls dice at once is confirmed first, with its odds in sight.
	 * @param {Choice} choice
	 */
	async strike(choice) {
		const { deciding, view } = this.screen;
		await deciding.odds.forecast(choice);
		if (view.seq !== this.screen.view.seq) return;
		const forecast = deciding.odds.forecasts.get(choice.id);
		if (forecast && !forecast.outlook) deciding.arm({ choice });
		else deciding.play(choice);
	}

	/**
	 * It cannot attack: say why, and take back what was only done to get there.
	 * @param {Aim} aim
	 */
	giveUp({ piece, place }) {
		const { deciding, secret, view } = this.screen;
		deciding.whyNot({ piece: piece.id, place }).then(() => {
			if (!view.can_undo || view.seq !== this.screen.view.seq) return;
			deciding.held = true;
			this.screen.send(() => api.undo(secret, view.seq));
		});
	}

	/** After a new view: whether the gesture has seen to it. */
	goOn() {
		const { prompt } = this.screen.view;
		return Boolean(prompt && ((this.aim && this.attack(prompt)) || this.gather(prompt)));
	}

	/**
	 * Who takes part is asked where the piece was dropped: everybody, or some.
	 * @param {Prompt} prompt
	 */
	gather({ choices }) {
		const { dropped, screen } = this;
		this.dropped = null;
		if (!dropped || !choices.some(({ verb }) => verb === ALL)) return false;
		screen.deciding.openMenu(choices, dropped);
		return true;
	}
}
