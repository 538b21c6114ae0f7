import { type RefObject, useEffect } from "react";
import { adjacentMark } from "../timeline/mark-clusters.ts";
import type { CommentMark, FramePlayer } from "./frame-player.types.ts";
import { actionOfKey, type KeyAction, nextSpeed } from "./player-keys.ts";

export interface KeyTargets {
  player: FramePlayer;
  marks: readonly CommentMark[];
  /** The element that full screen enlarges. */
  place: RefObject<HTMLElement | null>;
  timecodeField: RefObject<HTMLInputElement | null>;
  onMark: (mark: CommentMark) => void;
  onHelp: () => void;
}

const ZOOM_STEP = 1.5;

/**
 * Handles keys on the whole page, except in fields, dialogs and elements that handle a key themselves.
 * @param targets the objects on which the keys act; undefined if another player of the page handles the keys.
 */
export function usePlayerKeys(targets: KeyTargets | undefined): void {
  useEffect(() => {
    if (!targets) return;
    const known = targets;
    function handleKey(event: KeyboardEvent): void {
      if (event.defaultPrevented || isHandledElsewhere(event)) return;
      const action = actionOfKey(event);
      if (!action) return;
      event.preventDefault();
      performAction(action, known);
    }
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, [targets]);
}

const FIELD_SELECTOR =
  "input, textarea, select, [contenteditable='true'], [role='dialog'], [role='menu'], [role='listbox']";
/** Elements that handle Space and the arrow keys themselves. */
const PRESSABLE_SELECTOR = "button, a, summary, [role='button'], [role='tab'], [role='radio']";

function isHandledElsewhere({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector("[role='dialog'][aria-modal='true']")) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest(FIELD_SELECTOR)) return true;
  if (key === " ") return target.closest(PRESSABLE_SELECTOR) !== null;
  return key.startsWith("Arrow") && target.closest("[role='tab'], [role='radio']") !== null;
}

/** Performs an action for its key or its button. */
export function performAction(action: KeyAction, targets: KeyTargets): void {
  const { player } = targets;
  const state = player.getSnapshot();
  const { wantedFrame, range, zoom, timecode } = state;
  const secondFrames = timecode ? Math.round(timecode.rate.num / timecode.rate.den) : 1;
  const lastFrame = Math.max(0, state.frameCount - 1);
  const goTo = (frame: number | null | undefined) => {
    if (typeof frame === "number") void player.seekToFrame(frame);
  };
  const beside = (way: 1 | -1) => {
    const mark = adjacentMark(targets.marks, wantedFrame, way);
    if (mark) targets.onMark(mark);
  };
  const actions: Record<KeyAction, () => void> = {
    togglePlay: () => (state.isPlaying ? player.pause() : player.play(1)),
    pause: () => player.pause(),
    faster: () => player.play(nextSpeed(state.isPlaying ? state.speed : 0, 1)),
    backwards: () => player.play(nextSpeed(state.isPlaying ? state.speed : 0, -1)),
    nextFrame: () => void player.step(1),
    previousFrame: () => void player.step(-1),
    nextSecond: () => void player.step(secondFrames),
    previousSecond: () => void player.step(-secondFrames),
    firstFrame: () => goTo(0),
    lastFrame: () => goTo(lastFrame),
    markIn: () =>
      player.setRange({ inFrame: wantedFrame, outFrame: markIfAtLeast(range.outFrame, wantedFrame) }),
    markOut: () =>
      player.setRange({ inFrame: markIfAtMost(range.inFrame, wantedFrame), outFrame: wantedFrame }),
    goToIn: () => goTo(range.inFrame),
    goToOut: () => goTo(range.outFrame),
    clearRange: () => player.setRange({ inFrame: null, outFrame: null }),
    loop: () => player.setLooping(!state.isLooping),
    nextComment: () => beside(1),
    previousComment: () => beside(-1),
    comment: () => {
      player.pause();
      leaveFullScreenFirst(() => player.requestComment());
    },
    fullScreen: () => void toggleFullScreen(targets.place.current),
    mute: () => player.setVolume(state.volume, !state.isMuted),
    zoomIn: () => player.setZoom(zoom * ZOOM_STEP),
    zoomOut: () => player.setZoom(zoom / ZOOM_STEP),
    zoomFit: () => player.setZoom(1),
    typeTimecode: () => targets.timecodeField.current?.select(),
    help: () => leaveFullScreenFirst(targets.onHelp),
  };
  actions[action]();
}

/** Returns a mark, or null if it is on the wrong side of a new mark at `frame`, which removes it. */
const markIfAtLeast = (mark: number | null, frame: number) => (mark !== null && mark >= frame ? mark : null);
const markIfAtMost = (mark: number | null, frame: number) => (mark !== null && mark <= frame ? mark : null);

async function toggleFullScreen(place: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  // Browsers may deny full screen, for example in an iframe without permission.
  else await place?.requestFullscreen().catch(() => undefined);
}

/** Leaves full screen before an action whose comment field or dialog would not be visible in full screen. */
function leaveFullScreenFirst(then: () => void): void {
  // Runs the action even if leaving fails, which it does if full screen has already ended.
  if (document.fullscreenElement)
    void document
      .exitFullscreen()
      .catch(() => undefined)
      .then(then);
  else then();
}
