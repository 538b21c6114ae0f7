import type { PlaybackWait } from "../playback/playback.ts";
import type { DirectState } from "./direct-receiver.ts";

/** Delay in ms before an interruption shows a notice, since even a first connection takes a moment. */
const LOST_NOTICE_DELAY_MS = 2_000;
const CONNECTING_NOTICE_DELAY_MS = 8_000;

/** Returns the notice to show while there is no video, and its delay; undefined if there is none. */
export function waitNoticeOf(
  state: DirectState,
  hasShown: boolean,
): (PlaybackWait & { afterMs: number }) | undefined {
  if (state.phase === "lost") return { reason: "connection", afterMs: LOST_NOTICE_DELAY_MS };
  if (state.phase === "connecting") return { reason: "connection", afterMs: CONNECTING_NOTICE_DELAY_MS };
  if (state.phase !== "waiting") return undefined;
  // The publisher has just disconnected. It will either return, or the live has ended, which another message announces.
  if (state.reason === "nobody" && hasShown) return { reason: "connection", afterMs: LOST_NOTICE_DELAY_MS };
  const { reason, waitingBefore } = state;
  return { reason, ...(waitingBefore === undefined ? {} : { waitingBefore }), afterMs: 0 };
}
