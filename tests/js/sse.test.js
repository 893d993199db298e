// The parser of server-sent events: the rules of the HTML standard (9.2.5, 9.2.6), at every size of piece.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { createParser } from "../../static/assistant/sse.js";

const VECTORS = new URL("../../../shared/vectors/sse_cases.json", import.meta.url);
const SIZES = [1, 2, 3, 5, 7, 16, 1024, Infinity];
const LONG = 100_000; // bytes; longer cases are cut into larger pieces only

/** The events that `pieces` of bytes mean to a reader that decodes them as one stream. */
function read(pieces) {
  const events = [];
  const parser = createParser((event) => events.push(event));
  const decoder = new TextDecoder();
  for (const piece of pieces) parser.feed(decoder.decode(piece, { stream: true }));
  parser.feed(decoder.decode());
  return events;
}

/** `bytes` cut after every `size` bytes, and at `ends` as well. */
function* cut(bytes, size, ends = []) {
  const stops = new Set(ends);
  let from = 0;
  for (let to = 1; to <= bytes.length; to += 1) {
    if (to - from === size || stops.has(to) || to === bytes.length) {
      yield bytes.subarray(from, to);
      from = to;
    }
  }
}

/** Reads `bytes` at every size of piece and expects `events` each time, as [data] or [data, event]. */
function expectEverySize(bytes, events, ends) {
  const expected = events.map(([data, event = "message"]) => ({ event, data }));
  for (const size of SIZES) {
    if (bytes.length > LONG && size < 1024) continue;
    assert.deepEqual(read(cut(bytes, size, ends)), expected, `pieces of ${size} bytes`);
  }
}

const encode = (text) => new TextEncoder().encode(text);

const OURS = {
  "the standard's example of three lines of data": [
    "data: YHOO\ndata: +2\ndata: 10\n\n",
    [["YHOO\n+2\n10"]],
  ],
  "the standard's example of a comment, an id without data, and one space kept": [
    ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
    [["first event"], ["second event"], [" third event"]],
  ],
  "the standard's example of empty data, and of an event that never ends": ["data\n\ndata\ndata\n\ndata:", [[""], ["\n"]]],
  "the standard's example where one space after the colon is optional": ["data:test\n\ndata: test\n\n", [["test"], ["test"]]],
  "the standard's example of named events": [
    "event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\n",
    [["73857293", "add"], ["2153", "remove"]],
  ],
  "every line ending, and all of them mixed": [
    "data: a\r\rdata: b\r\n\r\ndata: c\n\ndata: d\r\ndata: e\rdata: f\n\r\n",
    [["a"], ["b"], ["c"], ["d\ne\nf"]],
  ],
  "blank lines, pings and unknown fields make no event": [": ping\n\n\n\nretry: 10\n\nfoo: bar\n\nevent: text\n\n", []],
  "an event's name does not outlive it": ["event: a\n\ndata: x\n\n", [["x"]]],
  "a byte order mark is taken away once, and only at the start": [
    "\ufeffdata: a\n\n\ufeffdata: lost\n\ndata: \ufeffkept\n\n",
    [["a"], ["\ufeffkept"]],
  ],
  "Persian and Chinese, cut inside characters": [
    'event: text\ndata: {"text":"دریچه می‌بندد؛ ۳۸ دقیقه."}\n\nevent: text\r\ndata: 闸门在十二月关闭。𠮷\r\n\r\n',
    [['{"text":"دریچه می‌بندد؛ ۳۸ دقیقه."}', "text"], ["闸门在十二月关闭。𠮷", "text"]],
  ],
  "a stream that ends inside a character drops the event": ["data: a\n\ndata: ب", [["a"]]],
};

for (const [name, [text, events]] of Object.entries(OURS)) {
  test(name, () => expectEverySize(encode(text), events));
}

test("one parser's state is not another's", () => {
  const first = [];
  const second = [];
  const one = createParser((event) => first.push(event));
  const other = createParser((event) => second.push(event));
  one.feed("data: a\r");
  other.feed("data: b\n\n");
  one.feed("\n\r\n");
  assert.deepEqual([first, second].map((events) => events.map(({ data }) => data)), [["a"], ["b"]]);
});

test("an event is given out with the very piece that ends it", () => {
  const events = [];
  const parser = createParser(({ data }) => events.push(data));
  parser.feed("data: a\n");
  assert.deepEqual(events, []);
  parser.feed("\r");
  assert.deepEqual(events, ["a"]);
});

test("four times as long a line takes about four times as long", () => {
  const seconds = (size) => {
    const piece = "x".repeat(1024);
    const parser = createParser(() => {});
    const started = performance.now();
    parser.feed("data: ");
    for (let fed = 0; fed < size; fed += 1024) parser.feed(piece);
    parser.feed("\n\n");
    return performance.now() - started;
  };
  seconds(1.25e6);
  const times = (size) => Math.min(seconds(size), seconds(size), seconds(size));
  assert.ok(times(20e6) < 16 * Math.max(times(5e6), 1));
});

test("the shared cases", { skip: !existsSync(VECTORS) && "the shared vectors are not here" }, async (context) => {
  for (const given of JSON.parse(readFileSync(VECTORS, "utf8")).cases) {
    if (given.fetch_reader !== "yes") continue;
    await context.test(given.name, () => {
      const { pre, unit, n, post } = given.bytes_gen ?? {};
      const bytes = given.bytes_gen ? encode(pre + unit.repeat(n) + post) : Buffer.from(given.bytes_b64, "base64");
      const { count, each } = given.events_gen ?? {};
      const events = given.events_gen
        ? Array(count).fill([Array(each.n).fill(each.unit).join(each.sep)])
        : given.events.map(({ event, data }) => [data, event]);
      expectEverySize(bytes, events, given.chunk_ends);
    });
  }
});
