import type { VideoView } from "@shoal/contract";
import { expect, test } from "vitest";
import { offeredActions, type VideoActionName } from "./video-action-list.ts";

const VOD = {
  type: "vod",
  encodingStatus: "encoded",
  isDeleted: false,
  isSizeKnown: true,
  sizeBytes: 1_000,
  currentChunk: 1,
  sourceUrl: null,
  sourcePath: "uploaded",
} as unknown as VideoView;
const ENCODING = { ...VOD, encodingStatus: "encoding" } as VideoView;
const LIVE = { ...VOD, type: "live", liveType: "shoalRTMP", encodingStatus: "encoding" } as VideoView;

const EDITOR = { mayModify: true, mayReadAnalytics: true };
const SHARED: VideoActionName[] = ["copyIframe", "copyLink"];

test.each<[string, VideoView, typeof EDITOR, VideoActionName[]]>([
  ["an encoded video, to an editor", VOD, EDITOR, [...SHARED, "analytics", "restart", "plan", "delete"]],
  [
    "a video that is being encoded",
    ENCODING,
    EDITOR,
    [...SHARED, "analytics", "stop", "pace", "plan", "delete"],
  ],
  ["a live that runs", LIVE, EDITOR, [...SHARED, "analytics", "preview", "stop", "plan", "delete"]],
  [
    "a video whose media are gone: nothing is stopped or scheduled any more",
    { ...ENCODING, isDeleted: true },
    EDITOR,
    [...SHARED, "analytics", "delete"],
  ],
  [
    "an archive, whose restart is shown as disabled",
    { ...VOD, sourcePath: "archive" },
    EDITOR,
    [...SHARED, "analytics", "restart", "plan", "delete"],
  ],
  [
    "a cut that is being made",
    { ...ENCODING, sourcePath: "shoal" },
    EDITOR,
    [...SHARED, "analytics", "stop", "pace", "plan", "delete"],
  ],
  ["a video, to someone who may only look", ENCODING, { mayModify: false, mayReadAnalytics: false }, SHARED],
  [
    "a video, to someone who reads analytics",
    ENCODING,
    { mayModify: false, mayReadAnalytics: true },
    [...SHARED, "analytics"],
  ],
])("offeredActions: %s", (_name, video, rights, expected) => {
  expect(offeredActions(video, rights)).toEqual(expected);
});
