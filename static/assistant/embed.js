// @ts-check
/**
 * The panel on a page of another site: a launcher in a shadow root, and on first opening a frame of ours. Served
 * without its comments, with our words and colours as its argument. It sets no cookie, keeps nothing, and says one
 * thing, to the frame's origin alone: that it is opened, over which page. From the frame it hears "ready" and "close".
 *
 * @param {{words: Record<string, string>, light: string, dark: string}} known what to say in which language; colours
 */
(({ words, light, dark }) => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { href, origin: ours } = new URL(".", script.src);
  const once = Symbol.for(href);
  // The tag stands here twice, or a framework has run it again.
  if (once in window) return;
  Reflect.set(window, once, true);

  const wanted = (script.dataset.locale || document.documentElement.lang).toLowerCase().split("-")[0];
  const lang = Object.hasOwn(words, wanted) ? wanted : "en";
  const label = words[lang];
  const address = `${href}panel/${lang}/`;

  /** @param {string} name @param {Record<string, string>} attributes */
  const make = (name, attributes, text = "") => {
    const element = document.createElement(name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    element.append(text);
    return element;
  };
  const said = { lang, dir: "auto" };
  // The top layer: above whatever the page stacks, outside whatever it transforms.
  const host = make("site-assistant", { popover: "manual" });
  const launcher = make("button", { ...said, type: "button", "aria-expanded": "false" }, label);
  const link = make("a", { ...said, href: address, target: "_blank", hidden: "" }, `${label} ↗`);
  // No style element: the page's policy need not allow one. An important rule in here wins over all of the page's.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
:host{all:initial!important;position:fixed!important;inset:auto 24px 24px auto!important;z-index:2147483647!important;display:block!important}
:host(:dir(rtl)){inset:auto auto 24px 24px!important}
button,a,iframe{display:block;border:1px solid #0000;border-radius:10px;box-shadow:0 0 24px #141c2224}
button,a{padding:11px 20px;background:${light};color:#fff;font:600 16px/24px system-ui,sans-serif;text-decoration:none;cursor:pointer}
:focus-visible{outline:2px solid ${light};outline-offset:2px}
iframe{position:fixed;inset:inherit;inline-size:400px;block-size:min(640px,100dvh - 48px);border:0;visibility:hidden}
:host([data-open]) iframe{visibility:visible}
:host([data-open]) button,[hidden]{display:none}
@media (max-width:480px),(max-height:560px){iframe{inset:0;inline-size:100%;block-size:100dvh}}
@media (prefers-color-scheme:dark){button,a{background:${dark};color:#121415}:focus-visible{outline-color:${dark}}}
@media print{:host{display:none!important}}`);
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  root.append(link, launcher);

  /** @type {HTMLIFrameElement | undefined} */
  let frame;
  let open = false;
  let ready = false;

  const show = () => {
    launcher.ariaExpanded = `${open}`;
    if (!host.toggleAttribute("data-open", open && ready) || !frame) return;
    const canonical = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=canonical]"));
    const page = canonical?.href || location.origin + location.pathname;
    frame.focus();
    frame.contentWindow?.postMessage({ assistant: "open", page }, ours);
  };
  // A frame that was refused says nothing. Whether this origin is not allowed, this page's policy has no frame-src for
  // us, or the network is gone: the panel as a page of its own is the way on.
  const fail = () => {
    if (ready) return;
    link.hidden = false;
    if (root.activeElement === launcher) link.focus();
    launcher.hidden = true;
  };
  const load = () => {
    frame = /** @type {HTMLIFrameElement} */ (
      make("iframe", {
        src: `${address}#${location.origin}`,
        title: label,
        lang,
        allow: "clipboard-write",
        referrerpolicy: "no-referrer",
      })
    );
    // "ready" is said before the frame has loaded, and is here at once after.
    frame.onload = () => setTimeout(fail, 1000);
    setTimeout(fail, 15_000);
    root.append(frame);
  };

  launcher.onclick = () => {
    open = !open;
    if (!frame) load();
    show();
  };
  addEventListener("message", ({ source, origin, data }) => {
    if (!frame || source !== frame.contentWindow || origin !== ours) return;
    if (data?.assistant === "ready") {
      ready = link.hidden = true;
      launcher.hidden = false;
    } else if (data?.assistant === "close") open = false;
    else return;
    show();
    if (!open) launcher.focus();
  });

  // Beside the body, not in it: a framework that replaces the body leaves it alone. Taken out, it comes back.
  const watcher = new MutationObserver(() => place());
  const place = () => {
    const page = document.documentElement;
    watcher.observe(document, { childList: true });
    if (!page || host.isConnected) return;
    watcher.observe(page, { childList: true });
    // A frame that is put in again loads again.
    ready = false;
    host.dir = getComputedStyle(document.body ?? page).direction;
    page.append(host);
    host.showPopover?.();
  };
  place();
});
