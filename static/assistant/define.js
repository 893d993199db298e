// @ts-check
/**
 * `<assistant-panel>`: the launcher and the window around markup that the server has rendered. The conversation inside
 * is loaded with the first opening; where that fails the window is still there, with a form that posts.
 *
 * It lives in the light DOM and never reaches outside its own element.
 */
import { keep, restore } from "./session.js";

const FULL_SCREEN = "(max-width: 480px), (max-height: 560px)";

export class AssistantPanel extends HTMLElement {
  /** @type {AbortController | null} */
  #listening = null;
  /** @type {Promise<import("./conversation.js").Conversation> | null} */
  #loading = null;
  /** @type {import("./conversation.js").Conversation | null} */
  #conversation = null;

  connectedCallback() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.addEventListener("click", (event) => this.#onClick(event), { signal });
    this.addEventListener("submit", (event) => this.#sendLater(event), { signal });
    this.addEventListener("keydown", (event) => isSending(event) && this.#sendLater(event), { signal });
    // Whoever points at the launcher may open it.
    for (const kind of ["pointerenter", "focus"]) {
      this.part("launcher").addEventListener(kind, () => this.#load().catch(() => {}), { signal, once: true });
    }
    window.addEventListener("pageshow", (event) => event.persisted && this.#wake(), { signal });
    this.#conversation?.connect();
    this.#wake();
  }

  disconnectedCallback() {
    this.#listening?.abort();
    this.#conversation?.disconnect();
  }

  /** Whether the panel is all of its page, for a frame on another site: always open, without launcher. */
  get isFramed() {
    return "framed" in this.dataset;
  }

  /** Whether the window covers the page. */
  get coversPage() {
    return matchMedia(FULL_SCREEN).matches && !this.isFramed;
  }

  get isOpen() {
    return !this.part("window").hidden;
  }

  /** Opens the panel and moves the focus into it. */
  open() {
    this.show(true);
    this.#load().then((conversation) => conversation.opened(), () => this.part("field").focus());
  }

  /** Closes the panel and gives the focus back to the launcher. An answer that runs goes on. In a frame it only asks to. */
  close() {
    if (this.isFramed) {
      this.dispatchEvent(new CustomEvent("assistant:close", { bubbles: true }));
      return;
    }
    this.show(false);
    this.part("launcher").focus();
  }

  /** Ends the answer that is running; what was released stays. */
  stop() {
    this.#conversation?.stop();
  }

  /**
   * Opens the panel and asks. While an answer runs the question is only kept in the field, and the reader told why.
   *
   * @param {string} question
   */
  async ask(question) {
    if (!this.isOpen) this.open();
    const conversation = await this.#load().catch(() => null);
    if (conversation) await conversation.ask(question);
    else /** @type {HTMLTextAreaElement} */ (this.part("field")).value = question;
  }

  /** @param {boolean} open */
  show(open) {
    this.part("window").hidden = !open;
    this.part("launcher").setAttribute("aria-expanded", String(open));
    this.toggleAttribute("data-open", open);
    keep({ open });
  }

  /** @param {string} name @returns {HTMLElement} */
  part(name) {
    return /** @type {HTMLElement} */ (this.querySelector(`[data-part="${name}"]`));
  }

  /** As the reader has left it in this tab, or as a link with `?ask=` wants it. */
  #wake() {
    const asked = new URL(location.href).searchParams.get("ask");
    // A link that was followed on a small screen must show the page, not the panel above it.
    const { open, turns } = restore();
    this.toggleAttribute("data-asked", turns.length > 0);
    if (this.isFramed || (open && !this.coversPage)) this.show(true);
    if (this.isOpen || asked !== null) this.#load().catch(() => {});
  }

  #load() {
    this.#loading ??= import("./conversation.js").then(({ Conversation }) => {
      this.#conversation = new Conversation(this);
      if (this.isConnected) this.#conversation.connect();
      return this.#conversation;
    });
    this.#loading.catch(() => (this.#loading = null));
    return this.#loading;
  }

  /**
   * What is sent before the conversation is there waits for it; where it cannot be had, the form posts.
   *
   * @param {Event} event
   */
  #sendLater(event) {
    const composer = /** @type {HTMLFormElement} */ (this.part("composer"));
    if (this.#conversation || !composer.contains(/** @type {Node} */ (event.target))) return;
    event.preventDefault();
    const field = /** @type {HTMLTextAreaElement} */ (this.part("field"));
    // What is typed while it waits is the next question.
    const question = field.value;
    field.value = "";
    this.#load().then(
      (conversation) => conversation.send(question),
      () => {
        field.value = question;
        composer.submit();
      },
    );
  }

  /** @param {MouseEvent} event */
  #onClick({ target }) {
    const control = target instanceof Element ? target.closest("[data-action]") : null;
    const action = control?.getAttribute("data-action");
    if (action === "open") this.open();
    if (action === "close") this.close();
    if (action === "suggest") {
      const question = control?.textContent?.trim() ?? "";
      this.#load().then((conversation) => conversation.suggest(question), () => {});
    }
  }
}

/**
 * Whether the key sends what is typed. 229: Safari has ended a composition before it tells of the key that ended it.
 *
 * @param {KeyboardEvent} event
 */
function isSending({ key, shiftKey, isComposing, keyCode, target }) {
  return key === "Enter" && !shiftKey && !isComposing && keyCode !== 229 && target instanceof HTMLTextAreaElement;
}

customElements.get("assistant-panel") ?? customElements.define("assistant-panel", AssistantPanel);
