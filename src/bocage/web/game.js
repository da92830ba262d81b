/** The game screen: prompt on top, board left, panel right. It sends choices and repaints whatever view comes back. */

import { api, follow, Refused } from "./api.js";
import { makeBoard } from "./boards.js";
import { roundPoint, writePoint } from "./choices.js";
import { nationClass } from "./counters.js";
import { Deciding } from "./deciding.js";
import { drawDice } from "./dice.js";
import { find, h, replace, targetOf } from "./dom.js";
import { makeDraggable } from "./drag.js";
import { showHelp } from "./help.js";
import { Panel } from "./panel.js";
import { Path } from "./path.js";
import { Replay } from "./replay.js";
import { askUndo, paintWish, showSeats } from "./seats.js";
import { Sight } from "./sight.js";
import { Tray } from "./tray.js";
import { t } from "./words.js";

/**
 * @import {
 *   Child, Feature, Game, GameEvent, Hovered, Leave, Moment, Piece, Point, Position, Press, Refusal, Settings, Show,
 *   View, WatchingView,
 * } from "./types.d.ts"
 */

const SHORT = 3; // lines of state in the header; the rest is in the panel

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {Show} show
 * @param {string} secret
 * @param {Settings} settings
 * @param {number | null} moment the one to be looked at, null for the present
 * @returns {Promise<Leave>}
 */
export async function gameScreen(show, secret, settings, moment) {
  const game = await api.game(secret);
  const screen = new GameScreen(secret, game, settings);
  show(screen.element);
  screen.apply(game.view);
  screen.board.open(game.view.seat);
  if (game.view.mine) screen.board.seek(game.view.prompt);
  screen.whenTaken(() => {
    if (moment !== null) screen.replay.open(moment);
  });
  const stop = follow(
    secret,
    (view) => screen.apply(view),
    (up) => {
      screen.offline.hidden = up;
    },
  );
  const keys = (/** @type {KeyboardEvent} */ event) => screen.key(event);
  addEventListener("keydown", keys);
  return () => {
    stop();
    screen.replay.pause();
    removeEventListener("keydown", keys);
  };
}

/**
 * All of a view that is painted anew each time: not the log, which does not change at one number.
 * @param {View} view
 */
function shown(view) {
  return JSON.stringify({ ...view, events: null, events_from: null, wish: null });
}

/**
 * A view as somebody sees it who has nothing to decide.
 * @param {View} view
 * @param {Position} position
 * @returns {WatchingView}
 */
function watched(view, position) {
  return { ...view, position, mine: false, prompt: null, can_undo: false, can_ask: false };
}

export class GameScreen {
  /**
   * @param {string} secret
   * @param {Game} game
   * @param {Settings} settings
   */
  constructor(secret, game, settings) {
    this.secret = secret;
    this.game = game;
    /** @type {View} */
    this.view = game.view;
    /** @type {View | null} the last view that came, null when all is to be painted anew */
    this.last = null;
    this.newest = -1; // the number of the newest view, painted or not
    this.sitting = -1; // whose secrets this screen shows
    /** @type {View[]} views that wait behind the curtain */
    this.behind = [];
    /** @type {GameEvent[]} what came of the last player's choice */
    this.news = [];
    /** @type {(() => void) | null} what to do when the next player has taken over */
    this.afterwards = null;
    this.endSeen = false;
    /** @type {Feature | null} the terrain whose card is shown */
    this.terrain = null;
    this.toasting = 0;
    this.toolsOpen = false;
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
    this.toast = h("div", { class: "toast", role: "alert", hidden: true });
    this.dialog = h("dialog", { class: "sheet" });
    this.end = h("div", { class: "end", role: "alertdialog", "aria-labelledby": "end-title", hidden: true });
    this.curtain = this.makeCurtain();
    this.tray = new Tray(this);
    this.deciding = new Deciding(this);
    this.sight = new Sight(this);
    this.path = new Path(this);
    makeDraggable(this);
    this.replay = new Replay(this);
    this.more = this.makeMore();
    this.element = this.lay(settings);
  }

  makeCurtain() {
    return h("div", {
      class: "curtain",
      role: "dialog",
      "aria-modal": "true",
      "aria-labelledby": "curtain-title",
      hidden: true,
    });
  }

