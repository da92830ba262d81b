// A program in another language that plays whole games over lines of JSON:
//   node agent.mjs bocage agent godsend --games 3 --opponent random
// It shoots whenever a shot is more likely than not to do something, and otherwise takes a choice at random.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [command, ...words] = process.argv.slice(2);
const bocage = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'] });
const send = (request) => bocage.stdin.write(`${JSON.stringify(request)}\n`);

let waiting = null; // the decision whose odds were asked for
const pick = (choices) => choices[Math.floor(Math.random() * choices.length)].number;

for await (const line of createInterface({ input: bocage.stdout })) {
  const message = JSON.parse(line);
  if (message.say === 'decision') {
    const shot = message.choices.find((choice) => choice.verb === 'fire');
    waiting = { message, shot };
    send(shot ? { odds: shot.number } : { choose: pick(message.choices) });
  } else if (message.say === 'odds') {
    const chances = Object.values(message.odds).map((row) => 1 - (row['outcome.no-effect'] ?? row['outcome.miss'] ?? 0));
    const { choices } = waiting.message;
    send({ choose: Math.max(0, ...chances) > 0.5 ? waiting.shot.number : pick(choices) });
  } else if (message.say === 'end') {
    console.log(`game ${message.game}: ${message.result}, ${message.scores.join(' to ')}`);
  } else if (message.say === 'done') {
    console.log(`${message.games} games: ${message.won} won, ${message.lost} lost, ${message.drawn} drawn`);
  } else {
    throw new Error(message.message ?? line);
  }
}
