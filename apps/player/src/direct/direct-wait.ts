import type { PlaybackWait } from "../playback/playback.ts";
import type { DirectState } from "./direct-receiver.ts";

/** Delay in ms before an interruption shows a notice; a first connection needs a moment, too. */
const LOST_NOTICE_DELAY_MS = 2_000;
const CONNECTING_NOTICE_DELAY_MS = 8_000;

/** Returns the notice while nothing is shown, and its delay; undefined if there is none. */
export function waitNoticeOf(
  state: DirectState,
  hasShown: boolean,
): (PlaybackWait & { afterMs: number }) | undefined {
  if (state.phase === "lost") return { reason: "connection", afterMs: LOST_NOTICE_DELAY_MS };
  if (state.phase === "connecting") return { reason: "connection", afterMs: CONNECTING_NOTICE_DELAY_MS };
  if (state.phase !== "waiting") return undefined;
  // The publisher has just disconnected: it returns, or the live has ended, which arrives as its own message.
  if (state.reason === "nobody" && hasShown) return { reason: "connection", afterMs: LOST_NOTICE_DELAY_MS };
  const { reason, waitingBefore } = state;
  return { reason, ...(waitingBefore === undefined ? {} : { waitingBefore }), afterMs: 0 };
}
