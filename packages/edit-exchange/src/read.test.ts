import { FPS_23_976, FPS_25, FPS_29_97, timecodeFormat } from "@shoal/frames";
import { describe, expect, it } from "vitest";
import { type ExchangeFailure, MAX_EXCHANGE_COMMENTS, type ReadOptions } from "./exchange.types.ts";
import { readCommentsCsv } from "./read-csv.ts";
import { readEdl } from "./read-edl.ts";
import { readOtio } from "./read-otio.ts";

const OPTIONS_AT_25_FPS: ReadOptions = {
  format: timecodeFormat(FPS_25, "01:00:00:00"),
  frames: 100_000,
  otherRate: "refuse",
};
const dropFrame: ReadOptions = { ...OPTIONS_AT_25_FPS, format: timecodeFormat(FPS_29_97, "01:00:00;00") };

const createEdl = (...lines: string[]) => ["TITLE: Cut 3", "FCM: NON-DROP FRAME", "", ...lines].join("\r\n");
const EVENT_LINE = "001  AX       V     C        00:00:00:00 00:00:10:00 01:00:00:00 01:00:10:00";

describe("EDLs of other programs", () => {
  it("reads markers in Resolve's format with each of its colors", () => {
    const text = createEdl(
      "001  001      V     C        01:00:18:06 01:00:18:07 01:00:18:06 01:00:18:07  ",
      "Flicker on the left |C:ResolveColorLemon |M:Marker 1 |D:1",
      "",
      "002  001      V     C        01:00:20:20 01:00:20:21 01:00:20:20 01:00:20:21  ",
      " |C:ResolveColorGreen |M:Marker 2 |D:50",
    );
    expect(readEdl(text, OPTIONS_AT_25_FPS)).toEqual({
      ok: true,
      comments: [
        {
          range: { firstFrame: 456, endFrame: 457 },
          text: "Flicker on the left",
          author: "Marker 1",
          color: "yellow",
          isDone: false,
        },
        {
          range: { firstFrame: 520, endFrame: 570 },
          text: "Marker 2",
          author: "Marker 2",
          color: "green",
          isDone: false,
        },
      ],
      lines: [5, 8],
    });
  });

  it("skips a comment that cannot be imported, reports its line and reads the others", () => {
    const text = createEdl(
      "001  001      V     C        01:00:18:06 01:00:18:07 01:00:18:06 01:00:18:07",
      "Kept |C:ResolveColorLemon |M:Ana |D:1",
      "002  001      V     C        01:00:18:25 01:00:20:21 01:00:18:25 01:00:20:21",
      "Of no event |C:ResolveColorGreen |M:Ana |D:50",
      "* LOC: 20:00:00:00 RED     Too late",
      "* LOC: 00:59:00:00 RED     Too early",
    );
    const refused: ExchangeFailure[] = [];
    const read = readEdl(text, { ...OPTIONS_AT_25_FPS, onRefused: (failure) => refused.push(failure) });
    expect(read).toMatchObject({ ok: true, comments: [{ text: "Kept" }], lines: [5] });
    expect(refused).toMatchObject([
      { fault: "frames-above-rate", line: 6 },
      { fault: "before-start", line: 9 },
      { fault: "after-end", line: 8 },
    ]);
  });

  it("reads locators with and without a color, between cut information", () => {
    const text = createEdl(
      EVENT_LINE,
      "M2      AX        026.0 09:14:03:04",
      "* FROM CLIP NAME:  02/01-03",
      "* LOC: 01:00:01:00 CYAN    ANIM FIX NEEDED",
      "* LOC: 01:00:02:00 Just a note",
    );
    expect(readEdl(text, OPTIONS_AT_25_FPS)).toMatchObject({
      comments: [
        { range: { firstFrame: 25 }, color: "cyan", text: "ANIM FIX NEEDED" },
        { range: { firstFrame: 50 }, text: "Just a note" },
      ],
    });
  });

  it.each([
    [
      "a frame above the rate",
      "* LOC: 01:00:00:27 RED x",
      OPTIONS_AT_25_FPS,
      { fault: "frames-above-rate", line: 5, detail: "01:00:00:27" },
    ],
    [
      "a broken timecode",
      "* LOC: soon RED x",
      OPTIONS_AT_25_FPS,
      { fault: "timecode", line: 5, detail: "soon" },
    ],
    [
      "a time before the video",
      "* LOC: 00:59:00:00 RED x",
      OPTIONS_AT_25_FPS,
      { fault: "before-start", line: 5 },
    ],
    [
      "a time after the video",
      "* LOC: 05:00:00:00 RED x",
      OPTIONS_AT_25_FPS,
      { fault: "after-end", line: 5 },
    ],
    [
      "an end before the start",
      "* LOC: 01:00:01:00 RED x\n* LOC END: 01:00:00:00",
      OPTIONS_AT_25_FPS,
      { fault: "range", line: 5 },
    ],
    [
      "an event backwards",
      EVENT_LINE.replace("01:00:10:00", "00:59:00:00"),
      OPTIONS_AT_25_FPS,
      { fault: "before-start", line: 5 },
    ],
    ["no markers", "", OPTIONS_AT_25_FPS, { fault: "empty" }],
  ])("rejects %s", (_, line, options, fault) => {
    expect(readEdl(createEdl(EVENT_LINE, line), options)).toMatchObject({ ok: false, ...fault });
  });

  it("refuses drop-frame labels for a video without drop frame, whose frames would be seconds away", () => {
    const label = "01:10:00;02";
    const refusal = { fault: "other-drop-frame", detail: label };
    expect(readEdl(`TITLE: Cut\n* LOC: ${label} RED     Here`, OPTIONS_AT_25_FPS)).toMatchObject({
      ...refusal,
      line: 2,
    });
    expect(readCommentsCsv(`Timecode,Comment\n${label},Here`, OPTIONS_AT_25_FPS)).toMatchObject({
      ...refusal,
      line: 2,
    });
    expect(readCommentsCsv(`Timecode,Comment\n${label},Here`, dropFrame)).toMatchObject({ ok: true });
  });

  it("rejects labels that drop frame skips or that count frames differently, with their line", () => {
    const locator = "* LOC: 01:01:00;00 RED x";
    expect(readEdl(`FCM: DROP FRAME\n${locator}`, dropFrame)).toMatchObject({
      fault: "dropped-timecode",
      line: 2,
    });
    expect(readEdl(`FCM: NON-DROP FRAME\n${locator}`, dropFrame)).toMatchObject({
      fault: "other-drop-frame",
      line: 1,
    });
  });

  it("rejects a file with another rate, or converts its frames by time", () => {
    const text = createEdl(EVENT_LINE.replaceAll("10:00 ", "10:00 "), "* LOC: 01:00:10:00 RED x");
    const film = { ...OPTIONS_AT_25_FPS, fileRate: FPS_23_976 };
    expect(readEdl(text, film)).toEqual({ ok: false, fault: "other-rate", detail: "23.976" });
    // Frame 240 at 23.976 starts at 10.01 s, in frame 250 of 25 fps.
    expect(readEdl(text, { ...film, otherRate: "convert" })).toMatchObject({
      comments: [{ range: { firstFrame: 250, endFrame: 252 } }],
    });
  });

  it("reads 10,000 markers and rejects 10,001", () => {
    const many = Array.from({ length: MAX_EXCHANGE_COMMENTS }, (_, n) => `* LOC: 01:00:01:00 RED ${n}`);
    expect(readEdl(createEdl(EVENT_LINE, ...many), OPTIONS_AT_25_FPS)).toMatchObject({ ok: true });
    expect(
      readEdl(createEdl(EVENT_LINE, ...many, "* LOC: 01:00:01:00 RED"), OPTIONS_AT_25_FPS),
    ).toMatchObject({
      fault: "too-many",
      detail: "10001",
    });
    expect(readEdl("x".repeat(16_000_001), OPTIONS_AT_25_FPS)).toEqual({ ok: false, fault: "too-large" });
  });
});

