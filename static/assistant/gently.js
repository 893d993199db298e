// @ts-check
/**
 * Work that many small causes ask for, done once for all of them, and seldom enough to leave most of the time to the
 * reader: a long answer takes longer to lay out with each sentence.
 */

/** So many times as long as the work took is rested after it. */
const REST = 4;

/**
 * @param {() => void} work
 * @returns {{soon: () => void, cancel: () => void}} `soon` asks for it; `cancel` takes back what was asked for
 */
export function gently(work) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let restedAt = 0;
  const run = () => {
    timer = undefined;
    const started = performance.now();
    work();
    const now = performance.now();
    restedAt = now + REST * (now - started);
  };
  return {
    soon: () => (timer ??= setTimeout(run, Math.max(0, restedAt - performance.now()))),
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
