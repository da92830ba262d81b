/** Armies kept in this browser, and the one to be led next. */

/** @import { KeptArmy } from "./types.d.ts" */

/** Armies kept in this browser, by system. */
export const armies = {
	/**
	 * @param {string} system
	 * @returns {KeptArmy[]}
	 */
	of(system) {
		try {
			const list = JSON.parse(localStorage.getItem(`bocage.armies.${system}`) || "[]");
			return Array.isArray(list) ? list.filter((item) => item?.army?.nation) : [];
		} catch {
			return [];
		}
	},
	/**
	 * @param {string} system
	 * @param {KeptArmy[]} list
	 */
	keep(system, list) {
		localStorage.setItem(`bocage.armies.${system}`, JSON.stringify(list.slice(0, 40)));
	},
	/**
	 * The first screen shall show a free battle with this army chosen.
	 * @param {string} system
	 * @param {string} name
	 */
	lead(system, name) {
		sessionStorage.setItem("bocage.led", JSON.stringify([system, name]));
		sessionStorage.removeItem("bocage.find");
		localStorage.removeItem("bocage.system");
	},
	/**
	 * Whether one of this system is to be led.
	 * @param {string} system
	 */
	leads(system) {
		return JSON.parse(sessionStorage.getItem("bocage.led") || "[]")[0] === system;
	},

	/**
	 * The army to be led, asked for once.
	 * @param {string} system
	 */
	led(system) {
		const [whose, name] = JSON.parse(sessionStorage.getItem("bocage.led") || "[]");
		if (whose !== system) return null;
		sessionStorage.removeItem("bocage.led");
		return this.of(system).find((item) => item.name === name) || null;
	},
};
