import type { CaptionCue } from "@shoal/contract";
import { describe, expect, it } from "vitest";
import { getBox, listBoxes } from "./boxes.ts";
import { readFragment } from "./read-fragment.ts";
import { readSampleDefaults } from "./read-fragment-table.ts";
import { writeCaptionsFragment, writeCaptionsInit } from "./write-captions.ts";

const createCue = (startMs: number, endMs: number, text: string, settings = ""): CaptionCue => ({
  startMs,
  endMs,
  text,
  settings,
});

/** Writes a segment of captions and reads it as a list of `[from, to, ...cues]`. */
function writeAndRead(cues: readonly CaptionCue[], lengthMs: number) {
  const bytes = writeCaptionsFragment(cues, { lengthMs, mediaTimeMs: 0 });
  const { baseTicks, samples } = readFragment(bytes, readSampleDefaults(writeCaptionsInit()));
  let fromMs = baseTicks;
  return samples.map(({ durationTicks, bytes: sample }) => {
    fromMs += durationTicks;
    const shown = listBoxes(Buffer.from(sample)).map(({ type, body }) =>
      type === "vttc" ? getBox(body, "payl").toString() : type,
    );
    return [fromMs - durationTicks, fromMs, ...shown];
  });
}

describe("writeCaptionsFragment", () => {
  it("fills the whole segment, with empty samples where no cue is shown", () => {
    expect(writeAndRead([createCue(1_000, 3_000, "déjà <b>vu</b>")], 4_000)).toEqual([
      [0, 1_000, "vtte"],
      [1_000, 3_000, "déjà <b>vu</b>"],
      [3_000, 4_000, "vtte"],
    ]);
    expect(writeAndRead([], 500)).toEqual([[0, 500, "vtte"]]);
  });

  it("puts cues that are shown at the same time into one sample", () => {
    const cues = [
      createCue(2_000, 3_000, "late"),
      createCue(0, 2_500, "early"),
      createCue(500, 700, "short"),
    ];
    expect(writeAndRead(cues, 3_000)).toEqual([
      [0, 500, "early"],
      [500, 700, "early", "short"],
      [700, 2_000, "early"],
      [2_000, 2_500, "early", "late"],
      [2_500, 3_000, "late"],
    ]);
  });

  it("keeps the cue settings, and starts at the media time", () => {
    const bytes = writeCaptionsFragment([createCue(0, 100, "up", "line:0 align:left")], {
      lengthMs: 100,
      mediaTimeMs: 2_500,
    });
    expect(readFragment(bytes, readSampleDefaults(writeCaptionsInit())).baseTicks).toBe(2_500);
    const sample = getBox(bytes, "mdat");
    expect(getBox(sample, "vttc/sttg").toString()).toBe("line:0 align:left");
  });
});
