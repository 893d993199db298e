// @ts-check
/** Follows the text while the reader is at its end, and only then; else offers to go there. */
export class Scroller {
  #box;
  #offer;

  /**
   * @param {HTMLElement} box what scrolls
   * @param {HTMLElement} offer the button that leads to new text
   */
  constructor(box, offer) {
    this.#box = box;
    this.#offer = offer;
    box.addEventListener("scroll", () => this.#isAtEnd && this.#show(false));
  }

  /** @param {() => void} change */
  keepingPlace(change) {
    const follow = this.#isAtEnd;
    change();
    if (follow) this.toEnd();
    else this.#show(true);
  }

  /**
   * What stands below an answer may be taller than the panel: the last of the answer stays in sight above it.
   *
   * @param {() => void} change
   * @param {() => number} answerEnd where the answer ends on the screen, in CSS pixels from the top
   */
  keepingInSight(change, answerEnd) {
    const before = this.#box.scrollTop;
    const follow = this.#isAtEnd;
    change();
    if (!follow) return;
    const below = answerEnd() - this.#box.getBoundingClientRect().top - this.#box.clientHeight / 3;
    this.#box.scrollTop = Math.max(before, this.#box.scrollTop + below);
  }

  toEnd() {
    this.#box.scrollTop = this.#box.scrollHeight;
    this.#show(false);
  }

  toStart() {
    this.#box.scrollTop = 0;
    this.#show(false);
  }

  get #isAtEnd() {
    const { scrollHeight, scrollTop, clientHeight } = this.#box;
    return scrollHeight - scrollTop - clientHeight <= 1;
  }

  /** @param {boolean} offered */
  #show(offered) {
    this.#offer.hidden = !offered;
  }
}
