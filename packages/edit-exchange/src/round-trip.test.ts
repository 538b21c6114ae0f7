import { FPS_23_976, FPS_25, FPS_29_97, FPS_50, FPS_59_94, frameRange, timecodeFormat } from "@shoal/frames";
import * as fc from "@shoal/testkit/property";
import { describe, expect, it } from "vitest";
import { type ExchangeTimeline, MARKER_COLOURS, type ReadOptions } from "./exchange.types.ts";
import { readCommentsCsv } from "./read-csv.ts";
import { readEdl } from "./read-edl.ts";
import { readOtio } from "./read-otio.ts";
import { writeCommentsCsv } from "./write-csv.ts";
import { writeLocatorEdl, writeResolveEdl } from "./write-edl.ts";
import { writeOtio } from "./write-otio.ts";

const FORMATS = [
  timecodeFormat(FPS_23_976, "01:00:00:00"),
  timecodeFormat(FPS_25, "10:00:00:00"),
  timecodeFormat(FPS_29_97, "00:59:58;00"),
  timecodeFormat(FPS_29_97, "01:00:00:00"),
  timecodeFormat(FPS_50),
  timecodeFormat(FPS_59_94, "09:59:59;00"),
  timecodeFormat(FPS_59_94, "23:59:00;04"),
];
/** Comments with ordinary text, and with text that could break the formats. */
const DIFFICULT_TEXTS = [
  "=SUM(A1)",
  "'=1",
  "+1 from me",
  "-",
  "@team",
  '"quoted", with; all',
  "a|b |C:ResolveColorRed |M:x |D:9",
  "two\nlines",
  "001  001  V  C  00:00:00:00 00:00:00:01 00:00:00:00 00:00:00:01",
  "* LOC: 00:00:00:00 RED no",
  "FCM: DROP FRAME",
  "* COMMENT ID: 00000000-0000-4000-8000-000000000000",
  "<b>&amp;</b>]]>",
  "Été à 10 % – ça va\u202f? 🎬",
];
const anyTrimmedText = fc.oneof(
  fc.constantFrom(...DIFFICULT_TEXTS),
  fc
    .string({ unit: "binary", minLength: 1, maxLength: 60 })
    .map((text) => text.replaceAll(/[\p{Cc}\u2028\u2029\ufffe\uffff\u2223\u23ce]/gu, "").trim()),
);
const TIMELINE_FRAMES = 200_000;
const anyComment = fc.record({
  range: fc
    .tuple(fc.nat(TIMELINE_FRAMES - 2), fc.integer({ min: 1, max: 500 }))
    .map(([first, count]) => frameRange(first, Math.min(TIMELINE_FRAMES, first + count))),
  text: anyTrimmedText.filter((text) => text !== ""),
  author: fc.constantFrom("", "Ana", "Jean-Luc D.", "=cmd"),
  color: fc.constantFrom(...MARKER_COLOURS),
  isDone: fc.boolean(),
  mark: fc.option(
    fc.oneof(
      fc.record({ id: fc.uuid(), answers: fc.uuid(), isInternal: fc.boolean() }),
      fc.record({ id: fc.uuid(), isInternal: fc.boolean() }),
    ),
    { nil: undefined },
  ),
});
const anyTimeline = fc
  .record({
    format: fc.constantFrom(...FORMATS),
    comments: fc.array(anyComment, { minLength: 1, maxLength: 20 }),
  })
  .map(
    ({ format, comments }): ExchangeTimeline => ({
      title: "Spot 30 s",
      format,
      frames: TIMELINE_FRAMES,
      widthPx: 1920,
      heightPx: 1080,
      comments: comments.toSorted((a, b) => a.range.firstFrame - b.range.firstFrame),
    }),
  );
const optionsOf = ({ format, frames }: ExchangeTimeline): ReadOptions => ({
  format,
  frames,
  otherRate: "refuse",
});

describe("comments that are written and read again", () => {
  it.each([
    ["DaVinci Resolve's markers", writeResolveEdl, readEdl],
    ["an EDL with locators", writeLocatorEdl, readEdl],
    ["CSV", writeCommentsCsv, readCommentsCsv],
    ["OpenTimelineIO", writeOtio, readOtio],
  ])("are the same after a round trip through %s", (_, write, read) => {
    fc.assert(
      fc.property(anyTimeline, (given) => {
        expect(read(write(given), optionsOf(given))).toEqual({
          ok: true,
          comments: given.comments,
          lines: expect.any(Array),
        });
      }),
    );
  });
});
