/** Chance that always falls the same way, smooth noise made of it, and colours. */

/** @typedef {[number, number, number]} Colour red, green and blue, 0 to 255 */
/** @typedef {() => number} Stream numbers from 0 to 1 */

/**
 * A number for a name.
 * @param {string} name
 */
export function seedOf(name) {
	let state = 2166136261;
	for (let i = 0; i < name.length; i++) state = Math.imul(state ^ name.charCodeAt(i), 16777619);
	return state;
}

/**
 * A stream of numbers from 0 to 1, the same for the same seed.
 * @param {number} seed
 * @returns {Stream}
 */
export function streamOf(seed) {
	let state = seed | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
	};
}

/**
 * What is drawn by chance: a stream with ranges and picks.
 * @param {number} seed
 */
export function chance(seed) {
	const next = streamOf(seed);
	return {
		next,
		/** @type {(low: number, high: number) => number} */
		range: (low, high) => low + (high - low) * next(),
		/** @type {<T>(list: readonly T[]) => T} */
		pick: (list) => list[Math.floor(next() * list.length)],
	};
}

/**
 * A number from 0 to 1 for a point of a lattice.
 * @param {number} x
 * @param {number} y
 * @param {number} seed
 */
export function hash(x, y, seed) {
	let n = (Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 974711)) | 0;
	n = Math.imul(n ^ (n >>> 13), 1274126177);
	return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
}

/**
 * Smooth noise from 0 to 1; hills of it are about one wide.
 * @param {number} x
 * @param {number} y
 * @param {number} seed
 */
export function noise(x, y, seed) {
	const i = Math.floor(x);
	const j = Math.floor(y);
	let u = x - i;
	let v = y - j;
	u = u * u * (3 - 2 * u);
	v = v * v * (3 - 2 * v);
	const a = hash(i, j, seed);
	const b = hash(i + 1, j, seed);
	const c = hash(i, j + 1, seed);
	const d = hash(i + 1, j + 1, seed);
	return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
}

/**
 * Noise upon noise, each half as strong and twice as fine.
 * @param {number} x
 * @param {number} y
 * @param {number} seed
 * @param {number} octaves
 */
export function roughNoise(x, y, seed, octaves) {
	let sum = 0;
	let weight = 0.5;
	let all = 0;
	let f = 1;
	for (let k = 0; k < octaves; k++) {
		sum += weight * noise(x * f, y * f, seed + k);
		all += weight;
		weight *= 0.5;
		f *= 2.03;
	}
	return sum / all;
}

/**
 * "#788551" as numbers.
 * @param {string} hex
 * @returns {Colour}
 */
export function rgb(hex) {
	const n = Number.parseInt(hex.slice(1), 16);
	return [n >> 16, (n >> 8) & 255, n & 255];
}

/**
 * @param {Colour} a
 * @param {Colour} b
 * @param {number} part
 * @returns {Colour}
 */
export function mix(a, b, part) {
	return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part];
}

/**
 * Lighter or darker by a factor.
 * @param {Colour} colour
 * @param {number} factor
 * @returns {Colour}
 */
export function lit(colour, factor) {
	const one = (/** @type {number} */ value) => Math.max(0, Math.min(255, value * factor));
	return [one(colour[0]), one(colour[1]), one(colour[2])];
}

/**
 * For a canvas.
 * @param {Colour} colour
 */
export function css(colour, alpha = 1) {
	return `rgba(${colour[0] | 0},${colour[1] | 0},${colour[2] | 0},${alpha})`;
}

/** @param {number} value */
export const within01 = (value) => Math.max(0, Math.min(1, value));
