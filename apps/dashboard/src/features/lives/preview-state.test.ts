import { expect, test } from "vitest";
import { previewStateOf } from "./preview-state.ts";

const IDLE_LIVE = {
  state: "idle",
  isOpen: true,
  fault: null,
  isSignedOff: false,
  startedAt: null,
  endedAt: null,
} as const;
const LOADED_PLAYER = { isPlayerThere: true, hasPollFailed: false };

test.each([
  ["stopped", "stopped", IDLE_LIVE],
  ["restart", "stopped", IDLE_LIVE],
  ["waiting_for_encoding", "connecting", { ...IDLE_LIVE, state: "connecting" }],
  ["encoding", "live", { ...IDLE_LIVE, state: "live" }],
  ["encoding", "lost", { ...IDLE_LIVE, state: "lost" }],
  ["encoding", "ending", { ...IDLE_LIVE, state: "lost", isSignedOff: true }],
  ["to_stop", "stopping", { ...IDLE_LIVE, state: "live", isOpen: false }],
  ["stopped", "ended", { ...IDLE_LIVE, state: "ended", isOpen: false }],
  ["stopped", "ended", { ...IDLE_LIVE, state: "ended" }],
  ["stopped", "ended", { ...IDLE_LIVE, isOpen: false }],
  ["restart", "stopped", { ...IDLE_LIVE, state: "ended", startedAt: "2026-11-27T13:00:00Z" }],
  ["error", "error", { ...IDLE_LIVE, state: "ended", fault: "no_media" }],
] as const)("a live with the status %s is shown as %s", (encodingStatus, state, live) => {
  expect(previewStateOf({ ...LOADED_PLAYER, video: { encodingStatus, live } })).toBe(state);
});

test("a running live is shown as encoding until the player's page has loaded", () => {
  const video = { encodingStatus: "encoding", live: { ...IDLE_LIVE, state: "live" } } as const;
  expect(previewStateOf({ video, isPlayerThere: false, hasPollFailed: false })).toBe("encoding");
});

test("a live whose polling failed is shown with an error", () => {
  const video = { encodingStatus: "encoding", live: { ...IDLE_LIVE, state: "live" } } as const;
  expect(previewStateOf({ video, isPlayerThere: true, hasPollFailed: true })).toBe("error");
});
