// One question, asked once: the bytes that come back, cut anywhere, and answers that are none of ours.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { ask, NotAccepted, NotOurs, readEvents } from "../../static/assistant/ask.js";

const STREAM =
  ': ping\n\nevent: start\ndata: {"locale":"fa","dir":"rtl"}\n\n' +
  'event: text\r\ndata: {"text":"دریچه ۳۸ دقیقه‌ای بسته می‌شود."}\r\n\r\n' +
  'event: text\ndata: {"text":"闸门关闭需要三十八分钟。𠮷"}\n\nevent: done\ndata: {"status":"answered"}\n\n';

/** A stream of `bytes` in pieces of `size`; `cancelled` tells whether its reader has left. */
function streamOf(bytes, size) {
  const state = { cancelled: false };
  let at = 0;
  state.body = new ReadableStream(
    {
      pull(controller) {
        if (at >= bytes.length) controller.close();
        else controller.enqueue(bytes.subarray(at, (at += size)));
      },
      cancel: () => void (state.cancelled = true),
    },
    { highWaterMark: 0 },
  );
  return state;
}

async function collect(events) {
  const all = [];
  for await (const event of events) all.push(event);
  return all;
}

test("Persian and Chinese cut inside a character arrive whole, at every size of piece", async () => {
  const bytes = new TextEncoder().encode(STREAM);
  for (let size = 1; size <= bytes.length; size += size < 40 ? 1 : 37) {
    const events = await collect(readEvents(streamOf(bytes, size).body));
    assert.deepEqual(events.map(({ name }) => name), ["start", "text", "text", "done"], `pieces of ${size} bytes`);
    assert.equal(events[1].data.text, "دریچه ۳۸ دقیقه‌ای بسته می‌شود.");
    assert.equal(events[2].data.text, "闸门关闭需要三十八分钟。𠮷");
  }
});

test("data that is no JSON object is read over", async () => {
  const bytes = new TextEncoder().encode('data: {"a"\n\ndata: 7\n\ndata: null\n\nevent: text\ndata: {"text":"a"}\n\n');
  assert.deepEqual(await collect(readEvents(streamOf(bytes, 5).body)), [{ name: "text", data: { text: "a" } }]);
});

test("a reader that leaves early cancels the stream", async () => {
  const stream = streamOf(new TextEncoder().encode(STREAM), 8);
  for await (const event of readEvents(stream.body)) if (event.name === "text") break;
  assert.equal(stream.cancelled, true);
});

/** @type {import("node:http").Server} */
let server;
let requests = [];
const RESPONSES = {
  "/answer": (response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" });
    for (const byte of Buffer.from(STREAM)) response.write(Buffer.of(byte));
    response.end();
  },
  "/many": (response) => {
    response.writeHead(429, { "Content-Type": "application/json" });
    response.end('{"code":"rate_limited","text":"Wait 37 s.","retry_after":37}');
  },
  "/html": (response) => {
    response.writeHead(502, { "Content-Type": "text/html" });
    response.end("<h1>Bad gateway</h1>");
  },
  "/page": (response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end("<h1>Sign in</h1>");
  },
  "/half-json": (response) => {
    response.writeHead(500, { "Content-Type": "application/json" });
    response.end('{"code":');
  },
  "/hang": (response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write('event: start\ndata: {"turn":"t.1"}\n\n');
  },
  "/drop": (response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write('event: start\ndata: {"turn":"t.1"}\n\n', () => response.destroy());
  },
};

before(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    requests.push({ method: request.method, type: request.headers["content-type"], body });
    RESPONSES[request.url](response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
});
after(() => {
  server.closeAllConnections();
  server.close();
});
const at = (path) => `http://127.0.0.1:${server.address().port}${path}`;
const never = new AbortController().signal;

test("the question is posted once, as JSON", async () => {
  requests = [];
  const question = { question: "چه زمانی؟", locale: "fa", conversation: undefined };
  const events = await collect(ask(at("/answer"), question, never));
  assert.equal(events.at(-1).data.status, "answered");
  assert.deepEqual(requests, [{ method: "POST", type: "application/json", body: '{"question":"چه زمانی؟","locale":"fa"}' }]);
});

test("a refusal before the stream comes with the server's words and seconds", async () => {
  await assert.rejects(collect(ask(at("/many"), {}, never)), (error) => {
    assert.ok(error instanceof NotAccepted);
    assert.deepEqual(error.body, { code: "rate_limited", text: "Wait 37 s.", retry_after: 37 });
    return true;
  });
});

for (const path of ["/html", "/page", "/half-json"]) {
  test(`${path}: what is no answer of ours is told apart`, async () => {
    await assert.rejects(collect(ask(at(path), {}, never)), NotOurs);
  });
}

test("an aborted question ends with an AbortError", async () => {
  const controller = new AbortController();
  await assert.rejects(async () => {
    for await (const event of ask(at("/hang"), {}, controller.signal)) {
      assert.equal(event.name, "start");
      controller.abort();
    }
  }, { name: "AbortError" });
});

test("a connection that breaks is an error of its own", async () => {
  await assert.rejects(collect(ask(at("/drop"), {}, never)), (error) => !(error instanceof NotOurs));
});
