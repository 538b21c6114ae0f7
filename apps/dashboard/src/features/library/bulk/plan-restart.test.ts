import { expect, test } from "vitest";
import { planRestart } from "./plan-restart.ts";

const film = { uuid: "film", liveType: null };
const encoder = { uuid: "encoder", liveType: "shoalRTMP" } as const;
const camera = { uuid: "camera", liveType: "camera" } as const;

test("a single camera live opens its window, and other videos restart on the server", () => {
  expect(planRestart([film, camera, encoder])).toEqual({
    uuids: ["film", "encoder"],
    camera: "camera",
    isRefused: false,
  });
  expect(planRestart([camera])).toEqual({ uuids: [], camera: "camera", isRefused: false });
});

test("without a camera live all videos restart, and with several nothing restarts", () => {
  expect(planRestart([film])).toEqual({ uuids: ["film"], camera: undefined, isRefused: false });
  expect(planRestart([film, camera, { ...camera, uuid: "another" }])).toEqual({
    uuids: [],
    camera: undefined,
    isRefused: true,
  });
});
