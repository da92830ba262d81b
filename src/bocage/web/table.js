/** What only the free table has: moves laid out by hand, and the ruler. */

import { Falling } from "./falling.js";
import { Layout } from "./layout.js";
import { Ruler } from "./ruler.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Prompt } from "./types.d.ts" */

export class Table {
	/** @param {GameScreen} screen */
	constructor(screen) {
		this.screen = screen;
		const plane = screen.game.board.geometry === "plane";
		this.layout = plane ? new Layout(screen) : null;
		this.falling = plane ? new Falling(screen) : null;
		this.ruler = plane ? new Ruler(screen) : null;
	}

	/** Whether the ruler takes the pointer. */
	get measuring() {
		return this.ruler?.on ?? false;
	}

	/** Whether any tool has the pointer. */
	get isTool() {
		const { path, replay, sight } = this.screen;
		return Boolean(this.measuring || path.on || replay.on || sight.mode);
	}

	/**
	 * The man whom the next point is for: one who was picked, or the leader of those who may be laid out; -1 for all.
	 * @param {Prompt} prompt
	 */
	manFor({ hand = -1 }) {
		return this.layout?.on ? this.layout.picked : hand;
	}

	/**
	 * @param {number} man
	 * @param {{ x: number, y: number }} spot
	 */
	put(man, { x, y }) {
		return this.layout?.put(man, [x, y]);
	}

	/**
	 * What the board shows of a decision: men who are laid out are pressed where they will stand.
	 * @param {Prompt | null} prompt
	 */
	trim(prompt) {
		if (!prompt?.placed?.length) return prompt;
		const men = new Set(prompt.placed.map(({ piece }) => piece));
		return { ...prompt, choices: prompt.choices.filter(({ piece = -1 }) => !men.has(piece)) };
	}

	/** @param {Prompt | null} prompt */
	paint(prompt) {
		this.layout?.paint(prompt);
		this.falling?.paint(prompt);
		this.ruler?.paint();
	}

	/** No tool has the pointer any more. */
	end() {
		this.screen.sight.end();
		this.screen.path.end();
		this.ruler?.stop();
	}
}
