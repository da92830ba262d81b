/** The game screen: prompt on top, board left, panel right. It sends choices and repaints whatever view comes back. */

import { api, follow } from "./api.js";
import { makeBoard } from "./boards.js";
import { counter, nationClass } from "./counters.js";
import { Deciding } from "./deciding.js";
import { dice } from "./dice.js";
import { h, replace, s } from "./dom.js";
import { draggable } from "./drag.js";
import { helpDialog } from "./help.js";
import { Panel } from "./panel.js";
import { Path } from "./path.js";
import { Replay } from "./replay.js";
import { askUndo, paintWish, seatsDialog } from "./seats.js";
import { Sight } from "./sight.js";
import { t } from "./words.js";

const SHORT = 3; // lines of state in the header; the rest is in the panel

export async function gameScreen(show, secret, settings, moment) {
  const game = await api.game(secret);
  const screen = new GameScreen(secret, game, settings);
  show(screen.element);
  screen.apply(game.view);
  screen.board.open(game.view.seat);
  if (game.view.mine) screen.board.seek(game.view.prompt);
  screen.whenTaken(() => moment !== null && screen.replay.open(moment));
  const stop = follow(
    secret,
    (view) => screen.apply(view),
    (up) => (screen.offline.hidden = up),
  );
  const keys = (event) => screen.key(event);
  addEventListener("keydown", keys);
  return () => {
    stop();
    screen.replay.pause();
    removeEventListener("keydown", keys);
  };
}

/** All of a view that is painted anew each time: not the log, which does not change at one number. */
function shown(view) {
  return JSON.stringify({ ...view, events: null, events_from: null, wish: null });
}

class GameScreen {
  constructor(secret, game, settings) {
    this.secret = secret;
    this.game = game;
    this.view = null;
    this.sitting = -1; // whose secrets this screen shows
    this.behind = []; // views that wait behind the curtain
    this.board = makeBoard(game.board, {
      onPiece: (piece, event) => this.clickPiece(piece, event),
      onPlace: (place, event) => this.clickPlace(place, event),
      onPoint: (x, y, event) => this.clickPoint(x, y, event),
      onChoice: (choice, event) => this.deciding.offer([choice], event, {}),
      onHover: (what) => this.hover(what),
    }).mount();
    this.panel = new Panel(game.system.id, game.about, this.board);
    this.offline = h("p", { class: "offline", role: "status", hidden: true }, t("game.offline"));
    this.sides = h("div", { class: "sides" });
    this.status = h("div", { class: "status", role: "group", "aria-label": t("game.status"), tabindex: 0 });
    this.wish = h("p", { class: "wish", role: "status", hidden: true });
    this.tray = h("div", { class: "tray", role: "group", "aria-label": t("panel.offboard") });
    this.toast = h("div", { class: "toast", role: "alert", hidden: true });
    this.dialog = h("dialog", { class: "sheet" });
    this.end = h("div", { class: "end", role: "alertdialog", "aria-labelledby": "end-title", hidden: true });
    this.curtain = h("div", {
      class: "curtain",
      role: "dialog",
      "aria-modal": "true",
      "aria-labelledby": "curtain-title",
      hidden: true,
    });
    this.deciding = new Deciding(this);
    this.sight = new Sight(this);
    this.path = new Path(this);
    draggable(this);
    this.replay = new Replay(this);
    const tool = (text, title, press, name) =>
      h(
        "button",
        { type: "button", class: `quiet ${name}`, onclick: press, title, "aria-label": text.length > 1 ? null : title },
        text,
      );
    this.more = h(
      "button",
      {
        type: "button",
        class: "quiet more",
        "aria-expanded": "false",
        "aria-controls": "tools",
        "aria-label": t("game.more"),
        onclick: () => this.toggleTools(),
      },
      "☰",
    );
    this.element = h(
      "div",
      { class: "game", "data-system": game.system.id },
      h(
        "header",
        { class: "top" },
        h("a", { class: "button quiet", href: "#/", title: t("game.home"), "aria-label": t("game.home") }, "⌂"),
        h(
          "h1",
          null,
          h(
            "button",
            { type: "button", class: "title", title: t("game.about"), onclick: () => this.panel.recall() },
            game.scenario,
          ),
          " ",
          h("small", null, game.system.title),
        ),
        this.sides,
        this.status,
        this.more,
        h(
          "div",
          { class: "tools", id: "tools" },
          tool(t("game.links"), t("game.links.title"), () => this.send(() => seatsDialog(this)), "seats-button"),
          tool(t("replay.name"), t("help.replay"), () => this.toggleReplay(), "replay-button"),
          tool(t("advice.ask"), t("advice.title"), () => this.deciding.advise(), "advice-button"),
          tool(t("game.save"), t("game.save.title"), () => this.download(), "save-button"),
          tool("?", t("help.title"), () => helpDialog(this), "help-button"),
          settings(),
        ),
      ),
      h(
        "section",
        { class: "prompt", "aria-label": t("game.prompt") },
        this.deciding.element,
        this.wish,
        this.replay.element,
        this.offline,
      ),
      h(
        "main",
        { class: "field" },
        this.board.element,
        this.tray,
        this.deciding.menu,
        this.deciding.confirm,
        this.toast,
      ),
      this.panel.element,
      this.end,
      this.curtain,
      this.dialog,
    );
  }

