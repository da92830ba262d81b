/** The first screen: go on with a game, or pick a scenario and who plays. */

import { api, kept, ownKey } from "./api.js";
import { armies } from "./armies.js";
import { makeBoard } from "./boards.js";
import { find, h, replace } from "./dom.js";
import { makeOptions, makeOwn } from "./options.js";
import { makePlayers, makeRow } from "./seats.js";
import { language, namePlayer, pair, plain, t } from "./words.js";

/**
 * @import {
 *   Army, LostGame, OpenGame, Preview, Scenario, Seat, Settings, Show, System,
 * } from "./types.d.ts"
 */

/**
 * @typedef {object} Card a scenario on the screen
 * @property {HTMLFormElement} form
 * @property {string} system
 * @property {string} text what it can be found by
 */

/**
 * @typedef {object} Bought the armies of a free battle
 * @property {HTMLElement} element
 * @property {(seats: Seat[]) => void} sit tell it who fights
 * @property {() => { points: number, armies: (Army | null)[] }} choose
 */

/** @param {string} secret */
function open(secret) {
  kept.add(secret);
  location.hash = `#/game/${secret}`;
}

/** @param {Error} problem */
function say(problem) {
  const line = find(document, "#problem");
  line.textContent = problem.message;
  line.hidden = false;
}

/**
 * @param {Show} show
 * @param {Settings} settings
 */
export async function startScreen(show, settings) {
  const earlier = h("section", { class: "earlier", hidden: true });
  const fresh = h("section", { class: "fresh" }, h("p", { class: "hint" }, t("start.loading")));
  show(
    h(
      "div",
      { class: "start" },
      h(
        "header",
        { class: "banner" },
        h("img", { src: "icon.svg", alt: "", width: 56, height: 56 }),
        h("div", null, h("h1", null, "Bocage"), h("p", null, t("app.tagline"))),
        settings(),
      ),
      h(
        "main",
        null,
        h("p", { id: "problem", class: "problem", role: "alert", hidden: true }),
        h("p", { class: "upload" }, h("label", { class: "button", for: "upload" }, t("start.upload")), makeUpload()),
        earlier,
        fresh,
      ),
    ),
  );
  showEarlier(earlier);
  await showScenarios(fresh).catch((problem) => {
    replace(fresh);
    say(problem);
  });
}

function makeUpload() {
  const input = h("input", { type: "file", accept: ".json,application/json", id: "upload", class: "visually-hidden" });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    await api.upload(file).then((keys) => open(ownKey(keys)), say);
    input.value = "";
  });
  return input;
}

/** @param {HTMLElement} section */
async function showScenarios(section) {
  const { systems, players } = await api.systems();
  /** @type {Card[]} */
  const cards = [];
  const sections = systems.map((system) => {
    const own = system.scenarios.map((scenario) => makeCard(system, scenario, players));
    cards.push(...own);
    return makeSystem(system, own);
  });
  replace(
    section,
    h("h2", null, t("start.new")),
    systems.length ? [makeFinder(systems, sections, cards), sections] : h("p", null, t("start.none")),
  );
  section.querySelector(".led")?.closest("form")?.scrollIntoView({ block: "end" });
}

/**
 * Whether a card is shown: of this system, if one is chosen, and with every word typed.
 * @param {Pick<Card, "system" | "text">} card
 * @param {string} system
 * @param {string} words
 */
export function isWanted(card, system, words) {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return (!system || card.system === system) && wanted.every((word) => card.text.includes(word));
}

/**
 * Which scenarios are shown: those of one system, those that hold the words typed. Kept while the browser is open, the
 * system longer.
 * @param {System[]} systems
 * @param {HTMLElement[]} sections
 * @param {Card[]} cards
 */
function makeFinder(systems, sections, cards) {
  const before = sessionStorage.getItem("bocage.find") || "";
  const words = h("input", { type: "search", id: "find-words", autocomplete: "off", value: before });
  const chosen = localStorage.getItem("bocage.system");
  const system = h(
    "select",
    { id: "find-system" },
    h("option", { value: "" }, t("start.find.all")),
    systems.map(({ id, title }) => h("option", { value: id, selected: id === chosen }, title)),
  );
  const count = h("p", { class: "hint", role: "status" });
  const sift = () => {
    for (const card of cards) card.form.hidden = !isWanted(card, system.value, words.value);
    for (const section of sections) section.hidden = !section.querySelector("form.scenario:not([hidden])");
    count.textContent = t("start.find.count", { n: cards.filter(({ form }) => !form.hidden).length });
    sessionStorage.setItem("bocage.find", words.value);
    localStorage.setItem("bocage.system", system.value);
  };
  words.addEventListener("input", sift);
  system.addEventListener("change", sift);
  sift();
  const lessons = h("button", { type: "button", class: "lessons" }, t("start.find.lessons"));
  lessons.addEventListener("click", () => {
    words.value = t("start.find.lesson");
    sift();
  });
  return h(
    "div",
    { class: "finder", role: "search" },
    lessons,
    h("label", { for: "find-words" }, t("start.find.words")),
    words,
    h("label", { for: "find-system" }, t("start.find.system")),
    system,
    count,
  );
}

