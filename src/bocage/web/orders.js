/** Typed orders: words that name a choice. What is left over goes to the next decision ("E5 fire G4"). */

const plain = (text) => text.toLocaleLowerCase().normalize("NFD").replace(/\p{Mn}/gu, "");

export function words(text) {
  return plain(text).split(/[\s,;]+/).filter(Boolean);
}

/** How well one word fits a choice: 0 not at all, 3 its own place or verb. `label` names a place. */
function fit(word, choice, piece, label) {
  if (choice.place && [choice.place, label(choice.place)].some((name) => plain(name) === word)) return 3;
  if (plain(choice.verb) === word) return 3;
  if (piece?.place && [piece.place, label(piece.place)].some((name) => plain(name) === word)) return 2;
  const spoken = words(`${choice.label} ${choice.verb.replaceAll("-", " ")} ${piece?.name || ""}`);
  if (spoken.includes(word)) return 2;
  return word.length > 2 && spoken.some((other) => other.startsWith(word)) ? 1 : 0;
}

/** The choices that these words fit best; every word has to fit. */
export function matching(list, choices, pieces, label) {
  const named = new Map(pieces.map((piece) => [piece.id, piece]));
  let best = 0;
  let found = [];
  for (const choice of choices) {
    const scores = list.map((word) => fit(word, choice, named.get(choice.piece), label));
    if (scores.includes(0)) continue;
    const score = scores.reduce((sum, one) => sum + one, 0);
    if (score > best) found = [];
    if (score >= best) found.push(choice);
    best = Math.max(best, score);
  }
  return found;
}

/** As many words as fit a choice together: `{choices, rest}`; no choices if not even the first word fits. */
export function read(list, choices, pieces, label) {
  const number = list.length === 1 && /^\d+$/.test(list[0]) ? Number(list[0]) : 0;
  for (let n = list.length; n > 0; n--) {
    const found = matching(list.slice(0, n), choices, pieces, label);
    if (found.length) return { choices: found, rest: list.slice(n) };
  }
  if (number >= 1 && number <= choices.length) return { choices: [choices[number - 1]], rest: [] };
  return { choices: [], rest: list };
}
