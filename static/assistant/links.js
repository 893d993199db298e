// @ts-check
/** Where a link may lead, and how exactly. */

const SCHEMES = ["http:", "https:", "mailto:", "tel:"];

/**
 * Makes `link` lead to `address`; whether it may. To the very words, `quote`, where the browser finds them in the page
 * (URL fragment text directives), else to the anchor that the address has.
 *
 * @param {HTMLAnchorElement} link
 * @param {string} address
 * @param {string} [quote]
 */
export function lead(link, address, quote) {
  if (!URL.canParse(address, location.href)) return false;
  const url = new URL(address, location.href);
  if (!SCHEMES.includes(url.protocol)) return false;
  if (quote && "fragmentDirective" in document) {
    url.hash = `${url.hash || "#"}:~:text=${encodeURIComponent(quote).replaceAll("-", "%2D")}`;
  }
  link.href = url.href;
  return true;
}

/**
 * The words of `link`, with the title in place of `{title}`, in the title's own language.
 *
 * @param {HTMLAnchorElement} link
 * @param {string} title
 * @param {string} [locale]
 */
export function entitle(link, title, locale) {
  const name = document.createElement("bdi");
  if (locale) name.lang = locale;
  name.textContent = title;
  const [before, after] = (link.textContent ?? "").split("{title}");
  link.replaceChildren(before, name, after ?? "");
}