/** @param {number} seconds */
const sayWhen = (seconds) =>
  new Date(seconds * 1000).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });

/** @param {HTMLElement} section */
async function showEarlier(section) {
  const secrets = kept.all();
  if (!secrets.length) return;
  const games = await api.mine(secrets).catch(() => []);
  if (!games.length) return;
  section.hidden = false;
  replace(section, h("h2", null, t("start.continue")), h("ul", { class: "games" }, games.map(makeEarlier)));
}

/** @param {OpenGame | LostGame} game */
function makeEarlier(game) {
  const title = t("start.forget");
  const forget = h("button", { type: "button", class: "quiet", "aria-label": title, title }, "✕");
  const lost = game.problem !== undefined;
  const watch = { class: "watch", href: `#/game/${game.secret}/at/0` };
  const line = h(
    "li",
    null,
    lost ? h("span", { class: "problem" }, game.problem) : describeGame(game),
    !lost && game.over ? h("a", watch, t("replay.name")) : null,
    forget,
  );
  forget.addEventListener("click", () => {
    kept.remove(game.secret);
    line.remove();
  });
  return line;
}

/** @param {OpenGame} game */
function describeGame(game) {
  const players = game.players.map(([side, player]) => pair(side, namePlayer(player))).join(" · ");
  return h(
    "a",
    { href: `#/game/${game.secret}`, class: game.mine ? "mine" : "" },
    h("b", null, game.scenario),
    h("span", null, game.title),
    h("span", { class: "players" }, players),
    h("time", { datetime: new Date(game.begun * 1000).toISOString() }, t("start.begun", { when: sayWhen(game.begun) })),
    h("span", null, game.over ? t("start.over") : game.clock),
    game.mine ? h("span", { class: "chip" }, t("start.yours")) : null,
  );
}

/**
 * @param {System} system
 * @param {Card[]} cards
 */
function makeSystem(system, cards) {
  return h(
    "section",
    { class: "system", "aria-labelledby": `system-${system.id}` },
    h(
      "h3",
      { id: `system-${system.id}`, class: "system-title" },
      system.title,
      " ",
      system.buys ? h("a", { class: "raise", href: `#/army/${system.id}` }, t("army.raise")) : null,
    ),
    h(
      "div",
      { class: "scenarios" },
      cards.map(({ form }) => form),
    ),
  );
}

/**
 * Do something once an element comes near the window.
 * @param {Element} element
 * @param {() => void} act
 */
function whenNear(element, act) {
  const watcher = new IntersectionObserver(
    ([entry]) => {
      if (!entry.isIntersecting) return;
      watcher.disconnect();
      act();
    },
    { rootMargin: "300px" },
  );
  watcher.observe(element);
}

/**
 * @param {System} system
 * @param {Scenario} scenario
 * @param {string[]} players
 * @returns {Card}
 */
function makeCard(system, scenario, players) {
  const id = `${system.id}-${scenario.id}`;
  const picture = h("div", { class: "picture" });
  const seats = scenario.seats.map((_, seat) =>
    makePlayers(`${id}-${seat}`, players, seat === 0 || scenario.alone ? "human" : "regular"),
  );
  const bought = scenario.points ? makeArmies(system, scenario, seats) : null;
  const options = makeOptions(id, system.options, scenario.usual, seats);
  const own = scenario.options.length ? makeOwn(id, scenario.options) : null;
  const play = h("button", { type: "submit", class: "primary" }, t("start.play"));
  const names = scenario.seats.map((name, seat) => makeRow(name, seats[seat]));
  const form = h(
    "form",
    { class: "scenario", "data-system": system.id, "data-scenario": scenario.id },
    picture,
    h(
      "div",
      { class: "about" },
      h("h4", null, scenario.title),
      h("p", null, scenario.about),
      scenario.rules.length
        ? h(
            "ul",
            { class: "special-rules" },
            scenario.rules.map((rule) => h("li", null, rule)),
          )
        : null,
      h("p", { class: "hint" }, scenario.length),
      h("fieldset", null, h("legend", { class: "visually-hidden" }, t("start.players")), names),
      bought?.element,
      own?.element,
      options.element,
      play,
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    play.disabled = true;
    const chosen = { ...bought?.choose(), ...own?.choose(), ...options.choose() };
    const asked = { system: system.id, scenario: scenario.id, seats: seats.map((seat) => seat.value), options: chosen };
    await api.create(asked).then((keys) => open(ownKey(keys)), say);
    play.disabled = false;
  });
  whenNear(form, () => showPreview(picture, system, scenario, bought));
  const text = plain([scenario.title, scenario.about, scenario.length, ...scenario.seats].join(" "));
  return { form, system: system.id, text };
}

