// @ts-check
/** The words and shapes that the server has put into `<template>` elements: there is no copy in the scripts. */
export class Templates {
  #root;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  /**
   * A copy of what the template `data-<kind>="<name>"` holds; null when there is none.
   *
   * @param {string} kind
   * @param {string} name
   */
  find(kind, name) {
    const template = this.#root.querySelector(`template[data-${kind}="${name}"]`);
    const content = template instanceof HTMLTemplateElement ? template.content.firstElementChild : null;
    return /** @type {HTMLElement | null} */ (content?.cloneNode(true) ?? null);
  }

  /**
   * The same, where the page is known to have it.
   *
   * @param {string} kind
   * @param {string} name
   */
  copy(kind, name) {
    return /** @type {HTMLElement} */ (this.find(kind, name));
  }

  /**
   * The words of the notice `name`.
   *
   * @param {string} name
   */
  words(name) {
    return this.find("notice", name)?.textContent?.trim() ?? "";
  }
}
