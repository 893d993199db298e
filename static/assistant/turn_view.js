// @ts-check
/**
 * How one turn is shown. Every word comes from the server or from a template; text enters as text, never as markup.
 *
 * @typedef {import("./turn.js").Turn} Turn
 */
import { answerOf, eachArticleOnce } from "./turn.js";

const SCHEMES = ["http:", "https:", "mailto:", "tel:"];
const COPIED_MS = 2000;

export class TurnView {
  #turn;
  #templates;
  #shown = 0;
  /** @type {HTMLElement | null} */
  #paragraph = null;

  /**
   * @param {Turn} turn
   * @param {import("./templates.js").Templates} templates
   */
  constructor(turn, templates) {
    this.#turn = turn;
    this.#templates = templates;
    this.element = templates.copy("part", "turn");
    this.#part("question").textContent = turn.question;
    this.update();
  }

  /** Shows what has come since the last call, and the end once the turn has one. */
  update() {
    const { status, sentences, locale, dir } = this.#turn;
    for (const name of ["answer", "outcome", "ways"]) Object.assign(this.#part(name), { lang: locale, dir });
    while (this.#shown < sentences.length) this.#append(sentences[this.#shown++].text);
    const ended = this.element.dataset.status !== status && status !== "streaming";
    this.element.dataset.status = status;
    this.element.toggleAttribute("data-released", sentences.length > 0);
    if (ended) this.#end();
  }

  /** Where the answer ends on the screen, in CSS pixels from the top. */
  get answerEnd() {
    return this.#part("answer").getBoundingClientRect().bottom;
  }

  /** The state in words and the sentence below it, as plain text; empty for an answered turn. */
  get notice() {
    const outcome = this.#part("outcome");
    return ["word", "sentence"]
      .map((name) => outcome.querySelector(`[data-part="${name}"]`)?.textContent?.trim())
      .filter(Boolean)
      .join(". ");
  }

  /** @param {string} name @returns {HTMLElement} */
  #part(name) {
    return /** @type {HTMLElement} */ (this.element.querySelector(`[data-part="${name}"]`));
  }

  /** @param {string} text one released sentence, with the white space before it */
  #append(text) {
    text.split(/\n[^\S\n]*\n\s*/).forEach((part, index) => {
      if (index > 0) this.#paragraph = null;
      if (!part.trim()) return;
      if (!this.#paragraph) this.#paragraph = this.#part("answer").appendChild(document.createElement("p"));
      const sentence = document.createElement("span");
      sentence.dataset.part = "released";
      sentence.textContent = part;
      this.#paragraph.append(sentence);
    });
  }

  #end() {
    const { status, notice, sources, articles, contact } = this.#turn;
    const outcome = this.#templates.find("notice", status);
    if (outcome) {
      this.#part("outcome").replaceChildren(outcome);
      const sentence = this.#part("outcome").querySelector('[data-part="sentence"]');
      if (sentence && notice) sentence.textContent = notice;
    }
    const way = (/** @type {string} */ name) => this.#templates.find("way", name);
    const read = status === "refused" ? "article" : "read";
    const toRead = status === "answered" ? [] : [...sources, ...articles];
    const ways = [
      way(status),
      ...eachArticleOnce(toRead).map((link) => this.#link(way(read), link.address, link.title, link.locale)),
      contact && this.#link(way("contact"), contact.address, contact.label),
    ];
    this.#part("ways").replaceChildren(...ways.filter((item) => item !== null));
    const cited = status === "answered" ? eachArticleOnce(sources) : [];
    this.#part("sources").hidden = !cited.length;
    this.#part("cited").replaceChildren(
      ...cited.map((link) => this.#link(way("source"), link.address, link.title, link.locale)).filter((item) => item !== null),
    );
    this.#part("copy").hidden = !navigator.clipboard || !this.#turn.sentences.length;
    this.#part("copy").addEventListener("click", () => this.#copy());
  }

  /**
   * `item` with its link leading to `address`; null where the address is none that a page may link to.
   *
   * @param {HTMLElement | null} item
   * @param {string} address
   * @param {string} title
   * @param {string} [locale]
   */
  #link(item, address, title, locale) {
    const link = item?.querySelector("a");
    if (!item || !link || !URL.canParse(address, location.href)) return null;
    const url = new URL(address, location.href);
    if (!SCHEMES.includes(url.protocol)) return null;
    link.href = url.href;
    const name = document.createElement("bdi");
    if (locale) name.lang = locale;
    name.textContent = title;
    const [before, after] = (link.textContent ?? "").split("{title}");
    link.replaceChildren(before, name, after ?? "");
    return item;
  }

  async #copy() {
    const sources = eachArticleOnce(this.#turn.sources).map(({ title, address }) => `${title}: ${address}`);
    const parts = [answerOf(this.#turn).trim(), this.notice, sources.join("\n")];
    await navigator.clipboard.writeText(parts.filter(Boolean).join("\n\n"));
    const copy = this.#part("copy");
    copy.toggleAttribute("data-copied", true);
    copy.dispatchEvent(new CustomEvent("assistant:copied", { bubbles: true }));
    setTimeout(() => copy.toggleAttribute("data-copied", false), COPIED_MS);
  }
}
