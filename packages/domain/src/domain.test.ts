import { ENCODING_STATUSES } from "@shoal/contract";
import { expect, test } from "vitest";
import { figuresOf, NO_FIGURES, presentFigures } from "./figures.ts";
import { footprintOf } from "./footprint/index.ts";
import {
  canMove,
  canRestart,
  canStop,
  findPasswordFaults,
  formatSeconds,
  formatSizeLimit,
  formatWattHours,
  hasRole,
  progressOf,
  rebufferingColour,
} from "./index.ts";

test("findPasswordFaults lists every rule that a password breaks", () => {
  expect(findPasswordFaults("abc")).toEqual(["too_short", "no_uppercase", "no_digit", "no_special"]);
  expect(findPasswordFaults("Abcdef1")).toEqual(["no_special"]);
  expect(findPasswordFaults("Abcde1!")).toEqual([]);
  expect(findPasswordFaults("Éàbcd1-")).toEqual([]);
});

test("an admin has every role, a manager every role of their client, and users without roles none", () => {
  expect(hasRole(["admin"], "editor")).toBe(true);
  expect(hasRole(["manager"], "editor", "readAnalytics")).toBe(true);
  expect(hasRole(["manager"], "admin")).toBe(false);
  expect(hasRole(["readAnalytics"], "editor")).toBe(false);
  expect(hasRole([], "editor")).toBe(false);
});

const file = {
  type: "vod",
  encodingStatus: "encoded",
  sourcePath: null,
  isDeleted: false,
  isSizeKnown: true,
  sizeBytes: 15_000_000,
  currentChunk: 3,
  sourceUrl: null,
  errorType: null,
  uploadingPercent: 100,
} as const;

test("a progress bar is shown during an upload and while a file is encoded, not while it waits", () => {
  const shown = ENCODING_STATUSES.filter(
    (encodingStatus) =>
      progressOf({ encodingStatus, encodingPercent: 40, uploadingPercent: 70 }) !== undefined,
  );
  expect(shown).toEqual(["encoding", "segmented", "uploading"]);
  const encoding = { encodingStatus: "segmented", encodingPercent: 99.5, uploadingPercent: 100 } as const;
  expect(progressOf(encoding)).toBe(99.5);
  expect(progressOf({ ...encoding, encodingPercent: 100 })).toBeUndefined();
  expect(progressOf({ ...encoding, encodingStatus: "uploading", uploadingPercent: 70 })).toBe(70);
});

test("canRestart allows finished videos only, and none that is never re-encoded", () => {
  const offered = ENCODING_STATUSES.filter((encodingStatus) => canRestart({ ...file, encodingStatus }));
  expect(offered).toEqual(["encoded", "stopped", "error"]);
  expect(canRestart({ ...file, sourcePath: "shoal" })).toBe(false);
  expect(canRestart({ ...file, isDeleted: true })).toBe(false);
  expect(ENCODING_STATUSES.filter((encodingStatus) => canStop({ encodingStatus }))).toEqual([
    "to_encode",
    "waiting_for_encoding",
    "encoding",
    "segmented",
    "restart",
  ]);
  const failed = { encodingStatus: "error", liveType: "custom" } as const;
  expect(canStop({ ...failed, live: { isOpen: true } })).toBe(true);
  expect(canStop({ ...failed, live: { isOpen: false } })).toBe(false);
  expect(canStop({ ...failed, liveType: "shoalRTMP", live: { isOpen: true } })).toBe(false);
});

test("a restart needs a source: the whole file, a URL to fetch it from, or the publisher of a live", () => {
  const partial = { ...file, encodingStatus: "error", currentChunk: 1, uploadingPercent: 33 } as const;
  expect(canRestart(partial)).toBe(false);
  expect(canRestart({ ...partial, isSizeKnown: false, sizeBytes: 5_000_000 })).toBe(false);
  expect(canRestart({ ...partial, sourceUrl: "https://example.com/film.mp4" })).toBe(true);
  expect(canRestart({ ...partial, type: "live", isSizeKnown: false, currentChunk: 0 })).toBe(true);
  expect(canRestart({ ...file, sizeBytes: 0, currentChunk: 0 })).toBe(false);
  expect(canRestart({ ...file, sizeBytes: 0, currentChunk: 1 })).toBe(true);
});

