// @ts-check
/**
 * `<assistant-panel>`: the conversation with the assistant, around markup that the server has rendered.
 *
 * It lives in the light DOM and never reaches outside its own element. A question is posted once, when the reader sends
 * it; nothing is ever sent again by itself. Dispatches `assistant:done` with the status of each turn.
 */
import { ask, NotAccepted, NotOurs } from "./ask.js";
import { Composer } from "./composer.js";
import { keep, restore } from "./session.js";
import { Templates } from "./templates.js";
import { endStream, historyOf, openTurn, receive, receiveRefusal } from "./turn.js";
import { TurnView } from "./turn_view.js";

const FULL_SCREEN = "(max-width: 480px), (max-height: 560px)";

export class AssistantPanel extends HTMLElement {
  /** @type {AbortController | null} */
  #listening = null;
  /** @type {{turn: import("./turn.js").Turn, view: TurnView, controller: AbortController} | null} */
  #running = null;
  #session = restore();
  /** The token of a lost or failed turn that the reader has chosen to ask again. */
  #retried = "";
  #templates = new Templates(this);
  /** @type {Composer | null} */
  #composer = null;

  static define(name = "assistant-panel") {
    if (!customElements.get(name)) customElements.define(name, AssistantPanel);
  }

  connectedCallback() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const form = /** @type {HTMLFormElement} */ (this.#part("composer"));
    this.#composer ??= new Composer(form, this.#templates, {
      send: (question) => void this.ask(question),
      stop: () => this.stop(),
    });
    this.addEventListener("click", (event) => this.#onClick(event), { signal });
    this.addEventListener("keydown", (event) => this.#onKey(event), { signal });
    this.addEventListener("assistant:copied", () => this.#announce(this.#templates.words("copied")), { signal });
    this.#part("scroller").addEventListener("scroll", () => this.#isAtEnd && this.#offerNewText(false), { signal });
    window.addEventListener("pagehide", () => this.#leave(), { signal });
    window.addEventListener("pageshow", (event) => event.persisted && this.#returnTo(), { signal });
    window.visualViewport?.addEventListener("resize", () => this.#makeRoomForKeyboard(), { signal });
    this.#restore();
  }

  disconnectedCallback() {
    this.#listening?.abort();
    this.#leave();
  }

  /** Whether the panel is all of its page, for a frame on another site: always open, without launcher. */
  get #isFramed() {
    return "framed" in this.dataset;
  }

  get isOpen() {
    return !this.#part("window").hidden;
  }

  /** Opens the panel and moves the focus into it. */
  open() {
    this.#show(true);
    this.#scrollToEnd();
    this.#focusInside();
  }

  /** Closes the panel and gives the focus back to the launcher. An answer that runs goes on. In a frame it only asks to. */
  close() {
    if (this.#isFramed) {
      this.dispatchEvent(new CustomEvent("assistant:close", { bubbles: true }));
      return;
    }
    this.#show(false);
    this.#part("launcher").focus();
  }

  /** Ends the answer that is running; what was released stays. */
  stop() {
    this.#running?.controller.abort();
  }

  /**
   * Opens the panel and asks. While an answer runs the question is only kept in the field, and the reader told why.
   *
   * @param {string} question
   */
  async ask(question) {
    const composer = /** @type {Composer} */ (this.#composer);
    if (!this.isOpen) this.open();
    if (this.#running) {
      composer.giveBack(question);
      composer.hint("busy");
      return;
    }
    const turn = openTurn(question, this.dataset.locale ?? "en", this.dataset.dir ?? "ltr");
    const body = {
      question,
      locale: turn.locale,
      page: this.dataset.page ?? location.href,
      conversation: this.#session.conversation || undefined,
      history: historyOf(this.#session.turns, this.#retried),
      retry: this.#retried || undefined,
    };
    this.#session.turns.push(turn);
    const view = this.#add(turn);
    const controller = new AbortController();
    this.#running = { turn, view, controller };
    this.#retried = "";
    composer.text = "";
    composer.busy = true;
    this.#part("log").replaceChildren();
    this.#announce(this.#templates.words("started"));
    this.#scrollToEnd();
    if (!this.contains(document.activeElement)) this.#focusInside();
    await this.#read(turn, view, ask(this.dataset.url ?? "", body, controller.signal), controller.signal);
    this.#end(turn, view);
  }

  /**
   * Takes in the answer until it ends, however it ends.
   *
   * @param {import("./turn.js").Turn} turn
   * @param {TurnView} view
   * @param {AsyncIterable<import("./ask.js").AnswerEvent>} answer
   * @param {AbortSignal} signal
   */
  async #read(turn, view, answer, signal) {
    try {
      for await (const { name, data } of answer) {
        receive(turn, name, data);
        if (name === "start") this.#session.conversation = data.conversation ?? "";
        if (name === "text") this.#announce(turn.sentences.at(-1)?.text ?? "");
        if (turn.status !== "streaming") break;
        this.#keepingPlace(() => view.update());
      }
      endStream(turn);
    } catch (error) {
      if (turn.status !== "streaming") return; // the reader left the page
      if (signal.aborted) turn.status = turn.outcome ?? "stopped";
      else if (error instanceof NotAccepted) receiveRefusal(turn, error.body);
      else if (error instanceof NotOurs) turn.status = "failed";
      else endStream(turn);
    }
  }

  /**
   * @param {import("./turn.js").Turn} turn
   * @param {TurnView} view
   */
  #end(turn, view) {
    const composer = /** @type {Composer} */ (this.#composer);
    this.#running = null;
    composer.busy = false;
    this.#showEnd(view);
    if (turn.status === "too_many" || (turn.status === "failed" && !turn.token)) composer.giveBack(turn.question);
    this.#announce(view.notice || this.#templates.words("finished"));
    this.#keep();
    this.dispatchEvent(new CustomEvent("assistant:done", { bubbles: true, detail: { status: turn.status } }));
  }

  /** Leaving the page ends the answer: coming back by history shows the turn as stopped. */
  #leave() {
    if (this.#running) {
      const { turn, view, controller } = this.#running;
      turn.status = turn.outcome ?? "stopped";
      view.update();
      controller.abort();
    }
    this.#keep();
  }

  /** Back by history to a page that was kept as it was: meanwhile another page of the tab may have gone on. */
  #returnTo() {
    this.#session = restore();
    this.#restore();
  }

  #startAnew() {
    this.#leave();
    this.#session = { ...this.#session, conversation: "", turns: [] };
    this.#retried = "";
    this.#part("transcript").replaceChildren();
    this.#part("log").replaceChildren();
    this.#showAsked();
    this.#keep();
    this.#composer?.focus();
  }

  #restore() {
    const composer = /** @type {Composer} */ (this.#composer);
    this.#part("transcript").replaceChildren();
    for (const turn of this.#session.turns) this.#add(turn);
    composer.text ||= this.#session.draft;
    // A link that was followed on a small screen must show the page, not the panel above it.
    if (this.#isFramed || (this.#session.open && !matchMedia(FULL_SCREEN).matches)) this.#show(true);
    const address = new URL(location.href);
    const asked = address.searchParams.get("ask");
    if (asked !== null) {
      address.searchParams.delete("ask");
      history.replaceState(history.state, "", address);
      composer.text = asked;
      this.open();
    }
    this.#scrollToEnd();
  }

  #keep() {
    keep({ ...this.#session, open: this.isOpen, draft: this.#composer?.text ?? "" });
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const target = event.target instanceof Element ? event.target.closest("[data-action], a") : null;
    if (target instanceof HTMLAnchorElement && !target.dataset.action) {
      if (matchMedia(FULL_SCREEN).matches && !this.#isFramed) this.#show(false);
      return;
    }
    const action = target instanceof HTMLElement ? target.dataset.action : undefined;
    if (action === "open") this.open();
    if (action === "close") this.close();
    if (action === "anew") this.#startAnew();
    if (action === "suggest") this.#suggest(target?.textContent?.trim() ?? "");
    if (action === "again" && target) this.#giveBack(target);
    if (action === "to-end") this.#scrollToEnd();
  }

  /** @param {string} question */
  #suggest(question) {
    this.#focusInside();
    void this.ask(question);
  }

  /**
   * Puts the question of the turn around `target` back into the field.
   *
   * @param {Element} target
   */
  #giveBack(target) {
    const elements = [...this.#part("transcript").children];
    const turn = this.#session.turns[elements.findIndex((element) => element.contains(target))];
    if (!turn || !this.#composer) return;
    if (turn.status === "lost" || turn.status === "failed") this.#retried = turn.token;
    this.#composer.giveBack(turn.question);
    this.#composer.focus();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.key !== "Escape" || event.isComposing || event.keyCode === 229 || !this.isOpen) return;
    event.preventDefault();
    if (this.#running) this.stop();
    else this.close();
  }

  /** @param {boolean} open */
  #show(open) {
    this.#part("window").hidden = !open;
    this.#part("launcher").setAttribute("aria-expanded", String(open));
    this.toggleAttribute("data-open", open);
    this.#keep();
  }

  /** Into the field; with a finger only into the panel, or the keyboard would cover half of it. */
  #focusInside() {
    if (matchMedia("(pointer: coarse)").matches && !this.#composer?.text) this.#part("scroller").focus();
    else this.#composer?.focus();
  }

  /** @param {import("./turn.js").Turn} turn */
  #add(turn) {
    const view = new TurnView(turn, this.#templates);
    this.#part("transcript").append(view.element);
    this.#showAsked();
    return view;
  }

  #showAsked() {
    const asked = this.#session.turns.length > 0;
    this.toggleAttribute("data-asked", asked);
    if (this.#composer) this.#composer.follows = asked;
  }

  /** @param {string} text plain text for those who listen */
  #announce(text) {
    const line = document.createElement("p");
    line.textContent = text;
    this.#part("log").append(line);
  }

  get #isAtEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.#part("scroller");
    return scrollHeight - scrollTop - clientHeight <= 1;
  }

  /** @param {() => void} change follows the text only where the reader is at its end */
  #keepingPlace(change) {
    const follow = this.#isAtEnd;
    change();
    if (follow) this.#scrollToEnd();
    else this.#offerNewText(true);
  }

  /**
   * What stands below the answer may be taller than the panel: the last of the answer stays in sight above it.
   *
   * @param {TurnView} view
   */
  #showEnd(view) {
    const scroller = this.#part("scroller");
    const before = scroller.scrollTop;
    const follow = this.#isAtEnd;
    view.update();
    if (!follow) return;
    const below = view.answerEnd - scroller.getBoundingClientRect().top - scroller.clientHeight / 3;
    scroller.scrollTop = Math.max(before, scroller.scrollTop + below);
  }

  #scrollToEnd() {
    const scroller = this.#part("scroller");
    scroller.scrollTop = this.hasAttribute("data-asked") ? scroller.scrollHeight : 0;
    this.#offerNewText(false);
  }

  /** @param {boolean} offered */
  #offerNewText(offered) {
    this.#part("new-text").hidden = !offered;
  }

  #makeRoomForKeyboard() {
    const { height = innerHeight, offsetTop = 0 } = window.visualViewport ?? {};
    this.style.setProperty("--keyboard", `${Math.max(0, Math.round(innerHeight - height - offsetTop))}px`);
  }

  /** @param {string} name @returns {HTMLElement} */
  #part(name) {
    return /** @type {HTMLElement} */ (this.querySelector(`[data-part="${name}"]`));
  }
}
