import { expect, it } from "vitest";
import { isLongCopy } from "./continuous-source.ts";

const createTrack = (codec: string) => ({ codec }) as Parameters<typeof isLongCopy>[0]["audio"][number];
const HOUR_SEC = 3_600;

it.each([
  {
    what: "an hour of a broadcast",
    sizeBytes: 150_000_000,
    durationSec: HOUR_SEC,
    codecs: ["mp2", "ac3"],
    isLong: false,
  },
  { what: "a large file", sizeBytes: 201_000_000, durationSec: 60, codecs: ["aac"], isLong: true },
  {
    what: "five minutes of sound that is encoded",
    sizeBytes: 1_000_000,
    durationSec: 300,
    codecs: ["pcm_u8"],
    isLong: false,
  },
  {
    what: "three tracks of it",
    sizeBytes: 1_000_000,
    durationSec: 300,
    codecs: ["pcm_u8", "wmav2", "alac"],
    isLong: true,
  },
])("copying $what takes long: $isLong", ({ codecs, isLong, sizeBytes, durationSec }) => {
  expect(isLongCopy({ sizeBytes, durationSec, audio: codecs.map(createTrack) })).toBe(isLong);
});

it("copying a source of unknown duration takes long if its audio is re-encoded", () => {
  const info = { sizeBytes: 1_000_000, durationSec: 0, isLengthUnknown: true as const };
  expect(isLongCopy({ ...info, audio: [createTrack("pcm_u8")] })).toBe(true);
  expect(isLongCopy({ ...info, audio: [createTrack("opus")] })).toBe(false);
});