describe("CSV of other programs", () => {
  it("reads timecodes, semicolons and other titles", () => {
    const text = '\ufeffTimecode;Commenter;Note\r\n01:00:02:00;Ana;Later; \r\n01:00:03:00;Bo;"two\r\nlines"';
    expect(readCommentsCsv(text, OPTIONS_AT_25_FPS)).toMatchObject({
      comments: [
        { range: { firstFrame: 50, endFrame: 51 }, author: "Ana", text: "Later" },
        { range: { firstFrame: 75 }, text: "two\nlines" },
      ],
    });
  });

  it.each([
    ["Timecode,Who\n01:00:00:00,x", { fault: "no-columns", line: 1 }],
    ["In,Comment\n01:00:00:00,x\n\nlater,y", { fault: "timecode", line: 4, detail: "later" }],
    ["Frame,End frame,Comment\n5,4,x", { fault: "range", line: 2 }],
    ["Frame,Rate,Comment\n5,24,x", { fault: "other-rate", line: 2, detail: "24" }],
    ["Frame,Rate,Comment\n5,fast,x", { fault: "rate", line: 2, detail: "fast" }],
    ["", { fault: "empty" }],
    ["In,Comment\n", { fault: "empty" }],
  ])("rejects %j", (text, fault) => {
    expect(readCommentsCsv(text, OPTIONS_AT_25_FPS)).toMatchObject({ ok: false, ...fault });
  });
});

