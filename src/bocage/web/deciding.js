/** One decision: the prompt, its choices as buttons, menus, typed orders and touches, and what is chosen by itself. */

import { api } from "./api.js";
import { h, replace } from "./dom.js";
import { wants } from "./help.js";
import { Orders } from "./orders.js";
import { percent } from "./panel.js";
import { STEPS } from "./path.js";
import { t } from "./words.js";

const MANY = 6; // choices that are all shown as buttons; of more, those that the board offers fold away
const FEW = 2; // choices of one verb that stay buttons among many
const ROW = 8; // buttons that stay at most for the sake of their verbs
const NEAR = 0.7; // inches: a second tap this close confirms a point

export class Deciding {
  constructor(screen) {
    this.screen = screen;
    this.forecasts = new Map();
    this.chances = new Map(); // of every choice that leads to dice
    this.about = new Map(); // what they are the chances of
    this.risks = new Map(); // of being shot for a choice
    this.dangers = new Map(); // the shots behind them, as far as they were looked at
    this.letting = ""; // windows that pass by themselves, see `windowOf`
    this.placing = -1; // the seat whose pieces are placed at random
    this.typed = new Orders(this);
    this.armed = null; // what a first touch has selected
    this.sent = 0; // choices sent so far
    this.due = Infinity; // the number of the view that answers the last of them
    this.postponed = false; // a view came while a choice was on its way
    this.undoButton = h("button", { type: "button", id: "undo", class: "undo", onclick: () => screen.undo() }, "");
    this.text = h("p", { class: "prompt-text", id: "prompt-text", "aria-live": "polite" });
    this.choices = h("div", { class: "choices", role: "group", "aria-labelledby": "prompt-text" });
    this.menu = h("div", { class: "menu", role: "menu", "aria-label": t("game.menu"), hidden: true });
    this.confirm = h("div", { class: "confirm", role: "group", "aria-label": t("game.confirm"), hidden: true });
    this.all = h(
      "button",
      { type: "button", class: "all-choices", "aria-expanded": "false", onclick: () => this.showAll() },
      "",
    );
    this.pick = h("span", { class: "hint pick" }, t("game.pick"));
    this.element = h(
      "div",
      { class: "deciding" },
      h("div", { class: "prompt-line" }, this.text, this.typed.field, this.undoButton),
      h("div", { class: "choice-line" }, this.pick, this.choices, this.all),
    );
  }

  get prompt() {
    return this.screen.view?.prompt || null;
  }

  // Painting

  paint(view) {
    const { position, prompt, mine, waiting, can_undo: canUndo, can_ask: canAsk } = view;
    const byKeyboard = document.activeElement?.matches(".choice:focus-visible");
    if (byKeyboard) this.byKeyboard = true;
    this.undoButton.disabled = !canUndo && !canAsk;
    replace(this.undoButton, "↶ ", h("span", null, canUndo || !canAsk ? t("game.undo") : t("wish.undo")));
    this.undoButton.title = t("game.undo.title");
    this.typed.field.hidden = !mine;
    this.all.hidden = this.pick.hidden = true;
    if (!mine) {
      replace(
        this.text,
        view.keeps.length ? null : [h("span", { class: "chip" }, t("game.spectator")), " "],
        position.over
          ? this.screen.outcome(position)
          : waiting.length
            ? t(view.stuck ? "game.stuck" : view.thinking ? "game.thinking" : "game.waiting", {
                who: waiting.join(", "),
              })
            : t("game.watching"),
      );
      return replace(this.choices);
    }
    replace(
      this.text,
      prompt.text,
      " ",
      prompt.region?.length ? h("small", null, t("game.region")) : null,
      " ",
      this.screen.panel.rule(prompt.rule),
    );
    const folded = this.folded(prompt.choices);
    const named = prompt.choices.filter((choice) => !folded.includes(choice));
    replace(
      this.choices,
      named.map((choice) => this.button(choice)),
      folded.map((choice) => this.button(choice, "folded")),
      this.extras(prompt),
    );
    this.all.hidden = !folded.length;
    this.element.classList.toggle("unfolded", this.unfolded && folded.length > 0);
    this.pick.hidden = !folded.length || named.length > 0;
    this.nameAll();
    if (this.byKeyboard && this.screen.curtain.hidden) this.focusFirst();
    this.byKeyboard = false;
    clearTimeout(this.weighing);
    this.weighing = setTimeout(() => this.weigh(view), 80);
  }

