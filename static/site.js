// @ts-check
/** The site's own pages: a form that asks opens the panel. Without the panel it posts, as forms do. */

/** @param {SubmitEvent} event */
function askInPanel(event) {
  const form = event.target;
  const panel = document.querySelector("assistant-panel:defined");
  if (!(form instanceof HTMLFormElement) || !form.hasAttribute("data-ask") || !panel || !("ask" in panel)) return;
  const field = form.querySelector("input[type=text]");
  const submitter = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "";
  const question = submitter || (field instanceof HTMLInputElement ? field.value.trim() : "");
  if (!question) return;
  event.preventDefault();
  if (field instanceof HTMLInputElement) field.value = "";
  /** @type {{ask: (question: string) => void}} */ (/** @type {unknown} */ (panel)).ask(question);
}

document.addEventListener("submit", askInPanel);
