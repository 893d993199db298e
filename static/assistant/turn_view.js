// @ts-check
/**
 * How one turn is shown. Every word comes from the server or from a template; text enters as text, never as markup.
 *
 * @typedef {import("./turn.js").Turn} Turn
 */
import { entitle, lead } from "./links.js";
import { eachArticleOnce } from "./turn.js";

export class TurnView {
  #templates;
  #shown = 0;
  /** @type {HTMLElement | null} */
  #paragraph = null;

  /**
   * @param {Turn} turn
   * @param {import("./templates.js").Templates} templates
   */
  constructor(turn, templates) {
    this.turn = turn;
    this.#templates = templates;
    this.element = templates.copy("part", "turn");
    this.part("question").textContent = turn.question;
    this.update();
  }

  /** Shows what has come since the last call, and the end once the turn has one. */
  update() {
    const { status, sentences, locale, dir } = this.turn;
    for (const name of ["answer", "outcome", "ways"]) Object.assign(this.part(name), { lang: locale, dir });
    for (; this.#shown < sentences.length; this.#shown++) this.#append(sentences[this.#shown].text);
    const ended = this.element.dataset.status !== status && status !== "streaming";
    this.element.dataset.status = status;
    this.element.toggleAttribute("data-released", sentences.length > 0);
    if (ended) this.#end();
  }

  /** Where the answer ends on the screen, in CSS pixels from the top. */
  get answerEnd() {
    return this.part("answer").getBoundingClientRect().bottom;
  }

  /** The state in words and the sentence below it, as plain text; empty for an answered turn. */
  get notice() {
    const outcome = this.part("outcome");
    return ["word", "sentence"]
      .map((name) => outcome.querySelector(`[data-part="${name}"]`)?.textContent?.trim())
      .filter(Boolean)
      .join(". ");
  }

  /** @param {string} name @returns {HTMLElement} */
  part(name) {
    return /** @type {HTMLElement} */ (this.element.querySelector(`[data-part="${name}"]`));
  }

  /** @param {string} text one released sentence, with the white space before it */
  #append(text) {
    text.split(/\n[^\S\n]*\n\s*/).forEach((part, index) => {
      if (index > 0) this.#paragraph = null;
      if (!part.trim()) return;
      if (!this.#paragraph) this.#paragraph = this.part("answer").appendChild(document.createElement("p"));
      const sentence = document.createElement("span");
      Object.assign(sentence.dataset, { part: "released", number: this.#shown });
      sentence.textContent = part.trimStart();
      // White space stands between sentences, not within them.
      this.#paragraph.append(part.slice(0, part.length - part.trimStart().length), sentence);
    });
  }

  #end() {
    const { status, notice, sources, articles, contact } = this.turn;
    const outcome = this.#templates.find("notice", status);
    if (outcome) {
      this.part("outcome").replaceChildren(outcome);
      const sentence = this.part("outcome").querySelector('[data-part="sentence"]');
      if (sentence && notice) sentence.textContent = notice;
    }
    const way = (/** @type {string} */ name) => this.#templates.find("way", name);
    const read = status === "refused" ? "article" : "read";
    const toRead = status === "answered" ? [] : [...sources, ...articles];
    const ways = [
      way(status),
      ...eachArticleOnce(toRead).map((link) => this.#link(way(read), link)),
      contact && this.#link(way("contact"), { ...contact, title: contact.label }),
    ];
    this.part("ways").replaceChildren(...ways.filter((item) => item !== null));
    const cited = status === "answered" ? eachArticleOnce(sources) : [];
    this.part("sources").hidden = !cited.length;
    this.part("cited").replaceChildren(...cited.map((link) => this.#link(way("source"), link)).filter((item) => item !== null));
  }

  /**
   * `item` with its link leading to `address`; null where the address is none that a page may link to.
   *
   * @param {HTMLElement | null} item
   * @param {{address: string, title: string, locale?: string, quote?: string}} link
   */
  #link(item, { address, title, locale, quote }) {
    const link = item?.querySelector("a");
    if (!item || !link || !lead(link, address, quote)) return null;
    entitle(link, title, locale);
    return item;
  }
}
