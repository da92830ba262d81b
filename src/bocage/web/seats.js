/** Playing together: links, bots that take over a seat, and the question whether something may be taken back. */

import { api } from "./api.js";
import { h, replace } from "./dom.js";
import { t } from "./words.js";

/** Who plays each seat, with the links for those who may give them out. */
export async function seatsDialog(screen) {
  const { secret, view } = screen;
  const keys = await api.links(secret).catch(() => null);
  const seats = view.position.seats;
  const rows = seats.map((seat, n) => {
    const mine = view.keeps.includes(n);
    const select = h(
      "select",
      { id: `player-${n}`, disabled: !mine },
      screen.game.players.map((player) =>
        h("option", { value: player, selected: player === view.players[n] }, t(`player.${player}`)),
      ),
    );
    select.addEventListener("change", () => screen.send(() => api.seat(secret, { seat: n, player: select.value })));
    return h("div", { class: "seat" }, h("label", { for: select.id }, seat.name), select);
  });
  const links = keys
    ? [
        [t("game.links.table"), keys.table],
        ...keys.seats.map((key, n) => [seats[n].name, key]),
        [t("game.links.spectator"), keys.spectator],
      ].filter(([, key]) => key)
    : [];
  screen.showDialog(
    h("h2", null, t("game.links.title")),
    rows,
    h("p", { class: "hint" }, t("game.seats.about")),
    links.length
      ? [
          h("h3", null, t("game.links.only")),
          h("p", null, t("game.links.about")),
          links.map(([name, key]) => linkRow(name, key)),
        ]
      : null,
  );
}

function linkRow(name, key) {
  const field = h("input", { readonly: true, value: `${location.origin}/#/game/${key}`, "aria-label": name });
  const copy = h("button", { type: "button" }, t("game.links.copy"));
  copy.addEventListener("click", () => {
    field.select();
    navigator.clipboard?.writeText(field.value).catch(() => {});
    copy.textContent = t("game.links.copied");
  });
  return h("div", { class: "link-row" }, h("span", null, name), field, copy);
}

/** Ask first: this reaches back over dice or the choices of others. */
export function askUndo(screen) {
  const ask = h(
    "button",
    {
      type: "button",
      class: "primary",
      onclick: () => {
        screen.dialog.close();
        screen.send(() => api.askUndo(screen.secret, screen.view.seq));
      },
    },
    t("wish.ask"),
  );
  screen.showDialog(h("h2", null, t("wish.title")), h("p", null, t("wish.about")), ask);
}

/** The line that says who would like to take something back. */
export function paintWish(screen, line) {
  const { wish, seq } = screen.view;
  line.hidden = !wish;
  if (!wish) return replace(line);
  const answer = (agree) => screen.send(() => api.answerUndo(screen.secret, { seq, agree }));
  replace(
    line,
    wish.answer
      ? [
          h("span", null, t("wish.asks", { who: wish.name, n: wish.back })),
          h("button", { type: "button", class: "primary", onclick: () => answer(true) }, t("wish.agree")),
          h("button", { type: "button", onclick: () => answer(false) }, t("wish.refuse")),
        ]
      : t("wish.waits", { who: wish.name }),
  );
}
