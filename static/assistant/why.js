// @ts-check
/**
 * Why was this said? Each released sentence of a turn opens the passage that it rests on, with the values that were
 * checked in it. The server finds them again each time; here they are kept as long as the page is.
 *
 * @typedef {{number: number, title: string, address: string, locale: string, dir: string, segments: [string, number][]}}
 *   Passage
 * @typedef {{sentence: string, passages: Passage[],
 *   values: {answer: string, source: string, number: number, how: string}[]}} Explanation
 */
import { entitle, lead } from "./links.js";

const SUPPORT = 1;
const VALUE = 2;
/** So long a piece of a passage is looked for in its article. */
const QUOTE = 80;

export class Why {
  #view;
  #button;
  #conversation;
  #root;
  #templates;
  /** @type {HTMLElement | null} */
  #box = null;
  /** Of which sentence, from 0. */
  #opened = -1;
  /** @type {Map<number, Explanation>} */
  #known = new Map();
  #listening = new AbortController();

  /**
   * @param {import("./turn_view.js").TurnView} view
   * @param {HTMLElement} button
   * @param {import("./conversation.js").Conversation} conversation
   * @param {HTMLElement} root
   * @param {import("./templates.js").Templates} templates
   */
  constructor(view, button, conversation, root, templates) {
    this.#view = view;
    this.#button = button;
    this.#conversation = conversation;
    this.#root = root;
    this.#templates = templates;
    button.addEventListener("click", () => (this.#box ? this.close() : this.#begin()));
  }

  /** Closes what is open; the answer reads as before. */
  close() {
    this.#listening.abort();
    this.#box?.remove();
    this.#box = null;
    this.#opened = -1;
    this.#view.element.toggleAttribute("data-explained", false);
    for (const span of this.#sentences) {
      for (const name of ["role", "tabindex", "aria-expanded"]) span.removeAttribute(name);
    }
    this.#button.setAttribute("aria-expanded", "false");
    this.#conversation.escapes(this, false);
    this.#button.focus();
  }

  /** Makes each sentence one that can be opened, and opens the first that rests on anything. */
  #begin() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const answer = this.#view.part("answer");
    answer.addEventListener("click", (event) => this.#onClick(event), { signal });
    answer.addEventListener("keydown", (event) => this.#onKey(event), { signal });
    this.#view.element.toggleAttribute("data-explained", true);
    for (const span of this.#sentences) {
      for (const [name, value] of [["role", "button"], ["tabindex", "0"], ["aria-expanded", "false"]]) span.setAttribute(name, value);
    }
    this.#button.setAttribute("aria-expanded", "true");
    this.#conversation.escapes(this, true);
    const first = this.#view.turn.sentences.findIndex(({ cited }) => cited.length);
    void this.#open(Math.max(0, first));
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    // Whoever marks words to copy them opens nothing.
    if (getSelection()?.isCollapsed !== false) this.#toggle(event.target);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if ((event.key !== "Enter" && event.key !== " ") || !this.#numberOf(event.target)) return;
    event.preventDefault();
    this.#toggle(event.target);
  }

  /** @param {EventTarget | null} target */
  #toggle(target) {
    const number = this.#numberOf(target);
    if (number) void this.#open(Number(number));
  }

  /** @param {EventTarget | null} target */
  #numberOf(target) {
    const span = target instanceof Element ? target.closest('[data-part="released"]') : null;
    return span instanceof HTMLElement ? span.dataset.number : undefined;
  }

  /** @param {number} number of the sentence, from 0 */
  async #open(number) {
    this.#opened = number;
    let last;
    for (const span of this.#sentences) {
      const isIt = span.dataset.number === String(number);
      span.setAttribute("aria-expanded", String(isIt));
      if (isIt) last = span;
    }
    this.#box?.remove();
    this.#box = this.#templates.copy("part", "why-box");
    this.#box.querySelector('[data-part="why-close"]')?.addEventListener("click", () => this.close());
    last?.closest("p")?.after(this.#box);
    const told = this.#known.get(number) ?? (await this.#ask(number));
    if (this.#opened !== number || !this.#box) return;
    this.#box.toggleAttribute("data-told", true);
    if (typeof told === "string") this.#say(told);
    else this.#show(told);
    // Both in sight; where both do not fit, the sentence.
    for (const element of [this.#box, last]) element?.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {number} number
   * @returns {Promise<Explanation | string>} in words where there is none
   */
  async #ask(number) {
    const address = (this.#root.dataset.why ?? "").replace("-/0", `${this.#view.turn.token}/${number + 1}`);
    const response = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
    const told = await response?.json().catch(() => null);
    if (!response?.ok || !told) return typeof told?.text === "string" ? told.text : this.#templates.words("not_loaded");
    this.#known.set(number, told);
    return told;
  }

  /** @param {string} words */
  #say(words) {
    const place = this.#part("why-words");
    place.textContent = words;
    place.hidden = false;
    this.#conversation.announce(words);
  }

  /** @param {Explanation} told */
  #show({ passages, values }) {
    this.#part("why-passages").replaceChildren(...passages.map((passage) => this.#passage(passage)));
    // Under its passage where there are several.
    if (passages.length === 1) this.#box?.append(.../** @type {HTMLElement} */ (this.#box).querySelectorAll(".from"));
    this.#part("why-rows").replaceChildren(...values.map((value) => this.#row(value)));
    this.#part("why-values").hidden = !values.length;
    if (!passages.length) this.#say(this.#templates.words("nothing_to_check"));
    else this.#conversation.announce(this.#templates.words("why_shown"));
  }

  /** @param {Passage} passage */
  #passage({ title, address, locale, dir, segments }) {
    const item = this.#templates.copy("part", "why-passage");
    const text = /** @type {HTMLElement} */ (item.querySelector('[data-part="passage"]'));
    Object.assign(text, { lang: locale, dir });
    text.append(...segments.map(([words, level]) => stretch(words, level)));
    const link = /** @type {HTMLAnchorElement} */ (item.querySelector("a"));
    const support = segments.find(([, level]) => level === SUPPORT)?.[0] ?? "";
    entitle(link, title, locale);
    if (!lead(link, address, quote(support))) link.parentElement?.remove();
    return item;
  }

  /** @param {Explanation["values"][number]} value */
  #row({ answer, source, number }) {
    const row = this.#templates.copy("part", "why-row");
    const [said, held] = row.querySelectorAll("bdi");
    said.textContent = answer;
    held.textContent = number ? source : this.#templates.words("in_question");
    return row;
  }

  /** @returns {NodeListOf<HTMLElement>} */
  get #sentences() {
    return this.#view.element.querySelectorAll('[data-part="released"]');
  }

  /** @param {string} name @returns {HTMLElement} */
  #part(name) {
    return /** @type {HTMLElement} */ (this.#box?.querySelector(`[data-part="${name}"]`));
  }
}

/**
 * @param {string} words
 * @param {number} level
 */
function stretch(words, level) {
  const element = document.createElement(level === VALUE ? "mark" : "span");
  if (level === SUPPORT) element.className = "support";
  element.textContent = words;
  return element;
}

/**
 * The beginning of `words` within one line, whole words of it.
 *
 * @param {string} words
 */
function quote(words) {
  const line = words.trim().split("\n")[0];
  return line.length <= QUOTE ? line : line.slice(0, Math.max(line.lastIndexOf(" ", QUOTE), 0) || QUOTE);
}