test("an ended video can only be restarted, and a restart can lead to any end", () => {
  expect(canMove("encoded", "encoding")).toBe(false);
  expect(canMove("encoded", "restart")).toBe(true);
  expect(canMove("restart", "encoding")).toBe(true);
  expect(canMove("stopped", "encoded")).toBe(false);
});

test.each([
  [0, "green"],
  [19.9, "green"],
  [20, "orange"],
  [49.9, "orange"],
  [50, "red"],
  [null, "black"],
] as const)("rebuffering of %s is %s", (value, colour) => {
  expect(rebufferingColour(value, false)).toBe(colour);
  expect(rebufferingColour(value, true)).toBe("black");
});

test("figures are ratios of sums over countries, devices and networks", () => {
  const part = {
    country: "FR",
    device: "laptop",
    network: "fixed",
    secRebuf: 1,
    bytesUp: 0,
    startupMs: 300,
    views: 1,
  };
  const figures = figuresOf(
    [
      {
        ...part,
        secServer: 10,
        secPeer: 0,
        bytesServer: 9e6,
        bytesPeer: 0,
        kbpsSeconds: 10_000,
        secBestQuality: 10,
      },
      {
        ...part,
        secServer: 0,
        secPeer: 90,
        bytesServer: 0,
        bytesPeer: 1e6,
        kbpsSeconds: 450_000,
        secBestQuality: 0,
      },
    ],
    3,
  );
  expect(figures).toMatchObject({
    nbView: 2,
    concurrentUsers: 3,
    meanTimeSec: 50,
    bestQualityPercent: 10,
    bitrateKbps: 4_600,
  });
  expect(figures).toMatchObject({
    rebuffSecPerHour: 72,
    offloadPercent: 10,
    dataDeliveredMb: 10,
    peerMb: 1,
    startupMs: 300,
  });
});

test("an unwatched video has the default figures", () => {
  expect(presentFigures(NO_FIGURES)).toMatchObject({
    meanTime_unit: "0s",
    bestQualityPercent_unit: "100%",
    bitrate_unit: "0kbps",
    offload_unit: "0%",
    energySaved_unit: "0wh",
    co2Spent_unit: "0g",
    rebuff: null,
  });
});

test("the footprint of an hour on a laptop in France follows the method's constants", () => {
  const hour = {
    country: "FR",
    device: "laptop",
    network: "fixed",
    hours: 1,
    deliveredGb: 1,
    peerGb: 0.5,
    uploadedGb: 0.5,
  } as const;
  const { energyKwh, energySavedWh, co2Grams } = footprintOf([hour]);
  expect(energyKwh).toBeCloseTo((1.3 + 31.5 + 22) / 1000);
  expect(energySavedWh).toBeCloseTo(0.5 * 0.647 - 0.5 * 0.144);
  expect(co2Grams).toBeGreaterThan(1);
  expect(footprintOf([{ ...hour, country: "PL" }]).co2Grams).toBeGreaterThan(5 * co2Grams);
  expect(footprintOf([{ ...hour, peerGb: 0 }]).energySavedWh).toBeLessThan(0);
});

test("figures are formatted in human-readable units", () => {
  expect([formatSeconds(0), formatSeconds(59.6), formatSeconds(3_725)]).toEqual(["0s", "60s", "1h 2min"]);
  expect([formatWattHours(0), formatWattHours(-2.5), formatWattHours(1_200)]).toEqual([
    "0wh",
    "-2.5wh",
    "1.2kwh",
  ]);
});

test("size limits are formatted without rounding", () => {
  expect([200_000_000_000, 25_000_000, 16_384, 10].map(formatSizeLimit)).toEqual([
    "200 GB",
    "25 MB",
    "16.384 kB",
    "10 bytes",
  ]);
  expect([999_999, 123_456_789, 199_999_999_999].map(formatSizeLimit)).toEqual([
    "999.999 kB",
    "123.456789 MB",
    "199.999999999 GB",
  ]);
});
