// Our parser of server-sent events beside another: node parsers.mjs OURS THEIRS, both addresses of modules with a
// `createParser`. Prints JSON: megabytes a second by piece size, and seconds for one line of 5 MB in reads of 1 KB.
import { performance } from "node:perf_hooks";

const [ours, theirs] = await Promise.all(process.argv.slice(2).map((address) => import(address)));
const SENTENCE = "The gate closes when the forecast passes 1.60 metres, and the red light is on. ";
const EVENT = `event: text\ndata: ${JSON.stringify({ text: SENTENCE.repeat(2), cited: [1], sources: [] })}\n\n`;
const MEGABYTES = 10;
const STREAM = EVENT.repeat(Math.ceil((MEGABYTES * 1e6) / EVENT.length)).slice(0, MEGABYTES * 1e6);
const SIZES = { "1 B": 1, "16 B": 16, "1 KB": 1024, "64 KB": 65536 };
const ROUNDS = 5;

const parsers = {
  ours: () => {
    let events = 0;
    const parser = ours.createParser(() => (events += 1));
    return { feed: (piece) => parser.feed(piece), count: () => events };
  },
  theirs: () => {
    let events = 0;
    const parser = theirs.createParser({ onEvent: () => (events += 1) });
    return { feed: (piece) => parser.feed(piece), count: () => events };
  },
};

/** Seconds to parse `text` in pieces of `size`, and how many events came. */
function run(name, text, size) {
  const pieces = [];
  for (let at = 0; at < text.length; at += size) pieces.push(text.slice(at, at + size));
  const parser = parsers[name]();
  const started = performance.now();
  for (const piece of pieces) parser.feed(piece);
  return { seconds: (performance.now() - started) / 1000, events: parser.count() };
}

/** The best of several rounds, the two in turn. */
function compare(text, size) {
  const best = { ours: Infinity, theirs: Infinity };
  const events = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of round % 2 ? ["theirs", "ours"] : ["ours", "theirs"]) {
      const done = run(name, text, size);
      best[name] = Math.min(best[name], done.seconds);
      events[name] = done.events;
    }
  }
  if (events.ours !== events.theirs) throw new Error(`not the same events: ${JSON.stringify(events)}`);
  return best;
}

const result = { rates: {}, line: {} };
for (const [label, size] of Object.entries(SIZES)) {
  const text = size === 1 ? STREAM.slice(0, 2e6) : STREAM;
  const best = compare(text, size);
  result.rates[label] = { ours: text.length / 1e6 / best.ours, theirs: text.length / 1e6 / best.theirs };
}
for (const megabytes of [1.25, 5]) result.line[megabytes] = compare(`data: ${"x".repeat(megabytes * 1e6)}\n\n`, 1024);
console.log(JSON.stringify(result));
