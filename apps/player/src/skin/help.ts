import type { SkinContext } from "./context.ts";
import { createHtmlElement, setIconAndLabel } from "./dom.ts";
import { createIcon } from "./icons.ts";

export interface HelpDialog {
  element: HTMLDialogElement;
  toggle(): void;
}

/** Lists each action with the keys that trigger it, as labelled on the viewer's keyboard. */
export const keyRows = (texts: SkinContext["texts"]): [string[], string][] => [
  [[texts.keyNameSpace, "K"], texts.keyPlay],
  [["J", "L"], texts.keySkip],
  [["←", "→"], texts.keyStep],
  [["↑", "↓"], texts.keyVolume],
  [["M"], texts.keyMute],
  [["F"], texts.keyFullscreen],
  [["I"], texts.keyPip],
  [["C"], texts.keyCaptions],
  [["P", "N"], texts.keyChapter],
  [["0 … 9"], texts.keyPercent],
  [["<", ">"], texts.keySpeed],
  [[texts.keyNameHome, texts.keyNameEnd], texts.keyEnds],
  [["D"], texts.keyDelivery],
  [["?"], texts.keyHelp],
];

/** Creates the list of keyboard shortcuts. */
export function createHelp({ texts }: Pick<SkinContext, "texts">): HelpDialog {
  const close = createHtmlElement("button", { type: "button", class: "button help-close" });
  setIconAndLabel(close, createIcon("close"), texts.close);
  const list = createHtmlElement(
    "dl",
    { class: "help-list" },
    keyRows(texts).flatMap(([keys, text]) => drawRow(keys, text)),
  );
  const title = createHtmlElement("h2", { text: texts.shortcuts });
  const element = createHtmlElement("dialog", { class: "help", "aria-label": texts.shortcuts }, [
    title,
    close,
    list,
  ]);
  close.addEventListener("click", () => element.close());
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  return { element, toggle: () => (element.open ? element.close() : element.showModal()) };
}

function drawRow(keys: string[], text: string): Node[] {
  const caps = keys.map((key) => createHtmlElement("kbd", { text: key }));
  return [createHtmlElement("dt", {}, caps), createHtmlElement("dd", { text })];
}
