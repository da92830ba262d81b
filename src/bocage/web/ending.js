/** The end of a game: who has won, and what to do next. */

import { h, replace } from "./dom.js";
import { nationClass } from "./emblems.js";
import { showDice } from "./fairness.js";
import { showReview } from "./review.js";
import { t } from "./words.js";

/** @import { GameScreen } from "./game.js" */
/** @import { Position } from "./types.d.ts" */

/** @param {Position} position */
export function tellOutcome({ seats, winner = -1 }) {
  return winner >= 0 ? t("end.win", { who: seats[winner].side || seats[winner].name }) : t("end.draw");
}

export class Ending {
  /** @param {GameScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.seen = false;
    this.element = h("div", { class: "end", role: "alertdialog", "aria-labelledby": "end-title", hidden: true });
  }

  /** @param {Position} position */
  paint(position) {
    const { over, seats, winner = -1, ending } = position;
    if (!over) this.seen = false;
    this.element.hidden = !over || this.seen || this.screen.replay.on;
    if (!over) return;
    const scores = seats.map((seat) => h("span", null, seat.name, " ", h("b", null, seat.score ?? 0)));
    replace(
      this.element,
      h(
        "div",
        { class: `end-card ${winner >= 0 ? nationClass(seats[winner].nation) : ""}` },
        h("h2", { id: "end-title" }, tellOutcome(position)),
        ending ? h("p", null, ending) : null,
        seats.some((seat) => seat.score) ? h("p", { class: "scores" }, scores) : null,
        h(
          "p",
          { class: "end-buttons" },
          h("button", { type: "button", class: "primary", onclick: () => this.look() }, t("end.look")),
          h("button", { type: "button", onclick: () => this.replay() }, t("replay.name")),
          h("button", { type: "button", class: "review-button", onclick: () => this.review() }, t("review.open")),
          h("button", { type: "button", class: "check-dice", onclick: () => showDice(this.screen) }, t("dice.check")),
          h("a", { class: "button", href: "#/" }, t("end.again")),
        ),
      ),
    );
  }

  /** Give the board back to whoever looks at it. */
  look() {
    this.seen = true;
    this.element.hidden = true;
  }

  review() {
    return this.screen.send(() => showReview(this.screen));
  }

  replay() {
    this.look();
    this.screen.replay.open(0);
  }
}