  /** On a phone the tools are behind one button. */
  toggleTools(open = this.more.getAttribute("aria-expanded") !== "true") {
    this.more.setAttribute("aria-expanded", open);
  }

  // Views

  apply(view) {
    const before = this.view;
    if (before && view.seq < before.seq) return;
    performance.mark("view");
    const moved = !before || before.seq !== view.seq;
    const handed = view.table && view.secret && view.seat !== this.sitting && !view.position.over;
    this.view = view;
    this.element.dataset.seq = view.seq;
    this.deciding.arrive();
    this.element.dataset.mine = view.mine && !handed;
    this.element.dataset.over = Boolean(view.position.over);
    paintWish(this, this.wish);
    if (this.replay.on) return; // the present waits until the player comes back to it
    if (handed) return this.drawCurtain(view);
    if (!moved && shown(view) === shown(before)) return; // an open menu, a card and what the pointer shows stay
    this.hang(false);
    this.sitting = view.seat;
    if (moved) this.deciding.forget();
    this.panel.append(view.events, view.events_from);
    this.paint(view);
    if (before && moved) this.board.flash(view.events);
    performance.measure("repaint", "view");
    this.path.refresh(moved);
    this.deciding.goOn(before, moved);
  }

  paint(view) {
    const { position, prompt, mine } = view;
    this.deciding.closeMenu();
    const off = this.board.show(position, prompt);
    if (mine) this.board.seek(prompt);
    this.paintTray(off);
    replace(
      this.sides,
      position.seats.map((seat, n) =>
        h(
          "span",
          { class: `side ${nationClass(seat.nation)}${prompt?.seat === n ? " active" : ""}` },
          h("i", { "aria-hidden": "true" }),
          seat.name,
          seat.score !== undefined ? h("b", { title: t("game.score", { n: seat.score }) }, seat.score) : null,
        ),
      ),
    );
    const lines = position.status || [];
    replace(
      this.status,
      [position.clock, position.phase, ...lines.slice(0, SHORT)].map((text) => h("span", null, text)),
    );
    this.element.classList.toggle("mine", mine);
    document.title = mine ? `● ${t("game.yours")} · Bocage` : `${this.game.scenario} · Bocage`;
    this.panel.brief(position, lines.slice(SHORT));
    this.deciding.paint(view);
    this.paintEnd(position);
  }

  /** A moment of the past: nothing can be chosen in it. */
  showMoment(moment) {
    this.paint({ ...this.view, position: moment.position, prompt: null, mine: false, can_undo: false, can_ask: false });
    this.panel.trim(moment.log);
    if (moment.chosen) this.board.point(moment.chosen);
  }

  leaveReplay() {
    this.panel.trim(Infinity);
    this.send(async () => {
      const { view } = await api.game(this.secret); // the log as these eyes read it
      this.view = null;
      this.apply(view);
    });
  }

