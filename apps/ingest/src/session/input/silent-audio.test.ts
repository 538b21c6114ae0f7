import { readAudioHeader } from "@shoal/rtmp";
import { describe, expect, it } from "vitest";
import { SilentAudio } from "./silent-audio.ts";

describe("silent audio", () => {
  it("is AAC and starts with its configuration", () => {
    const silence = new SilentAudio(1_000);
    expect(readAudioHeader(silence.config)).toMatchObject({ codec: "aac", isConfig: true });
    expect(silence.until(1_001).map(readAudioHeader)).toMatchObject([{ codec: "aac", isMedia: true }]);
  });

  it("is generated up to each video frame, without a gap", () => {
    const silence = new SilentAudio(1_000);
    expect(silence.until(1_000)).toEqual([]);
    expect(silence.until(1_050).map(({ timestampMs }) => timestampMs)).toEqual([1_000, 1_021, 1_043]);
    expect(silence.until(1_050)).toEqual([]);
    expect(silence.until(1_100).map(({ timestampMs }) => timestampMs)).toEqual([1_064, 1_085]);
    expect(silence.until(61_000)).toHaveLength(2_808);
  });
});
