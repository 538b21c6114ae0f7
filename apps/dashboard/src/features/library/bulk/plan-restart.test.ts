import { expect, test } from "vitest";
import { planRestart } from "./plan-restart.ts";

const film = { uuid: "film", liveType: null };
const encoder = { uuid: "encoder", liveType: "shoalRTMP" } as const;
const camera = { uuid: "camera", liveType: "camera" } as const;

test("one live of a camera opens its window, and the others restart beside it", () => {
  expect(planRestart([film, camera, encoder])).toEqual({
    uuids: ["film", "encoder"],
    camera: "camera",
    isRefused: false,
  });
  expect(planRestart([camera])).toEqual({ uuids: [], camera: "camera", isRefused: false });
});

test("videos without a camera restart; several cameras restart nothing", () => {
  expect(planRestart([film])).toEqual({ uuids: ["film"], camera: undefined, isRefused: false });
  expect(planRestart([film, camera, { ...camera, uuid: "another" }])).toEqual({
    uuids: [],
    camera: undefined,
    isRefused: true,
  });
});