  toggleReplay() {
    this.toggleTools(false);
    if (this.replay.on) this.replay.close();
    else this.replay.open();
  }

  outcome(position) {
    return position.winner >= 0
      ? t("end.win", { who: position.seats[position.winner].side || position.seats[position.winner].name })
      : t("end.draw");
  }

  paintEnd(position) {
    if (!position.over) this.endSeen = false;
    this.end.hidden = !position.over || Boolean(this.endSeen) || this.replay.on;
    if (!position.over) return;
    const winner = position.seats[position.winner];
    const look = (then) => () => {
      this.endSeen = true;
      this.end.hidden = true;
      then?.();
    };
    replace(
      this.end,
      h(
        "div",
        { class: `end-card ${winner ? nationClass(winner.nation) : ""}` },
        h("h2", { id: "end-title" }, this.outcome(position)),
        position.ending ? h("p", null, position.ending) : null,
        position.seats.some((seat) => seat.score)
          ? h(
              "p",
              { class: "scores" },
              position.seats.map((seat) => h("span", null, seat.name, " ", h("b", null, seat.score ?? 0))),
            )
          : null,
        h(
          "p",
          { class: "end-buttons" },
          h("button", { type: "button", class: "primary", onclick: look() }, t("end.look")),
          h("button", { type: "button", onclick: look(() => this.replay.open(0)) }, t("replay.name")),
          h("a", { class: "button", href: "#/" }, t("end.again")),
        ),
      ),
    );
  }

  paintTray(pieces) {
    this.tray.hidden = !pieces.length;
    replace(
      this.tray,
      pieces.map((piece) => {
        const legal = this.deciding.forPiece(piece).length > 0 || this.isPlaced(piece);
        const item = h(
          "button",
          {
            type: "button",
            class: `tray-piece${legal ? " legal" : ""}`,
            "aria-label": piece.name,
            title: piece.name,
            onclick: (event) => this.clickPiece(piece, event),
          },
          s("svg", { viewBox: "-56 -66 112 122", "aria-hidden": "true" }, counter(piece, this.board.prefix)),
        );
        item.addEventListener("pointerenter", () => this.hover({ piece }));
        if (this.view.prompt?.setup)
          this.dragged(item, legal ? (event) => this.dropAt(event) : () => this.deciding.whyNot({ piece: piece.id }));
        return item;
      }),
    );
  }

  /** Whether this piece is the one that is being set up, wherever in the marked area. */
  isPlaced(piece) {
    const { prompt } = this.view;
    return Boolean(prompt?.setup && prompt.region?.length && prompt.pieces?.includes(piece.id));
  }

  /** A piece that is being set up can be dragged from the tray to a marked place or into the marked area; `drop` says what then. */
  dragged(item, drop) {
    item.addEventListener("pointerdown", (down) => {
      if (down.button !== 0) return;
      item.setPointerCapture(down.pointerId);
      const move = (event) => {
        item.style.transform = `translate(${event.clientX - down.clientX}px, ${event.clientY - down.clientY}px)`;
        item.classList.toggle("dragging", Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > 8);
        if (this.game.board.geometry === "plane")
          this.deciding.look(this.board.units(this.board.view.point(event)), () => null, 60);
      };
      const end = (event) => {
        item.removeEventListener("pointermove", move);
        item.style.transform = "";
        if (!item.classList.contains("dragging")) return;
        item.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
        item.classList.remove("dragging");
        if (event.type === "pointerup") drop(event);
      };
      item.addEventListener("pointermove", move);
      for (const name of ["pointerup", "pointercancel"]) item.addEventListener(name, end, { once: true });
    });
  }

  dropAt(event) {
    const under = document
      .elementsFromPoint(event.clientX, event.clientY)
      .find((element) => element.closest("svg.board"));
    if (!under) return;
    const place = this.board.placeAt(under);
    const drop = { target: under, clientX: event.clientX, clientY: event.clientY };
    if (place) this.deciding.offer(this.deciding.forPlace(place), drop, { place });
    else if (this.game.board.geometry === "plane")
      this.clickPoint(...this.board.units(this.board.view.point(event)), drop);
  }

