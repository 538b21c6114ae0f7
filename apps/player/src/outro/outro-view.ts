import type { PictureSource, ShownOutro } from "@shoal/contract";
import type { PlayerTexts } from "../i18n/texts.ts";
import { createHtmlElement } from "../skin/dom.ts";
import { createIcon } from "../skin/icons.ts";
import "./outro.css";

export interface OutroActions {
  /** Plays the video again; undefined if this is not possible. */
  replay: (() => void) | undefined;
  clickButton(): void;
  clickSubtext(): void;
}

/** Schemes that a link may have. The api checks them too, when the outro is saved. */
const SAFE_LINK = /^(?:https?|mailto):/i;

/** Creates the view of an outro, which viewers see at the end of a video and editors in a preview. */
export function createOutroView(outro: ShownOutro, texts: PlayerTexts, actions: OutroActions): HTMLElement {
  const { title, description, button, subtext, image, backgroundImage } = outro;
  const content = createHtmlElement("div", { class: "outro-content" }, [
    ...(image ? [createPicture(image, "outro-image", "(max-width: 560px) 60vw, 40vw")] : []),
    createHtmlElement("h2", { text: title }),
    ...(description === ""
      ? []
      : [createHtmlElement("p", { class: "outro-description", text: description })]),
    ...(button ? [createLink({ ...button, className: "outro-button" }, texts, actions.clickButton)] : []),
    ...(subtext ? [createSubtext(subtext, texts, actions.clickSubtext)] : []),
    ...(actions.replay ? [createReplay(texts, actions.replay)] : []),
  ]);
  return createHtmlElement("section", { class: "outro", "aria-label": texts.outro }, [
    // The background is decoration, so it has no text alternative.
    ...(backgroundImage ? [createPicture({ ...backgroundImage, alt: "" }, "outro-background", "100vw")] : []),
    content,
  ]);
}

function createReplay(texts: PlayerTexts, replay: () => void): HTMLElement {
  const content = [createIcon("replay"), createHtmlElement("span", { text: texts.replay })];
  const button = createHtmlElement("button", { type: "button", class: "outro-replay" }, content);
  button.addEventListener("click", replay);
  return button;
}

function createSubtext(
  { text, url }: NonNullable<ShownOutro["subtext"]>,
  texts: PlayerTexts,
  click: () => void,
): HTMLElement {
  const className = "outro-subtext";
  return url === null
    ? createHtmlElement("p", { class: className, text })
    : createLink({ text, url, className }, texts, click);
}

/** Creates a link. Web pages open in a new tab, and mail addresses in the mail program. */
function createLink(
  { text, url, className }: { text: string; url: string; className: string },
  texts: PlayerTexts,
  click: () => void,
): HTMLElement {
  if (!SAFE_LINK.test(url)) return createHtmlElement("span", { class: className, text });
  const isPage = !/^mailto:/i.test(url);
  const link = createHtmlElement("a", {
    class: className,
    href: url,
    ...(isPage ? { target: "_blank", rel: "noopener" } : {}),
    text,
  });
  if (isPage) link.append(createHtmlElement("span", { class: "unseen", text: ` ${texts.newTab}` }));
  link.addEventListener("click", click);
  return link;
}

function createPicture(source: PictureSource, className: string, sizes: string): HTMLElement {
  const { src, avif, webp, width, height, alt } = source;
  const image = createHtmlElement("img", {
    src,
    srcset: webp,
    sizes,
    width: `${width}`,
    height: `${height}`,
    alt,
  });
  const better =
    avif === "" ? [] : [createHtmlElement("source", { type: "image/avif", srcset: avif, sizes })];
  return createHtmlElement("picture", { class: className }, [...better, image]);
}
