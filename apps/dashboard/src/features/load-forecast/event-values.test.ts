import { DEFAULT_P2P_RULES } from "@shoal/contract/player";
import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { buildEvent, findEventFaults, initialValues } from "./event-values.ts";

const t = ((key: string, { min, max }: { min: number; max: number }) => `${key} ${min}–${max}`) as TFunction;
const RENDITION = { id: "v0", width: 1_280, height: 720, fps: 30, codecs: "avc1" };

test("the form starts with the live's bit rate and latency", () => {
  const live = {
    representations: [
      { ...RENDITION, bitrate: 2_812.4 },
      { ...RENDITION, id: "v1", bitrate: 800 },
    ],
  };
  expect(initialValues({ ...live, targetLatencySec: 20 })).toMatchObject({
    bitrateKbps: 2_812,
    latencySec: 20,
  });
  expect(initialValues({ ...live, targetLatencySec: 4 })).toMatchObject({ latencySec: 6 });
  expect(initialValues()).toMatchObject({ bitrateKbps: 4_500, latencySec: 8, viewers: 1_000 });
});

test("all faults are reported together, with the allowed values", () => {
  expect(findEventFaults(initialValues(), t)).toEqual({});
  const values = { ...initialValues(), viewers: 1, bitrateKbps: "", latencySec: 5, cellularPercent: 20.5 };
  expect(findEventFaults(values, t)).toEqual({
    viewers: "loadForecast.fault 2–300000",
    bitrateKbps: "loadForecast.fault 100–50000",
    latencySec: "loadForecast.fault 6–60",
    cellularPercent: "loadForecast.fault 0–100",
  });
});

test("an event uses the rules of its live", () => {
  const who = { rules: DEFAULT_P2P_RULES, admittedShare: 0.5 };
  expect(buildEvent({ ...initialValues(), cellularPercent: 30 }, who)).toEqual({
    ...who,

    viewers: 1_000,
    arrivalSec: 120,
    bitrateKbps: 4_500,
    latencySec: 8,
    cellularShare: 0.3,
  });
});