  /** Two players at one screen, and secrets: the next one says when the other has looked away. Until then the page knows neither's. */
  drawCurtain(view) {
    this.behind = view.events_from ? [...this.behind, view] : [view];
    const bare = {
      ...view,
      mine: false,
      prompt: null,
      can_undo: false,
      can_ask: false,
      position: { ...view.position, pieces: [], markers: [], status: [] },
    };
    this.view = { ...bare, seq: -1 }; // so that whatever comes next is painted
    this.deciding.forget();
    this.panel.append([], 0);
    this.paint(bare);
    this.toast.hidden = true;
    this.dialog.close();
    const who = view.position.seats[view.seat].name;
    const ready = h(
      "button",
      { type: "button", class: "primary", onclick: () => this.takeOver(view.seat) },
      t("curtain.ready", { who }),
    );
    const news = view.news.length ? view.news : this.news || []; // of several views behind the curtain, those of the first
    this.news = news;
    replace(
      this.curtain,
      news.length
        ? h(
            "section",
            { class: "news", "aria-label": t("curtain.news") },
            h("h3", null, t("curtain.news")),
            h(
              "ul",
              null,
              news.map((event) => h("li", null, dice(event.dice), " ", event.text)),
            ),
          )
        : null,
      h("h2", { id: "curtain-title" }, t("curtain.title", { who })),
      h("p", null, t("curtain.about", { who })),
      ready,
      h("a", { href: "#/" }, t("game.home")),
    );
    this.hang(true);
    ready.focus();
  }

  /** Behind the curtain nothing can be reached. */
  hang(down) {
    this.curtain.hidden = !down;
    if (!down) replace(this.curtain);
    for (const part of this.element.children) part.inert = down && part !== this.curtain;
  }

  takeOver(seat) {
    this.hang(false);
    this.news = null;
    this.sitting = seat;
    for (const view of this.behind.splice(0)) this.apply(view);
    this.afterwards?.();
    this.afterwards = null;
  }

  /** At once, or when the next player has taken over. */
  whenTaken(act) {
    if (this.curtain.hidden) act();
    else this.afterwards = act;
  }

  // Clicks on the board

  clickPiece(piece, event) {
    const place = this.game.board.geometry === "plane" ? `${piece.x ?? 0},${piece.y ?? 0}` : piece.place;
    if (this.takes(place)) return;
    this.panel.showPiece(piece, this.game.board.geometry, this.board.placeName(piece.place));
    if (this.isPlaced(piece)) this.explain([{ text: t("game.put") }]);
    else if (!this.replay.on)
      this.deciding.offer(this.deciding.forPiece(piece), event, { piece: piece.id, place: piece.place || "" });
  }

  /** Whether a tool wants this click. */
  takes(place) {
    return this.sight.takes(place) || this.path.takes(place);
  }

  clickPlace(place, event) {
    if (this.takes(place)) return;
    this.showPlace(place);
    if (!this.replay.on) this.deciding.offer(this.deciding.forPlace(place), event, { place });
  }

  clickPoint(x, y, event) {
    const point = { x: Math.max(0, Math.round(x * 10) / 10), y: Math.max(0, Math.round(y * 10) / 10) };
    if (this.game.board.geometry !== "plane") return this.deciding.closeMenu();
    if (this.takes(`${point.x},${point.y}`) || this.replay.on) return;
    this.deciding.offerPoint(point, event);
  }

  showPlace(place) {
    this.panel.showPlace(
      this.board.placeName(place),
      this.board.card(place),
      (this.view.position.markers || []).filter((item) => item.place === place),
    );
  }

  showTerrain([x, y]) {
    const found = this.board.terrainAt(x, y);
    if (!found || found === this.terrain) return;
    this.terrain = found;
    this.panel.showPlace(this.game.board.terrains[found.kind], this.game.board.cards[found.kind], []);
  }

