// @ts-check
/** Thumbs: the reader's word on an answer, stored for the owner. A later one replaces it. */
export class Feedback {
  #turn;
  #tools;
  #conversation;
  #root;
  #templates;
  /** @type {HTMLFormElement | null} */
  #form = null;

  /**
   * @param {import("./turn.js").Turn} turn
   * @param {HTMLElement} tools the row with the two thumbs
   * @param {import("./conversation.js").Conversation} conversation
   * @param {HTMLElement} root
   * @param {import("./templates.js").Templates} templates
   */
  constructor(turn, tools, conversation, root, templates) {
    this.#turn = turn;
    this.#tools = tools;
    this.#conversation = conversation;
    this.#root = root;
    this.#templates = templates;
    this.#thumb("up").addEventListener("click", () => void this.#up());
    this.#thumb("down").addEventListener("click", () => void this.#down());
    this.#show();
  }

  /** Closes the reasons; the judgement stands without them. */
  close() {
    this.#form?.remove();
    this.#form = null;
    this.#conversation.escapes(this, false);
    this.#thumb("down").setAttribute("aria-expanded", "false");
    this.#thumb("down").focus();
  }

  async #up() {
    if (this.#form) this.close();
    this.#thumb("up").focus();
    if (await this.#send({ verdict: "up" })) this.#thank();
  }

  async #down() {
    if (this.#form) return this.close();
    if (!(await this.#send({ verdict: "down" })) || this.#form) return;
    const form = /** @type {HTMLFormElement} */ (this.#templates.copy("part", "reasons"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#explain(new FormData(form));
    });
    this.#form = form;
    this.#tools.after(form);
    this.#thumb("down").setAttribute("aria-expanded", "true");
    this.#conversation.escapes(this, true);
    form.querySelector("input")?.focus();
    form.scrollIntoView({ block: "nearest" });
  }

  /** @param {FormData} given */
  async #explain(given) {
    const reasons = given.getAll("reason");
    if (!(await this.#send({ verdict: "down", reasons, note: String(given.get("note") ?? "") }))) return;
    this.close();
    this.#thank();
  }

  /**
   * @param {{verdict: "up" | "down", reasons?: FormDataEntryValue[], note?: string}} word
   * @returns {Promise<boolean>} whether it arrived; if not, the reader is told
   */
  async #send(word) {
    const response = await fetch(this.#root.dataset.feedback ?? "", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ turn: this.#turn.token, ...word }),
    }).catch(() => null);
    if (response?.ok) {
      this.#turn.feedback = word.verdict;
      this.#show();
      this.#conversation.keep();
      return true;
    }
    const told = await response?.json().catch(() => null);
    this.#say(typeof told?.text === "string" ? told.text : this.#templates.words("not_sent"));
    return false;
  }

  #thank() {
    this.#say(this.#templates.words("thanked"));
  }

  /** @param {string} words shown beside the thumbs, and said */
  #say(words) {
    const said = this.#tools.querySelector('[data-part="said"]');
    if (said) said.textContent = words;
    this.#conversation.announce(words);
  }

  #show() {
    for (const name of ["up", "down"]) this.#thumb(name).setAttribute("aria-pressed", String(this.#turn.feedback === name));
  }

  /** @param {string} name */
  #thumb(name) {
    return /** @type {HTMLElement} */ (this.#tools.querySelector(`[data-part="${name}"]`));
  }
}
