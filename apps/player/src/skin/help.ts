import type { SkinContext } from "./context.ts";
import { el, setIconAndLabel } from "./dom.ts";
import { icon } from "./icons.ts";

export interface Help {
  element: HTMLDialogElement;
  toggle(): void;
}

/** Lists the keys of each action as they are labelled on the viewer's keyboard, with the action's name. */
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
export function createHelp({ texts }: Pick<SkinContext, "texts">): Help {
  const close = el("button", { type: "button", class: "button help-close" });
  setIconAndLabel(close, icon("close"), texts.close);
  const list = el(
    "dl",
    { class: "help-list" },
    keyRows(texts).flatMap(([keys, text]) => drawRow(keys, text)),
  );
  const title = el("h2", { text: texts.shortcuts });
  const element = el("dialog", { class: "help", "aria-label": texts.shortcuts }, [title, close, list]);
  close.addEventListener("click", () => element.close());
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  return { element, toggle: () => (element.open ? element.close() : element.showModal()) };
}

function drawRow(keys: string[], text: string): Node[] {
  const caps = keys.map((key) => el("kbd", { text: key }));
  return [el("dt", {}, caps), el("dd", { text })];
}
