// @ts-check
/**
 * What can be done with an answer that has ended: see why it was said, copy it, judge it; and with the conversation: see
 * it as a page, delete it. Loaded with the first answer.
 *
 * @typedef {import("./conversation.js").Conversation} Conversation
 * @typedef {import("./templates.js").Templates} Templates
 */
import { Feedback } from "./feedback.js";
import { Forget } from "./forget.js";
import { answerOf, eachArticleOnce } from "./turn.js";
import { Why } from "./why.js";

const COPIED_MS = 2000;
/** Turns that ended before anything of ours was said. */
const NOTHING_SAID = ["failed", "lost", "too_many", "over_cap", "paused"];

/**
 * Puts the row of tools below a turn.
 *
 * @param {import("./turn_view.js").TurnView} view
 * @param {Conversation} conversation
 * @param {HTMLElement} root
 * @param {Templates} templates
 */
export function furnish(view, conversation, root, templates) {
  const { turn, element } = view;
  const tools = templates.copy("part", "tools");
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (tools.querySelector(`[data-part="${name}"]`));
  const said = turn.sentences.length > 0;
  part("copy").hidden = !navigator.clipboard || !(said || (turn.notice && !NOTHING_SAID.includes(turn.status)));
  part("copy").addEventListener("click", () => copy(view, part("copy"), () => conversation.announce(templates.words("copied"))));
  part("why").hidden = !said || !turn.token;
  part("judge").hidden = !turn.token || (NOTHING_SAID.includes(turn.status) && !said);
  element.querySelector(".tools")?.remove();
  element.append(tools);
  new Why(view, part("why"), conversation, root, templates);
  new Feedback(turn, tools, conversation, root, templates);
}

/**
 * Below the last turn: the conversation as a page, and its end.
 *
 * @param {import("./session.js").Session} session
 * @param {Conversation} conversation
 * @param {HTMLElement} root
 * @param {Templates} templates
 */
export function offerAfter({ transcript }, conversation, root, templates) {
  const place = root.querySelector('[data-part="after"]');
  if (!place || !transcript || place.childElementCount) return;
  const after = templates.copy("part", "after");
  place.append(after);
  new Forget(after, transcript, conversation, templates);
}

/**
 * Plain text: the answer, the notice, and the sources with their addresses.
 *
 * @param {import("./turn_view.js").TurnView} view
 * @param {HTMLElement} button
 * @param {() => void} copied
 */
async function copy({ turn, notice }, button, copied) {
  const sources = eachArticleOnce(turn.sources).map(({ title, address }) => `${title}: ${address}`);
  const parts = [answerOf(turn).trim(), notice, sources.join("\n")];
  await navigator.clipboard.writeText(parts.filter(Boolean).join("\n\n"));
  button.toggleAttribute("data-copied", true);
  copied();
  setTimeout(() => button.toggleAttribute("data-copied", false), COPIED_MS);
}
