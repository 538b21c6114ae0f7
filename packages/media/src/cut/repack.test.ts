import { expect, it } from "vitest";
import { readFragment } from "../mp4/read-fragment.ts";
import { writeAvcEntry } from "../mp4/sample-entries.ts";
import { writeFragment, writeInit } from "../mp4/write-cmaf.ts";
import { joinGroups, lastFrameSec } from "./repack.ts";

const FRAME_TICKS = 512;
const TIMESCALE = 12_800;
const avcC = Buffer.from([1, 0x42, 0xc0, 0x1e, 0xff, 0xe0, 0]);
const sampleEntry = writeAvcEntry({ width: 640, height: 360, avcC });
const init = writeInit({ kind: "video", timescale: TIMESCALE, sampleEntry, width: 640, height: 360 });
/** The NAL headers of an instant refresh, a referenced slice and an unreferenced slice. */
const NAL_HEADER_OF_KIND = { I: 0x65, P: 0x41, b: 0x01 } as const;

/** Makes a group of frames of 1/25 s, each containing its own number. */
const createGroup = (kinds: string) =>
  writeFragment(
    0,
    0,
    [...kinds].map((kind, n) => ({
      durationTicks: FRAME_TICKS,
      ctsTicks: 0,
      isSync: kind === "I",
      bytes: Buffer.from([0, 0, 0, 2, NAL_HEADER_OF_KIND[kind as keyof typeof NAL_HEADER_OF_KIND], n]),
    })),
  );
const joinGroupFrom = (kinds: string, shownFrom: number) => {
  const taken = {
    segment: createGroup(kinds),
    fromSec: 0,
    shownFromSec: shownFrom / 25,
    toSec: kinds.length / 25,
  };
  return readFragment(joinGroups([taken], init)).samples;
};
const numbersOf = (samples: ReturnType<typeof joinGroupFrom>) => samples.map(({ bytes }) => bytes.at(-1));

it("unreferenced frames before the range are dropped, and the others keep their times", () => {
  const samples = joinGroupFrom("IbPbbPbPbP", 8);
  expect(numbersOf(samples)).toEqual([0, 2, 5, 7, 8, 9]);
  expect(samples.map(({ durationTicks }) => durationTicks / FRAME_TICKS)).toEqual([2, 3, 2, 1, 1, 1]);
});

it("the last frame before the range is kept, since it may still be shown at its start", () => {
  expect(numbersOf(joinGroupFrom("IPbbbb", 4))).toEqual([0, 1, 3, 4, 5]);
});

it("all frames are kept when all are shown", () => {
  expect(numbersOf(joinGroupFrom("IbPb", 0))).toEqual([0, 1, 2, 3]);
});

it("lastFrameSec returns the start of the last shown frame, whatever its duration and the order of storage", () => {
  const stored = [
    { ctsTicks: 0, durationTicks: FRAME_TICKS },
    { ctsTicks: 2 * FRAME_TICKS, durationTicks: FRAME_TICKS },
    { ctsTicks: 0, durationTicks: 150 * FRAME_TICKS },
  ].map((times, n) => ({
    ...times,
    isSync: n === 0,
    bytes: Buffer.from([0, 0, 0, 2, NAL_HEADER_OF_KIND.P, n]),
  }));
  const segment = writeFragment(0, 25 * FRAME_TICKS, stored);
  expect(lastFrameSec({ segment, fromSec: 1, toSec: 7 }, TIMESCALE)).toBeCloseTo(1 + 3 / 25);
});
