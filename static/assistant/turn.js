// @ts-check
/**
 * A turn as the panel knows it: one question and what became of it. Plain data, no DOM; `sessionStorage` keeps it as is.
 *
 * `outcome` is what a notice has said, before `done` makes it the status. The last four statuses are the panel's own.
 *
 * @typedef {"streaming"|"answered"|"refused"|"withheld"|"cut_off"|"failed"|"over_cap"
 *   |"paused"|"too_many"|"stopped"|"lost"} Status
 * @typedef {{title: string, address: string, locale: string}} ArticleLink
 * @typedef {ArticleLink & {number: number, quote?: string}} SourceLink
 * @typedef {{label: string, address: string}} Contact
 * @typedef {{question: string, status: Status, outcome: Status | null, locale: string, dir: string, token: string,
 *   sentences: {text: string, cited: number[]}[], sources: SourceLink[], notice: string, articles: ArticleLink[],
 *   contact: Contact | null, feedback: "" | "up" | "down"}} Turn
 */

/** Turns that the next question tells of; they serve only where the server has not kept the conversation itself. */
const HISTORY_LIMIT = 6;
/** A question with all it tells of must stay well under what the server reads. */
const HISTORY_BYTES = 40_000;

/** @type {Record<string, Status>} */
const OUTCOMES = { refusal: "refused", guard: "withheld", cutoff: "cut_off", error: "failed" };
const CLOSED = ["answered", "refused", "withheld", "cut_off", "failed", "over_cap"];

// A second lock, the server lets no marker out: the forms that models write, with a number; no other bracket.
const MARKER = /[ \t]*[[［【]\s*\^?[SＳ]\s*\p{Nd}[^[\]［］【】\n]{0,100}[\]］】]/giu;

/**
 * @param {string} question
 * @param {string} locale the page's language, until `start` says which one the answer has
 * @param {string} dir
 * @returns {Turn}
 */
export function openTurn(question, locale, dir) {
  return {
    question,
    status: "streaming",
    outcome: null,
    locale,
    dir,
    token: "",
    sentences: [],
    sources: [],
    notice: "",
    articles: [],
    contact: null,
    feedback: "",
  };
}

/**
 * Takes one event of the answer into `turn`. Unknown events and fields change nothing.
 *
 * @param {Turn} turn
 * @param {string} name
 * @param {Record<string, any>} data
 */
export function receive(turn, name, data) {
  switch (name) {
    case "start":
      turn.token = data.turn ?? turn.token;
      turn.locale = data.locale ?? turn.locale;
      turn.dir = data.dir ?? turn.dir;
      break;
    case "text":
      turn.sentences.push({ text: String(data.text ?? "").replace(MARKER, ""), cited: data.cited ?? [] });
      addSources(turn, data.sources);
      break;
    case "refusal":
    case "guard":
    case "cutoff":
    case "error":
      turn.outcome = data.code === "over_cap" || data.code === "paused" ? data.code : OUTCOMES[name];
      turn.notice = data.text ?? "";
      turn.articles = data.articles ?? [];
      turn.contact = data.contact ?? null;
      break;
    case "done":
      addSources(turn, data.sources);
      turn.status = turn.outcome ?? (CLOSED.includes(data.status) ? data.status : "failed");
      break;
  }
}

/**
 * Takes a refusal that came before any answer, `{code, text}`, into `turn`.
 *
 * @param {Turn} turn
 * @param {Record<string, any>} body
 */
export function receiveRefusal(turn, body) {
  turn.status = body.code === "rate_limited" || body.code === "busy" ? "too_many" : "failed";
  turn.notice = body.text;
}

/**
 * The stream has ended. Without `done`, what a notice has said still holds; without either the connection was lost.
 *
 * @param {Turn} turn
 */
export function endStream(turn) {
  if (turn.status === "streaming") turn.status = turn.outcome ?? "lost";
}

/**
 * The released text, as it was shown.
 *
 * @param {Turn} turn
 */
export function answerOf(turn) {
  return turn.sentences.map(({ text }) => text).join("");
}

/**
 * What the next question tells of the turns before it: released text alone, withheld turns included.
 *
 * @param {Turn[]} turns
 * @param {string} retried the token of a turn that is asked again, and so is left out
 */
export function historyOf(turns, retried = "") {
  const history = turns
    .filter((turn) => turn.sentences.length && !(retried && turn.token === retried))
    .slice(-HISTORY_LIMIT)
    .map((turn) => ({ question: turn.question, answer: answerOf(turn), status: turn.status }));
  while (new TextEncoder().encode(JSON.stringify(history)).length > HISTORY_BYTES) history.shift();
  return history;
}

/**
 * The articles that a turn cites, each once: two passages of one article differ only in what follows the `#`.
 *
 * @param {ArticleLink[]} links
 * @returns {ArticleLink[]}
 */
export function eachArticleOnce(links) {
  const seen = new Set();
  return links.filter(({ address }) => {
    const article = address.split("#")[0];
    return !seen.has(article) && seen.add(article);
  });
}

/**
 * @param {Turn} turn
 * @param {SourceLink[] | undefined} sources
 */
function addSources(turn, sources) {
  for (const source of sources ?? []) {
    if (!turn.sources.some(({ number }) => number === source.number)) turn.sources.push(source);
  }
}
