import type { ShoalAttachment } from "../../types/shoal.d.ts";
import type { askConsent as PublicAskConsent } from "../../types/shoal-consent.d.ts";
import { askConsent as ask } from "../consent/ask-consent.ts";
import { attachmentsOfPage, type Inspectable } from "../inspection.ts";

/** The interval at which the dialog's position is adjusted to the video's. The video can be moved, hidden or removed without an event. */
const FOLLOW_INTERVAL_MS = 500;
const promptedPlayers = new WeakSet<object>();

export const askConsent: typeof PublicAskConsent = (attached) => {
  const player = attached as ShoalAttachment & Inspectable;
  const { video, session } = player.inspect();
  const clientId = session?.consent?.clientId;
  if (clientId === undefined || promptedPlayers.has(player)) return;
  promptedPlayers.add(player);
  const language = document.documentElement.lang || navigator.language;
  const { element, close } = ask({
    video,
    clientId,
    language,
    hasEntry: true,
    onAnswer: (isGiven) => player.setConsent(isGiven),
  });
  const listeners = new AbortController();
  const follow = () => {
    if (!attachmentsOfPage().has(player)) {
      clearInterval(timer);
      listeners.abort();
      close();
      return;
    }
    placeOver(element, video);
  };
  const timer = setInterval(follow, FOLLOW_INTERVAL_MS);
  const options = { capture: true, passive: true, signal: listeners.signal };
  for (const name of ["scroll", "resize", "fullscreenchange"]) window.addEventListener(name, follow, options);
  follow();
};

/** Places the dialog at the top of the video. */
function placeOver(element: HTMLElement, video: HTMLVideoElement): void {
  // In full screen, only the full-screen element is visible. An element that contains only an image or video cannot contain the
  // dialog.
  const full = document.fullscreenElement;
  const parent = full && full !== video ? full : document.body;
  if (element.parentElement !== parent) parent.append(element);
  const { top, left, width } = video.getBoundingClientRect();
  const isSeen = video.checkVisibility() && width > 0;
  Object.assign(element.style, {
    position: "fixed",
    zIndex: "2147483646",
    inset: `${top + 6}px auto auto ${left + 8}px`,

    width: `${Math.max(0, width - 16)}px`,
    display: isSeen ? "block" : "none",
  });
}
