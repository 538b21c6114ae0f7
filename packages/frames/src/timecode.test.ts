import { describe, expect, it } from "vitest";
import {
  FPS_23_976,
  FPS_25,
  FPS_29_97,
  FPS_30,
  FPS_50,
  FPS_59_94,
  FPS_60,
  type FrameRate,
  frameRate,
} from "./frame-rate.ts";
import { formatTimecode, framesPerDay, parseTimecode, timecodeFormat } from "./timecode.ts";

const DROP_FRAME_30 = timecodeFormat(FPS_29_97, undefined, true);
const DROP_FRAME_60 = timecodeFormat(FPS_59_94, undefined, true);
const nonDropFormat = (rate: FrameRate) => timecodeFormat(rate, undefined, false);

describe("timecode", () => {
  // Values of SMPTE ST 12-1 and of its common tables: 17,982 frames in ten minutes, 107,892 in an hour.
  it.each([
    [0, "00:00:00;00"],
    [1_799, "00:00:59;29"],
    [1_800, "00:01:00;02"],
    [3_597, "00:01:59;29"],
    [3_598, "00:02:00;02"],
    [17_981, "00:09:59;29"],
    [17_982, "00:10:00;00"],
    [17_983, "00:10:00;01"],
    [19_781, "00:10:59;29"],
    [19_782, "00:11:00;02"],
    [107_892, "01:00:00;00"],
    [1_078_920, "10:00:00;00"],
    [2_589_407, "23:59:59;29"],
  ])("labels frame %d at 29.97 drop frame as %s", (frame, label) => {
    expect(formatTimecode(frame, DROP_FRAME_30)).toBe(label);
    expect(parseTimecode(label, DROP_FRAME_30)).toEqual({ ok: true, frame });
  });

  it.each([
    [3_599, "00:00:59;59"],
    [3_600, "00:01:00;04"],
    [35_963, "00:09:59;59"],
    [35_964, "00:10:00;00"],
    [215_784, "01:00:00;00"],
  ])("labels frame %d at 59.94 drop frame as %s", (frame, label) => {
    expect(formatTimecode(frame, DROP_FRAME_60)).toBe(label);
    expect(parseTimecode(label, DROP_FRAME_60)).toEqual({ ok: true, frame });
  });

  it.each([
    [FPS_23_976, 86_400, "01:00:00:00"],
    [FPS_23_976, 23, "00:00:00:23"],
    [FPS_29_97, 1_800, "00:01:00:00"],
    [FPS_29_97, 108_000, "01:00:00:00"],
    [FPS_25, 90_000, "01:00:00:00"],
    [FPS_50, 49, "00:00:00:49"],
    [FPS_60, 3_600, "00:01:00:00"],
    [frameRate(120), 119, "00:00:00:119"],
    [frameRate(25, 2), 12, "00:00:00:12"],
  ])("labels without drop frame at %o frame %d as %s", (rate, frame, label) => {
    expect(formatTimecode(frame, nonDropFormat(rate))).toBe(label);
    expect(parseTimecode(label, nonDropFormat(rate))).toEqual({ ok: true, frame });
  });

  it("has the standard's number of frames per day", () => {
    expect(framesPerDay(DROP_FRAME_30)).toBe(2_589_408);
    expect(framesPerDay(DROP_FRAME_60)).toBe(5_178_816);
    expect(framesPerDay(nonDropFormat(FPS_23_976))).toBe(2_073_600);
  });

  it("stays within four frames of the clock all day with drop frame", () => {
    for (let minute = 0; minute < 24 * 60; minute++) {
      const parsed = parseTimecode(
        `${String(Math.floor(minute / 60)).padStart(2, "0")}:${minute % 60}:30;00`,
        DROP_FRAME_30,
      );
      if (!parsed.ok) throw new Error(parsed.fault);
      const clockSec = (parsed.frame * 1_001) / 30_000;
      expect(Math.abs(clockSec - (minute * 60 + 30)) * 29.97).toBeLessThan(4);
    }
  });

  it.each([
    ["drop frame 29.97", DROP_FRAME_30, 7],
    ["drop frame 59.94", DROP_FRAME_60, 13],
    ["23.976", nonDropFormat(FPS_23_976), 7],
    ["25", nonDropFormat(FPS_25), 7],
    ["29.97", nonDropFormat(FPS_29_97), 7],
    ["50", nonDropFormat(FPS_50), 7],
    ["starting at 01:00:00;00", timecodeFormat(FPS_29_97, "01:00:00;00"), 7],
    ["starting before midnight", timecodeFormat(FPS_25, "23:59:50:00"), 7],
  ])("frames survive conversion to labels over 24 hours of %s", (_, format, step) => {
    let last = "";
    // If the start shifts midnight, half a day is tested, since labels are unique only within a day.
    const end = format.startFrames > 0 ? framesPerDay(format) / 2 - 1 : framesPerDay(format);
    for (let frame = 0; frame < end; frame += step) {
      const label = formatTimecode(frame, format);
      const parsed = parseTimecode(label, format);
      if (!parsed.ok || parsed.frame !== frame || label === last)
        throw new Error(`${frame} → ${label} → ${JSON.stringify(parsed)}`);
      last = label;
    }
  });

  it("begins with the start timecode and passes midnight", () => {
    const format = timecodeFormat(FPS_25, "23:59:59:20");
    expect([0, 4, 5].map((frame) => formatTimecode(frame, format))).toEqual([
      "23:59:59:20",
      "23:59:59:24",
      "00:00:00:00",
    ]);
    expect(parseTimecode("00:00:00:00", format)).toEqual({ ok: true, frame: 5 });
    expect(parseTimecode("23:59:59:19", format)).toEqual({ ok: false, fault: "before-start" });
  });

  it("reads drop frame from a start with a semicolon", () => {
    expect(timecodeFormat(FPS_29_97, "00:59:58;00").isDropFrame).toBe(true);
    expect(timecodeFormat(FPS_29_97, "00:59:58:00").isDropFrame).toBe(false);
    expect(timecodeFormat(FPS_29_97).isDropFrame).toBe(true);
    expect(timecodeFormat(FPS_30).isDropFrame).toBe(false);
    expect(() => timecodeFormat(FPS_25, "01:00:00;00")).toThrow(/drop frame at 25/);
    expect(() => timecodeFormat(FPS_29_97, "00:01:00;00")).toThrow(/dropped/);
  });

  it.each([
    ["00:01:00;00", "dropped"],
    ["00:01:00;01", "dropped"],
    ["00:60:00:00", "minutes"],
    ["00:00:61:00", "seconds"],
    ["00:00:00:30", "frames"],
    ["24:00:00:00", "unreadable"],
    ["1:2", "unreadable"],
    ["", "unreadable"],
    ["aa:00:00:00", "unreadable"],
  ])("refuses %s: %s", (label, fault) => {
    expect(parseTimecode(label, DROP_FRAME_30)).toEqual({ ok: false, fault });
  });
});
