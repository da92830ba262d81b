/** Pieces dragged over the board: to a place that is one choice away, or along a path whose risk is shown first. */

import { s } from "./dom.js";

const FAR = 8; // pixels before a press becomes a drag

/** Pieces that may be dragged: by mouse one's own and those offered, by finger only those on the move (the rest pans). */
function grabs(screen, id, event) {
  const { mine, prompt, seat, position } = screen.view;
  if (!mine || screen.replay.on || screen.sight.mode || screen.path.on || event.button !== 0) return null;
  const piece = position.pieces.find((one) => one.id === id);
  if (!piece || piece.seat !== (prompt.seat ?? seat)) return null;
  if (event.pointerType === "touch" && !(prompt.pieces || []).includes(id)) return null;
  return piece;
}

export function draggable(screen) {
  const { board } = screen;
  const frame = board.element.querySelector(".board-view");
  let held = null;

  frame.addEventListener(
    "pointerdown",
    (event) => {
      const node = event.target.closest?.(".piece");
      const piece = node && grabs(screen, Number(node.dataset.piece), event);
      if (!piece) return;
      event.stopPropagation(); // or the board would move along
      board.view.dragged = false;
      held = {
        piece,
        node,
        x: event.clientX,
        y: event.clientY,
        seq: screen.view.seq,
        way: [],
        ghost: null,
        from: board.view.point(event),
      };
    },
    true,
  );

  frame.addEventListener("pointermove", (event) => {
    if (!held) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
    if (!held.ghost) lift(event.pointerId);
    const [x, y] = board.view.point(event);
    held.ghost.setAttribute("transform", `translate(${x - held.from[0]} ${y - held.from[1]})`);
    const place = board.placeUnder(event);
    if (place && place !== held.piece.place && place !== held.way.at(-1)) {
      const back = held.way.indexOf(place);
      held.way = back >= 0 ? held.way.slice(0, back + 1) : [...held.way, place];
    } else if (place === held.piece.place) held.way = [];
    board.point(
      place && place !== held.piece.place ? { place, piece: -1, path: [held.piece.place, ...held.way] } : null,
    );
  });

  for (const name of ["pointerup", "pointercancel"])
    frame.addEventListener(name, (event) => {
      const drop = held;
      held = null;
      if (!drop?.ghost) return;
      drop.ghost.remove();
      board.svg.classList.remove("carrying");
      board.view.dragged = true; // no click at its end
      board.point(null);
      if (name === "pointerup" && drop.seq === screen.view.seq) put(screen, drop, event);
    });

  function lift(pointer) {
    frame.setPointerCapture(pointer);
    const stack = held.node.closest(".stack");
    held.ghost = s(
      "g",
      { class: "ghost", "aria-hidden": "true" },
      s("g", { transform: stack.getAttribute("transform") }, held.node.cloneNode(true)),
    );
    held.ghost.querySelector(".piece").removeAttribute("tabindex");
    board.layers.effects.append(held.ghost);
    board.svg.classList.add("carrying");
  }
}

/** One choice is taken; several open a menu; a longer way shows its risk; nothing asks why not. */
function put(screen, { piece, way }, event) {
  const { board, deciding } = screen;
  const under = document.elementFromPoint(event.clientX, event.clientY);
  if (!under?.closest("svg.board")) return;
  const drop = { target: under, clientX: event.clientX, clientY: event.clientY, pointerType: "mouse" };
  if (screen.game.board.geometry === "plane") return screen.clickPoint(...board.units(board.view.point(event)), drop);
  const place = board.placeUnder(event);
  if (!place || place === piece.place) return;
  const moving = screen.path.moverPlace() === piece.place;
  const fits = (choice) => choice.place === place && (choice.piece === piece.id || (!(choice.piece >= 0) && moving));
  const choices = (screen.view.prompt.choices || []).filter(fits);
  if (choices.length) return deciding.offer(choices, drop, { piece: piece.id, place });
  screen.path.begin(moving ? way : [piece.place, ...way]);
}