  /** Whether a click on the board, or on a piece beside it, makes this choice. */
  onBoard(choice) {
    return choice.piece >= 0 || choice.x >= 0 || Boolean(choice.place);
  }

  /** Of many choices, those that the board offers; but verbs with few of them stay in the row, lest nobody find them. */
  folded(choices) {
    if (choices.length <= MANY) return [];
    const verbs = Map.groupBy(
      choices.filter((choice) => this.onBoard(choice) && choice.id !== this.prompt.hint),
      (choice) => choice.verb,
    );
    let room = ROW;
    for (const [verb, some] of [...verbs].sort(([, a], [, b]) => a.length - b.length)) {
      room -= some.length;
      if (some.length <= FEW && room >= 0) verbs.delete(verb);
    }
    return [...verbs.values()].flat();
  }

  get unfolded() {
    return this.all.getAttribute("aria-expanded") === "true";
  }

  /** Every choice as a button: on a phone as a list of its own, else in the row, until the player folds it. */
  showAll() {
    if (matchMedia("(max-width: 900px)").matches) return this.openSheet();
    this.all.setAttribute("aria-expanded", !this.unfolded);
    this.element.classList.toggle("unfolded", this.unfolded);
    this.nameAll();
  }

  nameAll() {
    this.all.textContent = t(this.unfolded ? "game.fold" : "game.all", { n: this.prompt.choices.length });
  }

  focusFirst() {
    const shown = [...this.choices.querySelectorAll(".choice")].find((button) => button.offsetParent !== null);
    (shown || this.all).focus();
  }

  extras(prompt) {
    const extra = (name, press) =>
      h("button", { type: "button", class: `extra extra-${name.split(".")[0]}`, onclick: press }, t(`game.${name}`));
    return [
      prompt.decline >= 0 ? extra(prompt.pieces?.length ? "let" : "let.turn", () => this.letPass()) : null,
      prompt.setup ? extra("place", () => this.placeForMe()) : null,
    ];
  }

  button(choice, more = "") {
    const button = h(
      "button",
      {
        type: "button",
        class: `choice ${more}${choice.id === this.prompt?.hint ? " hinted" : ""}`,
        "data-choice": choice.id,
        "data-verb": choice.verb,
      },
      choice.label,
      " ",
    );
    if (this.rolls(choice) || this.risks.has(choice.id)) button.append(this.mark(choice));
    button.addEventListener("click", (event) => {
      if (event.pointerType === "touch" && this.rolls(choice) && this.armed?.choice !== choice) this.arm({ choice });
      else this.play(choice);
    });
    button.addEventListener("pointerenter", (event) => event.pointerType !== "touch" && this.consider(choice));
    button.addEventListener("focus", () => this.consider(choice));
    button.addEventListener("pointerleave", () => this.armed || this.screen.board.point(null));
    return button;
  }

  /** A die, and the chance once it is known. */
  mark(choice) {
    const risk = this.risks.get(choice.id);
    if (risk !== undefined) return h("span", { class: "odds-mark risk", title: t("game.risk") }, `⚠ ${percent(risk)}`);
    const chance = this.chances.get(choice.id);
    return h(
      "span",
      { class: "odds-mark", title: this.about.get(choice.id) },
      chance === undefined ? h("span", { "aria-hidden": "true" }, "⚄") : `⚄ ${percent(chance)}`,
    );
  }

