import { expect, it } from "vitest";
import { type ForecastOptions, forecastLoad, type PlannedEvent } from "./forecast-load.ts";

const EVENT: PlannedEvent = {
  viewers: 40,
  arrivalSec: 20,
  bitrateKbps: 1_000,
  latencySec: 12,
  rules: {
    enabled: true,
    viewerThreshold: 1,
    maxPeers: 8,

    uploadPercent: 80,
    uploadOnCellular: false,
    savedSegments: 0,
    interISP: true,
  },

  admittedShare: 1,
  cellularShare: 0.18,
};
const forecastEvent = (changes: Partial<PlannedEvent> = {}, options: ForecastOptions = {}) =>
  forecastLoad({ ...EVENT, ...changes }, options);

it("a forecast has the offload of peers, and the servers' traffic with and without peers", () => {
  const { offload, serverMeanMbps, aloneMeanMbps, serverPeakMbps, alonePeakMbps, timeline } = forecastEvent();
  expect(offload.low).toBeGreaterThan(0.7);
  expect(offload.low).toBeLessThanOrEqual(offload.mid);
  expect(offload.mid).toBeLessThanOrEqual(offload.high);
  // 40 viewers watch 1 Mbit/s each.
  expect(aloneMeanMbps).toBeGreaterThan(36);
  expect(aloneMeanMbps).toBeLessThan(44);
  expect(serverMeanMbps.high).toBeLessThan(aloneMeanMbps / 2);
  expect(serverPeakMbps.low).toBeLessThan(alonePeakMbps);
  expect(timeline.peers).toHaveLength(80);
  expect(timeline.alone).toHaveLength(80);
});

it("a forecast states the traffic of all viewers, although only some are simulated", () => {
  const { simulatedViewers, aloneMeanMbps, serverMeanMbps } = forecastEvent(
    { viewers: 4_000 },
    { simulatedMax: 20 },
  );
  expect(simulatedViewers).toBe(20);
  // 4,000 viewers watch 1 Mbit/s each.
  expect(aloneMeanMbps).toBeGreaterThan(3_600);
  expect(aloneMeanMbps).toBeLessThan(4_400);
  expect(serverMeanMbps.low).toBeGreaterThan(100);
});

it("the offload is 0 if the rules admit no viewer, and below a half if they admit half of them", () => {
  expect(forecastEvent({ rules: { ...EVENT.rules, enabled: false } }).offload.high).toBe(0);
  expect(forecastEvent({ admittedShare: 0 }).offload.high).toBe(0);
  expect(forecastEvent({ admittedShare: 0.5 }).offload.mid).toBeLessThan(0.5);
});

it("viewers on mobile networks only upload in a forecast if the rules allow it", () => {
  const onPhones = { viewers: 15, cellularShare: 1 };
  const without = forecastEvent(onPhones);
  const rules = { ...EVENT.rules, uploadOnCellular: true };
  const withThem = forecastEvent({ ...onPhones, rules });
  expect(without.offload.high).toBe(0);
  expect(withThem.offload.low).toBeGreaterThan(0.7);
});

it("a forecast reports its progress after each run", () => {
  const shares: number[] = [];
  forecastEvent({ viewers: 3, arrivalSec: 1 }, { onProgress: (share) => shares.push(share) });
  expect(shares).toEqual([0.25, 0.5, 0.75, 1]);
});
