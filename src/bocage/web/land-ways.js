/** Roads, railways, rivers and brooks as curves, with the bridges and fords where they cross. */

import { fillDots, LAYER, traceOn } from "./land-brush.js";
import { boxOf, nearestOn, normals } from "./land-curves.js";
import { chance, css, lit, noise, rgb, seedOf } from "./land-noise.js";

/** @import { Area, Crossing, Way } from "./land-plan.js" */
/** @import { Pen, Thing } from "./land-brush.js" */
/** @import { Point } from "./types.d.ts" */

/**
 * A band along a curve; its half width may differ from point to point and side to side.
 * @param {Pen} pen
 * @param {Point[]} curve
 * @param {(i: number, side: number) => number} half
 * @param {string} fill
 */
function drawBand(pen, curve, half, fill) {
  const across = normals(curve);
  pen.beginPath();
  curve.forEach(([x, y], i) => {
    const w = half(i, 1);
    pen.lineTo(x + across[i][0] * w, y + across[i][1] * w);
  });
  for (let i = curve.length - 1; i >= 0; i--) {
    const w = half(i, -1);
    pen.lineTo(curve[i][0] - across[i][0] * w, curve[i][1] - across[i][1] * w);
  }
  pen.closePath();
  pen.fillStyle = fill;
  pen.fill();
}

/**
 * A line beside a curve.
 * @param {Point[]} curve
 * @param {Point[]} across
 * @param {(i: number) => number} offset
 * @returns {Point[]}
 */
const besides = (curve, across, offset) =>
  curve.map(([x, y], i) => [x + across[i][0] * offset(i), y + across[i][1] * offset(i)]);

/**
 * @param {Way[]} waters
 * @returns {Thing[]}
 */
export function letFlow(waters) {
  return waters.map(({ curve, half, family }) => ({
    layer: LAYER.water,
    y: family === "water" ? 1 : 0,
    box: boxOf(curve, half + 12),
    draw: (pen, scale) => drawWater(pen, curve, half, scale),
  }));
}

/**
 * @param {Pen} pen
 * @param {Point[]} curve
 * @param {number} half
 * @param {number} scale
 */
function drawWater(pen, curve, half, scale) {
  const width = (/** @type {number} */ w) => (/** @type {number} */ i) =>
    w + (noise(i / 6, half, 41) - 0.5) * Math.min(9, half * 0.42);
  const bands = /** @type {[number, string][]} */ ([
    [half + 7, "rgba(62,74,36,.42)"],
    [half + 3.5, "#6d6440"],
    [half + 1.6, "#504e36"],
    [half, "#5a6f6c"],
    [half * 0.72, "rgba(112,136,132,.55)"],
  ]);
  for (const [w, colour] of bands) drawBand(pen, curve, width(w), colour);
  if (scale < 0.3) return;
  const { next, range } = chance(seedOf(`flow${curve[0].map(Math.round)}`));
  const across = normals(curve);
  const flows = ["rgba(210,226,218,.5)", "rgba(160,190,190,.45)", "rgba(46,66,72,.4)"].map((colour) => ({
    colour,
    path: new Path2D(),
  }));
  /** @type {number[][]} */
  const reeds = [[], [], [], []];
  curve.forEach((point, i) => {
    for (let k = 0; k < half / 12; k++) {
      if (next() > 0.55) continue;
      const offset = range(-0.75, 0.75) * half;
      const to = curve[Math.min(curve.length - 1, i + 3)];
      const { path } = flows[Math.floor(next() * 3)];
      path.moveTo(point[0] + across[i][0] * offset, point[1] + across[i][1] * offset);
      path.lineTo(to[0] + across[i][0] * offset, to[1] + across[i][1] * offset);
    }
    for (const side of [-1, 1, -1, 1]) {
      if (next() > 0.6) continue;
      const offset = side * (half + range(0.5, 7));
      reeds[Math.floor(next() * 4)].push(
        point[0] + across[i][0] * offset,
        point[1] + across[i][1] * offset,
        range(1, 2.7),
      );
    }
  });
  pen.lineWidth = 0.9;
  for (const { colour, path } of flows) {
    pen.strokeStyle = colour;
    pen.stroke(path);
  }
  ["#4c5f2c", "#5f7436", "#7a8a48", "#3e4f28"].forEach((colour, k) => {
    fillDots(pen, colour, reeds[k]);
  });
}

/**
 * @param {Way[]} roads
 * @returns {Thing[]}
 */