  /** Ask for the chances of all choices and write them on the buttons. */
  async weigh({ seq, prompt }) {
    if (this.screen.element.dataset.sent === String(seq)) return; // already answered: its chances are no longer of use
    const weighty = !prompt.setup && prompt.choices.length;
    const late = (this.late = new AbortController()); // whoever chooses meanwhile waits for no chances
    const found = weighty ? await api.chances(this.screen.secret, seq, late.signal).catch(() => ({})) : {};
    if (late.signal.aborted || seq !== this.screen.view.seq) return;
    this.screen.element.dataset.weighed = seq;
    const numbered = (row) => new Map(Object.entries(row || {}).map(([id, chance]) => [Number(id), chance]));
    this.chances = numbered(found.chances);
    this.about = numbered(found.about);
    this.risks = numbered(found.risks);
    this.screen.board.warn(
      prompt.choices
        .filter((choice) => this.risks.has(choice.id))
        .map((choice) => [choice, percent(this.risks.get(choice.id))]),
    );
    for (const choice of prompt.choices) {
      if (!this.chances.has(choice.id) && !this.risks.has(choice.id)) continue;
      for (const button of this.screen.element.querySelectorAll(`.choice[data-choice="${choice.id}"]`)) {
        button.querySelector(".odds-mark")?.remove();
        button.append(this.mark(choice));
      }
    }
  }

  /** What a bot would do here; of what is past, why it did. */
  async advise() {
    const { mine, seq } = this.screen.view;
    if (this.screen.replay.on) return this.screen.replay.why();
    if (!mine) return this.screen.replay.whyLast();
    this.screen.panel.open("details");
    this.screen.panel.showHint(t("advice.wait"));
    await this.screen.send(async () => {
      const found = await api.advice(this.screen.secret, seq).catch((problem) => {
        this.screen.panel.empty(); // nothing is to be waited for any more
        throw problem;
      });
      if (seq !== this.screen.view.seq) return;
      const against = this.screen.view.players.some((player) => player !== "human");
      this.screen.panel.showAdvice(
        found,
        (id) => this.screen.board.point(this.prompt.choices.find((choice) => choice.id === id) || null),
        against ? t("why.later") : "",
      );
    });
  }

  /** Whether a choice leads to dice, as far as is known. */
  rolls(choice) {
    return choice.odds || this.chances.has(choice.id);
  }

  /** The whole list, one below the other. */
  openSheet() {
    this.screen.showDialog(
      h("h2", null, this.prompt.text),
      h(
        "div",
        { class: "sheet-choices" },
        this.prompt.choices.map((choice) => {
          const button = this.button(choice);
          button.addEventListener("click", () => this.screen.dialog.close());
          return button;
        }),
      ),
    );
  }

  // Choosing

  play(choice) {
    return this.choose({ option: choice.id });
  }

  choose(move) {
    if (this.screen.element.dataset.sent === String(this.screen.view.seq)) return; // the second click of two
    this.closeMenu();
    this.screen.toast.hidden = true;
    this.held = false;
    return this.screen.send(() => this.put(move));
  }

  /** Send a choice. It is on its way until its answer is painted, whatever others decide meanwhile. */
  async put(move) {
    const { element, secret, view } = this.screen;
    const number = ++this.sent;
    element.dataset.sent = view.seq;
    this.late?.abort();
    this.due = Infinity;
    const { seq } = await api.play(secret, { seq: view.seq, ...move }).catch((problem) => {
      if (number === this.sent) delete element.dataset.sent;
      if (this.screen.view === view && element.dataset.weighed !== String(view.seq)) this.weigh(view);
      throw problem;
    });
    if (number !== this.sent) return;
    this.due = seq;
    this.arrive();
    if (this.postponed && element.isConnected) this.goOn(view, true);
  }

  arrive() {
    const { dataset } = this.screen.element;
    if (Number(dataset.seq) >= this.due) delete dataset.sent;
  }

  undo() {
    this.held = true; // what was taken back is not chosen again by itself
    this.letting = "";
    this.typed.drop();
    this.screen.path.walking = [];
    this.screen.send(() => api.undo(this.screen.secret, this.screen.view.seq));
  }

  /** Everything a piece can do, or that can be done where it stands; what only those beside it do is left to them. */
  forPiece(piece) {
    const choices = this.prompt?.choices || [];
    const id = this.screen.board.speakers.get(piece.id) ?? piece.id;
    const speaks = choices.some((choice) => choice.piece === id);
    const beside = new Set(
      this.screen.view.position.pieces
        .filter((other) => other.id !== id && other.place === piece.place)
        .map((other) => other.id),
    );
    const here = (choice) =>
      piece.place &&
      (choice.place === piece.place || this.startsFrom(choice, piece)) &&
      !(speaks && beside.has(choice.piece));
    return choices.filter((choice) => choice.piece === id || here(choice));
  }

