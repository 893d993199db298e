// Work that many causes ask for is done once for all of them, and seldom enough to leave time for the reader.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { gently } from "../../static/assistant/gently.js";

let clock = 0;
const real = globalThis.performance;

beforeEach(() => {
  clock = 0;
  mock.timers.enable({ apis: ["setTimeout"] });
  Object.defineProperty(globalThis, "performance", { value: { now: () => clock }, configurable: true });
});
afterEach(() => {
  mock.timers.reset();
  Object.defineProperty(globalThis, "performance", { value: real, configurable: true });
});

/** Lets `ms` milliseconds pass, one by one. */
function pass(ms) {
  for (let n = 0; n < ms; n++) {
    clock += 1;
    mock.timers.tick(1);
  }
}

test("what is asked for at one moment is done once, soon after", () => {
  const done = mock.fn();
  const work = gently(done);
  for (let n = 0; n < 100; n++) work.soon();
  assert.equal(done.mock.callCount(), 0);
  pass(1);
  assert.equal(done.mock.callCount(), 1);
});

test("what takes longer each time takes a fifth of the time at most, however often it is asked for", () => {
  let spent = 0;
  let asked = 0;
  const work = gently(() => {
    const takes = asked;
    spent += takes;
    clock += takes;
  });
  for (; asked < 2000; asked++) {
    work.soon();
    pass(1);
  }
  assert.ok(spent > 0);
  assert.ok(spent <= clock / 5 + 2000, `${spent} of ${clock} ms`);
});

test("what was asked for can be taken back, and asked for again", () => {
  const done = mock.fn();
  const work = gently(done);
  work.soon();
  work.cancel();
  pass(10);
  assert.equal(done.mock.callCount(), 0);
  work.soon();
  pass(10);
  assert.equal(done.mock.callCount(), 1);
});
