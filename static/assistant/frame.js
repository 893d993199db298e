// @ts-check
/**
 * The panel in a frame on another site's page: talks to that page, whose origin stands behind the `#` of the address,
 * and to no other. Nothing is believed of it but the address of the page that is being read. Opened as a page of its
 * own, the panel has nothing to close.
 */
const panel = /** @type {import("./define.js").AssistantPanel} */ (document.querySelector("assistant-panel"));
const host = decodeURIComponent(location.hash.slice(1));
const isFramed = window.parent !== window;

/** @param {"ready" | "close"} message */
function tell(message) {
  // Delivered to a page of that origin alone: a wrong one behind the # reaches nobody.
  if (isFramed && URL.canParse(host)) window.parent.postMessage({ assistant: message }, host);
}

/** @param {MessageEvent} event */
function onMessage({ source, origin, data }) {
  if (!isFramed || source !== window.parent || origin !== host || data?.assistant !== "open") return;
  if (typeof data.page === "string") panel.dataset.page = data.page;
  panel.open();
}

/**
 * A link of ours never opens inside the frame: a page of the host's in its place, any other beside it.
 *
 * @param {Event} event
 */
function leadOut({ target }) {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement)) return;
  link.target = isFramed && link.origin === host ? "_top" : "_blank";
  link.rel = "noopener";
}

window.addEventListener("message", onMessage);
for (const kind of ["click", "auxclick"]) panel.addEventListener(kind, leadOut, { capture: true });
panel.addEventListener("assistant:close", () => tell("close"));
panel.toggleAttribute("data-alone", !isFramed);
tell("ready");