describe("CSV of another rate", () => {
  it("reads the timecodes at the file's rate and converts them by time", () => {
    const text = "In,Rate,Comment\n01:00:00:23,23.976,x\n01:00:10:00,23.976,y";
    expect(readCommentsCsv(text, { ...OPTIONS_AT_25_FPS, otherRate: "convert" })).toMatchObject({
      // Frame 23 at 23.976 lasts from 0.959 to 1.001 s; frame 240 starts at 10.01 s.
      comments: [{ range: { firstFrame: 23, endFrame: 26 } }, { range: { firstFrame: 250 } }],
    });
  });
});

describe("OpenTimelineIO of other programs", () => {
  const time = (value: number, rate = 25) => ({ OTIO_SCHEMA: "RationalTime.1", rate, value });
  const range = (start: number, count: number, rate = 25) => ({
    OTIO_SCHEMA: "TimeRange.1",
    start_time: time(start, rate),
    duration: time(count, rate),
  });
  const marker = (start: number, rate = 25) => ({
    OTIO_SCHEMA: "Marker.2",
    name: "ANIM FIX",
    color: "PINK",
    marked_range: range(start, 0, rate),
    metadata: {},
  });
  const timeline = (children: object[], markers: object[] = []) =>
    JSON.stringify({
      OTIO_SCHEMA: "Timeline.1",
      name: "t",
      global_start_time: null,
      tracks: {
        OTIO_SCHEMA: "Stack.1",
        markers,
        children: [{ OTIO_SCHEMA: "Track.1", kind: "Video", markers: [], children }],
      },
    });
  const clip = (start: number, count: number, markers: object[]) => ({
    OTIO_SCHEMA: "Clip.2",
    source_range: range(start, count),
    markers,
  });

  it("finds clip markers at their position in the timeline", () => {
    const text = timeline([
      clip(1_000, 100, []),
      { OTIO_SCHEMA: "Transition.1", in_offset: time(5), out_offset: time(5) },
      clip(500, 50, [marker(510)]),
    ]);
    expect(readOtio(text, OPTIONS_AT_25_FPS)).toMatchObject({
      comments: [{ range: { firstFrame: 110, endFrame: 111 }, text: "ANIM FIX", color: "magenta" }],
    });
  });

  it("rejects a timeline with another rate, or converts its frames", () => {
    const text = timeline([], [marker(240, 23.976)]);
    expect(readOtio(text, OPTIONS_AT_25_FPS)).toMatchObject({ fault: "other-rate", detail: "23.976" });
    expect(readOtio(text, { ...OPTIONS_AT_25_FPS, otherRate: "convert" })).toMatchObject({
      comments: [{ range: { firstFrame: 250 } }],
    });
  });

  it.each([
    ["{", "not-json"],
    ["[]", "not-otio"],
    ['{"OTIO_SCHEMA":"Clip.2"}', "not-otio"],
    [timeline([]), "empty"],
    [timeline([], [{ OTIO_SCHEMA: "Marker.2", marked_range: null }]), "not-otio"],
    [timeline([], [marker(0, 0)]), "not-otio"],
    [timeline([], [marker(0, 25), marker(0, 24)]), "rate"],
    [timeline([], [marker(-1)]), "before-start"],
  ])("rejects %s: %s", (text, fault) => {
    expect(readOtio(text, OPTIONS_AT_25_FPS)).toMatchObject({ ok: false, fault });
  });

  it("rejects timelines that are nested too deeply", () => {
    const text = `{"OTIO_SCHEMA":"Timeline.1","tracks":${'{"children":['.repeat(5_000)}${"]}".repeat(5_000)}}`;
    expect(readOtio(text, OPTIONS_AT_25_FPS)).toMatchObject({ fault: "not-otio" });
  });
});
