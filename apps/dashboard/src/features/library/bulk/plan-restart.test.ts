import { expect, test } from "vitest";
import { planRestart } from "./plan-restart.ts";

const FILM = { uuid: "film", liveType: null };
const ENCODER_LIVE = { uuid: "encoder", liveType: "shoalRTMP" } as const;
const CAMERA_LIVE = { uuid: "camera", liveType: "camera" } as const;

test("a single camera live opens its window, and other videos restart on the server", () => {
  expect(planRestart([FILM, CAMERA_LIVE, ENCODER_LIVE])).toEqual({
    uuids: ["film", "encoder"],
    camera: "camera",
    isRefused: false,
  });
  expect(planRestart([CAMERA_LIVE])).toEqual({ uuids: [], camera: "camera", isRefused: false });
});

test("without a camera live all videos restart, and with several nothing restarts", () => {
  expect(planRestart([FILM])).toEqual({ uuids: ["film"], camera: undefined, isRefused: false });
  expect(planRestart([FILM, CAMERA_LIVE, { ...CAMERA_LIVE, uuid: "another" }])).toEqual({
    uuids: [],
    camera: undefined,
    isRefused: true,
  });
});
