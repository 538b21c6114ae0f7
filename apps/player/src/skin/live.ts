import { LIVE_EDGE_TOLERANCE_SEC, type TimeRange } from "../playback/playback.ts";
import { durationOf, SKIN_EVENTS, type SkinContext } from "./context.ts";
import { createHtmlElement } from "./dom.ts";
import { formatTime } from "./format.ts";

const UPDATE_INTERVAL_MS = 500;

type PlayedVideo = Pick<SkinContext, "video" | "session" | "playback">;

export const isLive = ({ session }: Pick<SkinContext, "session">): boolean => session()?.live !== undefined;

/** Whether the live has ended, so that there is no live edge to return to. */
export const hasLiveEnded = (context: PlayedVideo): boolean =>
  isLive(context) && (context.video.ended || context.playback()?.isOver?.() === true);

export function rangeOf(context: PlayedVideo): TimeRange {
  if (isLive(context)) return context.playback()?.liveRange() ?? { startSec: 0, endSec: 0 };
  return { startSec: 0, endSec: durationOf(context) };
}

type SeekableSession = Pick<SkinContext, "session">;

/** Whether the viewer may seek, which requires a rewind window in a live. */
export const isSeekable = ({ session }: SeekableSession): boolean => session()?.live?.isSeekable !== false;

/** Returns the range in which the viewer may seek. Without a rewind window, it contains only the live position. */
export function seekableRangeOf(context: PlayedVideo): TimeRange {
  const { startSec, endSec } = rangeOf(context);
  return { startSec: isSeekable(context) ? startSec : endSec, endSec };
}

/** Returns a position in seconds. @param ratio a position in the seekable range, from 0 to 1. */
export function positionAt(context: PlayedVideo, ratio: number): number {
  const { startSec, endSec } = rangeOf(context);
  return startSec + ratio * (endSec - startSec);
}

/** Returns the viewer's position in the seekable range. Before a live plays, returns the position at which it will start. */
export function positionOf(context: PlayedVideo): number {
  const { currentTime, played } = context.video;
  const { startSec, endSec } = rangeOf(context);
  if (isLive(context) && currentTime === 0 && played.length === 0) return endSec;
  const positionSec = context.playback()?.positionSec?.() ?? currentTime;
  return Math.min(endSec, Math.max(startSec, positionSec));
}

/** Returns how far a viewer is behind the live edge in seconds; 0 at the edge. */
export function behindSec(context: PlayedVideo, positionSec = positionOf(context)): number {
  const sec = rangeOf(context).endSec - positionSec;
  return sec < LIVE_EDGE_TOLERANCE_SEC ? 0 : sec;
}

/**
 * Describes a position, such as `3:07`. In a running live, returns the distance from the live edge, such as `−0:42`, or the text
 * for live.
 */
export function describePosition(
  context: PlayedVideo & Pick<SkinContext, "texts">,
  positionSec: number,
): string {
  if (!isLive(context)) return formatTime(positionSec);
  if (hasLiveEnded(context)) return formatTime(positionSec - rangeOf(context).startSec);
  const sec = behindSec(context, positionSec);
  return sec === 0 ? context.texts.live : `−${formatTime(sec)}`;
}

/** Creates the button that shows whether playback is live, and leads back to the live edge. */
export function createLiveButton(context: SkinContext): HTMLElement {
  const { root, video, texts, actions } = context;
  const words = [
    createHtmlElement("span", { class: "live-now", text: texts.live }),
    createHtmlElement("span", { class: "live-go", text: texts.goLive }),
  ];
  const button = createHtmlElement("button", { type: "button", class: "live-button" }, [
    createHtmlElement("span", { class: "live-dot" }),
    ...words,
  ]);
  const paint = () => {
    button.hidden = !isLive(context) || hasLiveEnded(context);
    const isBehind = !button.hidden && behindSec(context) > 0;
    button.classList.toggle("is-behind", isBehind);
    button.setAttribute("aria-label", isBehind ? texts.goLive : texts.live);
    button.setAttribute("aria-disabled", String(!isBehind));
  };
  button.addEventListener("click", () => {
    if (behindSec(context) === 0) return;
    actions.seekTo(rangeOf(context).endSec);
    if (video.paused) actions.togglePlay();
  });
  for (const name of [SKIN_EVENTS.session, SKIN_EVENTS.live]) root.addEventListener(name, paint);
  for (const event of ["seeking", "ended"]) video.addEventListener(event, paint);
  paint();
  return button;
}

/** Creates the text below the replay button which says that a live is over. It appears after the last frame. */
export function createLiveEnd(context: SkinContext): HTMLElement {
  const { video, texts } = context;
  const element = createHtmlElement("p", { class: "live-over", role: "status", "aria-live": "polite" });
  const paint = () => {
    element.textContent = isLive(context) && video.ended ? texts.live_endedTitle : "";
  };
  for (const event of ["ended", "play", "seeking", "emptied"]) video.addEventListener(event, paint);
  return element;
}

/** Updates the distance from the live edge regularly, since it grows while playback is paused. */
export function updateLiveTime({ root, session }: Pick<SkinContext, "root" | "session">): void {
  setInterval(() => {
    if (isLive({ session })) root.dispatchEvent(new Event(SKIN_EVENTS.live));
  }, UPDATE_INTERVAL_MS);
}
