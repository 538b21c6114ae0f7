import type { LiveView } from "@shoal/contract";
import { expect, test } from "vitest";
import { type LiveStageSubject, liveStageOf } from "./live-stage.ts";

const NOW_MS = Date.parse("2026-11-27T14:05:00Z");
const createLive = (own: Partial<LiveView> = {}): LiveView => ({
  state: "idle",
  isOpen: true,
  fault: null,
  isSignedOff: false,
  startedAt: null,
  endedAt: null,
  ...own,
});
const ENDED_LIVE = createLive({
  state: "ended",
  startedAt: "2026-11-27T13:00:00Z",
  endedAt: "2026-11-27T14:00:00Z",
});

test.each<[string, string, LiveStageSubject]>([
  ["that waits for an encoder", "waiting", { encodingStatus: "stopped", live: createLive() }],
  [
    "that waits for its start date",
    "scheduled",
    { encodingStatus: "stopped", live: createLive(), startDate: "2026-11-28T10:00:00Z" },
  ],
  [
    "whose start date has passed",
    "waiting",
    { encodingStatus: "stopped", live: createLive(), startDate: "2026-11-27T10:00:00Z" },
  ],
  [
    "that had a test run before its start date",
    "scheduled",
    { encodingStatus: "stopped", live: ENDED_LIVE, startDate: "2026-11-28T10:00:00Z" },
  ],
  [
    "that was restarted after a run",
    "waiting",
    { encodingStatus: "stopped", live: { ...ENDED_LIVE, state: "idle" } },
  ],
  ["that was just started for the first time", "starting", { encodingStatus: "restart", live: createLive() }],
  ["that was just started again", "starting", { encodingStatus: "restart", live: ENDED_LIVE }],
  [
    "whose source address is requested repeatedly",
    "starting",
    { encodingStatus: "stopped", live: createLive(), liveType: "custom" },
  ],
  ["from a camera that is being opened", "starting", { encodingStatus: "uploading", live: createLive() }],
  [
    "with an encoder that has connected",
    "starting",
    { encodingStatus: "waiting_for_encoding", live: createLive({ state: "connecting" }) },
  ],
  ["on air", "onAir", { encodingStatus: "encoding", live: createLive({ state: "live" }) }],
  [
    "on air before its start date",
    "onAir",
    { encodingStatus: "encoding", live: createLive({ state: "live" }), startDate: "2026-11-28T10:00:00Z" },
  ],
  ["without signal", "interrupted", { encodingStatus: "encoding", live: createLive({ state: "lost" }) }],
  [
    "that its encoder ended",
    "ending",
    { encodingStatus: "encoding", live: createLive({ state: "lost", isSignedOff: true }) },
  ],
  ["that is being stopped", "stopping", { encodingStatus: "to_stop", live: createLive({ state: "live" }) }],
  ["that has ended", "ended", { encodingStatus: "stopped", live: ENDED_LIVE }],
  [
    "that has ended and was closed",
    "ended",
    { encodingStatus: "stopped", live: { ...ENDED_LIVE, isOpen: false } },
  ],
  [
    "that was closed before going on air",
    "ended",
    { encodingStatus: "stopped", live: createLive({ isOpen: false }) },
  ],
  [
    "that failed",
    "error",
    { encodingStatus: "error", live: createLive({ state: "ended", fault: "no_media" }) },
  ],
  ["from an older server, on air", "onAir", { encodingStatus: "segmented" }],
  ["from an older server, ended", "ended", { encodingStatus: "encoded" }],
])("the stage of a live %s is %s", (_, stage, video) => {
  expect(liveStageOf(video, NOW_MS)).toBe(stage);
});
