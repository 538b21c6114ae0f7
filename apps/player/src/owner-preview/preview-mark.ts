import type { OwnerPreview } from "@shoal/contract/player";
import type { Language } from "../i18n/texts.ts";
import { createHtmlElement } from "../skin/dom.ts";
import { markText } from "./texts.ts";
import "./preview-mark.css";

/** Marks the video as a preview, and shows what viewers would get. */
export function showPreviewMark(root: HTMLElement, preview: OwnerPreview, language: Language): void {
  const text = markText(preview, language);
  const mark = root.querySelector(".preview-mark");
  if (mark) mark.textContent = text;
  else root.append(createHtmlElement("p", { class: "preview-mark", role: "note", text }));
}
