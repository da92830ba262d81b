/** Vehicles from the side, each built of the same few parts: what it runs on, hull, turret and gun. They face right. */

/**
 * `run`: half its length, wheels and their radius, and how it moves. `hull`: height, where its top begins and ends, and
 * where its nose is. `turret`: middle, width, height and form. `gun`: how long and thick, and from where if no turret.
 * @typedef {{
 *   run: [number, number, number, ("track" | "half" | "wheel")?],
 *   hull: [number, number, number, number],
 *   turret?: [number, number, number, "dome" | "box" | "wedge" | "cast" | "open"],
 *   gun?: [number, number, [number, number]?],
 *   brake?: boolean, cupola?: boolean, more?: string,
 * }} Build
 */

/** @satisfies {Record<string, Build>} */
const BUILDS = {
	stuart: { run: [23, 4, 4.6], hull: [10, -21, 12, 22], turret: [-1, 17, 9, "box"], gun: [13, 2], cupola: true },
	sherman: { run: [26, 6, 3.8], hull: [11, -25, 14, 25], turret: [-2, 22, 10, "dome"], gun: [17, 2.6], cupola: true },
	firefly: { run: [27, 6, 3.8], hull: [11, -26, 13, 25], turret: [-4, 24, 10, "dome"], gun: [29, 2.2], brake: true },
	wolverine: { run: [26, 6, 3.8], hull: [9, -25, 8, 26], turret: [-3, 22, 9, "open"], gun: [23, 2.4] },
	scott: { run: [23, 4, 4.6], hull: [10, -21, 12, 22], turret: [-1, 18, 10, "open"], gun: [9, 4] },
	churchill: { run: [30, 10, 2.6], hull: [5, -28, 24, 29], turret: [1, 20, 9, "box"], gun: [17, 2.4] },
	cromwell: { run: [26, 5, 5], hull: [8, -24, 16, 25], turret: [-2, 22, 9, "box"], gun: [17, 2.4], brake: true },
	tetrarch: { run: [21, 4, 5.6], hull: [6, -18, 10, 20], turret: [-1, 16, 8, "dome"], gun: [12, 1.8] },
	matilda1: { run: [20, 8, 2.2], hull: [8, -17, 8, 19], turret: [-1, 13, 9, "cast"], gun: [7, 1.8] },
	matilda: { run: [25, 9, 2.2], hull: [9, -21, 12, 24], turret: [0, 20, 9, "cast"], gun: [14, 2], cupola: true },
	lightmk6: { run: [20, 3, 5.2], hull: [9, -16, 8, 19], turret: [-2, 15, 10, "wedge"], gun: [8, 1.8] },
	charb1: {
		run: [29, 12, 2],
		hull: [12, -25, 16, 28],
		turret: [2, 15, 9, "cast"],
		gun: [11, 2],
		more: "M18-1h14v2.8H18z",
	},
	r35: { run: [20, 5, 3.4], hull: [10, -17, 9, 19], turret: [1, 14, 9, "cast"], gun: [7, 2.4], cupola: true },
	h39: { run: [21, 6, 3], hull: [10, -19, 10, 20], turret: [1, 14, 9, "cast"], gun: [11, 2], cupola: true },
	s35: { run: [25, 8, 2.4], hull: [11, -22, 14, 24], turret: [0, 15, 10, "cast"], gun: [13, 2.2], cupola: true },
	fcm2c: {
		run: [34, 14, 1.9],
		hull: [9, -30, 22, 33],
		turret: [10, 16, 11, "dome"],
		gun: [16, 2.6],
		more: "M-26-7v-6h9v6z",
	},
	t13: { run: [20, 4, 4], hull: [8, -16, 6, 18], turret: [-3, 16, 9, "open"], gun: [15, 2] },
	pz2: { run: [22, 5, 4.4], hull: [8, -20, 10, 21], turret: [0, 16, 8, "wedge"], gun: [12, 1.6] },
	luchs: { run: [22, 5, 5.4], hull: [7, -20, 12, 21], turret: [-1, 17, 9, "wedge"], gun: [14, 1.6] },
	pz38t: { run: [21, 4, 5.6], hull: [8, -20, 9, 20], turret: [1, 16, 8, "dome"], gun: [13, 2], cupola: true },
	pz3: { run: [25, 6, 4], hull: [8, -23, 14, 24], turret: [1, 20, 9, "wedge"], gun: [14, 2], cupola: true },
	pz3l: { run: [25, 6, 4], hull: [8, -23, 14, 24], turret: [1, 20, 9, "wedge"], gun: [22, 2], cupola: true },
	pz4: { run: [26, 8, 3.2], hull: [8, -25, 16, 25], turret: [1, 20, 10, "wedge"], gun: [10, 3.2], cupola: true },
	pz4h: {
		run: [26, 8, 3.2],
		hull: [8, -25, 16, 25],
		turret: [0, 23, 10, "wedge"],
		gun: [23, 2.4],
		brake: true,
		cupola: true,
		more: "M-24-3h42v4h-42z",
	},
	stug: { run: [25, 6, 4], hull: [6, -23, 14, 24], turret: [-3, 30, 7, "wedge"], gun: [22, 2.6], brake: true },
	tiger: {
		run: [28, 8, 4.6],
		hull: [9, -26, 20, 28],
		turret: [-1, 25, 10, "box"],
		gun: [25, 2.8],
		brake: true,
		cupola: true,
	},
	panther: {
		run: [28, 8, 4.6],
		hull: [9, -27, 12, 29],
		turret: [-2, 23, 10, "wedge"],
		gun: [29, 2.4],
		brake: true,
		cupola: true,
	},
	kingtiger: {
		run: [30, 9, 4.4],
		hull: [9, -29, 14, 31],
		turret: [-3, 28, 11, "wedge"],
		gun: [30, 2.8],
		brake: true,
		cupola: true,
	},
	ferdinand: { run: [30, 6, 5], hull: [8, -29, 24, 30], turret: [-12, 30, 12, "wedge"], gun: [38, 2.8], brake: true },
	pzjager: { run: [19, 5, 3.6], hull: [8, -16, 8, 18], turret: [-4, 18, 9, "open"], gun: [18, 2.2] },
	sig33: { run: [19, 5, 3.6], hull: [8, -16, 8, 18], turret: [-3, 21, 17, "open"], gun: [10, 4.4] },
	t34: { run: [26, 5, 5.2], hull: [9, -24, 10, 27], turret: [4, 19, 8, "cast"], gun: [17, 2.4] },
	t3485: { run: [26, 5, 5.2], hull: [9, -24, 10, 27], turret: [3, 24, 10, "cast"], gun: [24, 2.4], cupola: true },
	t70: { run: [20, 5, 3.8], hull: [8, -18, 8, 20], turret: [-3, 15, 8, "cast"], gun: [13, 1.8] },
	kv1: { run: [28, 6, 4.2], hull: [10, -26, 17, 28], turret: [1, 22, 12, "cast"], gun: [17, 2.6] },
	is2: {
		run: [28, 6, 4.2],
		hull: [9, -26, 14, 28],
		turret: [2, 25, 10, "cast"],
		gun: [31, 3],
		brake: true,
		cupola: true,
	},
	su76: { run: [23, 6, 3.2], hull: [7, -21, 14, 23], turret: [-9, 21, 11, "open"], gun: [22, 2.2], brake: true },
	su122: { run: [26, 5, 5.2], hull: [8, -24, 8, 26], turret: [2, 26, 10, "wedge"], gun: [14, 4.4] },
	goliath: { run: [18, 4, 3], hull: [7, -12, 12, 17] },
	carrier: {
		run: [20, 3, 4.4],
		hull: [10, -17, 13, 20],
		more: "M-8-9a3.4 3.4 0 0 1 6.8 0v3H-8zM5-9a3.4 3.4 0 0 1 6.8 0v3H5zM13-8h11v1.8H13z",
	},
	m3half: { run: [27, 4, 4, "half"], hull: [15, -27, 6, 27], more: "M-8-14h2v-4h12v2.4H-4V-9h-4z" },
	m16: { run: [27, 4, 4, "half"], hull: [13, -27, 6, 27], turret: [-12, 14, 8, "open"], gun: [16, 3.4] },
	sdkfz251: { run: [28, 5, 4, "half"], hull: [13, -28, 4, 29], more: "M2-12h5v-4l13 1v2l-11 1v3H2z" },
	sdkfz8: { run: [29, 5, 4, "half"], hull: [9, -29, 12, 29], gun: [32, 2.8, [-16, -12]], more: "M-20-9l6-8h6l4 8z" },
	sdkfz10: { run: [24, 4, 4, "half"], hull: [9, -23, 8, 25], gun: [26, 2, [-12, -12]], more: "M-17-8l5-8h6l3 8z" },
	jeep: { run: [19, 2, 6, "wheel"], hull: [9, -18, 6, 19], more: "M-2-8l4-9h1.8L1-8zM-13-8v-5h7v5z" },
	amphibian: { run: [21, 2, 6, "wheel"], hull: [11, -21, 8, 23], more: "M0-10l4-7h1.8L3-10zM-13-10v-4h7v4z" },
	kubel: { run: [20, 2, 6, "wheel"], hull: [9, -19, 4, 20], more: "M-16-8l3-10H3l6 10H6.6L1.8-16h-13L-13.6-8z" },
	sidecar: {
		run: [17, 2, 7, "wheel"],
		hull: [4, -9, 6, 12],
		more: "M-5-12a4 4 0 0 1 8 0l2 8 6 2v3H-8zM8-10l7-1v2l-6 2z",
	},
	truck: { run: [28, 3, 5.6, "wheel"], hull: [9, -27, 12, 28], more: "M-28-8v-13q13-5 26 0v13zM1-8v-9h9l4 9z" },
	blitz: { run: [28, 2, 6.2, "wheel"], hull: [9, -27, 12, 28], more: "M-28-8v-10h24v10zM0-8v-10h9l5 10z" },
	zis: { run: [27, 2, 6.2, "wheel"], hull: [8, -26, 14, 27], more: "M-27-7v-6H-1v6zM2-7v-10h9v10z" },
	laffly: { run: [28, 3, 5.4, "wheel"], hull: [9, -28, 8, 26], more: "M-28-8v-11q12-4 24 0v11zM-1-8v-9h8l3 9z" },
	sdkfz222: { run: [24, 2, 6.4, "wheel"], hull: [10, -20, 10, 25], turret: [-2, 16, 7, "open"], gun: [13, 1.8] },
	panhard: { run: [25, 2, 6.6, "wheel"], hull: [9, -22, 12, 25], turret: [0, 17, 9, "wedge"], gun: [13, 2] },
	puma: { run: [30, 4, 5, "wheel"], hull: [9, -28, 18, 31], turret: [1, 18, 8, "wedge"], gun: [19, 2.2], brake: true },
	greyhound: { run: [26, 3, 5.4, "wheel"], hull: [9, -25, 14, 27], turret: [2, 16, 8, "open"], gun: [13, 2] },
	daf: { run: [25, 3, 5.2, "wheel"], hull: [11, -24, 10, 26], turret: [-3, 16, 8, "dome"], gun: [13, 2] },
	ba64: { run: [20, 2, 6, "wheel"], hull: [10, -16, 8, 21], turret: [-2, 11, 6, "open"], gun: [10, 1.6] },
	cupola: { run: [26, 0, 3], hull: [6, -22, 22, 27], turret: [0, 34, 16, "dome"], gun: [14, 2.4] },
};

