/** Who is to fall, as the rules propose it: marked on the table, and taken with one press. */

import { s } from "./dom.js";
import { TableBar } from "./table-bar.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Point, Prompt } from "./types.d.ts" */

export class Falling {
	/** @param {GameScreen} screen */
	constructor(screen) {
		this.screen = screen;
		this.bar = new TableBar(screen.board, t("falling.name"));
	}

	/** @param {Prompt | null} prompt */
	paint(prompt) {
		const { board, deciding } = this.screen;
		for (const old of board.svg.querySelectorAll(".falling")) old.remove();
		const proposal = prompt?.choices.find(({ marks = [] }) => marks.some(({ kind }) => kind === "falls"));
		if (!prompt || !proposal) return this.bar.hide();
		const men = (proposal.marks ?? []).flatMap(({ pieces }) => pieces);
		for (const id of men) board.nodes.get(id)?.firstElementChild?.append(drawCross(board.unit));
		const points = this.screen.view.position.pieces
			.filter(({ id }) => men.includes(id))
			.map(({ x = 0, y = 0 }) => /** @type {Point} */ ([x, y]));
		this.bar.show(points, [deciding.button(proposal, "primary")]);
		this.bar.say(t("falling.how"));
	}
}

/** @param {number} unit */
function drawCross(unit) {
	const r = unit * 0.5;
	return s("path", { class: "falling", d: `M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}` });
}
