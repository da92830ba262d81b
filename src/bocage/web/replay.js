/** Looking at a game again: a timeline by turn and choice, steps and play, a link to any moment, and new games from it. */

import { api, kept } from "./api.js";
import { h, replace } from "./dom.js";
import { pair, t } from "./words.js";

const PACE = 900; // milliseconds a moment is shown while playing

export class Replay {
  constructor(screen) {
    this.screen = screen;
    this.on = false;
    this.at = 0;
    this.asked = -1;
    this.asking = false;
    const button = (name, sign, press) =>
      h(
        "button",
        {
          type: "button",
          class: `replay-${name}`,
          title: t(`replay.${name}`),
          "aria-label": t(`replay.${name}`),
          onclick: press,
        },
        sign,
      );
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      class: "replay-slider",
      "aria-label": t("replay.moment"),
    });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.turns = h("select", { class: "replay-turns", "aria-label": t("replay.turn") });
    this.turns.addEventListener("change", () => this.go(Number(this.turns.value)));
    this.eyes = h("select", { class: "replay-eyes", "aria-label": t("replay.eyes") });
    this.eyes.addEventListener("change", () => this.load(Number(this.eyes.value)));
    this.label = h("p", { class: "replay-label", role: "status" });
    this.playButton = button("play", t("replay.run"), () => this.toggle());
    this.element = h(
      "section",
      { class: "replay", "aria-label": t("replay.name"), hidden: true },
      h(
        "div",
        { class: "replay-controls" },
        button("first", "|◀", () => this.go(0)),
        button("back", "◀", () => this.go(this.at - 1)),
        this.playButton,
        button("next", "▶", () => this.go(this.at + 1)),
        button("last", "▶|", () => this.go(this.marks.length)),
        this.turns,
        this.eyes,
        h(
          "button",
          { type: "button", class: "replay-why", title: t("why.ask.title"), onclick: () => this.why() },
          t("why.ask"),
        ),
        h("button", { type: "button", class: "replay-branch", onclick: () => this.askBranch() }, t("replay.branch")),
        h("button", { type: "button", class: "replay-link", onclick: () => this.copyLink() }, t("replay.link")),
        h("button", { type: "button", class: "primary replay-leave", onclick: () => this.close() }, t("replay.leave")),
      ),
      this.slider,
      this.label,
    );
  }

  /** Open at a moment; without one at the newest. */
  async open(at = null) {
    if (!(await this.load(undefined))) return;
    this.on = true;
    this.element.hidden = false;
    this.screen.element.dataset.replay = "true";
    this.screen.end.hidden = true;
    await this.go(at === null ? this.marks.length : at);
  }

  /** The timeline as some seat's eyes see it. */
  async load(eyes) {
    let line;
    await this.screen.send(async () => (line = await api.timeline(this.screen.secret, eyes)));
    if (!line) return false;
    this.line = line;
    this.marks = line.marks;
    this.slider.max = this.marks.length;
    this.screen.panel.append(line.events, 0);
    this.paintChoices();
    if (this.on) await this.go(this.at);
    return true;
  }

  paintChoices() {
    const starts = this.marks.flatMap((mark, n) =>
      n === 0 || mark.turn !== this.marks[n - 1].turn ? [[n, mark.clock]] : [],
    );
    replace(
      this.turns,
      starts.map(([n, clock]) => h("option", { value: n }, clock)),
    );
    this.starts = starts;
    const seats = this.screen.view.position.seats;
    this.eyes.hidden = !this.line.over;
    replace(
      this.eyes,
      [[-1, t("replay.eyes.all")], ...seats.map((seat, n) => [n, seat.name])].map(([n, name]) =>
        h("option", { value: n, selected: n === this.line.eyes }, name),
      ),
    );
  }

  async go(at) {
    const wanted = Math.max(0, Math.min(this.marks.length, at));
    this.at = wanted;
    let moment;
    await this.screen.send(async () => (moment = await api.moment(this.screen.secret, wanted, this.line.eyes)));
    if (!moment || !this.on || this.at !== wanted) return;
    this.slider.value = wanted;
    const mark = this.marks[Math.min(wanted, this.marks.length - 1)];
    const start = this.starts.findLast(([n]) => n <= wanted);
    if (start) this.turns.value = start[0];
    const who = wanted < this.marks.length ? this.screen.view.position.seats[mark.seat].name : "";
    const what = moment.chosen ? pair(who, moment.chosen.label) : who ? t("replay.decides", { who }) : t("replay.end");
    this.label.textContent = [
      t("replay.count", { at: wanted, all: this.marks.length }),
      wanted < this.marks.length ? mark.phase : "",
      what,
    ]
      .filter(Boolean)
      .join(" · ");
    this.slider.setAttribute("aria-valuetext", this.label.textContent);
    this.screen.showMoment(moment);
    const here = location.hash.includes("/at/"); // else the browser's way back leads to the present
    history[here ? "replaceState" : "pushState"](null, "", `#/game/${this.screen.secret}/at/${wanted}`);
    this.element.dataset.at = wanted;
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.at >= this.marks.length) this.at = 0;
    this.playButton.textContent = t("replay.pause");
    const step = async () => {
      await this.go(this.at + 1);
      if (this.at >= this.marks.length) this.pause();
      else if (this.timer) this.timer = setTimeout(step, PACE);
    };
    this.timer = setTimeout(step, 0);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.playButton.textContent = t("replay.run");
  }

  /** Why the choice of this moment was made; at the newest, the last one. */
  async why() {
    this.pause();
    if (!this.on || !this.marks.length) return;
    if (this.at === this.marks.length) await this.go(this.at - 1);
    const { at } = this;
    const { panel, board, view } = this.screen;
    panel.open("details");
    panel.showHint(t("advice.wait"));
    this.asked = at;
    if (this.asking) return; // a search takes its time: the next question is put when this one is answered, if it still stands
    this.asking = true;
    let found;
    try {
      await this.screen.send(async () => (found = await api.why(this.screen.secret, at)));
    } finally {
      this.asking = false;
    }
    if (!this.on) return;
    if (this.at !== at) return this.asked === this.at ? this.why() : undefined;
    if (found) panel.showWhy(found, view.position.seats[found.seat].name, (choice) => board.point(choice));
    else panel.empty();
  }

  /** The same of the last choice, from outside, as soon as that is no secret. */
  async whyLast() {
    const { tells_all: open, moments } = this.screen.view;
    if (!open) return this.screen.explain([{ text: t("error.not-yet") }]);
    await this.open(moments - 1);
    await this.why();
  }

  close() {
    this.pause();
    this.on = false;
    this.element.hidden = true;
    delete this.screen.element.dataset.replay;
    history.replaceState(null, "", `#/game/${this.screen.secret}`);
    this.screen.leaveReplay();
  }

  key(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1 };
    if (event.key in steps) this.go(this.at + steps[event.key]);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.marks.length);
    else if (event.key === " " && !event.target.closest("button, select")) this.toggle();
    else if (event.key === "Escape") this.close();
    else return false;
    return true;
  }

  /** The spectators' link: one's own would give the seat away. */
  copyLink() {
    const link = `${location.origin}/#/game/${this.line.spectator}/at/${this.at}`;
    navigator.clipboard?.writeText(link).catch(() => {});
    this.screen.showDialog(
      h("h2", null, t("replay.link")),
      h("p", null, t("replay.link.about")),
      h("input", { readonly: true, value: link, "aria-label": t("replay.link"), class: "wide" }),
    );
  }

  askBranch() {
    this.pause();
    const { position } = this.screen.view;
    const rows = position.seats.map((seat, n) => {
      const select = h(
        "select",
        { id: `branch-${n}` },
        this.screen.game.players.map((player) =>
          h("option", { value: player, selected: player === this.screen.view.players[n] }, t(`player.${player}`)),
        ),
      );
      return { select, row: h("div", { class: "seat" }, h("label", { for: select.id }, seat.name), select) };
    });
    const begin = h("button", { type: "submit", class: "primary" }, t("replay.branch.go"));
    const form = h(
      "form",
      { class: "branch" },
      h("h2", null, t("replay.branch")),
      h("p", null, t("replay.branch.about", { at: this.at })),
      rows.map((row) => row.row),
      begin,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.screen.send(async () => {
        const keys = await api.branch(this.screen.secret, { at: this.at, seats: rows.map((row) => row.select.value) });
        kept.add(keys.table);
        location.hash = `#/game/${keys.table}`;
      });
    });
    this.screen.showDialog(form);
  }
}
