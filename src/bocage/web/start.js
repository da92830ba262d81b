/** The first screen: go on with a game, or pick a scenario and who plays. */

import { api, kept } from "./api.js";
import { armies } from "./army.js";
import { makeBoard } from "./boards.js";
import { h, replace } from "./dom.js";
import { language, pair, plain, t } from "./words.js";

function open(secret) {
  kept.add(secret);
  location.hash = `#/game/${secret}`;
}

function say(problem) {
  const line = document.getElementById("problem");
  line.textContent = problem.message;
  line.hidden = false;
}

export async function startScreen(show, settings) {
  const earlier = h("section", { class: "earlier", hidden: true });
  const fresh = h("section", { class: "fresh" }, h("p", { class: "hint" }, t("start.loading")));
  const file = h("input", { type: "file", accept: ".json,application/json", id: "upload", class: "visually-hidden" });
  file.addEventListener(
    "change",
    () =>
      file.files[0] &&
      api
        .upload(file.files[0])
        .then((keys) => open(keys.table), say)
        .finally(() => (file.value = "")),
  );
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
        h("p", { class: "upload" }, h("label", { class: "button", for: "upload" }, t("start.upload")), file),
        earlier,
        fresh,
      ),
    ),
  );
  showEarlier(earlier);
  try {
    const { systems, players } = await api.systems();
    const sections = systems.map((system) => systemCards(system, players));
    replace(
      fresh,
      h("h2", null, t("start.new")),
      systems.length ? [finder(systems, sections), sections] : h("p", null, t("start.none")),
    );
    fresh.querySelector(".led")?.closest("form").scrollIntoView({ block: "end" });
  } catch (problem) {
    replace(fresh);
    say(problem);
  }
}

/** Which scenarios are shown: those of one system, those that hold the words typed. Kept while the browser is open, the system longer. */
function finder(systems, sections) {
  const words = h("input", {
    type: "search",
    id: "find-words",
    autocomplete: "off",
    value: sessionStorage.getItem("bocage.find") || "",
  });
  const system = h(
    "select",
    { id: "find-system" },
    h("option", { value: "" }, t("start.find.all")),
    systems.map(({ id, title }) =>
      h("option", { value: id, selected: id === localStorage.getItem("bocage.system") }, title),
    ),
  );
  const count = h("p", { class: "hint", role: "status" });
  const cards = sections
    .flatMap((section) => [...section.querySelectorAll("form.scenario")])
    .map((card) => {
      const about = [card.querySelector("h4"), ...card.querySelectorAll(".about > p, fieldset label")].map(
        (part) => part.textContent,
      );
      return { card, text: plain(about.join(" ")) };
    });
  const find = () => {
    const wanted = plain(words.value).split(/\s+/).filter(Boolean);
    for (const { card, text } of cards)
      card.hidden =
        Boolean(system.value && card.dataset.system !== system.value) || !wanted.every((word) => text.includes(word));
    for (const section of sections) section.hidden = !section.querySelector("form.scenario:not([hidden])");
    count.textContent = t("start.find.count", { n: cards.filter(({ card }) => !card.hidden).length });
    sessionStorage.setItem("bocage.find", words.value);
    localStorage.setItem("bocage.system", system.value);
  };
  words.addEventListener("input", find);
  system.addEventListener("change", find);
  find();
  const lessons = h("button", { type: "button", class: "lessons" }, t("start.find.lessons"));
  lessons.addEventListener("click", () => {
    words.value = t("start.find.lesson");
    find();
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

const when = (seconds) =>
  new Date(seconds * 1000).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });

async function showEarlier(section) {
  const secrets = kept.all();
  if (!secrets.length) return;
  const games = await api.mine(secrets).catch(() => []);
  if (!games.length) return;
  section.hidden = false;
  replace(
    section,
    h("h2", null, t("start.continue")),
    h(
      "ul",
      { class: "games" },
      games.map((game) => {
        const forget = h(
          "button",
          { type: "button", class: "quiet", "aria-label": t("start.forget"), title: t("start.forget") },
          "✕",
        );
        const line = h(
          "li",
          null,
          game.problem
            ? h("span", { class: "problem" }, game.problem)
            : h(
                "a",
                { href: `#/game/${game.secret}`, class: game.mine ? "mine" : "" },
                h("b", null, game.scenario),
                h("span", null, game.title),
                h(
                  "span",
                  { class: "players" },
                  game.players.map(([side, player]) => pair(side, t(`player.${player}`))).join(" · "),
                ),
                h(
                  "time",
                  { datetime: new Date(game.begun * 1000).toISOString() },
                  t("start.begun", { when: when(game.begun) }),
                ),
                h("span", null, game.over ? t("start.over") : game.clock),
                game.mine ? h("span", { class: "chip" }, t("start.yours")) : null,
              ),
          game.over ? h("a", { class: "watch", href: `#/game/${game.secret}/at/0` }, t("replay.name")) : null,
          forget,
        );
        forget.addEventListener("click", () => {
          kept.remove(game.secret);
          line.remove();
        });
        return line;
      }),
    ),
  );
}

function systemCards(system, players) {
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
      system.scenarios.map((scenario) => scenarioCard(system, scenario, players)),
    ),
  );
}