/**
 * A free battle: its points, and for each side an army of one's own or one drafted at random.
 * @param {System} system
 * @param {Scenario} scenario
 * @param {HTMLSelectElement[]} seats
 * @returns {Bought}
 */
function makeArmies(system, scenario, seats) {
  const first = system.scenarios.find((one) => one.points && one.seats.length === 2);
  const led = scenario === first ? armies.led(system.id) : null;
  const id = `${system.id}-${scenario.id}-points`;
  const max = scenario.points > 500 ? 2000 : 500;
  const value = led?.points || scenario.points;
  const points = h("input", { id, type: "number", min: 80, max, step: 10, value });
  const rows = h("div", { class: "armies" });
  /** @type {HTMLSelectElement[]} */
  let selects = [];
  /** @type {Seat[]} */
  let own = [];
  const paint = () => {
    selects = own.map(({ nation }, seat) => {
      const share = Number(points.value) / own.filter((ally) => ally.nation === nation).length; // allies share the points
      return makeArmyChoice(`${id}-${seat}`, system.id, nation, share);
    });
    replace(
      rows,
      selects.map((select, seat) => makeRow(t("army.of", { who: own[seat].name }), select)),
    );
  };
  points.addEventListener("change", paint);
  return {
    element: h("div", { class: led ? "free led" : "free" }, makeRow(t("army.points"), points), rows),
    sit(found) {
      own = found;
      paint();
      const mine = own.findIndex(({ nation }) => nation === led?.army.nation);
      if (!led || mine < 0) return;
      selects[mine].value = led.name;
      rows.closest("form")?.scrollIntoView({ block: "end" });
      for (const [seat, select] of seats.entries()) select.value = seat === mine ? "human" : "regular";
    },
    choose: () => ({
      points: Number(points.value),
      armies: selects.map(({ value: name }) => armies.of(system.id).find((item) => item.name === name)?.army || null),
    }),
  };
}

/**
 * The armies of a nation that cost no more than this.
 * @param {string} id
 * @param {string} system
 * @param {string} nation
 * @param {number} most
 */
function makeArmyChoice(id, system, nation, most) {
  const fitting = armies.of(system).filter((item) => item.army.nation === nation && item.points <= most);
  return h(
    "select",
    { id },
    h("option", { value: "" }, t("army.random")),
    fitting.map((item) => h("option", { value: item.name }, item.name)),
  );
}

/**
 * @param {HTMLElement} picture
 * @param {System} system
 * @param {Scenario} scenario
 * @param {Bought | null} bought
 */
async function showPreview(picture, system, scenario, bought) {
  try {
    const preview = await api.preview(system.id, scenario.id);
    if (!picture.isConnected) return; // a game has been opened, which has looks of its own
    bought?.sit(preview.position.seats);
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", t("start.map", { scenario: scenario.title }));
    replace(picture, drawPreview(preview));
  } catch {
    replace(picture);
  }
}

/** @param {Preview} preview */
function drawPreview(preview) {
  const board = makeBoard(preview.board);
  board.show(preview.position, null);
  const fitted = preview.board.geometry === "plane" ? "meet" : "slice"; // on a table the troops stand at the edges
  for (const layer of [board.land, board.svg]) layer.setAttribute("preserveAspectRatio", `xMidYMid ${fitted}`);
  board.svg.classList.add("still");
  const ground = board.sheet.whole();
  ground.style.objectFit = fitted === "meet" ? "contain" : "cover";
  return h("div", { inert: true }, ground, board.land, board.svg); // or the keyboard would walk through every place of it
}
