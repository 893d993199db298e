// @ts-check
/** The conversation as a page, and deleting it: here and on the server, asked twice. */
export class Forget {
  #after;
  #transcript;
  #conversation;
  #templates;

  /**
   * @param {HTMLElement} after what stands below the last turn
   * @param {string} transcript the address of the conversation's page
   * @param {import("./conversation.js").Conversation} conversation
   * @param {import("./templates.js").Templates} templates
   */
  constructor(after, transcript, conversation, templates) {
    this.#after = after;
    this.#transcript = transcript;
    this.#conversation = conversation;
    this.#templates = templates;
    /** @type {HTMLAnchorElement} */ (this.#part("page")).href = transcript;
    this.#part("delete").addEventListener("click", () => this.#askTwice(true));
    this.#part("keep").addEventListener("click", () => this.close());
    this.#part("really").addEventListener("click", () => void this.#delete());
  }

  /** Nothing is deleted. */
  close() {
    this.#askTwice(false);
    this.#part("delete").focus();
  }

  /** @param {boolean} asking */
  #askTwice(asking) {
    this.#part("offers").hidden = asking;
    this.#part("sure").hidden = !asking;
    this.#part("not-deleted").textContent = "";
    this.#conversation.escapes(this, asking);
    if (asking) this.#part("keep").focus();
  }

  async #delete() {
    this.#conversation.stop();
    const response = await fetch(`${this.#transcript}delete/`, {
      method: "POST",
      headers: { Accept: "application/json" },
    }).catch(() => null);
    // Where it is not there any more, it is as the reader wants it.
    if (response?.ok || response?.status === 404) {
      this.#conversation.startAnew();
      this.#conversation.announce(this.#templates.words("deleted"));
      return;
    }
    const told = await response?.json().catch(() => null);
    const words = typeof told?.text === "string" ? told.text : this.#templates.words("not_sent");
    this.#part("not-deleted").textContent = words;
    this.#conversation.announce(words);
  }

  /** @param {string} name @returns {HTMLElement} */
  #part(name) {
    return /** @type {HTMLElement} */ (this.#after.querySelector(`[data-part="${name}"]`));
  }
}
