/** The line-of-sight tool (L) and the field of view (F): what the rules say of two places, drawn on the board. */

import { api } from "./api.js";
import { h, s } from "./dom.js";
import { t } from "./words.js";

export class Sight {
  constructor(screen) {
    this.screen = screen;
    this.mode = "";
    this.start = "";
    const button = (mode, sign) =>
      h(
        "button",
        {
          type: "button",
          class: `tool-${mode}`,
          "aria-pressed": "false",
          title: t(`sight.${mode}`),
          "aria-label": t(`sight.${mode}`),
          onclick: () => this.toggle(mode),
        },
        sign,
      );
    this.buttons = { line: button("line", "L"), field: button("field", "F") };
    screen.board.element.querySelector(".board-tools").append(...Object.values(this.buttons));
  }

  /** Start or end a tool; `place` is where the player is looking. */
  toggle(mode, place = "") {
    const next = this.mode === mode ? "" : mode;
    this.screen.path.end();
    this.end();
    if (!next) return;
    this.mode = next;
    this.buttons[next].setAttribute("aria-pressed", "true");
    this.screen.element.dataset.tool = next;
    this.screen.panel.open("details");
    this.screen.panel.showHint(t(`sight.${next}.how`));
    if (place) this.pick(place);
  }

  end() {
    this.mode = "";
    this.start = "";
    delete this.screen.element.dataset.tool;
    for (const button of Object.values(this.buttons)) button.setAttribute("aria-pressed", "false");
    this.screen.board.clearSight();
  }

  /** Whether the tool wants this click. */
  takes(place) {
    if (!this.mode || !place) return false;
    this.pick(place);
    return true;
  }

  pick(place) {
    if (this.mode === "field") this.showField(place);
    else if (!this.start || this.start === place) this.begin(place);
    else this.showLine(this.start, place);
  }

  begin(place) {
    this.start = place;
    this.screen.board.drawSight([place], [], null);
    this.screen.panel.showHint(t("sight.from", { place: this.name(place) }));
  }

  name(place) {
    return place.includes(",")
      ? place
          .split(",")
          .map((n) => `${n}″`)
          .join(", ")
      : this.screen.board.placeName(place);
  }

  async showLine(start, end) {
    const asked = (this.asked = `${start}>${end}`);
    await this.screen.send(async () => {
      const found = await api.sight(this.screen.secret, start, end);
      if (asked !== this.asked || !this.mode) return;
      if (!found) return this.screen.panel.showHint(t("sight.none"));
      this.screen.board.drawSight([start, end], found.steps || [], found.clear);
      this.screen.panel.showSight(found, this.name(start), this.name(end), profile(found));
    });
  }

  async showField(place) {
    const asked = (this.asked = place);
    await this.screen.send(async () => {
      const seen = await api.field(this.screen.secret, place);
      if (asked !== this.asked || !this.mode) return;
      this.screen.board.drawField(place, seen);
      this.screen.panel.showHint(t("sight.sees", { place: this.name(place), n: seen.length }));
    });
  }
}

const STEP = 22;
const RISE = 16;

/** A cut along the line, where the ground or what stands on it has height. */
function profile(found) {
  const steps = found.steps || [];
  const [from, to] = found.levels || [0, 0];
  const columns = [{ level: from }, ...steps, { level: to }];
  const most = Math.max(...columns.map((step) => (step.level || 0) + (step.height || 0)));
  if (most === 0) return null;
  const height = (most + 1) * RISE + 8;
  const y = (level) => height - level * RISE - 4;
  const drawing = s("svg", {
    class: "profile",
    viewBox: `0 0 ${columns.length * STEP} ${height}`,
    role: "img",
    "aria-label": t("sight.profile"),
  });
  columns.forEach((step, i) => {
    const ground = step.level || 0;
    drawing.append(
      s("rect", { class: "profile-ground", x: i * STEP, y: y(ground), width: STEP, height: height - y(ground) }),
    );
    if (step.height)
      drawing.append(
        s(
          "rect",
          {
            class: `profile-thing${step.blocks ? " blocks" : ""}`,
            x: i * STEP + 3,
            y: y(ground + step.height),
            width: STEP - 6,
            height: step.height * RISE,
          },
          s("title", null, `${step.place} ${step.text}`),
        ),
      );
  });
  const end = (columns.length - 0.5) * STEP;
  drawing.append(
    s("path", {
      class: `profile-line${found.clear ? "" : " blocked"}`,
      d: `M${STEP / 2} ${y(from + 0.25)}L${end} ${y(to + 0.25)}`,
    }),
  );
  return drawing;
}