export function layRoads(roads) {
  return roads.flatMap(({ family, curve, half }) => {
    const box = boxOf(curve, half + 10);
    if (family === "rail")
      return [{ layer: LAYER.way, y: 2, box, draw: (/** @type {Pen} */ pen) => drawRails(pen, curve, half) }];
    const others = roads.filter((other) => other.curve !== curve && other.family !== "rail");
    const between = apartFrom(curve, others);
    // The beds of all roads lie under the surfaces of all, so that they run into each other.
    return [
      { layer: LAYER.way, y: 0, box, draw: (pen, scale) => drawVerge(pen, curve, half, scale) },
      { layer: LAYER.way, y: 1, box, draw: (pen) => drawRoad(pen, curve, half) },
      {
        layer: LAYER.way,
        y: 1.5,
        box,
        draw: (pen, scale) => {
          for (const piece of between) drawRuts(pen, piece, half, scale);
        },
      },
    ];
  });
}

/**
 * The pieces of a road that lie on no other.
 * @param {Point[]} curve
 * @param {Way[]} others
 */
function apartFrom(curve, others) {
  /** @type {Point[][]} */
  const pieces = [[]];
  for (const point of curve) {
    if (others.every((other) => nearestOn(other.curve, point).reach > other.half))
      pieces[pieces.length - 1].push(point);
    else if (pieces[pieces.length - 1].length) pieces.push([]);
  }
  return pieces.filter((piece) => piece.length > 2);
}

/**
 * @param {number} w
 * @param {number} seed
 * @returns {(i: number, side: number) => number}
 */
const ragged = (w, seed) => (i, side) => w * (1 + (noise(i / 4 + side * 40, seed, 51) - 0.5) * (w > 20 ? 0.14 : 0.3));

/**
 * @param {Pen} pen
 * @param {Point[]} curve
 * @param {number} half
 * @param {number} scale
 */
function drawVerge(pen, curve, half, scale) {
  const { next, range } = chance(seedOf(`verge${curve[0].map(Math.round)}`));
  const across = normals(curve);
  const colours = ["rgba(158,142,94,.5)", "rgba(112,116,62,.6)", "rgba(138,128,80,.5)", "rgba(84,98,46,.55)"];
  /** @type {number[][]} */
  const dots = [[], [], [], []];
  curve.forEach(([x, y], i) => {
    for (let k = 0; k < 5; k++) {
      const offset = (next() < 0.5 ? -1 : 1) * (half + range(-1, 6));
      dots[Math.floor(next() * 4)].push(x + across[i][0] * offset, y + across[i][1] * offset, range(1, 3));
    }
  });
  if (scale > 0.3)
    colours.forEach((colour, k) => {
      fillDots(pen, colour, dots[k]);
    });
  drawBand(pen, curve, ragged(half + 1.6, 1), "rgba(94,76,46,.65)");
}

/**
 * @param {Pen} pen
 * @param {Point[]} curve
 * @param {number} half
 */
function drawRoad(pen, curve, half) {
  drawBand(pen, curve, ragged(half, 2), "#b59c6d");
  drawBand(pen, curve, ragged(half * 0.78, 3), "#c3ac7c");
}

/**
 * Two ruts in each lane, grass between them, dust and pebbles.
 * @param {Pen} pen
 * @param {Point[]} curve
 * @param {number} half
 * @param {number} scale
 */
function drawRuts(pen, curve, half, scale) {
  const across = normals(curve);
  const rut = Math.min(half * 0.46, 5);
  const lanes = half > 20 ? [-half * 0.42, half * 0.42] : [0];
  for (const lane of lanes)
    for (const side of [-rut, rut])
      for (const [shift, colour, width] of /** @type {[number, string, number][]} */ ([
        [0, "rgba(110,86,52,.55)", 2],
        [1.4, "rgba(228,210,164,.5)", 0.9],
      ])) {
        pen.strokeStyle = colour;
        pen.lineWidth = width;
        pen.beginPath();
        traceOn(
          pen,
          besides(curve, across, (i) => lane + side + shift + (noise(i / 5, side + lane, 61) - 0.5) * 1.6),
        );
        pen.stroke();
      }
  if (scale < 0.4) return;
  const { range } = chance(seedOf(`road${curve[0].map(Math.round)}`));
  /** @type {number[][]} */
  const [grass, dry, dark, pale] = [[], [], [], []];
  curve.forEach(([x, y], i) => {
    for (const lane of lanes) {
      if (noise(i / 9, half + lane, 66) < 0.4) continue;
      for (const dots of [grass, dry]) {
        const offset = lane + range(-1.6, 1.6);
        dots.push(x + across[i][0] * offset + range(-2, 2), y + across[i][1] * offset, range(0.7, 1.5));
      }
    }
    for (const dots of [dark, pale]) {
      const offset = range(-half, half);
      dots.push(x + across[i][0] * offset, y + across[i][1] * offset, range(0.4, 0.9));
    }
  });
  fillDots(pen, "rgba(120,122,66,.7)", grass);
  fillDots(pen, "rgba(146,138,82,.7)", dry);
  fillDots(pen, "rgba(84,66,40,.4)", dark);
  fillDots(pen, "rgba(238,226,188,.5)", pale);
}

