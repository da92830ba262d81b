/** The menu of several choices, beside what was pressed. */

import { h, replace, targetOf } from "./dom.js";
import { t } from "./words.js";

/** @import { Press } from "./types.d.ts" */

const DOUBLE = 500; // milliseconds between the two clicks of a double click

export class Menu {
	constructor() {
		this.element = h("div", { class: "menu", role: "menu", "aria-label": t("game.menu"), hidden: true });
		this.opened = 0;
		// The second click of two is meant for what was pressed, not for the entry that has just come under the pointer.
		const refuse = (/** @type {MouseEvent} */ event) => {
			if (event.detail > 1 && performance.now() - this.opened < DOUBLE) event.stopImmediatePropagation();
		};
		this.element.addEventListener("click", refuse, { capture: true });
	}

	get isOpen() {
		return !this.element.hidden;
	}

	/**
	 * @param {HTMLElement[]} items
	 * @param {Press} event what was pressed
	 * @param {() => void} cancel
	 */
	open(items, event, cancel) {
		for (const item of items) item.setAttribute("role", "menuitem");
		const leave = { type: "button", role: "menuitem", class: "quiet", onclick: cancel };
		const title = h("p", { role: "presentation" }, t("game.menu"));
		replace(this.element, title, items, h("button", leave, t("game.cancel")));
		this.place(event);
		this.opened = performance.now();
		items[0].focus({ preventScroll: true });
	}

	/**
	 * Beside what was pressed, and all of it in sight.
	 * @param {Press} event
	 */
	place(event) {
		const { element } = this;
		const box = targetOf(event).getBoundingClientRect();
		const x = event.clientX || box.x + box.width / 2;
		const y = event.clientY || box.y + box.height / 2;
		element.hidden = false;
		const field = (element.parentElement ?? element).getBoundingClientRect();
		const left = Math.max(4, Math.min(x - field.x, field.width - element.offsetWidth - 8));
		const [below, high] = [y - field.y + 8, element.offsetHeight];
		const above = Math.max(4, y - field.y - high - 8);
		// Never under the pointer: above it, if there is no room below.
		const top =
			below + high < field.height - 8 || above + high > y - field.y
				? Math.max(4, Math.min(below, field.height - high - 8))
				: above;
		element.style.left = `${left}px`;
		element.style.top = `${top}px`;
	}

	close() {
		this.element.hidden = true;
	}
}
