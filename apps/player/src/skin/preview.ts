import { chapterAt } from "./chapters.ts";
import { SKIN_EVENTS, type SkinContext } from "./context.ts";
import { el } from "./dom.ts";
import { positionAt, sayPosition } from "./live.ts";
import { loadStoryboard, type StoryboardTile, tileAt } from "./storyboard.ts";

export interface Preview {
  element: HTMLElement;
  /** @param ratio of the whole, 0–1. */
  show(ratio: number, trackWidthPx: number): void;
  hide(): void;
}

const PICTURE_WIDTH_PX = 176;

/** The picture, chapter and time over the scrubber, where the pointer is. */
export function createPreview(context: SkinContext): Preview {
  const picture = el("div", { class: "preview-picture" });
  const chapter = el("div", { class: "preview-chapter" });
  const time = el("div", { class: "preview-time" });
  const element = el("div", { class: "preview", "aria-hidden": "true" }, [picture, chapter, time]);
  let tiles: StoryboardTile[] = [];
  let isAsked = false;

  let shownAtSec: number | undefined;
  const load = async () => {
    const url = context.session()?.storyboardUrl;
    if (isAsked || !url) return;
    isAsked = true;
    tiles = await loadStoryboard(url);
    // The pointer may rest where it was when the pictures were asked for.
    if (shownAtSec !== undefined) paint(picture, tileAt(tiles, shownAtSec));
  };
  context.root.addEventListener(SKIN_EVENTS.session, () => {
    isAsked = false;
    tiles = [];
  });
  return {
    element,
    show(ratio, trackWidthPx) {
      void load();
      const positionSec = positionAt(context, ratio);
      shownAtSec = positionSec;
      paint(picture, tileAt(tiles, positionSec));
      time.textContent = sayPosition(context, positionSec);
      chapter.textContent = chapterAt(context, positionSec)?.title ?? "";
      element.classList.add("is-shown");
      const half = Math.max(element.offsetWidth, PICTURE_WIDTH_PX) / 2;
      const left = Math.min(trackWidthPx - half, Math.max(half, ratio * trackWidthPx));
      element.style.left = `${left}px`;
    },
    hide() {
      shownAtSec = undefined;
      element.classList.remove("is-shown");
    },
  };
}

function paint(picture: HTMLElement, tile: StoryboardTile | undefined): void {
  picture.hidden = tile === undefined;
  if (!tile) return;
  const scale = PICTURE_WIDTH_PX / tile.width;
  const { style } = picture;
  style.width = `${tile.width}px`;
  style.height = `${tile.height}px`;
  style.backgroundImage = `url("${tile.url}")`;
  style.backgroundPosition = `-${tile.x}px -${tile.y}px`;
  style.zoom = String(scale);
}
