import type { SkinContext } from "./context.ts";
import { isSeekable } from "./live.ts";

const HIDE_DELAY_MS = 2_600;
const DOUBLE_TAP_WINDOW_MS = 300;
const TAP_SKIP_STEP_SEC = 10;

export interface ControlsVisibility {
  /** Shows the controls for a few seconds. */
  wake(): void;
}

/** Shows and hides the controls when the pointer moves, and handles clicks and taps on the video. */
export function listenToPointer(
  context: SkinContext,
  picture: HTMLElement,
  showText: (text: string) => void,
): ControlsVisibility {
  const { root, video } = context;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sleep = () => {
    const isHeld = root.querySelector(".settings.is-open, .is-dragged, .bar :focus-visible") !== null;
    if (isHeld) wake();
    else root.classList.remove("is-awake");
  };
  function wake(): void {
    root.classList.add("is-awake");
    clearTimeout(timer);
    timer = setTimeout(sleep, HIDE_DELAY_MS);
  }
  root.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") wake();
  });
  root.addEventListener("focusin", wake);
  root.addEventListener("mouseleave", () => {
    clearTimeout(timer);
    timer = setTimeout(sleep, 400);
  });
  video.addEventListener("pause", wake);
  picture.addEventListener("click", createClickHandler(context, wake, showText));
  return { wake };
}

/**
 * Handles clicks and taps. A click plays or pauses, and a double click toggles full screen. A tap shows the controls, and two taps
 * skip.
 */
function createClickHandler(
  context: SkinContext,
  wake: () => void,
  showText: (text: string) => void,
): (event: MouseEvent) => void {
  const { root, video, actions } = context;
  let lastAtMs = Number.NEGATIVE_INFINITY;
  const isSecond = (event: MouseEvent) => {
    const isDouble = event.timeStamp - lastAtMs < DOUBLE_TAP_WINDOW_MS;
    lastAtMs = isDouble ? Number.NEGATIVE_INFINITY : event.timeStamp;
    return isDouble;
  };
  const handleTap = (event: MouseEvent, isDouble: boolean) => {
    const ratio = event.clientX / root.clientWidth;
    const isAtSide = isSeekable(context) && (ratio < 0.35 || ratio > 0.65);
    if (isDouble && isAtSide) {
      actions.seekBy(ratio < 0.5 ? -TAP_SKIP_STEP_SEC : TAP_SKIP_STEP_SEC);
      showText(`${ratio < 0.5 ? "−" : "+"}${TAP_SKIP_STEP_SEC} s`);
    } else if (root.classList.contains("is-awake") && !video.paused) root.classList.remove("is-awake");
    else wake();
  };
  return (event) => {
    if (root.querySelector(".settings.is-open")) return;
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    const isDouble = isSecond(event);
    if (isTouch) handleTap(event, isDouble);
    else {
      actions.togglePlay();
      if (isDouble) actions.toggleFullscreen();
    }
  };
}
