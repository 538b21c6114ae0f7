type Attributes = Record<string, string | undefined>;

/** Creates an element with attributes and children. Texts are inserted as text, never as markup. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Sets the text of an element only if it differs. Selections and reading positions are thereby kept. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Keeps one child element for each item, identified by the item's key, in the order of the items. */
export function syncChildren<T>(
  parent: Element,
  items: readonly T[],
  {
    key,
    make,
    paint,
  }: { key(item: T): string; make(item: T): HTMLElement; paint(child: HTMLElement, item: T): void },
): void {
  const former = new Map<string, HTMLElement>();
  for (const child of parent.children)
    if (child instanceof HTMLElement) former.set(child.dataset.key ?? "", child);
  for (const [index, item] of items.entries()) {
    const name = key(item);
    const child = former.get(name) ?? make(item);
    former.delete(name);
    child.dataset.key = name;
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
    paint(child, item);
  }
  for (const child of former.values()) child.remove();
}

/** A table whose rows are identified by their first two cells. */
export interface Table {
  element: HTMLElement;
  paint(rows: readonly (readonly string[])[]): void;
}

/** Creates a table. @param empty the text that is shown if the table has no rows. */
export function createTable(caption: string, heads: readonly string[], empty: string): Table {
  const body = el("tbody");
  const head = el("tr", {}, ...heads.map((text) => el("th", { scope: "col" }, text)));
  const table = el("table", {}, el("caption", { class: "unseen" }, caption), el("thead", {}, head), body);
  const note = el("p", { class: "empty" }, empty);
  return {
    element: el("div", {}, table, note),
    paint(rows) {
      table.hidden = rows.length === 0;
      note.hidden = rows.length > 0;
      syncChildren(body, rows, {
        key: (row) => row.slice(0, 2).join(),
        make: (row) =>
          el("tr", {}, ...row.map((_, index) => (index === 0 ? el("th", { scope: "row" }) : el("td")))),
        paint: (line, row) => {
          for (const [index, text] of row.entries()) {
            const cell = line.children[index];
            if (cell) setText(cell, text);
          }
        },
      });
    },
  };
}

/** Creates a list of names with their values. */
export function createFigures(names: readonly string[]): {
  element: HTMLElement;
  paint(values: readonly string[]): void;
} {
  const values = names.map(() => el("dd"));
  const pairs = names.map((name, index) => el("div", {}, el("dt", {}, name), values[index] ?? ""));
  return {
    element: el("dl", {}, ...pairs),
    paint: (texts) => {
      for (const [index, value] of values.entries()) setText(value, texts[index] ?? "");
    },
  };
}
