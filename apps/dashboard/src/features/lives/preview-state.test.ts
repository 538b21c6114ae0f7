import { expect, test } from "vitest";
import { previewStateOf } from "./preview-state.ts";

const idle = {
  state: "idle",
  isOpen: true,
  fault: null,
  isSignedOff: false,
  startedAt: null,
  endedAt: null,
} as const;
const asked = { isPlayerThere: true, hasPollFailed: false };

test.each([
  ["stopped", "stopped", idle],
  ["restart", "stopped", idle],
  ["waiting_for_encoding", "connecting", { ...idle, state: "connecting" }],
  ["encoding", "live", { ...idle, state: "live" }],
  ["encoding", "lost", { ...idle, state: "lost" }],
  ["encoding", "ending", { ...idle, state: "lost", isSignedOff: true }],
  ["to_stop", "stopping", { ...idle, state: "live", isOpen: false }],
  ["stopped", "ended", { ...idle, state: "ended", isOpen: false }],
  ["stopped", "ended", { ...idle, state: "ended" }],
  ["stopped", "ended", { ...idle, isOpen: false }],
  ["restart", "stopped", { ...idle, state: "ended", startedAt: "2026-11-27T13:00:00Z" }],
  ["error", "error", { ...idle, state: "ended", fault: "no_media" }],
] as const)("a live with the status %s is shown as %s", (encodingStatus, state, live) => {
  expect(previewStateOf({ ...asked, video: { encodingStatus, live } })).toBe(state);
});

test("a running live is shown as encoding until the player's page has loaded", () => {
  const video = { encodingStatus: "encoding", live: { ...idle, state: "live" } } as const;
  expect(previewStateOf({ video, isPlayerThere: false, hasPollFailed: false })).toBe("encoding");
});

test("a live whose polling failed is shown with an error", () => {
  const video = { encodingStatus: "encoding", live: { ...idle, state: "live" } } as const;
  expect(previewStateOf({ video, isPlayerThere: true, hasPollFailed: true })).toBe("error");
});