/** Do something once an element comes near the window. */
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

function scenarioCard(system, scenario, players) {
  const picture = h("div", { class: "picture" });
  const seats = scenario.seats.map((name, seat) => {
    const select = h(
      "select",
      { id: `${system.id}-${scenario.id}-${seat}` },
      players.map((player) =>
        h(
          "option",
          { value: player, selected: player === (seat === 0 || scenario.alone ? "human" : "regular") },
          t(`player.${player}`),
        ),
      ),
    );
    return { select, row: h("div", { class: "seat" }, h("label", { for: select.id }, name), select) };
  });
  const bought = scenario.points ? boughtArmies(system, scenario, seats) : null;
  const options = (system.options || []).map((option) => {
    const id = `${system.id}-${scenario.id}-${option.name}`;
    const select = h(
      "select",
      { id },
      option.values.map((value, n) => h("option", { value: n }, value.text)),
    );
    return { option, select, row: h("div", { class: "seat" }, h("label", { for: id }, option.text), select) };
  });
  const chosen = () => ({ ...bought?.chosen(), ...ruled() });
  const ruled = () =>
    Object.fromEntries(
      options
        .filter(({ select }) => select.value !== "0")
        .map(({ option, select }) => [option.name, option.values[select.value].value]),
    );
  const play = h("button", { type: "submit", class: "primary" }, t("start.play"));
  const form = h(
    "form",
    { class: "scenario", "data-system": system.id, "data-scenario": scenario.id },
    picture,
    h(
      "div",
      { class: "about" },
      h("h4", null, scenario.title),
      h("p", null, scenario.about),
      h("p", { class: "hint" }, scenario.length),
      h(
        "fieldset",
        null,
        h("legend", { class: "visually-hidden" }, t("start.players")),
        seats.map((seat) => seat.row),
      ),
      bought?.element,
      options.length
        ? h(
            "details",
            { class: "options" },
            h("summary", null, t("start.options")),
            options.map((option) => option.row),
          )
        : null,
      play,
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    play.disabled = true;
    api
      .create({
        system: system.id,
        scenario: scenario.id,
        seats: seats.map((seat) => seat.select.value),
        options: chosen(),
      })
      .then((keys) => open(keys.table), say)
      .finally(() => (play.disabled = false));
  });
  whenNear(form, () => showPreview(picture, system, scenario, bought));
  return form;
}

/** A free battle: its points, and for each side an army of one's own or one drafted at random. */
function boughtArmies(system, scenario, seats) {
  const led =
    scenario === system.scenarios.find((one) => one.points && one.seats.length === 2) ? armies.led(system.id) : null;
  const id = `${system.id}-${scenario.id}-points`;
  const points = h("input", {
    id,
    type: "number",
    min: 80,
    max: scenario.points > 500 ? 2000 : 500,
    step: 10,
    value: led?.points || scenario.points,
  });
  const rows = h("div", { class: "armies" });
  let selects = [];
  let own = [];
  const paint = () => {
    selects = own.map(({ nation, name }, seat) => {
      const share = Number(points.value) / own.filter((ally) => ally.nation === nation).length; // allies share the points
      const fitting = armies.of(system.id).filter((item) => item.army.nation === nation && item.points <= share);
      const select = h(
        "select",
        { id: `${id}-${seat}` },
        h("option", { value: "" }, t("army.random")),
        fitting.map((item) => h("option", { value: item.name }, item.name)),
      );
      return {
        select,
        row: h("div", { class: "seat" }, h("label", { for: select.id }, t("army.of", { who: name })), select),
      };
    });
    replace(
      rows,
      selects.map(({ row }) => row),
    );
  };
  points.addEventListener("change", paint);
  return {
    element: h(
      "div",
      { class: led ? "free led" : "free" },
      h("div", { class: "seat" }, h("label", { for: id }, t("army.points")), points),
      rows,
    ),
    seat(found) {
      own = found;
      paint();
      const mine = own.findIndex(({ nation }) => nation === led?.army.nation);
      if (mine < 0) return;
      selects[mine].select.value = led.name;
      rows.closest("form").scrollIntoView({ block: "end" });
      seats.forEach(({ select }, seat) => (select.value = seat === mine ? "human" : "regular"));
    },
    chosen: () => ({
      points: Number(points.value),
      armies: selects.map(
        ({ select }) => armies.of(system.id).find((item) => item.name === select.value)?.army || null,
      ),
    }),
  };
}

function showPreview(picture, system, scenario, bought) {
  api
    .preview(system.id, scenario.id)
    .then((preview) => {
      bought?.seat(preview.position.seats);
      const board = makeBoard(preview.board);
      board.show(preview.position, null);
      picture.setAttribute("role", "img");
      picture.setAttribute("aria-label", t("start.map", { scenario: scenario.title }));
      const fitted = preview.board.geometry === "plane" ? "meet" : "slice"; // on a table the troops stand at the edges
      for (const layer of [board.land, board.svg]) layer.setAttribute("preserveAspectRatio", `xMidYMid ${fitted}`);
      board.svg.classList.add("still");
      replace(picture, h("div", { inert: true }, board.land, board.svg)); // or the keyboard would walk through every place of it
    })
    .catch(() => replace(picture));
}
