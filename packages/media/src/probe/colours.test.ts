import { expect, it } from "vitest";
import { readColourBox } from "./colour-codes.ts";
import { decideColours, looksAlike } from "./colours.ts";

const STREAM = { index: 0, height: 720 };
const BT601 = { matrix: "smpte170m", primaries: "smpte170m", transfer: "smpte170m", range: "tv" } as const;

it.each([
  ["nothing, HD", {}, { matrix: "bt709", primaries: "bt709", transfer: "bt709", range: "tv" }],
  ["nothing, SD", { height: 480 }, BT601],
  [
    "full range alone, as JPEG has it",
    { color_range: "pc" },
    { matrix: "smpte170m", primaries: "bt709", transfer: "iec61966-2-1", range: "pc" },
  ],
  [
    "the matrix that Motion JPEG has by ffmpeg, whose primaries are not PAL's",
    { color_range: "pc", color_space: "bt470bg" },
    { matrix: "bt470bg", primaries: "bt709", transfer: "bt709", range: "pc" },
  ],
  ["PAL's primaries", { color_primaries: "bt470bg" }, { matrix: "bt470bg", primaries: "bt470bg" }],
] as const)("decideColours for a video that is tagged with %s", (_, tags, expected) => {
  expect(decideColours({ ...STREAM, ...tags })).toMatchObject(expected);
});

it("decideColours uses the container's tags only for a stream without tags", () => {
  const container = readColourBox(Buffer.from("nclc\0\u0006\0\u0006\0\u0006", "latin1"));
  expect(decideColours(STREAM, container)).toEqual(BT601);
  expect(decideColours({ ...STREAM, color_space: "bt709" }, container)).toMatchObject({ matrix: "bt709" });
});

it("readColourBox reads boxes with and without a range, and returns undefined for ICC profiles and short boxes", () => {
  const codes = "\0\u0001\0\u000d\0\u0001";
  const tags = { primaries: "bt709", transfer: "iec61966-2-1", matrix: "bt709" };
  expect(readColourBox(Buffer.from(`nclx${codes}\u0080`, "latin1"))).toEqual({ ...tags, isFullRange: true });
  expect(readColourBox(Buffer.from(`nclc${codes}`, "latin1"))).toEqual({ ...tags, isFullRange: false });
  expect(readColourBox(Buffer.from(`prof${codes}`, "latin1"))).toBeUndefined();
  expect(readColourBox(Buffer.from("nclx\0", "latin1"))).toBeUndefined();
});

it.each([
  ["one matrix under two names", { matrix: "bt470bg" }, true],
  ["primaries that no browser converts", { primaries: "bt709" }, true],
  ["PAL's primaries", { primaries: "bt470bg" }, false],
  ["another matrix", { matrix: "bt709" }, false],
  ["another curve of SDR", { transfer: "iec61966-2-1" }, true],
  ["gamma 2.8", { transfer: "gamma28" }, false],
])("isPaintedAlike compares colours as browsers show them: %s", (_, change, isAlike) => {
  expect(looksAlike(BT601, { ...BT601, ...change })).toBe(isAlike);
});
