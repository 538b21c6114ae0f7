import { createHtmlElement } from "./dom.ts";
import { createIcon } from "./icons.ts";

export interface MenuChoice {
  label: string;
  note?: string;
  /** Whether the choice is the current one; undefined for an entry that performs an action. */
  isChosen?: boolean;
  choose(): void;
}

/** Creates a list of choices with a heading that leads back to the previous page. */
export function createChoiceList(
  title: string,
  backLabel: string,
  choices: MenuChoice[],
  goBack: () => void,
): HTMLElement {
  const back = createHtmlElement(
    "button",
    { type: "button", class: "menu-head", "aria-label": `${backLabel}: ${title}` },
    [createIcon("left"), createHtmlElement("span", { text: title })],
  );
  back.addEventListener("click", goBack);
  const items = choices.map((choice) => {
    const mark = createHtmlElement(
      "span",
      { class: "menu-mark" },
      choice.isChosen ? [createIcon("check")] : [],
    );
    const label = createHtmlElement("span", { class: "menu-label", text: choice.label });
    const note = createHtmlElement("span", { class: "menu-note", text: choice.note ?? "" });
    const state: Record<string, string> =
      choice.isChosen === undefined
        ? { role: "menuitem" }
        : { role: "menuitemradio", "aria-checked": String(choice.isChosen) };
    const item = createHtmlElement("button", { type: "button", class: "menu-item", ...state }, [
      mark,
      label,
      note,
    ]);
    item.addEventListener("click", choice.choose);
    return item;
  });
  return createHtmlElement("div", { class: "menu-page" }, [
    back,
    createHtmlElement("div", { class: "menu-items", role: "menu" }, items),
  ]);
}

/** Lets arrow keys move through a menu. Home and End jump to its first and last entry. */
export function handleArrowKeys(menu: HTMLElement): void {
  menu.addEventListener("keydown", (event) => {
    const buttons = [...menu.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button.matches(":focus"));
    const targets: Record<string, number> = {
      ArrowDown: (at + 1) % buttons.length,
      ArrowUp: (at - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    buttons[target]?.focus();
  });
}
