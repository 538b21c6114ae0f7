import { chapterAt } from "./chapters.ts";
import { durationOf, SKIN_EVENTS, type SkinContext } from "./context.ts";
import { createHtmlElement } from "./dom.ts";
import { formatTime } from "./format.ts";
import { describePosition, isLive, positionAt, positionOf, rangeOf } from "./live.ts";
import { createPreview, type SeekPreview } from "./preview.ts";

interface ScrubberParts {
  element: HTMLElement;
  track: HTMLElement;
  buffered: HTMLElement;
  played: HTMLElement;
  hover: HTMLElement;
  ticks: HTMLElement;
  thumb: HTMLElement;
  preview: SeekPreview;
}

/** Creates the timeline with the played and buffered ranges, the chapters, and a preview at the pointer. */
export function createScrubber(context: SkinContext): HTMLElement {
  const parts = buildScrubber(context);
  const { video, root } = context;
  const paint = () => paintPosition(context, parts);
  for (const event of ["timeupdate", "seeking", "durationchange", "emptied"])
    video.addEventListener(event, paint);
  video.addEventListener("progress", () => paintBuffered(context, parts));
  video.addEventListener("timeupdate", () => paintBuffered(context, parts));
  video.addEventListener("durationchange", () => paintChapters(context, parts));
  root.addEventListener(SKIN_EVENTS.session, () => {
    paint();
    paintChapters(context, parts);
  });
  root.addEventListener(SKIN_EVENTS.live, () => {
    paint();
    paintBuffered(context, parts);
  });
  listenToScrubber(context, parts);
  paint();
  return parts.element;
}

function buildScrubber(context: SkinContext): ScrubberParts {
  const layer = (name: string) => createHtmlElement("div", { class: name });
  const buffered = layer("scrub-buffered");
  const hover = layer("scrub-hover");
  const played = layer("scrub-played");
  const ticks = layer("scrub-ticks");
  const thumb = layer("scrub-thumb");
  const preview = createPreview(context);
  const track = createHtmlElement("div", { class: "scrub-track" }, [buffered, hover, played, ticks]);
  const attributes = { class: "scrubber", role: "slider", tabindex: "0", "aria-label": context.texts.seek };
  const element = createHtmlElement("div", attributes, [track, thumb, preview.element]);
  return { element, track, buffered, played, hover, ticks, thumb, preview };
}

function paintPosition(context: SkinContext, { element, played, thumb }: ScrubberParts): void {
  const { startSec, endSec } = rangeOf(context);
  const positionSec = positionOf(context);
  const ratio = endSec > startSec ? (positionSec - startSec) / (endSec - startSec) : 0;
  played.style.transform = `scaleX(${ratio})`;
  thumb.style.left = `${ratio * 100}%`;
  element.setAttribute("aria-valuemin", String(Math.round(startSec)));
  element.setAttribute("aria-valuemax", String(Math.round(endSec)));
  element.setAttribute("aria-valuenow", String(Math.round(positionSec)));
  const chapter = chapterAt(context, positionSec);
  const text = describeSeekPosition(context, positionSec);
  element.setAttribute("aria-valuetext", chapter ? `${text}, ${chapter.title}` : text);
}

function describeSeekPosition(context: SkinContext, positionSec: number): string {
  if (isLive(context)) return describePosition(context, positionSec);
  return context.texts.timeOf
    .replace("{time}", formatTime(positionSec))
    .replace("{duration}", formatTime(durationOf(context)));
}

function paintBuffered(context: SkinContext, { buffered }: ScrubberParts): void {
  const { startSec: fromSec, endSec: toSec } = rangeOf(context);
  const lengthSec = toSec - fromSec;
  const { buffered: ranges } = context.video;
  while (buffered.children.length < ranges.length) buffered.append(createHtmlElement("div"));
  for (const [index, node] of [...buffered.children].entries()) {
    if (!(node instanceof HTMLElement)) continue;
    node.hidden = index >= ranges.length || lengthSec === 0;
    if (node.hidden) continue;
    const startSec = ranges.start(index);
    node.style.left = `${((startSec - fromSec) / lengthSec) * 100}%`;
    node.style.width = `${((ranges.end(index) - startSec) / lengthSec) * 100}%`;
  }
}

function paintChapters(context: SkinContext, { ticks }: ScrubberParts): void {
  const durationSec = durationOf(context);
  const chapters = context.session()?.chapters ?? [];
  const inside = chapters.filter(({ startSec }) => startSec > 0 && startSec < durationSec);
  ticks.replaceChildren(
    ...inside.map(({ startSec }) => {
      const tick = createHtmlElement("div");
      tick.style.left = `${(startSec / durationSec) * 100}%`;
      return tick;
    }),
  );
}

function listenToScrubber(context: SkinContext, parts: ScrubberParts): void {
  const { element, track, hover, preview } = parts;
  const ratioOf = (event: PointerEvent) => {
    const { left, width } = track.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - left) / width));
  };
  const seek = (event: PointerEvent) => context.actions.seekTo(positionAt(context, ratioOf(event)));
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    element.classList.add("is-dragged");
    seek(event);
  });
  element.addEventListener("pointermove", (event) => {
    const ratio = ratioOf(event);
    hover.style.transform = `scaleX(${ratio})`;
    preview.show(ratio, track.clientWidth);
    if (element.classList.contains("is-dragged")) seek(event);
  });
  const release = () => element.classList.remove("is-dragged");
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
  element.addEventListener("lostpointercapture", preview.hide);
  element.addEventListener("pointerleave", () => {
    hover.style.transform = "scaleX(0)";
    preview.hide();
  });
}