/**
 * Ballast, sleepers and two rails.
 * @param {Pen} pen
 * @param {Point[]} curve
 * @param {number} half
 */
function drawRails(pen, curve, half) {
  drawBand(pen, curve, ragged(half + 2.5, 5), "rgba(70,66,50,.55)");
  drawBand(pen, curve, ragged(half + 0.6, 4), "#8b8574");
  const across = normals(curve);
  const { range } = chance(seedOf(`rail${curve[0].map(Math.round)}`));
  const [light, dark] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  curve.forEach(([x, y], i) => {
    for (const dots of [light, dark, dark, light]) {
      const offset = range(-half, half);
      dots.push(x + across[i][0] * offset, y + across[i][1] * offset, range(0.5, 1.1));
    }
  });
  fillDots(pen, "#a9a390", light);
  fillDots(pen, "#67614f", dark);
  pen.strokeStyle = "#4a3a2a";
  pen.lineWidth = 2.2;
  pen.beginPath();
  curve.forEach(([x, y], i) => {
    const [nx, ny] = across[i];
    pen.moveTo(x - nx * half * 0.78, y - ny * half * 0.78);
    pen.lineTo(x + nx * half * 0.78, y + ny * half * 0.78);
  });
  pen.stroke();
  for (const side of [-0.42, 0.42])
    for (const [shift, colour, width] of /** @type {[number, string, number][]} */ ([
      [0.7, "rgba(20,18,16,.55)", 1.6],
      [0, "#b9bcbd", 1.1],
    ])) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.beginPath();
      traceOn(
        pen,
        besides(curve, across, () => side * half + shift),
      );
      pen.stroke();
    }
}

/**
 * Roads that are areas, as on the free table: earth with ruts along their length.
 * @param {Area[]} areas
 * @returns {Thing[]}
 */
export function paveAreas(areas) {
  return areas.map(({ ring, id }) => ({
    layer: LAYER.way,
    y: 1,
    box: boxOf(ring, 4),
    draw: (pen) => drawPaved(pen, ring, seedOf(id)),
  }));
}

/**
 * @param {Pen} pen
 * @param {Point[]} ring
 * @param {number} seed
 */
function drawPaved(pen, ring, seed) {
  const [x0, y0, x1, y1] = boxOf(ring);
  pen.save();
  pen.beginPath();
  traceOn(pen, ring);
  pen.closePath();
  pen.fillStyle = "#b59c6d";
  pen.fill();
  pen.clip();
  const { range } = chance(seed);
  for (const colour of ["rgba(205,184,136,.5)", "rgba(140,114,72,.3)", "rgba(120,122,66,.35)"]) {
    const dots = [];
    for (let i = 0; i < ((x1 - x0) * (y1 - y0)) / 60; i++) dots.push(range(x0, x1), range(y0, y1), range(0.6, 3.2));
    fillDots(pen, colour, dots);
  }
  const longX = Math.hypot(ring[1][0] - ring[0][0], ring[1][1] - ring[0][1]);
  const longY = Math.hypot(ring[2][0] - ring[1][0], ring[2][1] - ring[1][1]);
  const [a, b, c, d] = longX > longY ? [ring[0], ring[1], ring[3], ring[2]] : [ring[1], ring[2], ring[0], ring[3]];
  for (const part of [0.28, 0.42, 0.58, 0.72])
    for (const [shift, colour, width] of /** @type {[number, string, number][]} */ ([
      [0, "rgba(104,80,48,.5)", 2],
      [1.3, "rgba(232,216,172,.5)", 0.9],
    ])) {
      const from = [a[0] + (c[0] - a[0]) * part + shift, a[1] + (c[1] - a[1]) * part + shift];
      const to = [b[0] + (d[0] - b[0]) * part + shift, b[1] + (d[1] - b[1]) * part + shift];
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      pen.beginPath();
      for (let k = 0; k <= 60; k++) {
        const wave = (noise(k / 3, part * 30, 4) - 0.5) * 2.4;
        pen.lineTo(from[0] + ((to[0] - from[0]) * k) / 60 + wave, from[1] + ((to[1] - from[1]) * k) / 60 + wave);
      }
      pen.stroke();
    }
  pen.restore();
  pen.beginPath();
  traceOn(pen, ring);
  pen.closePath();
  pen.strokeStyle = "rgba(94,76,46,.6)";
  pen.lineWidth = 1.6;
  pen.stroke();
}

