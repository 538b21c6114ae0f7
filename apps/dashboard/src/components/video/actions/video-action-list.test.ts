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
const ENCODING_VOD = { ...VOD, encodingStatus: "encoding" } as VideoView;
const LIVE = { ...VOD, type: "live", liveType: "shoalRTMP", encodingStatus: "encoding" } as VideoView;

const EDITOR_RIGHTS = { mayModify: true, mayReadAnalytics: true };
const SHARE_ACTIONS: VideoActionName[] = ["copyIframe", "copyLink"];

test.each<[string, VideoView, typeof EDITOR_RIGHTS, VideoActionName[]]>([
  [
    "an encoded video, to an editor",
    VOD,
    EDITOR_RIGHTS,
    [...SHARE_ACTIONS, "analytics", "restart", "plan", "delete"],
  ],
  [
    "a video that is being encoded",
    ENCODING_VOD,
    EDITOR_RIGHTS,
    [...SHARE_ACTIONS, "analytics", "stop", "pace", "plan", "delete"],
  ],
  [
    "a live that runs",
    LIVE,
    EDITOR_RIGHTS,
    [...SHARE_ACTIONS, "analytics", "preview", "stop", "plan", "delete"],
  ],
  [
    "a video whose media are gone: nothing is stopped or scheduled any more",
    { ...ENCODING_VOD, isDeleted: true },
    EDITOR_RIGHTS,
    [...SHARE_ACTIONS, "analytics", "delete"],
  ],
  [
    "an archive, whose restart is shown as disabled",
    { ...VOD, sourcePath: "archive" },
    EDITOR_RIGHTS,
    [...SHARE_ACTIONS, "analytics", "restart", "plan", "delete"],
  ],
  [
    "a cut that is being made",
    { ...ENCODING_VOD, sourcePath: "shoal" },
    EDITOR_RIGHTS,
    [...SHARE_ACTIONS, "analytics", "stop", "pace", "plan", "delete"],
  ],
  [
    "a video, to someone who may only look",
    ENCODING_VOD,
    { mayModify: false, mayReadAnalytics: false },
    SHARE_ACTIONS,
  ],
  [
    "a video, to someone who reads analytics",
    ENCODING_VOD,
    { mayModify: false, mayReadAnalytics: true },
    [...SHARE_ACTIONS, "analytics"],
  ],
])("offeredActions: %s", (_name, video, rights, expected) => {
  expect(offeredActions(video, rights)).toEqual(expected);
});
