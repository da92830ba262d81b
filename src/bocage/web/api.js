/** Everything the page asks of its server. Secrets travel in headers and in the first socket message only. */

import { has, language, t } from "./words.js";

export class Refused extends Error {
  constructor(code, message) {
    super(has(`error.${code}`) ? t(`error.${code}`, { message }) : message);
    this.code = code;
  }
}

async function ask(path, { secret, method = "GET", body, raw, signal } = {}) {
  const headers = {};
  if (secret) headers.authorization = `Bearer ${secret}`;
  if (body !== undefined && !raw) headers["content-type"] = "application/json";
  const url = `/api${path}${path.includes("?") ? "&" : "?"}language=${language()}`;
  let reply;
  try {
    reply = await fetch(url, {
      method,
      headers,
      signal,
      body: raw ? body : body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused("offline", "");
  }
  if (!reply.ok) {
    const problem = await reply.json().catch(() => ({ error: "failed", message: reply.statusText }));
    throw new Refused(problem.error, problem.message);
  }
  return reply;
}

const json = async (path, options) => (await ask(path, options)).json();

export const api = {
  systems: () => json("/systems"),
  preview: (system, scenario) => json(`/systems/${system}/preview?scenario=${encodeURIComponent(scenario)}`),
  clause: (system, id) => json(`/systems/${system}/clauses/${encodeURIComponent(id)}`),
  rules: (system, words) => json(`/systems/${system}/rules?words=${encodeURIComponent(words)}`),
  armoury: (system) => json(`/systems/${system}/armoury`),
  audit: (system, draft) => json(`/systems/${system}/army`, { method: "POST", body: draft }),
  create: (game) => json("/games", { method: "POST", body: game }),
  upload: (file) => json("/games/upload", { method: "POST", body: file, raw: true }),
  mine: (secrets) => json("/games/mine", { method: "POST", body: { secrets } }),
  game: (secret) => json("/game", { secret }),
  links: (secret) => json("/game/links", { secret }),
  play: (secret, move) => json("/game/play", { secret, method: "POST", body: move }),
  undo: (secret, seq) => json("/game/undo", { secret, method: "POST", body: { seq } }),
  askUndo: (secret, seq) => json("/game/ask-undo", { secret, method: "POST", body: { seq } }),
  answerUndo: (secret, answer) => json("/game/answer-undo", { secret, method: "POST", body: answer }),
  seat: (secret, sitting) => json("/game/seat", { secret, method: "POST", body: sitting }),
  sight: (secret, start, end) => json("/game/sight", { secret, method: "POST", body: { start, end } }),
  field: (secret, place) => json("/game/field", { secret, method: "POST", body: { place } }),
  timeline: (secret, eyes) => json(`/game/timeline${eyes === undefined ? "" : `?eyes=${eyes}`}`, { secret }),
  moment: (secret, at, eyes) => json(`/game/moment?at=${at}&eyes=${eyes}`, { secret }),
  branch: (secret, branch) => json("/game/branch", { secret, method: "POST", body: branch }),
  forecast: (secret, move) => json("/game/forecast", { secret, method: "POST", body: move }),
  chances: (secret, seq, signal) => json("/game/chances", { secret, method: "POST", body: { seq }, signal }),
  path: (secret, way) => json("/game/path", { secret, method: "POST", body: way }),
  advice: (secret, seq) => json("/game/advice", { secret, method: "POST", body: { seq } }),
  why: (secret, at) => json(`/game/why?at=${at}`, { secret }),
  look: (secret, point) => json("/game/look", { secret, method: "POST", body: point }),
  whyNot: (secret, attempt) => json("/game/why-not", { secret, method: "POST", body: attempt }),
  save: async (secret) => (await ask("/game/save", { secret })).blob(),
};

/** Follow a game: `onView` for every new view, `onState` with true or false as the connection comes and goes. */
export function follow(secret, onView, onState) {
  let socket = null;
  let stopped = false;
  let wait = 300;
  const connect = () => {
    if (stopped) return;
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
    socket.onopen = () => {
      wait = 300;
      socket.send(JSON.stringify({ secret, language: language() }));
      onState(true);
    };
    socket.onmessage = (message) => {
      const view = JSON.parse(message.data);
      if (view.error) stopped = true;
      else onView(view);
    };
    socket.onclose = () => {
      if (stopped) return;
      onState(false);
      setTimeout(connect, wait);
      wait = Math.min(wait * 2, 5000);
    };
  };
  connect();
  return () => {
    stopped = true;
    socket?.close();
  };
}

/** Secrets of the games this browser has opened, newest first. */
export const kept = {
  all() {
    try {
      const list = JSON.parse(localStorage.getItem("bocage.games") || "[]");
      return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
    } catch {
      return [];
    }
  },
  add(secret) {
    const list = [secret, ...kept.all().filter((other) => other !== secret)].slice(0, 30);
    localStorage.setItem("bocage.games", JSON.stringify(list));
  },
  remove(secret) {
    localStorage.setItem("bocage.games", JSON.stringify(kept.all().filter((other) => other !== secret)));
  },
};
