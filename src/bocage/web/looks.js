/** How things look: the system in play sends which silhouette, sign and family of ground each of its names has. */

/** @import { Looks } from "./types.d.ts" */

/** @type {Looks} */
let current = { pieces: {}, models: {}, signs: {}, terrain: {}, sounds: {} };

/**
 * Draw by these looks from now on; a page shows one system at a time.
 * @param {Looks | undefined} looks
 */
export function setLooks(looks) {
	current = looks ?? { pieces: {}, models: {}, signs: {}, terrain: {}, sounds: {} };
}

/**
 * The family of ground that a terrain or feature belongs to.
 * @param {string} name
 */
export const family = (name) => current.terrain[name] ?? "clear";

/**
 * The silhouette of a piece: of what it is in the data, else of its kind; of an unknown one, a man with a rifle.
 * @param {string} kind
 */
export const silhouetteOf = (kind, model = "") => current.models?.[model] ?? current.pieces[kind] ?? "rifleman";

/**
 * The sign of a kind of badge or marker; an unknown one is known by the first letter of its label.
 * @param {string} kind
 */
export const signOf = (kind) => current.signs[kind] ?? "letter";
