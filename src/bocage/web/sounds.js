/** Sounds, all made here: noise and tones, shaped. Silent until asked for. */

/** @typedef {{ at?: number, time: number, pitch: number, fall?: number, noise?: boolean, loud?: number, wide?: number }} Burst */

/** One after another; `at` seconds after the beginning. A pitch falls to the part `fall` of itself. */
/** @type {Record<string, Burst[]>} */
const SOUNDS = {
	rifle: [
		{ time: 0.14, pitch: 1900, fall: 0.25, noise: true, loud: 0.9 },
		{ at: 0.03, time: 0.4, pitch: 420, fall: 0.4, noise: true, loud: 0.3 },
	],
	burst: [0, 0.09, 0.18, 0.27, 0.36].map((at) => ({ at, time: 0.08, pitch: 1500, fall: 0.3, noise: true, loud: 0.7 })),
	shell: [
		{ time: 0.22, pitch: 700, fall: 0.2, noise: true, loud: 1 },
		{ at: 0.05, time: 0.9, pitch: 120, fall: 0.3, noise: true, loud: 0.9, wide: 0.6 },
		{ time: 0.5, pitch: 70, fall: 0.5, loud: 0.8 },
	],
	engine: [0, 0.13, 0.26, 0.39].map((at) => ({
		at,
		time: 0.16,
		pitch: 58,
		fall: 0.9,
		noise: true,
		loud: 0.6,
		wide: 3,
	})),
	dice: [0, 0.07, 0.12, 0.2].map((at) => ({
		at,
		time: 0.035,
		pitch: 2600 - at * 3000,
		noise: true,
		loud: 0.35,
		wide: 4,
	})),
	token: [
		{ time: 0.03, pitch: 900, noise: true, loud: 0.5, wide: 3 },
		{ at: 0.05, time: 0.06, pitch: 420, fall: 0.8, loud: 0.25 },
	],
	melee: [0, 0.12, 0.2].map((at) => ({ at, time: 0.09, pitch: 340, fall: 0.5, noise: true, loud: 0.6, wide: 2 })),
	rally: [
		{ time: 0.11, pitch: 660, loud: 0.22 },
		{ at: 0.13, time: 0.2, pitch: 880, loud: 0.22 },
	],
};
export const SOUND_NAMES = Object.keys(SOUNDS);

/** @type {AudioContext | null} */
let context = null;

/** Nought is silence, as long as nobody has asked for more. */
export function volume() {
	return Number(localStorage.getItem("bocage.volume") ?? 0) || 0;
}

/** @param {number} chosen */
export function keepVolume(chosen) {
	localStorage.setItem("bocage.volume", String(chosen));
}

/** @param {string} name */
export function playSound(name) {
	const bursts = SOUNDS[name];
	if (!bursts || !volume() || document.hidden) return;
	context ??= new AudioContext();
	const now = context.currentTime;
	for (const burst of bursts) playBurst(context, burst, now + (burst.at ?? 0));
}

/**
 * @param {AudioContext} audio
 * @param {Burst} burst
 * @param {number} start
 */
function playBurst(audio, { time, pitch, fall = 1, noise = false, loud = 0.5, wide = 1 }, start) {
	const gain = audio.createGain();
	gain.gain.setValueAtTime(loud * volume(), start);
	gain.gain.exponentialRampToValueAtTime(0.0001, start + time);
	gain.connect(audio.destination);
	const source = noise ? makeNoise(audio, time) : audio.createOscillator();
	const voice = noise ? audio.createBiquadFilter() : source;
	if (voice instanceof BiquadFilterNode) {
		voice.type = "bandpass";
		voice.Q.value = wide;
		source.connect(voice);
	}
	const { frequency } = /** @type {OscillatorNode | BiquadFilterNode} */ (voice);
	frequency.setValueAtTime(pitch, start);
	frequency.exponentialRampToValueAtTime(Math.max(20, pitch * fall), start + time);
	voice.connect(gain);
	source.start(start);
	source.stop(start + time);
}

/**
 * @param {AudioContext} audio
 * @param {number} time
 */
function makeNoise(audio, time) {
	const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * time), audio.sampleRate);
	const data = buffer.getChannelData(0);
	for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
	const source = audio.createBufferSource();
	source.buffer = buffer;
	return source;
}
