import type { PlaySession } from "@shoal/contract/player";
import { SKIN_EVENTS, type SkinContext } from "./context.ts";
import { createHtmlElement } from "./dom.ts";
import { formatTime } from "./format.ts";
import type { MenuChoice } from "./menu.ts";

type Chapter = PlaySession["chapters"][number];
type SessionSource = Pick<SkinContext, "session">;

/** The time after a chapter's start within which going back leads to the previous chapter, as in music players. */
const PREVIOUS_CHAPTER_WINDOW_SEC = 3;

/** Returns the chapter at a position; undefined before the first one. */
export function chapterAt({ session }: SessionSource, positionSec: number): Chapter | undefined {
  return session()?.chapters.findLast(({ startSec }) => startSec <= positionSec);
}

/**
 * Goes to the next chapter, or back to the start of the current or the previous one.
 * @returns the chapter's title.
 */
export function stepChapter(context: SkinContext, direction: 1 | -1): string | undefined {
  const chapters = context.session()?.chapters ?? [];
  const positionSec = context.video.currentTime;
  const next =
    direction === 1
      ? chapters.find(({ startSec }) => startSec > positionSec)
      : chapters.findLast(
          ({ startSec }) => startSec < Math.max(0.01, positionSec - PREVIOUS_CHAPTER_WINDOW_SEC),
        );
  if (!next) return undefined;
  context.actions.seekTo(next.startSec);
  return next.title;
}

/** Returns the chapters as the choices of a menu, with their times. */
export function chapterChoices(context: SkinContext, done: () => void): MenuChoice[] {
  const current = chapterAt(context, context.video.currentTime);
  return (context.session()?.chapters ?? []).map((chapter) => ({
    label: chapter.title,
    note: formatTime(chapter.startSec),
    isChosen: chapter === current,
    choose: () => {
      context.actions.seekTo(chapter.startSec);
      done();
    },
  }));
}

/** Creates the button that shows the title of the current chapter and opens the list of chapters. */
export function createChapterButton(context: SkinContext): HTMLElement {
  const { root, video, texts } = context;
  const button = createHtmlElement("button", {
    type: "button",
    class: "chapter-button",
    "aria-haspopup": "menu",
  });
  const paint = () => {
    const title = chapterAt(context, video.currentTime)?.title ?? "";
    button.hidden = title === "";
    if (button.textContent === title) return;
    button.textContent = title;
    button.setAttribute("aria-label", texts.chapterNow.replace("{title}", title));
  };
  // If this event reached the document, it would close the menu that the same click opens.
  button.addEventListener("pointerdown", (event) => event.stopPropagation());
  button.addEventListener("click", () => root.dispatchEvent(new Event(SKIN_EVENTS.chapters)));
  for (const event of ["timeupdate", "seeking"]) video.addEventListener(event, paint);
  root.addEventListener(SKIN_EVENTS.session, paint);
  paint();
  return createHtmlElement("div", { class: "chapter" }, [button]);
}
