/** The page: which screen is shown, the language and the colours. */

import { kept } from "./api.js";
import { armyScreen } from "./army.js";
import { h, replace } from "./dom.js";
import { gameScreen } from "./game.js";
import { applySwitches } from "./help.js";
import { startScreen } from "./start.js";
import { keepLanguage, language, loadWords, t } from "./words.js";

const THEMES = ["auto", "light", "dark"];
let leave = null;
let turns = 0; // how often a screen was asked for

function theme() {
  const chosen = localStorage.getItem("bocage.theme");
  return THEMES.includes(chosen) ? chosen : "auto";
}

function applyTheme() {
  document.documentElement.dataset.theme = theme();
}

/** Buttons for language and colours, used by every screen. */
function settings() {
  const look = h(
    "button",
    { type: "button", class: "quiet", "aria-label": t(`theme.${theme()}`), title: t(`theme.${theme()}`) },
    { auto: "◐", light: "☀", dark: "☾" }[theme()],
  );
  look.addEventListener("click", () => {
    localStorage.setItem("bocage.theme", THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length]);
    applyTheme();
    look.replaceWith(settings().firstChild);
  });
  const other = language() === "en" ? "fr" : "en";
  const speak = h("button", { type: "button", class: "quiet", lang: other, id: "language" }, t("language.switch"));
  speak.addEventListener("click", async () => {
    keepLanguage(other);
    await loadWords();
    route();
  });
  return h("span", { class: "settings" }, look, speak);
}

/** Show the screen of the address. One that is overtaken while it loads neither shows up nor stays behind. */
async function route() {
  const turn = ++turns;
  leave?.();
  leave = null;
  document.title = "Bocage";
  const show = (content) => turn === turns && replace(document.getElementById("app"), content);
  const left = await screen(show).catch((problem) => {
    if (!problem.code) throw problem;
    show(
      h(
        "main",
        { class: "start" },
        h("h1", null, "Bocage"),
        h("p", { class: "problem", role: "alert" }, problem.message),
        h("p", null, h("a", { href: "#/" }, t("game.home"))),
      ),
    );
  });
  if (turn === turns) leave = left;
  else left?.();
}

function screen(show) {
  const found = location.hash.match(/^#\/game\/([\w-]{1,100})(?:\/at\/(\d{1,6}))?$/);
  const army = location.hash.match(/^#\/army\/(\w{1,40})$/);
  if (army) return armyScreen(show, army[1], settings);
  if (!found) return startScreen(show, settings);
  kept.add(found[1]);
  return gameScreen(show, found[1], settings, found[2] === undefined ? null : Number(found[2]));
}

applyTheme();
applySwitches();
await loadWords();
addEventListener("hashchange", route);
route();
