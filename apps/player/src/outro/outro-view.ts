import type { PictureSource, ShownOutro } from "@shoal/contract";
import type { Texts } from "../i18n/texts.ts";
import { el } from "../skin/dom.ts";
import { icon } from "../skin/icons.ts";
import "./outro.css";

export interface OutroActions {
  /** Plays the video again; undefined if it cannot be replayed. */
  replay: (() => void) | undefined;
  clickButton(): void;
  clickSubtext(): void;
}

/** Schemes that a link may have; also checked when it is saved. */
const SAFE_LINK = /^(?:https?|mailto):/i;

/** Creates the view of an outro: for viewers at the end of a video, and for editors as a preview. */
export function createOutroView(outro: ShownOutro, texts: Texts, actions: OutroActions): HTMLElement {
  const { title, description, button, subtext, image, backgroundImage } = outro;
  const content = el("div", { class: "outro-content" }, [
    ...(image ? [createPicture(image, "outro-image", "(max-width: 560px) 60vw, 40vw")] : []),
    el("h2", { text: title }),
    ...(description === "" ? [] : [el("p", { class: "outro-description", text: description })]),
    ...(button ? [createLink({ ...button, className: "outro-button" }, texts, actions.clickButton)] : []),
    ...(subtext ? [createSubtext(subtext, texts, actions.clickSubtext)] : []),
    ...(actions.replay ? [createReplay(texts, actions.replay)] : []),
  ]);
  return el("section", { class: "outro", "aria-label": texts.outro }, [
    // The background has no text alternative: it is decoration.
    ...(backgroundImage ? [createPicture({ ...backgroundImage, alt: "" }, "outro-background", "100vw")] : []),
    content,
  ]);
}

function createReplay(texts: Texts, replay: () => void): HTMLElement {
  const content = [icon("replay"), el("span", { text: texts.replay })];
  const button = el("button", { type: "button", class: "outro-replay" }, content);
  button.addEventListener("click", replay);
  return button;
}

function createSubtext(
  { text, url }: NonNullable<ShownOutro["subtext"]>,
  texts: Texts,
  click: () => void,
): HTMLElement {
  const className = "outro-subtext";
  return url === null
    ? el("p", { class: className, text })
    : createLink({ text, url, className }, texts, click);
}

/** Creates a link: web pages open in a new tab, mail addresses in the mail program. */
function createLink(
  { text, url, className }: { text: string; url: string; className: string },
  texts: Texts,
  click: () => void,
): HTMLElement {
  if (!SAFE_LINK.test(url)) return el("span", { class: className, text });
  const isPage = !/^mailto:/i.test(url);
  const link = el("a", {
    class: className,
    href: url,
    ...(isPage ? { target: "_blank", rel: "noopener" } : {}),
    text,
  });
  if (isPage) link.append(el("span", { class: "unseen", text: ` ${texts.newTab}` }));
  link.addEventListener("click", click);
  return link;
}

function createPicture(source: PictureSource, className: string, sizes: string): HTMLElement {
  const { src, avif, webp, width, height, alt } = source;
  const image = el("img", { src, srcset: webp, sizes, width: `${width}`, height: `${height}`, alt });
  const better = avif === "" ? [] : [el("source", { type: "image/avif", srcset: avif, sizes })];
  return el("picture", { class: className }, [...better, image]);
}
