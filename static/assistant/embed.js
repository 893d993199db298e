// @ts-check
/**
 * The panel on a page of another site: a launcher in a shadow root, and on first opening a frame of ours. Served with
 * our words and colours as its argument. It sets no cookie, keeps nothing, and says two things to the frame's origin
 * alone: that it is opened, and which page is being read. From the frame it hears "ready" and "close".
 *
 * @param {{words: Record<string, [string, string]>, light: string, dark: string}} known
 */
((known) => {
  const script = /** @type {HTMLScriptElement | null} */ (
    document.currentScript ?? document.querySelector('script[src*="/assistant/embed.js"]')
  );
  if (!script) return;
  const base = new URL(".", script.src);
  const once = Symbol.for(base.href);
  if (once in window) return; // the tag stands here twice, or a framework has run it again
  Object.defineProperty(window, once, { value: true });

  const wanted = (script.dataset.locale || document.documentElement.lang).toLowerCase().split("-")[0];
  const code = Object.hasOwn(known.words, wanted) ? wanted : "en";
  const [words, away] = known.words[code];
  const address = `${base.href}panel/${code}/`;

  /** @param {string} name @param {Record<string, string>} attributes */
  const make = (name, attributes, text = "") => {
    const element = document.createElement(name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    element.textContent = text;
    return element;
  };
  const said = { lang: code, dir: /fa|ar/.test(code) ? "rtl" : "ltr" };
  // The top layer: above whatever the page stacks, outside whatever it transforms.
  const host = make("site-assistant", { popover: "manual" });
  const launcher = make("button", { type: "button", "aria-expanded": "false", ...said }, words);
  const link = make("a", { href: address, target: "_blank", rel: "noopener", hidden: "", ...said }, away);
  const sheet = new CSSStyleSheet(); // no style element: the page's policy need not allow one
  // An important rule of the inside wins over every important rule of the page.
  sheet.replaceSync(`
:host{all:initial!important;position:fixed!important;inset:auto 24px calc(24px + env(safe-area-inset-bottom)) auto!important;z-index:2147483647!important;display:block!important;color-scheme:light dark!important}
:host(:dir(rtl)){inset-inline:auto 24px!important}
button,a{box-sizing:border-box;display:block;min-block-size:48px;padding:11px 20px;border:1px solid transparent;border-radius:10px;background:${known.light};color:#fff;font:600 16px/1.5 system-ui,sans-serif;box-shadow:0 1px 2px #141c220f,0 16px 48px #141c2224;cursor:pointer}
a{position:absolute;inset-block-end:60px;inset-inline-end:0;inline-size:min(320px,calc(100vw - 48px));background:Canvas;color:CanvasText;border-color:GrayText}
:focus-visible{outline:2px solid ${known.light};outline-offset:2px}
iframe{position:fixed;inset-block-end:24px;inset-inline-end:24px;inline-size:400px;block-size:min(640px,calc(100dvh - 48px));border:0;border-radius:10px;box-shadow:0 0 0 1px #141c2214,0 16px 48px #141c2224;visibility:hidden}
:host([data-open]) iframe{visibility:visible}
:host([data-open]) button,[hidden]{display:none}
@media (max-width:480px),(max-height:560px){iframe{inset:0;inline-size:100%;block-size:100dvh;border-radius:0;box-shadow:none}}
@media (prefers-color-scheme:dark){button{background:${known.dark};color:#121415}:focus-visible{outline-color:${known.dark}}}
@media print{:host{display:none!important}}`);
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  root.append(link, launcher);

  /** @type {HTMLIFrameElement | undefined} */
  let frame;
  let open = false;
  let ready = false;

  const show = () => {
    launcher.ariaExpanded = String(open);
    launcher.ariaBusy = String(open && !ready && link.hidden);
    host.toggleAttribute("data-open", open && ready);
    if (!open || ready) link.hidden = true;
    if (!open || !ready || !frame) return;
    const canonical = document.querySelector("link[rel=canonical]");
    const page = canonical instanceof HTMLLinkElement ? canonical.href : location.origin + location.pathname;
    frame.focus();
    frame.contentWindow?.postMessage({ assistant: "open", page }, base.origin);
  };
  // A frame that was refused says nothing. Whether the origin is not allowed, the page's policy has no frame-src for
  // us, or the network is gone: a page of its own is the way on.
  const fail = () => {
    if (!open || ready || !link.hidden) return;
    link.hidden = false;
    show();
    link.focus();
  };
  const load = () => {
    frame?.remove();
    const attributes = { src: `${address}#${location.origin}`, title: words, lang: code, allow: "clipboard-write" };
    frame = /** @type {HTMLIFrameElement} */ (make("iframe", { ...attributes, referrerpolicy: "no-referrer" }));
    // "ready" is said before the frame has loaded, and comes at once after.
    frame.addEventListener("load", () => setTimeout(fail, 1000));
    setTimeout(fail, 15_000);
    root.append(frame);
  };

  launcher.addEventListener("click", () => {
    open = !open;
    if (open && !ready) load();
    show();
  });
  addEventListener("message", ({ source, origin, data }) => {
    if (!frame || source !== frame.contentWindow || origin !== base.origin) return;
    if (data?.assistant === "ready") ready = true;
    else if (data?.assistant === "close") open = false;
    else return;
    show();
    if (!open) launcher.focus();
  });

  // Beside the body, not in it: a framework that replaces the body leaves it alone. Taken out, it comes back.
  const watcher = new MutationObserver(() => place());
  const place = () => {
    watcher.observe(document, { childList: true });
    if (!document.documentElement) return;
    watcher.observe(document.documentElement, { childList: true });
    if (host.isConnected) return;
    ready = false; // a frame that is moved loads anew
    host.dir = getComputedStyle(document.body ?? document.documentElement).direction;
    document.documentElement.append(host);
    host.showPopover?.();
  };
  place();
});
