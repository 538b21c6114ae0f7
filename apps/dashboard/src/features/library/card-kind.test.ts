import type { VideoView } from "@shoal/contract";
import { expect, test } from "vitest";
import { CARD_KINDS, cardKindOf, kindColourOf } from "./card-kind.ts";
import { differOnlyInProgress } from "./cards/differ-only-in-progress.ts";

const VOD = {
  type: "vod",
  encodingStatus: "encoded",
  archive: false,
  archivesFromLiveSize: 0,
  inAndOutOrigin: null,
  videoInAndOutSize: 0,
} as const;

test.each([
  ["vod", VOD],
  ["vodWithCuts", { ...VOD, videoInAndOutSize: 2 }],
  ["cut", { ...VOD, inAndOutOrigin: "v-1", videoInAndOutSize: 1 }],
  ["archive", { ...VOD, archive: true }],
  ["archiveWithCuts", { ...VOD, archive: true, videoInAndOutSize: 1 }],
  ["liveWithArchives", { ...VOD, type: "live", encodingStatus: "stopped", archivesFromLiveSize: 3 }],
  ["liveWithArchives", { ...VOD, type: "live", encodingStatus: "error", archivesFromLiveSize: 1 }],
  ["ongoingLive", { ...VOD, type: "live", encodingStatus: "encoding", archivesFromLiveSize: 3 }],
  ["ongoingLive", { ...VOD, type: "live", encodingStatus: "encoding" }],
  ["ongoingLive", { ...VOD, type: "live", encodingStatus: "to_stop" }],
  ["stoppedLive", { ...VOD, type: "live", encodingStatus: "stopped" }],
] as const)("cardKindOf returns %s", (kind, video) => {
  expect(cardKindOf(video)).toBe(kind);
});

test("each of the eight kinds has a distinct colour of the theme", () => {
  expect(new Set(CARD_KINDS.map(kindColourOf)).size).toBe(8);
  expect(kindColourOf("vodWithCuts")).toBe("var(--shoal-card-vod-with-cuts)");
});

test("differOnlyInProgress distinguishes progress from other changes", () => {
  const video = { ...VOD, title: "Harbour", encodingPercent: 1, tags: ["sea"] } as unknown as VideoView;
  expect(differOnlyInProgress(video, { ...video, encodingPercent: 2, encodingETA: 9 })).toBe(true);
  expect(differOnlyInProgress(video, { ...video, encodingStatus: "stopped" })).toBe(false);
  expect(differOnlyInProgress(video, { ...video, tags: [] })).toBe(false);
});
