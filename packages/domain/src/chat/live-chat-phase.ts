import { LIVE_CHAT_CLOSE_DELAY_MS, type LiveState, type LiveView } from "@shoal/contract";

interface ChatOfLive {
  isOn: boolean;
  state: LiveState | null;
  endedAtMs: number | null;
}

/** Returns whether viewers can write: while the live is on air, and a little longer. Hosts always can. */
export function isLiveChatOpen({ isOn, state, endedAtMs }: ChatOfLive, nowMs: number): boolean {
  if (!isOn) return false;
  if (state === "live" || state === "lost") return true;
  return endedAtMs !== null && nowMs - endedAtMs < LIVE_CHAT_CLOSE_DELAY_MS;
}

/**
 * The state of a chat in relation to its live: off, open, or closed `before` the live is on air; `closing` once the live is over
 * and viewers can still write, then `over`.
 */
export type LiveChatPhase = "off" | "before" | "open" | "closing" | "over";

/**
 * @param chat as the server describes it: its clock decides whether the chat is open.
 * @param isOver whether the live was on air and is over; false for a live that was restarted.
 */
export function liveChatPhaseOf(
  { isOn, isOpen }: { isOn: boolean; isOpen: boolean },
  isOver: boolean,
): LiveChatPhase {
  if (!isOn) return "off";
  if (isOpen) return isOver ? "closing" : "open";
  return isOver ? "over" : "before";
}

/** Returns when viewers can no longer write in the chat of a live that has ended. */
export const liveChatClosesAtMs = ({ endedAt }: Pick<LiveView, "endedAt">): number | undefined =>
  endedAt === null ? undefined : Date.parse(endedAt) + LIVE_CHAT_CLOSE_DELAY_MS;
