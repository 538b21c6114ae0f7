import type { PlaySession } from "@shoal/contract/player";
import type { PlayerTexts } from "../i18n/texts.ts";
import { createHtmlElement } from "../skin/dom.ts";
import { countOutro } from "./outro-count.ts";

export interface OutroHost {
  root: HTMLElement;
  video: HTMLVideoElement;
  texts: PlayerTexts;
  session(): PlaySession | undefined;
  /** Plays the video again from the beginning. */
  replay(): void;
}

export interface OutroScreen {
  /** Called for a new session, which may have another outro. */
  refresh(): void;
  /** Shows the outro of media that do not end the element, such as a live. Viewers cannot replay these. */
  end(): void;
}

/** Shows the outro at the end of a video, until the viewer plays or seeks. The outro is loaded on demand. */
export function followEnd(host: OutroHost): OutroScreen {
  const { root, video, texts, session } = host;
  const count = countOutro(session);
  // Screen readers announce text only if it is added to an existing element.
  const spoken = createHtmlElement("p", { class: "unseen", role: "status" });
  root.append(spoken);
  let isOver = false;
  let shown: { element: HTMLElement; text: string } | undefined;

  const hide = () => {
    const hadFocus = shown?.element.contains(document.activeElement) === true;
    shown?.element.remove();
    shown = undefined;
    spoken.textContent = "";
    root.classList.remove("has-outro");
    if (hadFocus) root.querySelector<HTMLElement>(".bar button")?.focus();
  };
  async function show(): Promise<void> {
    const outro = session()?.outro;
    if (!outro) return hide();
    const text = JSON.stringify(outro);
    if (shown?.text === text) return;
    const { createOutroView } = await import("./outro-view.ts");
    if (!video.ended && !isOver) return;
    const isNew = shown === undefined;
    shown?.element.remove();
    const element = createOutroView(outro, texts, {
      replay: isOver ? undefined : host.replay,
      clickButton: () => count.add("buttonClicks"),
      clickSubtext: () => count.add("subtextClicks"),
    });
    shown = { element, text };
    video.after(element);
    root.classList.add("has-outro");
    spoken.textContent = `${texts.outro}: ${outro.title}`;
    if (isNew) count.add("shown");
  }
  // If an outro cannot be loaded, the video has not failed: the last frame and the replay button stay.
  const tryToShow = () => void show().catch(() => undefined);
  video.addEventListener("ended", tryToShow);
  for (const event of ["play", "seeking", "emptied"])
    video.addEventListener(event, () => {
      // This event also occurs when the source of the ended video is removed.
      if (isOver && event === "emptied") return;
      isOver = false;
      hide();
    });
  return {
    refresh() {
      if (video.ended || isOver) tryToShow();
    },
    end() {
      isOver = true;
      tryToShow();
    },
  };
}
