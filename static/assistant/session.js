// @ts-check
/**
 * What the panel remembers in this tab: the conversation's token and the address of its transcript, its turns, an unsent
 * draft, whether it was open. It ends with the tab; nothing else is kept in the browser.
 *
 * @typedef {{conversation: string, transcript: string, turns: import("./turn.js").Turn[], open: boolean, draft: string}}
 *   Session
 */

const KEY = "assistant";

/** @returns {Session} */
function read() {
  const empty = { conversation: "", transcript: "", turns: [], open: false, draft: "" };
  try {
    return { ...empty, ...JSON.parse(sessionStorage.getItem(KEY) ?? "{}") };
  } catch {
    return empty; // storage is switched off, or holds something else
  }
}

/** What was kept, or an empty session; a turn that was running has lost its connection. */
export function restore() {
  const session = read();
  for (const turn of session.turns) if (turn.status === "streaming") turn.status = turn.outcome ?? "lost";
  return session;
}

/** @param {Partial<Session>} part the rest stays as it was kept */
export function keep(part) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...read(), ...part }));
  } catch {
    // Switched off or full: the conversation then ends with the page.
  }
}