/** @type {Record<string, (w: number, h: number) => string>} turrets around 0, their foot at 0 */
const TURRETS = {
	dome: (w, h) => `M${-w / 2} 0q-2-${h} ${w * 0.28}-${h}h${w * 0.4}q${w * 0.3} .5 ${w * 0.34} ${h}z`,
	box: (w, h) => `M${-w / 2} 0v${-h}h${w * 0.86}l${w * 0.14} 3v${h - 3}z`,
	wedge: (w, h) => `M${-w / 2} 0l3-${h}h${w * 0.62}l${w * 0.38 - 3} ${h}z`,
	cast: (w, h) => `M${-w / 2} 0q-1-${h * 0.8} ${w * 0.24}-${h}h${w * 0.36}q${w * 0.34} 2 ${w * 0.4} ${h}z`,
	open: (w, h) => `M${-w / 2} 0v${-h}h3v3h${w - 9}l6-1.6v${h - 1.4}z`,
};

/** @param {Build} build */
function drawRun({ run: [half, wheels, radius, kind = "track"] }) {
	const foot = 16;
	const disc = (/** @type {number} */ x, /** @type {number} */ r) =>
		`<circle cx="${x.toFixed(1)}" cy="${(foot - r - 0.5).toFixed(1)}" r="${r}"/>`;
	const hole = (/** @type {number} */ x, /** @type {number} */ r) =>
		`<circle class="hole" cx="${x.toFixed(1)}" cy="${(foot - radius - 0.5).toFixed(1)}" r="${r}"/>`;
	const spread = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ n) =>
		Array.from({ length: n }, (_, i) => (n === 1 ? (from + to) / 2 : from + ((to - from) * i) / (n - 1)));
	if (kind === "wheel")
		return spread(-half + radius, half - radius, wheels)
			.map((x) => disc(x, radius) + hole(x, radius * 0.45))
			.join("");
	const end = kind === "half" ? half * 0.28 : half;
	const top = foot - Math.max(9, radius * 2 + 2.5);
	const band = `<path d="M${-half} ${top + 3}q0-3 4-3H${end - 4}q5 0 4 4l-4 ${foot - top - 6}q-2 2-4 2H${-half + 7}q-3 0-4-2z"/>`;
	const rollers = spread(-half + radius + 3.5, end - radius - 3.5, wheels).map((x) => hole(x, radius * 0.8));
	const hubs = spread(-half + radius + 3.5, end - radius - 3.5, wheels).map(
		(x) => `<circle cx="${x.toFixed(1)}" cy="${(foot - radius - 0.5).toFixed(1)}" r="${(radius * 0.34).toFixed(1)}"/>`,
	);
	const front = kind === "half" ? `${disc(half - 7, 6)}<circle class="hole" cx="${half - 7}" cy="9.5" r="2.6"/>` : "";
	return band + rollers.join("") + hubs.join("") + front;
}

