// @ts-check
/**
 * Server-sent events from a stream that is read with `fetch`. Pure: no DOM, no network.
 *
 * Decoding comes first and is not done here: one `TextDecoder` for the whole stream, which also takes away the byte
 * order mark. Reconnection is not ours either (a POST costs money), so `id` and `retry` are read over.
 *
 * @typedef {{event: string, data: string}} ServerSentEvent
 */

/**
 * A parser that calls `onEvent` for each event as its blank line arrives. An event that is never ended is dropped.
 *
 * Linear: a piece is searched once, and an unfinished line is only joined when its end has come.
 *
 * @param {(event: ServerSentEvent) => void} onEvent
 * @returns {{feed: (text: string) => void}}
 */
export function createParser(onEvent) {
  let unfinished = "";
  // The last piece ended with CR, which ended a line; an LF that opens the next piece belongs to it.
  let endedWithReturn = false;
  let type = "";
  let data = "";
  let hasData = false;

  /** @param {string} line */
  function takeLine(line) {
    if (line === "") {
      if (hasData) onEvent({ event: type || "message", data });
      type = data = "";
      hasData = false;
      return;
    }
    const colon = line.indexOf(":");
    if (colon === 0) return; // a comment
    const field = colon < 0 ? line : line.slice(0, colon);
    if (field !== "data" && field !== "event") return;
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "event") {
      type = value;
    } else {
      data = hasData ? `${data}\n${value}` : value;
      hasData = true;
    }
  }

  return {
    feed(text) {
      if (text === "") return;
      let start = endedWithReturn && text[0] === "\n" ? 1 : 0;
      endedWithReturn = false;
      let feedAt = text.indexOf("\n", start);
      let returnAt = text.indexOf("\r", start);
      while (feedAt >= 0 || returnAt >= 0) {
        const end = returnAt < 0 || (feedAt >= 0 && feedAt < returnAt) ? feedAt : returnAt;
        const line = unfinished + text.slice(start, end);
        unfinished = "";
        start = end + 1;
        if (end === returnAt) {
          if (start === text.length) endedWithReturn = true;
          else if (feedAt === start) start += 1;
          returnAt = text.indexOf("\r", start);
        }
        if (feedAt >= 0 && feedAt < start) feedAt = text.indexOf("\n", start);
        takeLine(line);
      }
      unfinished += text.slice(start);
    },
  };
}
