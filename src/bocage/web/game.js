/** The game screen: prompt on top, board left, panel right. It sends choices and repaints whatever view comes back. */

import { api, follow } from "./api.js";
import { makeBoard } from "./boards.js";
import { counter, nationClass } from "./counters.js";
import { h, replace, s } from "./dom.js";
import { Panel } from "./panel.js";
import { t } from "./words.js";

export async function gameScreen(root, secret, settings) {
  let game;
  try {
    game = await api.game(secret);
  } catch (problem) {
    replace(root, h("main", { class: "start" }, h("p", { class: "problem", role: "alert" }, problem.message), h("p", null, h("a", { href: "#/" }, t("game.home")))));
    return null;
  }
  const screen = new GameScreen(secret, game, settings);
  replace(root, screen.element);
  screen.apply(game.view);
  screen.board.open(game.view.seat);
  const stop = follow(secret, (view) => screen.apply(view), (up) => (screen.offline.hidden = up));
  const keys = (event) => screen.key(event);
  addEventListener("keydown", keys);
  return () => {
    stop();
    removeEventListener("keydown", keys);
  };
}

class GameScreen {
  constructor(secret, game, settings) {
    this.secret = secret;
    this.game = game;
    this.view = null;
    this.forecasts = new Map();
    this.panel = new Panel(game.system.id);
    this.board = makeBoard(game.board, {
      onPiece: (piece, event) => this.clickPiece(piece, event),
      onPlace: (place, event) => this.clickPlace(place, event),
      onPoint: (x, y, event) => this.clickPoint(x, y, event),
      onChoice: (choice) => this.play(choice),
      onHover: (what) => this.hover(what),
    }).mount();
    this.undoButton = h("button", { type: "button", id: "undo", title: t("game.undo.title"), class: "undo", onclick: () => this.undo() }, `↶ ${t("game.undo")}`);
    this.offline = h("p", { class: "offline", role: "status", hidden: true }, t("game.offline"));
    this.sides = h("div", { class: "sides" });
    this.status = h("div", { class: "status" });
    this.promptText = h("p", { class: "prompt-text", id: "prompt-text", "aria-live": "polite" });
    this.choices = h("div", { class: "choices", role: "group", "aria-labelledby": "prompt-text" });
    this.tray = h("div", { class: "tray", role: "group", "aria-label": t("panel.offboard") });
    this.menu = h("div", { class: "menu", role: "menu", hidden: true });
    this.toast = h("div", { class: "toast", role: "alert", hidden: true });
    this.dialog = h("dialog", { class: "sheet" });
    this.end = h("div", { class: "end", role: "alertdialog", "aria-labelledby": "end-title", hidden: true });
    this.curtain = h("div", { class: "curtain", role: "dialog", "aria-modal": "true", hidden: true });
    this.element = h("div", { class: "game", "data-system": game.system.id },
      h("header", { class: "top" },
        h("a", { class: "button quiet", href: "#/", title: t("game.home"), "aria-label": t("game.home") }, "⌂"),
        h("h1", null, game.scenario, " ", h("small", null, game.system.title)),
        this.sides, this.status,
        h("button", { type: "button", class: "quiet", onclick: () => this.showLinks() }, t("game.links")),
        h("button", { type: "button", class: "quiet", onclick: () => this.download(), title: t("game.save"), "aria-label": t("game.save") }, "⤓"),
        settings()),
      h("section", { class: "prompt" }, h("div", { class: "prompt-line" }, this.promptText, this.undoButton), this.choices, this.offline),
      h("main", { class: "field" }, this.board.element, this.tray, this.menu, this.toast),
      this.panel.element, this.end, this.curtain, this.dialog);
  }

  // Views