/**
 * The silhouette of a vehicle, centred on 0,0, about 60 wide and 42 high.
 * @param {Build} build
 */
function drawVehicle(build) {
	const { run, hull, turret, gun, brake, cupola, more } = build;
	const deck = 16 - Math.max(9, run[2] * 2 + (run[3] === "wheel" ? -2 : 2.5));
	const [height, from, to, nose] = hull;
	const top = deck - height + 3;
	const parts = [`<path d="M${-run[0] + 1} ${deck + 3}L${from} ${top}H${to}L${nose} ${deck}v3z"/>`];
	if (turret) {
		const [x, w, h, form] = turret;
		parts.push(`<path transform="translate(${x} ${top + 0.6})" d="${TURRETS[form](w, h)}"/>`);
		if (cupola) parts.push(`<path d="M${x - w * 0.3} ${top - h + 1}v-3.4h7v3.4z"/>`);
	}
	if (gun) {
		const [long, thick, at] = gun;
		const [x, y] = at ?? [(turret?.[0] ?? 0) + (turret?.[1] ?? 0) * 0.4, top - (turret?.[2] ?? 6) * 0.55];
		parts.push(`<path d="M${x} ${y - thick / 2}h${long}v${thick}h${-long}z"/>`);
		if (brake) parts.push(`<path d="M${x + long - 1} ${y - thick / 2 - 1.2}h4v${thick + 2.4}h-4z"/>`);
	}
	if (more) parts.push(`<path transform="translate(0 ${top + 8})" d="${more}"/>`);
	return parts.join("") + drawRun(build);
}

/**
 * As large as a counter has room for, whatever its gun is.
 * @param {Build} build
 */
function fit(build) {
	const { run, hull, turret, gun } = build;
	const muzzle = gun ? (gun[2]?.[0] ?? (turret?.[0] ?? 0) + (turret?.[1] ?? 0) * 0.4) + gun[0] + 3 : 0;
	const right = Math.max(run[0], hull[3], muzzle);
	const above = Math.max((turret?.[2] ?? 0) + (build.cupola ? 3 : 0), build.more ? 11 : 0);
	const high = Math.max(9, run[2] * 2 + (run[3] === "wheel" ? -2 : 2.5)) + hull[0] - 3 + above;
	const scale = Math.min(1.5, 90 / (right + run[0]), 42 / high);
	return `<g transform="translate(0 ${(17 - 16 * scale).toFixed(1)}) scale(${scale.toFixed(2)}) translate(${(run[0] - right) / 2} 0)">${drawVehicle(build)}</g>`;
}

/** Every vehicle by its name. */
export const VEHICLES = /** @type {Record<keyof typeof BUILDS, string>} */ (
	Object.fromEntries(Object.entries(BUILDS).map(([name, build]) => [name, fit(build)]))
);
