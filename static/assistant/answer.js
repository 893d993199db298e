// @ts-check
/** One answer from its question to its end, and how it is shown: all that the first question needs. */
import { ask, NotAccepted, NotOurs } from "./ask.js";
import { endStream, receive, receiveRefusal } from "./turn.js";

export { gently } from "./gently.js";
export { historyOf, openTurn } from "./turn.js";
export { TurnView } from "./turn_view.js";

/**
 * Asks, and takes in the answer until it ends, however it ends.
 *
 * @param {import("./turn.js").Turn} turn
 * @param {string} url
 * @param {Record<string, any>} question the fields of the wire
 * @param {AbortSignal} signal
 * @param {(name: string, data: Record<string, any>) => void} arrived hears of each event while the turn is open
 */
export async function takeIn(turn, url, question, signal, arrived) {
  try {
    for await (const { name, data } of ask(url, question, signal)) {
      receive(turn, name, data);
      if (turn.status !== "streaming") break;
      arrived(name, data);
    }
    endStream(turn);
  } catch (error) {
    if (turn.status !== "streaming") return; // the reader left the page
    if (signal.aborted) turn.status = turn.outcome ?? "stopped";
    else if (error instanceof NotAccepted) receiveRefusal(turn, error.body);
    else if (error instanceof NotOurs) turn.status = "failed";
    else endStream(turn);
  }
}