  /** Whether a choice other than a step starts where this piece of the deciding side stands, such as fire from its place. */
  startsFrom(choice, piece) {
    return (
      piece.seat === this.prompt.seat &&
      choice.path?.length > 1 &&
      choice.path[0] === piece.place &&
      !STEPS.includes(choice.verb)
    );
  }

  forPlace(place) {
    return place ? (this.prompt?.choices || []).filter((choice) => choice.place === place) : [];
  }

  /** One choice is taken (by touch at the second tap), several open a menu, none asks why. */
  offer(choices, event, attempt) {
    const again = choices.length === 1 && this.armed?.choice === choices[0];
    this.closeMenu();
    if (choices.length === 1 && event.pointerType === "touch" && !again) this.arm({ choice: choices[0] });
    else if (choices.length === 1) this.play(choices[0]);
    else if (choices.length) this.openMenu(choices, event);
    else this.whyNot(attempt);
  }

  offerPoint(point, event) {
    const armed = this.armed?.point;
    this.closeMenu();
    if (!this.screen.view.mine) return;
    if (!this.prompt.region?.length) return this.whyNot(point);
    if (event.pointerType === "touch" && !(armed && Math.hypot(armed.x - point.x, armed.y - point.y) < NEAR))
      return this.arm({ point });
    this.playPoint(armed && event.pointerType === "touch" ? armed : point);
  }

  /** Once the pointer rests: what a free point would mean (how far, what cover), or the rule against it. */
  look([x, y], then, pause = 150) {
    clearTimeout(this.looking);
    if (!this.screen.view?.mine || !this.prompt?.region?.length) return;
    const point = { x: Math.max(0, Math.round(x * 10) / 10), y: Math.max(0, Math.round(y * 10) / 10) };
    const { seq } = this.screen.view;
    this.looking = setTimeout(
      () =>
        api.look(this.screen.secret, point).then(
          (found) => {
            if (this.screen.view.seq !== seq) return;
            this.screen.board.stand(found.figures || []);
            then(found);
          },
          () => null,
        ),
      pause,
    );
  }

  playPoint(point) {
    this.closeMenu();
    this.screen.toast.hidden = true;
    this.screen.send(() =>
      this.put(point).catch((problem) => {
        if (problem.code !== "not-offered") throw problem;
        this.whyNot(point);
      }),
    );
  }

  /** A first touch shows what it would do; a second, or the button, does it. */
  arm(armed) {
    this.armed = armed;
    const { choice, point } = armed;
    if (choice) this.consider(choice);
    else this.screen.board.point({ ...point, piece: -1 });
    if (choice && this.rolls(choice)) this.screen.panel.open("details");
    const label = h("span", null, choice ? choice.label : t("game.point", point));
    if (point) this.look([point.x, point.y], (found) => (label.textContent = found.label), 0);
    replace(
      this.confirm,
      label,
      h(
        "button",
        { type: "button", class: "primary", onclick: () => (choice ? this.play(choice) : this.playPoint(point)) },
        t("game.confirm"),
      ),
      h(
        "button",
        { type: "button", class: "quiet", "aria-label": t("game.cancel"), onclick: () => this.closeMenu() },
        "✕",
      ),
    );
    this.confirm.hidden = false;
  }

  async whyNot(attempt) {
    if (!this.screen.view.mine) return;
    await this.screen.send(async () => {
      const refusals = await api.whyNot(this.screen.secret, attempt);
      this.screen.explain(refusals.length ? refusals : [{ text: t("game.nothing") }], refusals.length > 0);
    });
  }

