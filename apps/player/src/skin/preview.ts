import { chapterAt } from "./chapters.ts";
import { SKIN_EVENTS, type SkinContext } from "./context.ts";
import { createHtmlElement } from "./dom.ts";
import { describePosition, positionAt } from "./live.ts";

export interface SeekPreview {
  element: HTMLElement;
  /** Shows the preview. @param ratio the position in the seekable range, from 0 to 1. */
  show(ratio: number, trackWidthPx: number): void;
  hide(): void;
}

const PICTURE_WIDTH_PX = 176;

/** Creates the preview above the scrubber: the thumbnail, chapter and time at the pointer. */
export function createPreview(context: SkinContext): SeekPreview {
  const picture = createHtmlElement("div", { class: "preview-picture" });
  const chapter = createHtmlElement("div", { class: "preview-chapter" });
  const time = createHtmlElement("div", { class: "preview-time" });
  const element = createHtmlElement("div", { class: "preview", "aria-hidden": "true" }, [
    picture,
    chapter,
    time,
  ]);
  let tiles: StoryboardTile[] = [];
  let isAsked = false;

  let shownAtSec: number | undefined;
  const load = async () => {
    const url = context.session()?.storyboardUrl;
    if (isAsked || !url) return;
    isAsked = true;
    tiles = await loadStoryboard(url);
    // The preview is drawn again, since the pointer may not have moved after the thumbnails were requested.
    if (shownAtSec !== undefined) paintTile(picture, tileAt(tiles, shownAtSec));
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
      paintTile(picture, tileAt(tiles, positionSec));
      time.textContent = describePosition(context, positionSec);
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

function paintTile(picture: HTMLElement, tile: StoryboardTile | undefined): void {
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

interface StoryboardTile {
  startSec: number;
  endSec: number;
  url: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const CUE_PATTERN = /^(\S+)\s+-->\s+(\S+)/;
const REGION_PATTERN = /#xywh=(\d+),(\d+),(\d+),(\d+)/;

function secondsOf(stamp: string): number {
  return stamp.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** Parses a WebVTT file of thumbnails, in which each cue names a region of a picture. Malformed cues are skipped. */
export function parseStoryboard(vtt: string, baseUrl: string): StoryboardTile[] {
  const tiles: StoryboardTile[] = [];
  for (const block of vtt.split(/\r?\n\r?\n/)) {
    const lines = block.split(/\r?\n/);
    const at = lines.findIndex((line) => CUE_PATTERN.test(line));
    const [, start = "", end = ""] = CUE_PATTERN.exec(lines[at] ?? "") ?? [];
    const target = lines[at + 1] ?? "";
    const region = REGION_PATTERN.exec(target);
    if (at < 0 || !region) continue;
    const [x = 0, y = 0, width = 0, height = 0] = region.slice(1).map(Number);
    const url = new URL(target.split("#", 1)[0] ?? "", baseUrl).href;
    tiles.push({ startSec: secondsOf(start), endSec: secondsOf(end), url, x, y, width, height });
  }
  return tiles.filter(({ startSec, endSec }) => endSec > startSec);
}

export function tileAt(tiles: readonly StoryboardTile[], positionSec: number): StoryboardTile | undefined {
  return tiles.find((tile) => positionSec >= tile.startSec && positionSec < tile.endSec) ?? tiles.at(-1);
}

/** Timeout for loading the thumbnails, in ms. After this time they are no longer useful. */
const TIMEOUT_MS = 15_000;

/** Loads a storyboard when it is first needed. If this fails, there are no thumbnails, and nothing else changes. */
async function loadStoryboard(url: string): Promise<StoryboardTile[]> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? parseStoryboard(await response.text(), new URL(url, location.href).href) : [];
  } catch {
    return [];
  }
}
