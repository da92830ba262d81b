/** Whole buttons only: of the choices of a decision, those there is no room for wait behind the button that shows all. */

/** @import { Deciding } from "./deciding.js" */

export class Fitting {
	/** @param {Deciding} deciding */
	constructor(deciding) {
		this.deciding = deciding;
		/** @type {number | undefined} */
		this.waiting = undefined;
	}

	/** @param {HTMLElement} frame what all of it has to fit into */
	watch(frame) {
		new ResizeObserver(() => this.fit()).observe(frame);
	}

	/** Before the next picture: nobody sees what does not fit. */
	soon() {
		if (this.waiting) cancelAnimationFrame(this.waiting);
		this.waiting = globalThis.requestAnimationFrame?.(() => this.fit());
	}

	fit() {
		const { all, choices, element, prompt, screen, unfolded } = this.deciding;
		const frame = element.parentElement;
		if (!frame || !prompt || unfolded || screen.view.coach) return; // what a coach speaks of is never hidden
		const own = [...choices.querySelectorAll(".choice:not(.folded, .hinted)")];
		const folded = choices.querySelector(".choice.folded") !== null;
		const show = (/** @type {number} */ count) => {
			for (const [n, button] of own.entries()) button.classList.toggle("beyond", n >= count);
			all.hidden = !folded && count === own.length;
			// What stands below the choices may be scrolled to.
			const room = frame.getBoundingClientRect().bottom - element.getBoundingClientRect().bottom;
			return frame.scrollHeight <= frame.clientHeight + 1 || (room >= 0 && !frame.scrollTop);
		};
		if (show(own.length)) return;
		let [fits, most] = [0, own.length];
		while (most - fits > 1) {
			const middle = (fits + most) >> 1;
			if (show(middle)) fits = middle;
			else most = middle;
		}
		show(Math.max(1, fits));
	}
}
