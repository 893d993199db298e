// What becomes of a question, event by event, and what the next question tells of it.
import assert from "node:assert/strict";
import { test } from "node:test";

import { answerOf, eachArticleOnce, endStream, historyOf, openTurn, receive, receiveRefusal } from "../../static/assistant/turn.js";

const START = ["start", { conversation: "c.1", turn: "t.1", locale: "fa", dir: "rtl" }];
const source = (number) => ({ number, title: `Title ${number}`, address: `https://x.example/${number}#part`, locale: "en" });
const text = (words, ...numbers) => ["text", { text: words, cited: numbers, sources: numbers.map(source) }];

/** A turn that has received `events`. */
function turnOf(...events) {
  const turn = openTurn("How long?", "en", "ltr");
  for (const [name, data] of events) receive(turn, name, data);
  return turn;
}

test("the answer is the released sentences joined, in the language that start names", () => {
  const turn = turnOf(START, text("One.", 1), text(" Two.", 2), ["done", { status: "answered" }]);
  assert.equal(answerOf(turn), "One. Two.");
  assert.deepEqual([turn.status, turn.locale, turn.dir, turn.token], ["answered", "fa", "rtl", "t.1"]);
  assert.deepEqual(turn.sources.map(({ number }) => number), [1, 2]);
});

test("sources that done names again are not doubled", () => {
  const turn = turnOf(text("One.", 1), ["done", { status: "answered", sources: [source(1), source(2)] }]);
  assert.deepEqual(turn.sources.map(({ number }) => number), [1, 2]);
});

for (const [name, event, status] of [
  ["withheld", ["guard", { text: "The rest." }], "withheld"],
  ["refused", ["refusal", { text: "Not here." }], "refused"],
  ["cut off", ["cutoff", { text: "No room." }], "cut_off"],
  ["failed", ["error", { code: "timeout", text: "Too long." }], "failed"],
  ["over the cap", ["error", { code: "over_cap", text: "Closed.", until: "2026-12-01" }], "over_cap"],
  ["paused", ["error", { code: "paused", text: "Paused." }], "paused"],
]) {
  test(`a turn that is ${name} keeps its notice and what was released, with done and without`, () => {
    const closed = turnOf(START, text("One.", 1), event, ["done", { status: status === "paused" ? "failed" : status }]);
    const open = turnOf(START, text("One.", 1), event);
    assert.equal(open.status, "streaming");
    endStream(open);
    for (const turn of [closed, open]) assert.deepEqual([turn.status, turn.notice, answerOf(turn)], [status, event[1].text, "One."]);
  });
}

test("a stream that ends without a word of why was lost", () => {
  const turn = turnOf(START, text("One.", 1));
  endStream(turn);
  assert.equal(turn.status, "lost");
});

test("the end of a stream changes nothing about a turn that done has closed", () => {
  const turn = turnOf(text("One.", 1), ["done", { status: "answered" }]);
  endStream(turn);
  assert.equal(turn.status, "answered");
});

test("unknown events and fields change nothing", () => {
  const turn = turnOf(START);
  receive(turn, "weather", { text: "Rain." });
  receive(turn, "start", { colour: "red" });
  assert.deepEqual(turn, turnOf(START));
});

test("too many questions are told apart from a question that was not accepted", () => {
  for (const [code, status] of [["rate_limited", "too_many"], ["busy", "too_many"], ["bad_request", "failed"]]) {
    const turn = turnOf();
    receiveRefusal(turn, { code, text: "Wait." });
    assert.deepEqual([turn.status, turn.notice], [status, "Wait."]);
  }
});

test("a citation marker that came through is taken out, other brackets stay", () => {
  for (const [given, shown] of [
    ["Closing takes 38 minutes [S1].", "Closing takes 38 minutes."],
    ["A [S1, S2], b 【S3】 and c［Ｓ۴］.", "A, b and c."],
    ["As [sic] she wrote [1] in [S. 4] (S1).", "As [sic] she wrote [1] in [S. 4] (S1)."],
  ]) {
    assert.equal(answerOf(turnOf(text(given))), shown);
  }
});

test("the history tells released text alone, withheld turns included", () => {
  const withheld = turnOf(START, text("One."), ["guard", { text: "The rest." }], ["done", { status: "withheld" }]);
  const silent = turnOf(START, ["guard", { text: "All of it." }], ["done", { status: "withheld" }]);
  assert.deepEqual(historyOf([withheld, silent]), [{ question: "How long?", answer: "One.", status: "withheld" }]);
});

test("the history leaves out the turn that is asked again", () => {
  const lost = turnOf(START, text("One."));
  endStream(lost);
  assert.deepEqual(historyOf([lost], "t.1"), []);
  assert.equal(historyOf([lost]).length, 1);
});

test("the history is the last six turns, and fewer where they are long", () => {
  const turns = Array.from({ length: 9 }, (_, index) => turnOf(text(`${index}`)));
  assert.deepEqual(historyOf(turns).map(({ answer }) => answer), ["3", "4", "5", "6", "7", "8"]);
  const long = Array.from({ length: 6 }, () => turnOf(text("د".repeat(9_000))));
  assert.equal(historyOf(long).length, 2);
});

test("two passages of one article are one article", () => {
  const links = [source(1), { ...source(1), address: "https://x.example/1#other" }, source(2)];
  assert.deepEqual(eachArticleOnce(links).map(({ title }) => title), ["Title 1", "Title 2"]);
});
