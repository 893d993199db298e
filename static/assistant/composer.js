// @ts-check
/** Where the question is typed: the keys, the counter, one button that is Send, and Stop while an answer runs. */

export const QUESTION_LIMIT = 1000;
const COUNT_FROM = 900;

export class Composer {
  #form;
  #actions;
  #field;
  #count;
  #hint;
  #templates;
  #busy = false;
  #first;

  /**
   * @param {HTMLFormElement} form
   * @param {import("./templates.js").Templates} templates
   * @param {{send: (question: string) => void, stop: () => void}} actions
   */
  constructor(form, templates, actions) {
    const part = (/** @type {string} */ name) => form.querySelector(`[data-part="${name}"]`);
    this.#form = form;
    this.#actions = actions;
    this.#field = /** @type {HTMLTextAreaElement} */ (part("field"));
    this.#count = /** @type {HTMLElement} */ (part("count"));
    this.#hint = /** @type {HTMLElement} */ (part("hint"));
    this.#templates = templates;
    this.#first = this.#field.placeholder;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    part("send")?.addEventListener("click", (event) => {
      if (!this.#busy) return;
      event.preventDefault();
      // The second click of a double click on Send would stop what it has just sent.
      if (/** @type {MouseEvent} */ (event).detail < 2) actions.stop();
    });
    this.#field.addEventListener("keydown", (event) => {
      // 229: Safari has ended the composition before it tells of the key that ended it.
      if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
      event.preventDefault();
      this.send();
    });
    this.#field.addEventListener("input", () => this.#measure());
  }

  get text() {
    return this.#field.value;
  }

  set text(text) {
    this.#field.value = text;
    this.#measure();
  }

  get busy() {
    return this.#busy;
  }

  set busy(busy) {
    this.#busy = busy;
    this.#form.toggleAttribute("data-busy", busy);
    if (!busy) this.hint("");
  }

  /** @param {boolean} asked whether something has been asked before */
  set follows(asked) {
    this.#field.placeholder = (asked ? this.#field.dataset.next : this.#first) ?? "";
  }

  /** Puts the cursor at the end of the text. */
  focus() {
    this.#field.focus();
    this.#field.setSelectionRange(this.text.length, this.text.length);
  }

  /**
   * Gives a question back to be changed and sent again by the reader; never over what they are typing.
   *
   * @param {string} question
   */
  giveBack(question) {
    if (!this.text.trim()) this.text = question;
  }

  /** @param {string} notice the name of the notice below the field, or nothing */
  hint(notice) {
    this.#hint.textContent = notice && this.#templates.words(notice);
    this.#field.setAttribute("aria-invalid", String(notice === "too_long"));
  }

  /** Sends what is typed, or says why not. */
  send() {
    const question = this.text.trim();
    if (this.#busy) this.hint("busy");
    else if (length(question) > QUESTION_LIMIT) this.hint("too_long");
    else if (question) this.#actions.send(question);
  }

  #measure() {
    const used = length(this.text.trim());
    const number = new Intl.NumberFormat(document.documentElement.lang || undefined);
    this.#count.textContent = used < COUNT_FROM ? "" : `${number.format(used)} / ${number.format(QUESTION_LIMIT)}`;
    if (!this.#busy) this.hint(used > QUESTION_LIMIT ? "too_long" : "");
    this.#field.style.blockSize = "auto";
    if (this.#field.scrollHeight) this.#field.style.blockSize = `${this.#field.scrollHeight + 2}px`;
  }
}

/**
 * In characters as the server counts them, not in UTF-16 units.
 *
 * @param {string} text
 */
function length(text) {
  return [...text].length;
}