  apply(view) {
    const before = this.view;
    if (before && view.seq < before.seq) return;
    const moved = !before || before.seq !== view.seq;
    if (before && view.table && view.secret && before.seat !== view.seat && !view.position.over) this.drawCurtain(view);
    this.view = view;
    if (moved) {
      this.forecasts.clear();
      clearTimeout(this.asking);
    }
    this.closeMenu();
    this.panel.append(view.events, view.events_from);
    this.paint();
    if (before && moved) this.board.flash(view.events.map((event) => event.place).filter(Boolean));
    this.element.dataset.seq = view.seq;
    this.element.dataset.mine = view.mine;
    this.element.dataset.over = Boolean(view.position.over);
  }

  paint() {
    const { position, prompt, mine, waiting, can_undo: canUndo } = this.view;
    if (document.activeElement?.matches(".choice:focus-visible")) this.byKeyboard = true;
    const off = this.board.show(position, prompt);
    if (mine) this.board.seek(prompt);
    this.paintTray(off);
    replace(this.sides, position.seats.map((seat, n) => h("span", { class: `side ${nationClass(seat.nation)}${prompt?.seat === n ? " active" : ""}` }, h("i", { "aria-hidden": "true" }), seat.name, seat.score !== undefined ? h("b", { title: t("game.score", { n: seat.score }) }, seat.score) : null)));
    replace(this.status, h("span", null, t("game.turn", position)), h("span", null, position.phase), (position.status || []).map((text) => h("span", null, text)));
    this.undoButton.disabled = !canUndo;
    this.element.classList.toggle("mine", mine);
    document.title = mine ? `● ${t("game.yours")} · Bocage` : `${this.game.scenario} · Bocage`;
    if (mine) {
      replace(this.promptText, prompt.text, " ", prompt.region?.length ? h("small", null, t("game.region")) : null, " ", this.panel.rule(prompt.rule));
      replace(this.choices, prompt.choices.map((choice) => this.choiceButton(choice)));
      if (this.byKeyboard && this.curtain.hidden) this.choices.firstChild.focus();
      this.byKeyboard = false;
    } else {
      replace(this.promptText, position.over ? this.outcome(position) : waiting.length ? t("game.waiting", { who: waiting.join(", ") }) : t("game.watching"));
      replace(this.choices);
    }
    this.paintEnd(position);
  }

  outcome(position) {
    return position.winner >= 0 ? t("end.win", { who: position.seats[position.winner].name }) : t("end.draw");
  }

  paintEnd(position) {
    if (!position.over) this.endSeen = false;
    this.end.hidden = !position.over || Boolean(this.endSeen);
    if (!position.over) return;
    const winner = position.seats[position.winner];
    replace(this.end, h("div", { class: `end-card ${winner ? nationClass(winner.nation) : ""}` },
      h("h2", { id: "end-title" }, this.outcome(position)),
      position.ending ? h("p", null, position.ending) : null,
      h("p", { class: "scores" }, position.seats.map((seat) => h("span", null, seat.name, " ", h("b", null, seat.score ?? 0)))),
      h("p", null,
        h("button", { type: "button", class: "primary", onclick: () => ((this.endSeen = true), (this.end.hidden = true)) }, t("end.look")), " ",
        h("a", { class: "button", href: "#/" }, t("end.again")))));
  }

  paintTray(pieces) {
    this.tray.hidden = !pieces.length;
    replace(this.tray, pieces.map((piece) => {
      const legal = this.forPiece(piece).length > 0;
      const item = h("button", { type: "button", class: `tray-piece${legal ? " legal" : ""}`, "aria-label": piece.name, title: piece.name, onclick: (event) => this.clickPiece(piece, event) },
        s("svg", { viewBox: "-56 -66 112 122", "aria-hidden": "true" }, counter(piece, this.board.prefix)));
      item.addEventListener("pointerenter", () => this.hover({ piece }));
      return item;
    }));
  }

