// @ts-check
/**
 * What the panel remembers in this tab: the conversation's token, its turns, an unsent draft, whether it was open. It
 * ends with the tab; nothing else is kept in the browser.
 *
 * @typedef {{conversation: string, turns: import("./turn.js").Turn[], open: boolean, draft: string}} Session
 */

const KEY = "assistant";

/** @returns {Session} what was kept, or an empty session; a turn that was running has lost its connection */
export function restore() {
  /** @type {Session} */
  const empty = { conversation: "", turns: [], open: false, draft: "" };
  try {
    const session = { ...empty, ...JSON.parse(sessionStorage.getItem(KEY) ?? "{}") };
    for (const turn of session.turns) if (turn.status === "streaming") turn.status = turn.outcome ?? "lost";
    return session;
  } catch {
    return empty; // storage is switched off, or holds something else
  }
}

/** @param {Session} session */
export function keep(session) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(session));
  } catch {
    // Switched off or full: the conversation then ends with the page.
  }
}
