/** Grounds that were painted once, roughly: the next time a board opens, nobody sees it unpainted. */

/** @import { Map as BoardMap } from "./land-plan.js" */

/** @typedef {HTMLCanvasElement | ImageBitmap} Picture */

const STORE = "bocage-ground-1"; // another number once grounds are painted differently
const MOST = 60; // pictures in the browser's store, of some hundred kilobytes at most

/** @type {Map<string, Picture>} those of this visit */
const seen = new Map();

/**
 * The same for the same ground, and hardly ever for two (FNV, twice over).
 * @param {BoardMap} map
 */
export function keyOf({ geometry, width, height, cells, features }) {
	let [a, b] = [0x811c9dc5, 0x1000193];
	const text = JSON.stringify([geometry, width, height, cells, features]);
	for (let n = 0; n < text.length; n++) {
		a = Math.imul(a ^ text.charCodeAt(n), 0x01000193);
		b = Math.imul(b + text.charCodeAt(n), 0x5bd1e995) ^ (b >>> 13);
	}
	return `/ground/${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}

/** @param {string} key */
export const recallNow = (key) => seen.get(key) ?? null;

/**
 * From an earlier visit, if this browser has it.
 * @param {string} key
 * @returns {Promise<Picture | null>}
 */
export async function recall(key) {
	try {
		const found = await (await globalThis.caches?.open(STORE))?.match(key);
		return found ? await createImageBitmap(await found.blob()) : null;
	} catch {
		return null; // no store, or none that may be used: it is painted again
	}
}

/**
 * @param {string} key
 * @param {HTMLCanvasElement} picture
 */
export function keep(key, picture) {
	const before = seen.get(key);
	if (before && before.width >= picture.width) return;
	seen.set(key, picture);
	picture.toBlob?.(async (blob) => {
		try {
			const store = blob ? await globalThis.caches?.open(STORE) : undefined;
			await store?.put(key, new Response(blob));
			for (const old of ((await store?.keys()) ?? []).slice(0, -MOST)) await store?.delete(old);
		} catch {
			// as above
		}
	}, "image/webp");
}