  /** `before`, if given, is told what is taken from the menu. */
  openMenu(choices, event, before) {
    const field = this.menu.parentNode.getBoundingClientRect();
    const box = event.target.getBoundingClientRect();
    const x = event.clientX || box.x + box.width / 2;
    const y = event.clientY || box.y + box.height / 2;
    const cancel = h(
      "button",
      { type: "button", role: "menuitem", class: "quiet", onclick: () => this.closeMenu() },
      t("game.cancel"),
    );
    replace(
      this.menu,
      h("p", { role: "presentation" }, t("game.menu")),
      choices.map((choice) => {
        const item = this.button(choice);
        item.setAttribute("role", "menuitem");
        item.addEventListener("click", () => before?.(choice), { capture: true });
        return item;
      }),
      cancel,
    );
    this.menu.hidden = false;
    const left = Math.max(4, Math.min(x - field.x, field.width - this.menu.offsetWidth - 8));
    const top = Math.max(4, Math.min(y - field.y + 8, field.height - this.menu.offsetHeight - 8));
    this.menu.style.left = `${left}px`;
    this.menu.style.top = `${top}px`;
    this.menu.querySelector("button").focus({ preventScroll: true });
  }

  closeMenu() {
    this.menu.hidden = true;
    this.confirm.hidden = true;
    this.armed = null;
    this.screen.board.point(null);
  }

  // Numbers

  forget() {
    this.forecasts.clear();
    this.chances.clear();
    this.risks.clear();
    this.dangers.clear();
    clearTimeout(this.asking);
  }

  /** Show a choice on the board and its numbers in the panel. */
  consider(choice, point = true) {
    if (point) this.screen.board.point(choice);
    if (point && choice.x >= 0 && !(choice.piece >= 0)) this.look([choice.x, choice.y], () => null);
    const known = this.forecasts.get(choice.id);
    this.considered = choice;
    this.screen.panel.showChoice(choice, known || undefined, this.dangers.get(choice.id));
    clearTimeout(this.asking);
    this.asking = setTimeout(() => {
      if (this.rolls(choice) && !known) this.forecast(choice);
      if (this.risks.has(choice.id) && !this.dangers.has(choice.id)) this.endanger(choice);
    }, 120);
  }

  /** Which shots a step may draw, and why they are as likely as they are. */
  async endanger(choice) {
    const { seq } = this.screen.view;
    const found = await api
      .path(this.screen.secret, { seq, places: [choice.place || `${choice.x},${choice.y}`] })
      .catch(() => null);
    const leg = found?.legs.at(-1);
    if (!leg || seq !== this.screen.view.seq) return;
    this.dangers.set(choice.id, leg);
    if (this.considered === choice) this.screen.panel.showChoice(choice, this.forecasts.get(choice.id), leg);
  }

  async forecast(choice) {
    const { seq } = this.screen.view;
    const forecast = await api.forecast(this.screen.secret, { seq, option: choice.id }).catch(() => undefined);
    if (forecast === undefined || seq !== this.screen.view.seq) return;
    this.forecasts.set(choice.id, forecast);
    if (this.considered === choice) this.screen.panel.showChoice(choice, forecast, this.dangers.get(choice.id));
  }

  // What is chosen by itself

  /** Windows of one kind about the same movers belong together. */
  windowOf({ seat, kind, pieces }) {
    return JSON.stringify([seat, kind, pieces || [], this.screen.view.position.turn]);
  }

  letPass() {
    this.letting = this.windowOf(this.prompt);
    this.play({ id: this.prompt.decline });
  }

  placeForMe() {
    this.placing = this.prompt.seat;
    this.goOn(null, true);
  }

  /** After a new view: pass windows, place pieces, take what is forced, follow the rest of an order. */
  goOn(before, moved) {
    const prompt = this.prompt;
    if (!moved || !this.screen.view.mine) return;
    this.postponed = this.screen.element.dataset.sent !== undefined;
    if (this.postponed) return; // who else decides now may have changed the view: the prompt can be the one just answered
    if (this.placing !== prompt.seat || !prompt.setup) this.placing = -1;
    if (this.letting && this.windowOf(prompt) !== this.letting) this.letting = "";
    if (this.placing >= 0) this.play(prompt.choices[Math.floor(Math.random() * prompt.choices.length)]);
    else if (this.letting) this.play({ id: prompt.decline });
    else if (this.screen.path.goOn(this.screen.view.events)) return;
    else if (this.typed.goOn()) return;
    else if (before && !this.held && wants("forced") && prompt.choices.length === 1 && !prompt.region?.length)
      this.play(prompt.choices[0]);
  }
}
