import type { PlaySession } from "@shoal/contract/player";
import type { PlayerTexts } from "../i18n/texts.ts";
import { createHtmlElement } from "../skin/dom.ts";
import "./gate.css";

type IntroModal = NonNullable<PlaySession["player"]["introModal"]>;

/**
 * Shows the owner's introduction before playback. The browser keeps the focus inside it.
 * @returns when the viewer has continued by a button or Escape.
 */
export function showIntro(root: HTMLElement, intro: IntroModal, texts: PlayerTexts): Promise<void> {
  const heading = createHtmlElement("h2", { id: "intro-title", text: intro.title });
  const text = createHtmlElement("p", { id: "intro-text", tabindex: "0", text: intro.text });
  const button = createHtmlElement("button", {
    type: "button",
    class: "gate-button",
    text: intro.button || texts.goOn,
  });
  const dialog = createHtmlElement(
    "dialog",
    {
      class: "intro",
      "aria-labelledby": intro.title === "" ? "intro-text" : "intro-title",
      "aria-describedby": "intro-text",
    },
    [...(intro.title === "" ? [] : [heading]), text, button],
  );
  button.addEventListener("click", () => dialog.close());
  root.append(dialog);
  dialog.showModal();
  button.focus();
  return new Promise((resolve) =>
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve();
    }),
  );
}
