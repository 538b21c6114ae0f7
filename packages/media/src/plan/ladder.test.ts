import { describe, expect, it } from "vitest";
import { infoOf } from "./fixtures.ts";
import { customLadder, optimizedLadder } from "./ladder.ts";

const sizesOf = (rungs: { width: number; height: number }[]) =>
  rungs.map(({ width, height }) => `${width}x${height}`);

describe("the optimised ladder", () => {
  it.each([
    ["full HD", { width: 1920, height: 1080 }, ["640x360", "960x540", "1280x720", "1920x1080"]],
    [
      "portrait by its short side",
      { width: 1080, height: 1920 },
      ["360x640", "540x960", "720x1280", "1080x1920"],
    ],
    ["an odd size as its own top", { width: 1000, height: 600 }, ["600x360", "1000x600"]],
    ["a small source alone", { width: 320, height: 180 }, ["320x180"]],
    [
      "8K no larger than 4K",
      { width: 7680, height: 4320 },
      ["640x360", "960x540", "1280x720", "1920x1080", "2560x1440", "3840x2160"],
    ],
  ])("plans %s", (_, size, expected) => {
    expect(sizesOf(optimizedLadder(infoOf({ video: size, bitrateKbps: 20_000 })))).toEqual(expected);
  });

  it("omits rungs below one that is light enough", () => {
    expect(sizesOf(optimizedLadder(infoOf({ bitrateKbps: 220 })))).toEqual(["1920x1080"]);
  });

  it("allows each rung a higher bit rate than the previous one", () => {
    const caps = optimizedLadder(infoOf({})).map(({ maxBitrateKbps }) => maxBitrateKbps);
    expect(caps).toEqual(caps.toSorted((a, b) => a - b));
  });
});

describe("a custom list", () => {
  const quality = (width: number, height: number, FPS = 30) => ({
    bitrate: 800,
    resolution: { width, height },
    FPS,
  });

  it("is used as given in ascending order, with odd sides made even", () => {
    const rungs = customLadder([quality(1920, 1080), quality(323, 486)], infoOf({}));
    expect(sizesOf(rungs)).toEqual(["324x486", "1920x1080"]);
    expect(rungs[0]).toMatchObject({ crf: null, maxBitrateKbps: 800 });
  });

  it.each([
    ["the source's where it is slower", { num: 24, den: 1 }, 30, { num: 24, den: 1 }],
    ["every second frame where that fits", { num: 50, den: 1 }, 25, { num: 25, den: 1 }],
    ["NTSC for a round 30", { num: 30000, den: 1001 }, 30, { num: 30000, den: 1001 }],
    ["its own rate otherwise", { num: 30, den: 1 }, 25, { num: 25000, den: 1000 }],
  ])("uses as frame rate %s", (_, fps, requested, expected) => {
    const [rung] = customLadder([quality(640, 360, requested)], infoOf({ video: { fps } }));
    expect(rung?.fps).toEqual(expected);
  });
});
