import { LIVE_CHAT_CLOSE_DELAY_MS, type LiveState } from "@shoal/contract";
import { expect, test } from "vitest";
import { isLiveChatOpen, liveChatClosesAtMs, liveChatPhaseOf } from "./live-chat-phase.ts";

const NOW_MS = Date.parse("2026-11-27T14:05:00Z");
const timeBefore = (ms: number) => NOW_MS - ms;

test.each<[LiveState | null, number | null, boolean, string]>([
  [null, null, false, "before"],
  ["idle", null, false, "before"],
  ["connecting", null, false, "before"],
  ["live", null, true, "open"],
  ["lost", null, true, "open"],
  ["ended", timeBefore(1_000), true, "closing"],
  ["ended", timeBefore(LIVE_CHAT_CLOSE_DELAY_MS - 1), true, "closing"],
  ["ended", timeBefore(LIVE_CHAT_CLOSE_DELAY_MS), false, "over"],
  // The next run is on air, and the previous one ended long ago.
  ["live", timeBefore(LIVE_CHAT_CLOSE_DELAY_MS), true, "open"],
])(
  "the chat of a live that is %s and ended at %s is open: %s, with the phase %s",
  (state, endedAtMs, isOpen, phase) => {
    expect(isLiveChatOpen({ isOn: true, state, endedAtMs }, NOW_MS)).toBe(isOpen);
    const isOver = state === "ended" && endedAtMs !== null;
    expect(liveChatPhaseOf({ isOn: true, isOpen }, isOver)).toBe(phase);
    expect(isLiveChatOpen({ isOn: false, state, endedAtMs }, NOW_MS)).toBe(false);
    expect(liveChatPhaseOf({ isOn: false, isOpen: false }, isOver)).toBe("off");
  },
);

test("a chat closes five minutes after the end of its live", () => {
  expect(liveChatClosesAtMs({ endedAt: "2026-11-27T14:05:00Z" })).toBe(NOW_MS + 300_000);
  expect(liveChatClosesAtMs({ endedAt: null })).toBeUndefined();
});