  choiceButton(choice) {
    const button = h("button", { type: "button", class: "choice", "data-choice": choice.id, "data-verb": choice.verb, onclick: () => this.play(choice) }, choice.label, choice.odds ? h("span", { class: "odds-mark", "aria-hidden": "true" }, "⚄") : null);
    button.addEventListener("pointerenter", () => this.consider(choice));
    button.addEventListener("focus", () => this.consider(choice));
    button.addEventListener("pointerleave", () => this.board.point(null));
    return button;
  }

  /** Two players at one screen, and secrets: the next one says when the other has looked away. */
  drawCurtain(view) {
    const who = view.position.seats[view.seat].name;
    const ready = h("button", { type: "button", class: "primary", onclick: () => (this.curtain.hidden = true) }, t("curtain.ready", { who }));
    replace(this.curtain, h("h2", null, t("curtain.title", { who })), h("p", null, t("curtain.about", { who })), ready);
    this.curtain.hidden = false;
    ready.focus();
  }

  // Choosing

  async send(action) {
    try {
      await action();
    } catch (problem) {
      this.explain([{ text: problem.message }]);
    }
  }

  play(choice) {
    this.closeMenu();
    this.toast.hidden = true;
    return this.send(() => api.play(this.secret, { seq: this.view.seq, option: choice.id }));
  }

  undo() {
    if (this.view.can_undo) this.send(() => api.undo(this.secret, this.view.seq));
  }

  forPiece(piece) {
    const choices = this.view?.prompt?.choices || [];
    const id = this.board.speakers.get(piece.id) ?? piece.id;
    const own = choices.filter((choice) => choice.piece === id);
    return own.length ? own : choices.filter((choice) => choice.place && choice.place === piece.place);
  }

  clickPiece(piece, event) {
    this.panel.showPiece(piece, this.game.board.geometry, this.board.placeName(piece.place));
    this.offer(this.forPiece(piece), event, { piece: piece.id, place: piece.place || "" });
  }

  clickPlace(place, event) {
    const choices = (this.view.prompt?.choices || []).filter((choice) => choice.place === place);
    this.panel.showPlace(this.board.placeName(place), (this.view.position.markers || []).filter((item) => item.place === place));
    this.offer(choices, event, { place });
  }

  clickPoint(x, y) {
    this.closeMenu();
    if (!this.view.mine || this.game.board.geometry !== "plane") return;
    if (!this.view.prompt.region?.length) return this.whyNot({ x, y });
    this.toast.hidden = true;
    const point = { x: Math.max(0, Math.round(x * 10) / 10), y: Math.max(0, Math.round(y * 10) / 10) };
    api.play(this.secret, { seq: this.view.seq, ...point }).catch((problem) => (problem.code === "not-offered" ? this.whyNot(point) : this.explain([{ text: problem.message }])));
  }

  /** One choice is taken, several open a menu, none asks why. */
  offer(choices, event, attempt) {
    this.closeMenu();
    if (choices.length === 1) this.play(choices[0]);
    else if (choices.length) this.openMenu(choices, event);
    else this.whyNot(attempt);
  }

  async whyNot(attempt) {
    if (!this.view.mine) return;
    await this.send(async () => {
      const refusals = await api.whyNot(this.secret, attempt);
      this.explain(refusals.length ? refusals : [{ text: t("game.nothing") }], refusals.length > 0);
    });
  }

  explain(refusals, titled = false) {
    const close = h("button", { type: "button", class: "quiet", "aria-label": t("game.close"), onclick: () => (this.toast.hidden = true) }, "✕");
    replace(this.toast, close, titled ? h("b", null, t("game.refused")) : null, refusals.map((item) => h("p", null, item.text, " ", this.panel.rule(item.rule))));
    this.toast.hidden = false;
    clearTimeout(this.toasting);
    this.toasting = setTimeout(() => (this.toast.hidden = true), 9000);
  }

