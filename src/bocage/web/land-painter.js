/** The picture of a board's ground, painted piece by piece at any scale; the same board always gives the same picture. */

import { makeCanvas } from "./land-brush.js";
import { join } from "./land-curves.js";
import { liveOn } from "./land-farms.js";
import { floodLakes, growFields } from "./land-fields.js";
import { paintGrass } from "./land-grass.js";
import { growHedges, growWoods, Nursery } from "./land-growth.js";
import { buildHouses } from "./land-masonry.js";
import { streamOf } from "./land-noise.js";
import { planOf } from "./land-plan.js";
import { Relief, raiseCliffs } from "./land-relief.js";
import { spanWaters } from "./land-spans.js";
import { raiseWalls } from "./land-walls.js";
import { layRoads, letFlow, paveAreas } from "./land-ways.js";
import { digWorks, openRooms } from "./land-works.js";

/** @import { Map as BoardMap } from "./land-plan.js" */
/** @import { Box } from "./land-curves.js" */
/** @import { Pen, Thing } from "./land-brush.js" */

const SHADE = "#171b22";
const DARKNESS = 0.46; // of every shadow: where two meet it is no darker
const BEYOND = 3; // pixels of ground around a piece that its blurred shadows need

export class Painter {
	/** @param {BoardMap} data */
	constructor(data) {
		const plan = planOf(data);
		const nursery = new Nursery();
		const indoors = data.geometry === "square";
		this.width = plan.width;
		this.height = plan.height;
		const cliffs = plan.strokes.filter(({ family }) => family === "cliff").map(({ line }) => line);
		/** @type {Thing[]} */
		this.things = [
			...growFields(plan),
			...new Relief(plan).things(),
			...floodLakes(plan.lakes),
			...letFlow(plan.waters),
			...layRoads(plan),
			...paveAreas(plan.areas.filter(({ family }) => family === "road")),
			...floodLakes(plan.geometry === "plane" ? plan.areas.filter(({ family }) => family === "water") : []),
			...spanWaters(plan.crossings),
			...growWoods(plan, nursery),
			...growHedges(plan, nursery),
			...raiseWalls(plan),
			...raiseCliffs(join(cliffs)),
			...digWorks(plan),
			...liveOn(plan),
			...(indoors ? openRooms(plan) : buildHouses(plan)),
		].sort((a, b) => a.layer - b.layer || a.y - b.y);
		this.grain = makeGrain();
	}

	/**
	 * What lies in a box of the ground, so many pixels for each of the ground's.
	 * @param {Box} box
	 * @param {number} scale
	 */
	paint(box, scale) {
		const [x0, y0, x1, y1] = box;
		const { canvas, pen } = makeCanvas((x1 - x0) * scale, (y1 - y0) * scale);
		pen.imageSmoothingQuality = "high";
		pen.setTransform(scale, 0, 0, scale, -x0 * scale, -y0 * scale);
		paintGrass(pen, box, scale);
		const near = this.things.filter((thing) => meets(thing.box, [x0 - BEYOND, y0 - BEYOND, x1 + BEYOND, y1 + BEYOND]));
		const upright = near.findIndex(({ layer }) => layer > 6);
		const split = upright < 0 ? near.length : upright;
		for (const thing of near.slice(0, split)) thing.draw(pen, scale);
		this.shade(pen, near, box, scale);
		for (const thing of near.slice(split)) thing.draw(pen, scale);
		this.unify(pen, box);
		return canvas;
	}

	/**
	 * All shadows at once.
	 * @param {Pen} pen
	 * @param {Thing[]} things
	 * @param {Box} box
	 * @param {number} scale
	 */
	shade(pen, things, [x0, y0, x1, y1], scale) {
		const casting = things.filter(({ cast }) => cast);
		if (!casting.length) return;
		const [left, top] = [x0 - BEYOND, y0 - BEYOND];
		const [w, h] = [x1 - x0 + 2 * BEYOND, y1 - y0 + 2 * BEYOND];
		const dark = makeCanvas(w * scale, h * scale);
		dark.pen.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
		dark.pen.fillStyle = dark.pen.strokeStyle = SHADE;
		for (const { cast } of casting) cast?.(dark.pen);
		pen.save();
		pen.filter = `blur(${0.9 * scale}px)`;
		pen.globalAlpha = DARKNESS;
		pen.drawImage(dark.canvas, left, top, w, h);
		pen.restore();
	}

	/**
	 * Grain over everything, warm light from one corner, cool in the other.
	 * @param {Pen} pen
	 * @param {Box} box
	 */
	unify(pen, [x0, y0, x1, y1]) {
		const [w, h] = [x1 - x0, y1 - y0];
		pen.save();
		const grain = pen.createPattern(this.grain, "repeat");
		if (grain) {
			pen.globalCompositeOperation = "overlay";
			pen.fillStyle = grain;
			pen.fillRect(x0, y0, w, h);
		}
		pen.globalCompositeOperation = "source-over";
		const light = pen.createLinearGradient(0, 0, this.width, this.height);
		light.addColorStop(0, "rgba(255,232,176,.13)");
		light.addColorStop(0.5, "rgba(255,232,176,0)");
		light.addColorStop(1, "rgba(20,28,40,.12)");
		pen.fillStyle = light;
		pen.fillRect(x0, y0, w, h);
		pen.globalCompositeOperation = "soft-light";
		pen.fillStyle = "rgba(255,247,226,.2)";
		pen.fillRect(x0, y0, w, h);
		pen.restore();
	}
}

/**
 * @param {Box} a
 * @param {Box} b
 */
const meets = (a, b) => a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];

function makeGrain() {
	const size = 128;
	const { canvas, pen } = makeCanvas(size, size);
	const image = pen.createImageData(size, size);
	const next = streamOf(1944);
	for (let i = 0; i < image.data.length; i += 4) {
		image.data.fill(Math.floor(next() * 255), i, i + 3);
		image.data[i + 3] = 13;
	}
	pen.putImageData(image, 0, 0);
	return canvas;
}