  hover(what) {
    if (!what) this.board.stand([]);
    if (!what || !this.deciding.menu.hidden || this.sight.mode || this.path.on) return;
    if (what.point) {
      this.deciding.look(what.point, (found) => this.panel.showChoice(found));
      return this.showTerrain(what.point);
    }
    this.terrain = null;
    if (what.piece) this.panel.showPiece(what.piece, this.game.board.geometry, this.board.placeName(what.piece.place));
    const choices = what.piece ? [] : this.deciding.forPlace(what.place);
    if (choices.length === 1) this.deciding.consider(choices[0], false);
    else if (what.place) this.showPlace(what.place);
  }

  // Saying something

  async send(action) {
    try {
      await action();
    } catch (problem) {
      if (!problem.code) throw problem;
      this.explain([{ text: problem.message }]);
    }
  }

  explain(refusals, titled = false) {
    const close = h(
      "button",
      { type: "button", class: "quiet", "aria-label": t("game.close"), onclick: () => (this.toast.hidden = true) },
      "✕",
    );
    replace(
      this.toast,
      close,
      titled ? h("b", null, t("game.refused")) : null,
      refusals.map((item) => h("p", null, item.text, " ", this.panel.rule(item.rule))),
    );
    this.toast.hidden = false;
    clearTimeout(this.toasting);
    this.toasting = setTimeout(() => (this.toast.hidden = true), 9000);
  }

  showDialog(...content) {
    this.toggleTools(false);
    replace(
      this.dialog,
      content,
      h("button", { type: "button", class: "quiet close", onclick: () => this.dialog.close() }, t("game.close")),
    );
    const title = this.dialog.querySelector("h2");
    title.id = "dialog-title";
    this.dialog.setAttribute("aria-labelledby", "dialog-title");
    if (!this.dialog.open) this.dialog.showModal();
  }

  // Keys

  key(event) {
    const field = event.target.closest("input:not([type=range]), select, textarea, dialog[open]");
    const typing = field?.checkVisibility(); // a field of a dialog just closed may have the focus for a moment yet
    if (!this.curtain.hidden || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((this.replay.on && this.replay.key(event)) || this.moveFocus(event) || this.tool(event)) event.preventDefault();
  }

  /** Tab finds the first choice on the board; on a place the arrows go to the next one, elsewhere they pan. */
  moveFocus(event) {
    if (event.key === "Tab")
      return document.activeElement === document.body && !event.shiftKey && this.view.mine && this.board.focusLegal();
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step || event.target.closest("[role=tab]")) return false;
    const place = this.board.placeAt(document.activeElement);
    const next = place && this.board.beside(place, ...step);
    if (next) this.board.focusPlace(next);
    else if (!place) this.board.view.pan(step[0] * 0.1, step[1] * 0.1);
    return true;
  }

  tool(event) {
    const place = () =>
      this.board.placeAt(document.activeElement) ||
      this.board.placeAt(this.board.svg.querySelector(".cell:hover, .piece:hover"));
    const tools = {
      "+": () => this.board.view.zoom(0.75),
      "=": () => this.board.view.zoom(0.75),
      "-": () => this.board.view.zoom(1.33),
      0: () => this.board.view.fit(),
      u: () => this.undo(),
      a: () => this.deciding.advise(),
      h: () => this.board.hide(),
      l: () => this.sight.toggle("line", place()),
      f: () => this.sight.toggle("field", place()),
      p: () => this.path.toggle(),
      Backspace: () => this.path.on && this.path.back(),
      c: () => this.deciding.focusFirst(),
      r: () => this.toggleReplay(),
      "?": () => helpDialog(this),
      "/": () => this.deciding.typed.field.focus(),
      Escape: () => this.escape(),
    };
    const found = tools[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    found?.();
    return Boolean(found);
  }

  escape() {
    this.toggleTools(false);
    this.sight.end();
    this.path.end();
    this.deciding.closeMenu();
    this.toast.hidden = true;
  }

  undo() {
    if (this.view.can_undo) this.deciding.undo();
    else if (this.view.can_ask) askUndo(this);
  }

  async download() {
    await this.send(async () => {
      const url = URL.createObjectURL(await api.save(this.secret));
      h("a", { href: url, download: `bocage-${this.game.system.id}.json` }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10000);
    });
  }
}
