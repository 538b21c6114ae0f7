import { expect, test } from "vitest";
import { statusWordOf } from "./status-word.ts";

test.each([
  ["restart", "live_starting"],
  ["waiting_for_encoding", "live_starting"],
  ["encoding", "live_running"],
  ["to_stop", "stopping"],
  ["stopped", "live_stopped"],
  ["error", "error"],
] as const)("a live in the status %s is called %s", (encodingStatus, word) => {
  expect(statusWordOf({ type: "live", encodingStatus })).toBe(word);
});

test("a VOD has no word of a live", () => {
  expect(statusWordOf({ type: "vod", encodingStatus: "encoding" })).toBe("encoding");
  expect(statusWordOf({ type: "vod", encodingStatus: "stopped" })).toBe("stopped");
});