  openMenu(choices, event) {
    const field = this.menu.parentNode.getBoundingClientRect();
    const box = event.target.getBoundingClientRect();
    const x = event.clientX || box.x + box.width / 2;
    const y = event.clientY || box.y + box.height / 2;
    const cancel = h("button", { type: "button", role: "menuitem", class: "quiet", onclick: () => this.closeMenu() }, t("game.cancel"));
    replace(this.menu, h("p", null, t("game.menu")), choices.map((choice) => {
      const item = this.choiceButton(choice);
      item.setAttribute("role", "menuitem");
      return item;
    }), cancel);
    this.menu.hidden = false;
    const left = Math.max(4, Math.min(x - field.x, field.width - this.menu.offsetWidth - 8));
    const top = Math.max(4, Math.min(y - field.y + 8, field.height - this.menu.offsetHeight - 8));
    this.menu.style.left = `${left}px`;
    this.menu.style.top = `${top}px`;
    this.menu.querySelector("button").focus({ preventScroll: true });
  }

  closeMenu() {
    this.menu.hidden = true;
    this.board.point(null);
  }

  // Looking

  hover(what) {
    if (!what || !this.menu.hidden) return;
    if (what.piece) this.panel.showPiece(what.piece, this.game.board.geometry, this.board.placeName(what.piece.place));
    const choices = what.piece ? this.forPiece(what.piece) : (this.view.prompt?.choices || []).filter((choice) => choice.place === what.place);
    if (choices.length === 1 && !what.piece) this.consider(choices[0], false);
  }

  /** Show a choice on the board and its numbers in the panel. */
  consider(choice, point = true) {
    if (point) this.board.point(choice);
    const known = this.forecasts.get(choice.id);
    this.considered = choice;
    this.panel.showChoice(choice, choice.odds ? known || undefined : undefined);
    if (!choice.odds || known) return;
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.forecast(choice), 120);
  }

  async forecast(choice) {
    const seq = this.view.seq;
    const forecast = await api.forecast(this.secret, { seq, option: choice.id }).catch(() => undefined);
    if (forecast === undefined || seq !== this.view.seq) return;
    this.forecasts.set(choice.id, forecast);
    if (this.considered === choice) this.panel.showChoice(choice, forecast);
  }

  // The rest

  key(event) {
    if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }[event.key];
    if (step) this.board.view.pan(...step);
    else if (event.key === "+" || event.key === "=") this.board.view.zoom(0.75);
    else if (event.key === "-") this.board.view.zoom(1.33);
    else if (event.key === "0") this.board.view.fit();
    else if (event.key === "u" || event.key === "U") this.undo();
    else if (event.key === "h" || event.key === "H") this.board.hide();
    else if (event.key === "Escape") {
      this.closeMenu();
      this.toast.hidden = true;
    } else return;
    event.preventDefault();
  }

  async download() {
    await this.send(async () => {
      const url = URL.createObjectURL(await api.save(this.secret));
      h("a", { href: url, download: `bocage-${this.game.system.id}.json` }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10000);
    });
  }

  async showLinks() {
    await this.send(async () => {
      const keys = await api.links(this.secret);
      const seats = this.view.position.seats;
      const links = [[t("game.links.table"), keys.table], ...keys.seats.map((secret, n) => [seats[n].name, secret]), [t("game.links.spectator"), keys.spectator]].filter(([, secret]) => secret);
      replace(this.dialog, h("h2", null, t("game.links.title")), h("p", null, t("game.links.about")), links.map(([name, secret]) => this.link(name, secret)),
        h("button", { type: "button", class: "quiet close", onclick: () => this.dialog.close() }, t("game.close")));
      this.dialog.showModal();
    });
  }

  link(name, secret) {
    const field = h("input", { readonly: true, value: `${location.origin}/#/game/${secret}`, "aria-label": name });
    const copy = h("button", { type: "button" }, t("game.links.copy"));
    copy.addEventListener("click", () => {
      field.select();
      navigator.clipboard?.writeText(field.value);
      copy.textContent = t("game.links.copied");
    });
    return h("div", { class: "link-row" }, h("span", null, name), field, copy);
  }
}