  makeMore() {
    return h(
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
  }

  /**
   * The parts of the screen, each in its place.
   * @param {Settings} settings
   */
  lay(settings) {
    const { deciding, toast } = this;
    return h(
      "div",
      { class: "game", "data-system": this.game.system.id },
      this.makeHeader(settings),
      h(
        "section",
        { class: "prompt", "aria-label": t("game.prompt") },
        deciding.element,
        this.wish,
        this.replay.element,
        this.offline,
      ),
      h("main", { class: "field" }, this.board.element, this.tray.element, deciding.menu, deciding.confirm, toast),
      this.panel.element,
      this.end,
      this.curtain,
      this.dialog,
    );
  }

  /** @param {Settings} settings */
  makeHeader(settings) {
    const tool = (
      /** @type {string} */ text,
      /** @type {string} */ title,
      /** @type {() => void} */ press,
      /** @type {string} */ name,
    ) =>
      h(
        "button",
        { type: "button", class: `quiet ${name}`, onclick: press, title, "aria-label": text.length > 1 ? null : title },
        text,
      );
    const recall = { type: "button", class: "title", title: t("game.about"), onclick: () => this.panel.recall() };
    return h(
      "header",
      { class: "top" },
      h("a", { class: "button quiet", href: "#/", title: t("game.home"), "aria-label": t("game.home") }, "⌂"),
      h("h1", null, h("button", recall, this.game.scenario), " ", h("small", null, this.game.system.title)),
      this.sides,
      this.status,
      this.more,
      h(
        "div",
        { class: "tools", id: "tools" },
        tool(t("game.links"), t("game.links.title"), () => this.send(() => showSeats(this)), "seats-button"),
        tool(t("replay.name"), t("help.replay"), () => this.toggleReplay(), "replay-button"),
        tool(t("advice.ask"), t("advice.title"), () => this.deciding.advise(), "advice-button"),
        tool(t("game.save"), t("game.save.title"), () => this.download(), "save-button"),
        tool("?", t("help.title"), () => showHelp(this), "help-button"),
        settings(),
      ),
    );
  }

  /** On a phone the tools are behind one button. */
  toggleTools(open = !this.toolsOpen) {
    this.toolsOpen = open;
    this.more.setAttribute("aria-expanded", String(open));
  }

  // Views

  /** @param {View} view */
  apply(view) {
    const before = this.last;
    if (before && view.seq < before.seq) return;
    performance.mark("view");
    const moved = !before || before.seq !== view.seq;
    const handed = view.table && view.secret && view.seat !== this.sitting && !view.position.over;
    this.setView(view);
    this.newest = view.seq;
    this.deciding.arrive();
    const { dataset } = this.element; // for those who watch the page
    dataset.seq = String(view.seq);
    dataset.mine = String(view.mine && !handed);
    dataset.over = String(Boolean(view.position.over));
    paintWish(this, this.wish);
    if (this.replay.on) return; // the present waits until the player comes back to it
    if (handed) return this.drawCurtain(view);
    if (before && !moved && shown(view) === shown(before)) return; // an open menu, a card and what the pointer shows stay
    this.hang(false);
    this.sitting = view.seat;
    if (moved) this.deciding.odds.forget();
    this.panel.append(view.events, view.events_from);
    this.paint(view);
    if (before && moved) this.board.flash(view.events);
    performance.measure("repaint", "view");
    this.path.refresh(moved);
    this.deciding.goOn(before, moved);
  }

  /** @param {View} view */
  setView(view) {
    this.view = view;
    this.last = view;
  }

  /** @param {View} view */
  paint(view) {
    const { position, prompt, mine } = view;
    this.deciding.closeMenu();
    const off = this.board.show(position, prompt);
    if (mine) this.board.seek(prompt);
    this.tray.paint(off);
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

  /**
   * A moment of the past: nothing can be chosen in it.
   * @param {Moment} moment
   */
  showMoment(moment) {
    this.paint(watched(this.view, moment.position));
    this.panel.trim(moment.log);
    if (moment.chosen) this.board.point(moment.chosen);
  }

  leaveReplay() {
    this.panel.trim(Infinity);
    this.send(async () => {
      const { view } = await api.game(this.secret); // the log as these eyes read it
      this.last = null;
      this.apply(view);
    });
  }

  toggleReplay() {
    this.toggleTools(false);
    if (this.replay.on) this.replay.close();
    else this.replay.open();
  }

  /** @param {Position} position */
  outcome({ seats, winner = -1 }) {
    return winner >= 0 ? t("end.win", { who: seats[winner].side || seats[winner].name }) : t("end.draw");
  }

  /** @param {Position} position */
  paintEnd(position) {
    if (!position.over) this.endSeen = false;
    this.end.hidden = !position.over || this.endSeen || this.replay.on;
    if (!position.over) return;
    const { seats, winner = -1, ending } = position;
    const look = () => {
      this.endSeen = true;
      this.end.hidden = true;
    };
    const again = () => {
      look();
      this.replay.open(0);
    };
    const scores = seats.map((seat) => h("span", null, seat.name, " ", h("b", null, seat.score ?? 0)));
    replace(
      this.end,
      h(
        "div",
        { class: `end-card ${winner >= 0 ? nationClass(seats[winner].nation) : ""}` },
        h("h2", { id: "end-title" }, this.outcome(position)),
        ending ? h("p", null, ending) : null,
        seats.some((seat) => seat.score) ? h("p", { class: "scores" }, scores) : null,
        h(
          "p",
          { class: "end-buttons" },
          h("button", { type: "button", class: "primary", onclick: look }, t("end.look")),
          h("button", { type: "button", onclick: again }, t("replay.name")),
          h("a", { class: "button", href: "#/" }, t("end.again")),
        ),
      ),
    );
  }

  /**
   * Two players at one screen, and secrets: the next one says when the other has looked away. Until then the page knows
   * neither's.
   * @param {View} view
   */
  drawCurtain(view) {
    this.behind = view.events_from ? [...this.behind, view] : [view];
    const bare = watched(view, { ...view.position, pieces: [], markers: [], status: [] });
    this.setView({ ...bare, seq: -1 }); // so that whatever comes next is painted
    this.deciding.odds.forget();
    this.panel.append([], 0);
    this.paint(bare);
    this.toast.hidden = true;
    this.dialog.close();
    if (view.news.length) this.news = view.news; // of several views behind the curtain, those of the first
    const who = view.position.seats[view.seat].name;
    const take = { type: "button", class: "primary", onclick: () => this.takeOver(view.seat) };
    const ready = h("button", take, t("curtain.ready", { who }));
    const lines = this.news.map((event) => h("li", null, drawDice(event.dice), " ", event.text));
    replace(
      this.curtain,
      lines.length
        ? h(
            "section",
            { class: "news", "aria-label": t("curtain.news") },
            h("h3", null, t("curtain.news")),
            h("ul", null, lines),
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

  /**
   * Behind the curtain nothing can be reached.
   * @param {boolean} down
   */
  hang(down) {
    this.curtain.hidden = !down;
    if (!down) replace(this.curtain);
    for (const part of this.element.children)
      if (part instanceof HTMLElement) part.inert = down && part !== this.curtain;
  }

  /** @param {number} seat */
  takeOver(seat) {
    this.hang(false);
    this.news = [];
    this.sitting = seat;
    for (const view of this.behind.splice(0)) this.apply(view);
    this.afterwards?.();
    this.afterwards = null;
  }

  /**
   * At once, or when the next player has taken over.
   * @param {() => void} act
   */
  whenTaken(act) {
    if (this.curtain.hidden) act();
    else this.afterwards = act;
  }

  // Clicks on the board

  /**
   * @param {Piece} piece
   * @param {Press} event
   */
  clickPiece(piece, event) {
    const { geometry } = this.game.board;
    if (this.takes(geometry === "plane" ? writePoint(piece) : piece.place)) return;
    this.panel.showPiece(piece, geometry, this.board.placeName(piece.place));
    if (this.tray.isPlaced(piece)) this.explain([{ text: t("game.put") }]);
    else if (!this.replay.on)
      this.deciding.offer(this.deciding.forPiece(piece), event, { piece: piece.id, place: piece.place || "" });
  }

  /**
   * Whether a tool wants this click.
   * @param {string | undefined} place
   */
  takes(place) {
    return this.sight.takes(place) || this.path.takes(place);
  }

  /**
   * @param {string} place
   * @param {Press} event
   */
  clickPlace(place, event) {
    if (this.takes(place)) return;
    this.showPlace(place);
    if (!this.replay.on) this.deciding.offer(this.deciding.forPlace(place), event, { place });
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {Press} event
   */
  clickPoint(x, y, event) {
    const point = roundPoint([x, y]);
    if (this.game.board.geometry !== "plane") return this.deciding.closeMenu();
    if (this.takes(writePoint(point)) || this.replay.on) return;
    this.deciding.offerPoint(point, event);
  }

  /** @param {string} place */
  showPlace(place) {
    const markers = (this.view.position.markers || []).filter((item) => item.place === place);
    this.panel.showPlace(this.board.placeName(place), this.board.card(place), markers);
  }

  /** @param {Point} point */
  showTerrain([x, y]) {
    const found = this.board.terrainAt(x, y);
    if (!found || found === this.terrain) return;
    this.terrain = found;
    const { terrains, cards } = this.game.board;
    this.panel.showPlace(terrains?.[found.kind] ?? "", cards?.[found.kind] ?? [], []);
  }

  /** @param {Hovered | null} what */
  hover(what) {
    if (!what) this.board.stand([]);
    if (!what || !this.deciding.menu.hidden || this.sight.mode || this.path.on) return;
    if (what.point) {
      this.deciding.look(what.point, (found) => this.panel.showChoice(found));
      return this.showTerrain(what.point);
    }
    this.terrain = null;
    if (what.piece)
      return this.panel.showPiece(what.piece, this.game.board.geometry, this.board.placeName(what.piece.place));
    const choices = this.deciding.forPlace(what.place);
    if (choices.length === 1) this.deciding.odds.consider(choices[0], false);
    else this.showPlace(what.place);
  }

  // Saying something

  /**
   * Do something that the server may refuse, and say so if it does.
   * @param {() => Promise<unknown>} action
   */
  async send(action) {
    try {
      await action();
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.explain([{ text: problem.message }]);
    }
  }

  /** @param {Refusal[]} refusals */
  explain(refusals, titled = false) {
    const hide = () => {
      this.toast.hidden = true;
    };
    replace(
      this.toast,
      h("button", { type: "button", class: "quiet", "aria-label": t("game.close"), onclick: hide }, "✕"),
      titled ? h("b", null, t("game.refused")) : null,
      refusals.map((item) => h("p", null, item.text, " ", this.panel.rule(item.rule))),
    );
    this.toast.hidden = false;
    clearTimeout(this.toasting);
    this.toasting = setTimeout(hide, 9000);
  }

  /**
   * The content has a title, which names the dialog.
   * @param {...Child} content
   */
  showDialog(...content) {
    this.toggleTools(false);
    replace(
      this.dialog,
      content,
      h("button", { type: "button", class: "quiet close", onclick: () => this.dialog.close() }, t("game.close")),
    );
    find(this.dialog, "h2").id = "dialog-title";
    this.dialog.setAttribute("aria-labelledby", "dialog-title");
    if (!this.dialog.open) this.dialog.showModal();
  }

  // Keys

  /** @param {KeyboardEvent} event */
  key(event) {
    const field = targetOf(event).closest("input:not([type=range]), select, textarea, dialog[open]");
    const typing = field?.checkVisibility(); // a field of a dialog just closed may have the focus for a moment yet
    if (!this.curtain.hidden || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((this.replay.on && this.replay.key(event)) || this.moveFocus(event) || this.tool(event)) event.preventDefault();
  }

  /**
   * Tab finds the first choice on the board; on a place the arrows go to the next one, elsewhere they pan.
   * @param {KeyboardEvent} event
   */
  moveFocus(event) {
    if (event.key === "Tab")
      return document.activeElement === document.body && !event.shiftKey && this.view.mine && this.board.focusLegal();
    const step = ARROWS[event.key];
    if (!step || targetOf(event).closest("[role=tab]")) return false;
    const place = this.board.placeAt(document.activeElement);
    const next = place && this.board.beside(place, ...step);
    if (next) this.board.focusPlace(next);
    else if (!place) this.board.view.pan(step[0] * 0.1, step[1] * 0.1);
    return true;
  }

  /** @param {KeyboardEvent} event */
  tool(event) {
    const { board, deciding, path, sight } = this;
    const place = () =>
      board.placeAt(document.activeElement) || board.placeAt(board.svg.querySelector(".cell:hover, .piece:hover"));
    /** @type {Record<string, () => void>} */
    const tools = {
      "+": () => board.view.zoom(0.75),
      "=": () => board.view.zoom(0.75),
      "-": () => board.view.zoom(1.33),
      0: () => board.view.fit(),
      u: () => this.undo(),
      a: () => deciding.advise(),
      h: () => board.hide(),
      l: () => sight.toggle("line", place()),
      f: () => sight.toggle("field", place()),
      p: () => path.toggle(),
      Backspace: () => path.on && path.back(),
      c: () => deciding.focusFirst(),
      r: () => this.toggleReplay(),
      "?": () => showHelp(this),
      "/": () => deciding.typed.field.focus(),
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
