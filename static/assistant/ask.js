// @ts-check
/**
 * One question, asked once. Nothing is ever sent again by itself.
 *
 * @typedef {{name: string, data: Record<string, any>}} AnswerEvent
 */
import { createParser } from "./sse.js";

/** The server refused before any answer began, in its own words: `{code, text, retry_after}`. */
export class NotAccepted extends Error {
  /** @param {Record<string, any>} body */
  constructor(body) {
    super(String(body.code));
    this.body = body;
  }
}

/** What came is no answer of ours, such as a proxy's page of HTML. */
export class NotOurs extends Error {}

/**
 * Posts `question` to `url` and yields the events of the answer as they arrive.
 *
 * Throws `NotAccepted`, `NotOurs`, an `AbortError` when `signal` fires, or whatever `fetch` throws when the connection
 * fails. A stream that ends early just ends: only the caller knows whether `done` has come.
 *
 * @param {string} url
 * @param {Record<string, any>} question the fields of the wire
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<AnswerEvent, void, void>}
 */
export async function* ask(url, question, signal) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "text/event-stream" },
    body: JSON.stringify(question),
    signal,
  });
  await accept(response);
  yield* readEvents(/** @type {ReadableStream<Uint8Array>} */ (response.body));
}

/**
 * Returns when the response is an answer of ours; throws otherwise.
 *
 * @param {Response} response
 */
async function accept(response) {
  const type = response.headers.get("Content-Type") ?? "";
  if (response.ok && response.body && type.startsWith("text/event-stream")) return;
  const body = type.startsWith("application/json") ? await response.json().catch(() => null) : null;
  if (!response.ok && typeof body?.code === "string" && typeof body?.text === "string") throw new NotAccepted(body);
  throw new NotOurs(`${response.status} ${type}`);
}

/**
 * The events of a stream of bytes, in order. One decoder for the whole stream: a character may be cut between reads.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<AnswerEvent, void, void>}
 */
export async function* readEvents(body) {
  /** @type {AnswerEvent[]} */
  const arrived = [];
  const parser = createParser(({ event, data }) => {
    const value = parseObject(data);
    if (value) arrived.push({ name: event, data: value });
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      parser.feed(done ? decoder.decode() : decoder.decode(value, { stream: true }));
      yield* arrived.splice(0);
      if (done) return;
    }
  } finally {
    // Reached early when the caller leaves the loop: the rest is not wanted, and the server should stop making it.
    reader.cancel().catch(() => {});
  }
}

/**
 * The object in `json`; null when it is anything else, which no reader of the wire has a use for.
 *
 * @param {string} json
 * @returns {Record<string, any> | null}
 */
function parseObject(json) {
  try {
    const value = JSON.parse(json);
    return value !== null && typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
