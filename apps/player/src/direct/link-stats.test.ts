import { describe, expect, it } from "vitest";
import { LinkMonitor, type LinkStats, linkStatsOf } from "./link-stats.ts";

const EMPTY_STATS: LinkStats = {
  frames: 0,
  videoBytes: 0,
  audioBytes: 0,
  height: 0,
};
const statsWith = (changes: Partial<LinkStats>): LinkStats => ({ ...EMPTY_STATS, ...changes });

describe("readLinkStats", () => {
  it("reads the inbound video and audio of a report", () => {
    const report = new Map<string, object>([
      [
        "v",
        {
          type: "inbound-rtp",
          kind: "video",
          bytesReceived: 1_000,
          headerBytesReceived: 50,

          framesDecoded: 30,
          frameHeight: 360,
        },
      ],
      ["a", { type: "inbound-rtp", kind: "audio", bytesReceived: 200 }],
      ["o", { type: "outbound-rtp", kind: "video", bytesSent: 9_000 }],
    ]);
    expect(linkStatsOf(report)).toEqual({
      frames: 30,
      videoBytes: 1_050,
      audioBytes: 200,
      height: 360,
    });
  });

  it("returns zeros for a report without figures", () => {
    expect(linkStatsOf(new Map())).toEqual(EMPTY_STATS);
    expect(linkStatsOf(new Map([["v", { type: "inbound-rtp", kind: "video" }]]))).toEqual(EMPTY_STATS);
  });
});

describe("LinkMonitor.record", () => {
  it("reports a failure after three seconds without a new frame", () => {
    const watch = new LinkMonitor(0);
    expect(watch.record(statsWith({ frames: 10, videoBytes: 10_000 }), 1_000)).toBe(false);
    expect(watch.record(statsWith({ frames: 10, videoBytes: 11_000 }), 4_000)).toBe(false);
    expect(watch.record(statsWith({ frames: 10, videoBytes: 11_500 }), 4_001)).toBe(true);
  });

  it("reports a failure after ten seconds without a first frame", () => {
    const watch = new LinkMonitor(0);
    expect(watch.record(EMPTY_STATS, 10_000)).toBe(false);
    expect(watch.record(EMPTY_STATS, 10_001)).toBe(true);
  });

  it("reports no failure of a static picture with continuing audio", () => {
    const watch = new LinkMonitor(0);
    watch.record(statsWith({ frames: 1, videoBytes: 9_000 }), 500);
    for (let second = 1; second < 20; second++) {
      const still = statsWith({ frames: 1, videoBytes: 9_000, audioBytes: second * 100 });
      expect(watch.record(still, second * 1_000)).toBe(false);
    }
  });
});

it("LinkMonitor measures the bit rate of the last second", () => {
  const watch = new LinkMonitor(0);
  for (let half = 1; half < 20; half++)
    watch.record(statsWith({ frames: half, videoBytes: half * 62_500 }), half * 500);
  expect(watch.kbps).toBeCloseTo(1_000, 0);
});

describe("LinkMonitor.hasStoppedMoving", () => {
  it("is true half a second after the last of many frames per second", () => {
    const watch = new LinkMonitor(0);
    expect(watch.isStill(9_000)).toBe(false);
    watch.record(statsWith({ frames: 30, videoBytes: 1 }), 1_000);
    watch.record(statsWith({ frames: 60, videoBytes: 2 }), 2_000);
    expect([2_500, 2_501].map((nowMs) => watch.isStill(nowMs))).toEqual([false, true]);
  });

  it("is true only after three seconds if there is one frame per second", () => {
    const watch = new LinkMonitor(0);
    for (let second = 1; second < 5; second++)
      watch.record(statsWith({ frames: second, videoBytes: second }), second * 1_000);
    expect([7_000, 7_001].map((nowMs) => watch.isStill(nowMs))).toEqual([false, true]);
  });
});
