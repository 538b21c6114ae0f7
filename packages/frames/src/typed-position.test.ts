import { describe, expect, it } from "vitest";
import { FPS_25, FPS_29_97 } from "./frame-rate.ts";
import { timecodeFormat } from "./timecode.ts";
import { parseTypedPosition } from "./typed-position.ts";

const CONTEXT_AT_25_FPS = { format: timecodeFormat(FPS_25), currentFrame: 100, frames: 1_000_000 };
const fromOneHour = { ...CONTEXT_AT_25_FPS, format: timecodeFormat(FPS_25, "01:00:00:00") };
const dropFrame = { ...CONTEXT_AT_25_FPS, format: timecodeFormat(FPS_29_97, "00:00:00;00") };

describe("typed positions", () => {
  it.each([
    ["1:2", 27],
    ["102", 27],
    ["10203", 62 * 25 + 3],
    ["1:02:03", 62 * 25 + 3],
    ["01:02:03:04", (3_600 + 123) * 25 + 4],
    ["01:02:03;04", (3_600 + 123) * 25 + 4],
    ["01.02.03.04", (3_600 + 123) * 25 + 4],
    [" 01 : 02 : 03 : 04 ", (3_600 + 123) * 25 + 4],
    ["7", 7],
    ["+10", 110],
    ["-10", 90],
    ["+150", 250],
    ["+1:00", 125],
    ["-1:00", 75],
    ["+2s", 150],
    ["120f", 120],
    ["120F", 120],
    ["62.5s", 1_562],
    ["62,5s", 1_562],
    ["0.04s", 1],
  ])("reads %s at 25 fps as frame %d", (text, frame) => {
    expect(parseTypedPosition(text, CONTEXT_AT_25_FPS)).toEqual({ ok: true, frame, isClamped: false });
  });

  it("takes missing hours from the start timecode", () => {
    expect(parseTypedPosition("10:00", fromOneHour)).toEqual({ ok: true, frame: 250, isClamped: false });
    expect(parseTypedPosition("01:00:10:00", fromOneHour)).toMatchObject({ frame: 250 });
    expect(parseTypedPosition("120f", fromOneHour)).toMatchObject({ frame: 120 });
  });

  it("is clamped to the video, which the result reports", () => {
    const short = { ...CONTEXT_AT_25_FPS, frames: 200 };
    expect(parseTypedPosition("1:00:00", short)).toEqual({ ok: true, frame: 199, isClamped: true });
    expect(parseTypedPosition("-500", short)).toEqual({ ok: true, frame: 0, isClamped: true });
    expect(parseTypedPosition("00:59:00:00", fromOneHour)).toEqual({ ok: true, frame: 0, isClamped: true });
  });

  it("reads labels that drop frame skips as the next frame", () => {
    for (const text of ["1:00:00", "00:01:00;00", "00:01:00;01", "00:01:00;02"])
      expect(parseTypedPosition(text, dropFrame)).toMatchObject({ ok: true, frame: 1_800 });
  });

  it.each([
    ["", "unreadable"],
    ["+", "unreadable"],
    ["one", "unreadable"],
    ["1:2:3:4:5", "unreadable"],
    ["1.5f", "unreadable"],
    ["1".repeat(40), "unreadable"],
    ["99:00:00:00", "unreadable"],
    ["61:00:00", "minutes"],
    ["61:00", "seconds"],
    ["25", "frames"],
  ])("refuses %s: %s", (text, fault) => {
    expect(parseTypedPosition(text, CONTEXT_AT_25_FPS)).toEqual({ ok: false, fault });
  });
});
