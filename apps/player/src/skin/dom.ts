interface ElementAttributes {
  class?: string;
  text?: string;
  [name: string]: string | undefined;
}

/** Creates an element with attributes and children. The attribute `text` sets its text. */
export function createHtmlElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: ElementAttributes = {},
  children: readonly Node[] = [],
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    if (name === "text") element.textContent = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Sets a button's icon, and its name, which is also shown as a tooltip. */
export function setIconAndLabel(
  button: HTMLButtonElement,
  icon: SVGElement,
  label: string,
  shortcut = "",
): void {
  if (button.dataset.label === label) return;
  button.dataset.label = label;
  button.replaceChildren(icon);
  button.setAttribute("aria-label", label);
  button.dataset.tip = shortcut === "" ? label : `${label} (${shortcut})`;
}
