// @ts-check
/**
 * The conversation with the assistant, inside an `<assistant-panel>`. A question is posted once, when the reader sends
 * it; nothing is ever sent again by itself. Dispatches `assistant:done` with the status of each turn.
 */
import { Composer } from "./composer.js";
import { Scroller } from "./scroller.js";
import { keep, restore } from "./session.js";
import { Templates } from "./templates.js";

/** @typedef {import("./turn_view.js").TurnView} TurnView */

export class Conversation {
  #root;
  #templates;
  #composer;
  #scroller;
  #session = restore();
  /** @type {AbortController | null} */
  #listening = null;
  /** @type {{controller: AbortController, turn?: import("./turn.js").Turn, view?: TurnView} | null} */
  #running = null;
  /** The token of a lost or failed turn that the reader has chosen to ask again. */
  #retried = "";
  /** What Escape closes before anything else; the last one first. @type {{close: () => void}[]} */
  #opened = [];
  /** What is kept of this tab is shown again. @type {Promise<void>} */
  #restored = Promise.resolve();

  /** @param {import("./define.js").AssistantPanel} root */
  constructor(root) {
    this.#root = root;
    this.#templates = new Templates(root);
    this.#scroller = new Scroller(root.part("scroller"), root.part("new-text"));
    this.#composer = new Composer(/** @type {HTMLFormElement} */ (root.part("composer")), this.#templates, {
      send: (question) => void this.ask(question),
      stop: () => this.stop(),
    });
  }

  /** The panel is in a page. */
  connect() {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#root.addEventListener("click", (event) => this.#onClick(event), { signal });
    this.#root.addEventListener("keydown", (event) => this.#onKey(event), { signal });
    window.addEventListener("pagehide", () => this.#leave(), { signal });
    window.addEventListener("pageshow", (event) => event.persisted && this.#returnTo(), { signal });
    window.visualViewport?.addEventListener("resize", () => this.#makeRoomForKeyboard(), { signal });
    this.#restored = this.#restore();
  }

  /** It is no more. */
  disconnect() {
    this.#listening?.abort();
    this.#leave();
  }

  /** The reader has opened the panel. */
  opened() {
    if (this.#session.turns.length) this.#scroller.toEnd();
    this.#focusInside();
  }

  /** Ends the answer that is running; what was released stays. */
  stop() {
    this.#running?.controller.abort();
  }

  /** @param {string} question as it stood in the field when it was sent; what was typed since stays there */
  send(question) {
    const typed = this.#composer.text;
    this.#composer.text = question;
    this.#composer.send();
    this.#composer.text ||= typed;
  }

  /** @param {string} question one of the examples, whose button goes */
  suggest(question) {
    this.#focusInside();
    void this.ask(question);
  }

  /** @param {string} question */
  async ask(question) {
    const composer = this.#composer;
    if (this.#running) {
      composer.giveBack(question);
      composer.hint("busy");
      return;
    }
    this.#running = { controller: new AbortController() };
    composer.text = "";
    composer.busy = true;
    this.#root.part("log").replaceChildren();
    this.announce(this.#templates.words("started"));
    if (!this.#root.contains(document.activeElement)) this.#focusInside();
    // Both come with the first question.
    const answers = await this.#restored.then(() => import("./answer.js")).catch(() => null);
    if (answers) return this.#answer(answers, question, this.#running);
    this.#running = null;
    composer.busy = false;
    composer.giveBack(question);
    composer.hint("not_loaded");
  }

  /** @param {string} text plain text for those who listen */
  announce(text) {
    const line = document.createElement("p");
    line.textContent = text;
    this.#root.part("log").append(line);
  }

  /** Something opened that Escape closes; or, `false`, it is closed again. @param {{close: () => void}} what @param {boolean} open */
  escapes(what, open) {
    this.#opened = this.#opened.filter((other) => other !== what);
    if (open) this.#opened.push(what);
  }

  /** Writes down how things stand. */
  keep() {
    keep({ ...this.#session, open: this.#root.isOpen, draft: this.#composer.text });
  }

  /** The next question begins a conversation of its own. */
  startAnew() {
    this.#leave();
    this.#session = { ...this.#session, conversation: "", transcript: "", turns: [] };
    this.#retried = "";
    this.#opened = [];
    for (const name of ["transcript", "log", "after"]) this.#root.part(name).replaceChildren();
    this.#showAsked();
    this.#scroller.toStart();
    this.keep();
    this.#composer.focus();
  }

  /**
   * @param {typeof import("./answer.js")} answers
   * @param {string} question
   * @param {{controller: AbortController, turn?: import("./turn.js").Turn, view?: TurnView}} running
   */
  async #answer({ gently, historyOf, openTurn, takeIn, TurnView }, question, running) {
    const { dataset } = this.#root;
    const turn = openTurn(question, dataset.locale ?? "en", dataset.dir ?? "ltr");
    const body = {
      question,
      locale: turn.locale,
      page: dataset.page ?? location.href,
      conversation: this.#session.conversation || undefined,
      history: historyOf(this.#session.turns, this.#retried),
      retry: this.#retried || undefined,
    };
    this.#session.turns.push(turn);
    this.#retried = "";
    const view = this.#add(new TurnView(turn, this.#templates));
    Object.assign(running, { turn, view });
    this.#scroller.toEnd();
    const drawing = gently(() => this.#scroller.keepingPlace(() => view.update()));
    // Some browsers break the stream before they say that the page is left.
    let isLeaving = false;
    const leave = () => (isLeaving = true);
    window.addEventListener("beforeunload", leave);
    await takeIn(turn, dataset.url ?? "", body, running.controller.signal, (name, data) => {
      isLeaving = false;
      if (name === "start") Object.assign(this.#session, { conversation: data.conversation, transcript: data.transcript });
      if (name === "text") this.announce(turn.sentences.at(-1)?.text ?? "");
      drawing.soon();
    });
    window.removeEventListener("beforeunload", leave);
    drawing.cancel();
    if (isLeaving && turn.status === "lost") turn.status = "stopped";
    this.#running = null;
    this.#end(turn, view);
  }

  /**
   * @param {import("./turn.js").Turn} turn
   * @param {TurnView} view
   */
  #end(turn, view) {
    this.#composer.busy = false;
    this.#scroller.keepingInSight(() => view.update(), () => view.answerEnd);
    if (turn.status === "too_many" || (turn.status === "failed" && !turn.token)) this.#composer.giveBack(turn.question);
    this.announce(view.notice || this.#templates.words("finished"));
    this.keep();
    this.#furnish([view]);
    this.#root.dispatchEvent(new CustomEvent("assistant:done", { bubbles: true, detail: { status: turn.status } }));
  }

  /**
   * Below an answer that has ended stands what can be done with it; its code comes with the first one.
   *
   * @param {TurnView[]} views
   */
  #furnish(views) {
    import("./tools.js").then(
      ({ furnish, offerAfter }) => {
        for (const view of views) furnish(view, this, this.#root, this.#templates);
        offerAfter(this.#session, this, this.#root, this.#templates);
      },
      () => {}, // the answer reads as well without
    );
  }

  /** Leaving the page ends the answer: coming back by history shows the turn as stopped. */
  #leave() {
    const { turn, view, controller } = this.#running ?? {};
    if (turn) turn.status = turn.outcome ?? "stopped";
    view?.update();
    controller?.abort();
    this.keep();
  }

  /** Back by history to a page that was kept as it was: meanwhile another page of the tab may have gone on. */
  #returnTo() {
    this.#session = restore();
    this.#restored = this.#restore();
  }

  async #restore() {
    this.#composer.text ||= this.#session.draft;
    const address = new URL(location.href);
    const asked = address.searchParams.get("ask");
    if (asked !== null) {
      address.searchParams.delete("ask");
      history.replaceState(history.state, "", address);
      this.#composer.text = asked;
      this.#root.open();
    }
    this.#showAsked();
    const { turns } = this.#session;
    if (!turns.length) return;
    const { TurnView } = await import("./answer.js");
    this.#root.part("transcript").replaceChildren();
    this.#furnish(turns.map((turn) => this.#add(new TurnView(turn, this.#templates))));
    this.#scroller.toEnd();
  }

  /** @param {MouseEvent} event */
  #onClick({ target }) {
    const control = target instanceof Element ? target.closest("[data-action], a") : null;
    if (control instanceof HTMLAnchorElement && this.#root.coversPage) this.#root.show(false);
    if (!(control instanceof HTMLElement)) return;
    const { action } = control.dataset;
    if (action === "anew") this.startAnew();
    if (action === "again") this.#giveBack(control);
    if (action === "to-end") this.#scroller.toEnd();
  }

  /**
   * Puts the question of the turn around `target` back into the field.
   *
   * @param {Element} target
   */
  #giveBack(target) {
    const elements = [...this.#root.part("transcript").children];
    const turn = this.#session.turns[elements.findIndex((element) => element.contains(target))];
    if (!turn) return;
    if (turn.status === "lost" || turn.status === "failed") this.#retried = turn.token;
    this.#composer.giveBack(turn.question);
    this.#composer.focus();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.key !== "Escape" || event.isComposing || event.keyCode === 229 || !this.#root.isOpen) return;
    event.preventDefault();
    const opened = this.#opened.at(-1);
    if (opened) opened.close();
    else if (this.#running) this.stop();
    else this.#root.close();
  }

  /** Into the field; with a finger only into the panel, or the keyboard would cover half of it. */
  #focusInside() {
    if (matchMedia("(pointer: coarse)").matches && !this.#composer.text) this.#root.part("scroller").focus();
    else this.#composer.focus();
  }

  /** @param {TurnView} view */
  #add(view) {
    this.#root.part("transcript").append(view.element);
    this.#showAsked();
    return view;
  }

  #showAsked() {
    const asked = this.#session.turns.length > 0;
    this.#root.toggleAttribute("data-asked", asked);
    this.#composer.follows = asked;
    if (asked) this.#dress();
  }

  /** The look of turns is loaded with the first one, which is not shown without it. */
  #dress() {
    const transcript = this.#root.part("transcript");
    const href = this.#root.dataset.styles;
    if (!href || this.#root.querySelector("link")) return;
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    transcript.hidden = true;
    link.onload = link.onerror = () => {
      transcript.hidden = false;
      this.#scroller.toEnd();
    };
    this.#root.append(link);
  }

  #makeRoomForKeyboard() {
    const { height = innerHeight, offsetTop = 0 } = window.visualViewport ?? {};
    this.#root.style.setProperty("--keyboard", `${Math.max(0, Math.round(innerHeight - height - offsetTop))}px`);
  }
}
