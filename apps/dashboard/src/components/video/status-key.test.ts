import type { EncodingStatus } from "@shoal/contract";
import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { texts } from "../../i18n/en/videos.ts";
import { statusKeyOf, statusText } from "./status-key.ts";

beforeAll(async () => {
  await i18next.init({ lng: "en", resources: { en: { translation: texts } } });
});

test.each([
  ["restart", "live_starting"],
  ["waiting_for_encoding", "live_starting"],
  ["encoding", "live_running"],
  ["to_stop", "stopping"],
  ["stopped", "live_stopped"],
  ["error", "error"],
] as const)("a live with the status %s is named %s", (encodingStatus, word) => {
  expect(statusKeyOf({ type: "live", encodingStatus })).toBe(word);
});

const LIVE_STATE = {
  state: "idle",
  isOpen: true,
  fault: null,
  isSignedOff: false,
  startedAt: null,
  endedAt: null,
} as const;

test.each([
  ["live_waiting", "stopped", LIVE_STATE],
  ["live_stopped", "stopped", { ...LIVE_STATE, state: "ended" }],
  ["live_lost", "encoding", { ...LIVE_STATE, state: "lost" }],
  ["live_ending", "encoding", { ...LIVE_STATE, state: "lost", isSignedOff: true }],
] as const)("the state of a live at the ingest makes it %s", (word, encodingStatus, known) => {
  expect(statusKeyOf({ type: "live", liveType: "shoalRTMP", encodingStatus, live: known })).toBe(word);
});

test("a VOD is not named with the words of a live", () => {
  expect(statusKeyOf({ type: "vod", encodingStatus: "encoding" })).toBe("encoding");
  expect(statusKeyOf({ type: "vod", encodingStatus: "stopped" })).toBe("stopped");
});

test.each([
  ["vod", "to_encode", "Processing"],
  ["vod", "waiting_for_encoding", "Waiting"],
  ["live", "encoding", "Live running"],
  ["vod", "value", "value..."],
  ["live", "value", "value..."],
] as const)("a %s with the status %s is displayed as %s", (type, encodingStatus, text) => {
  expect(statusText({ type, encodingStatus: encodingStatus as EncodingStatus })).toBe(text);
});