/**
 * @param {Crossing[]} crossings
 * @returns {Thing[]}
 */
export function spanWaters(crossings) {
  return crossings.map((crossing) => {
    const { point, half, family } = crossing;
    const reach = half + 30;
    const box = boxOf([point], reach);
    if (family === "ford") return { layer: LAYER.way, y: 3, box, draw: (pen) => drawFord(pen, crossing) };
    return {
      layer: LAYER.wall,
      y: -1,
      box,
      cast: (pen) => castBridge(pen, crossing),
      draw: (pen) => drawBridge(pen, crossing),
    };
  });
}

const SIDE = 11.5; // half the width of a bridge

/**
 * @param {Pen} pen
 * @param {Crossing} crossing
 */
function castBridge(pen, { point, angle, half }) {
  pen.save();
  pen.translate(point[0] + 5, point[1] + 6);
  pen.rotate(angle);
  pen.fillRect(-half - 4, -SIDE, 2 * half + 8, 2 * SIDE);
  pen.restore();
}

/**
 * A stone bridge with parapets that open at its ends.
 * @param {Pen} pen
 * @param {Crossing} crossing
 */
function drawBridge(pen, { point, angle, half }) {
  const long = half + 12;
  const { range } = chance(seedOf(`bridge${point.map(Math.round)}`));
  pen.save();
  pen.translate(...point);
  pen.rotate(angle);
  pen.fillStyle = "#6c675a";
  pen.beginPath();
  for (const [sx, sy] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]) {
    const corner = /** @type {Point[]} */ ([
      [long + 5, SIDE + 5],
      [long - 7, SIDE + 2],
    ]);
    for (const [x, y] of sx * sy > 0 ? corner : corner.reverse()) pen.lineTo(sx * x, sy * y);
  }
  pen.closePath();
  pen.fill();
  for (let x = -long - 4; x < long + 3; x += 5)
    for (let y = -SIDE + 1; y < SIDE - 2; y += 4) {
      pen.fillStyle = css(lit(rgb("#b3a588"), range(0.84, 1.1)));
      pen.fillRect(x + (Math.floor(y) & 1 ? 2 : 0), y, 4.4, 3.4);
    }
  for (const side of [-1, 1])
    for (let x = -long - 4; x < long + 3; x += 5.2) {
      const y = side * (SIDE + 0.6 + Math.max(0, Math.abs(x) - long + 8) * 0.32);
      pen.fillStyle = css(lit(rgb("#a59e8c"), range(0.86, 1.14)));
      pen.fillRect(x, y - 2.6, 4.8, 5.2);
      pen.fillStyle = "rgba(240,234,214,.5)";
      pen.fillRect(x + 0.6, y - 2.4, 3.4, 1);
    }
  pen.fillStyle = "rgba(20,20,24,.28)";
  pen.fillRect(-long - 2, -SIDE + 3, 2 * long + 4, 3);
  pen.restore();
}

/**
 * Shallow water over gravel, with stones.
 * @param {Pen} pen
 * @param {Crossing} crossing
 */
function drawFord(pen, { point, angle, half }) {
  const { range } = chance(seedOf(`ford${point.map(Math.round)}`));
  const [x, y] = point;
  pen.save();
  pen.translate(x, y);
  pen.rotate(angle);
  const shallow = pen.createRadialGradient(0, 0, 4, 0, 0, half + 10);
  shallow.addColorStop(0, "rgba(186,178,140,.85)");
  shallow.addColorStop(0.7, "rgba(150,156,130,.6)");
  shallow.addColorStop(1, "rgba(150,156,130,0)");
  pen.fillStyle = shallow;
  pen.beginPath();
  pen.ellipse(0, 0, half + 10, Math.max(14, half * 0.7), 0, 0, 6.2832);
  pen.fill();
  for (const [colour, shift] of /** @type {[string, number][]} */ ([
    ["rgba(30,36,36,.4)", 1],
    ["#a39c86", 0],
    ["#c5beaa", -0.5],
  ])) {
    const dots = [];
    const stones = chance(9);
    for (let i = 0; i < 34; i++)
      dots.push(
        stones.range(-half, half) + shift,
        stones.range(-11, 11) + shift,
        stones.range(0.9, 2.4) * (shift < 0 ? 0.5 : 1),
      );
    fillDots(pen, colour, dots);
  }
  pen.strokeStyle = "rgba(232,240,232,.6)";
  pen.lineWidth = 1;
  pen.beginPath();
  for (let i = 0; i < 12; i++) {
    const [rx, ry] = [range(-half, half), range(-12, 12)];
    pen.moveTo(rx, ry);
    pen.quadraticCurveTo(rx + 4, ry - 2, rx + 8, ry);
  }
  pen.stroke();
  pen.restore();
}
