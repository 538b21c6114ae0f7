import { describe, expect, it } from "vitest";
import { bestHeight, SegmentTimeline } from "./segment-timeline.ts";

describe("the timeline of played segments", () => {
  it("returns the segment at a position that was buffered last", () => {
    const timeline = new SegmentTimeline();
    const segment = { kbps: 900, height: 480 };
    timeline.put({ ...segment, startSec: 0, endSec: 4, transport: "server" });
    timeline.put({ ...segment, startSec: 4, endSec: 8, transport: "server" });
    timeline.put({ ...segment, startSec: 4, endSec: 8, transport: "peer", height: 720 });
    expect(timeline.at(2)?.transport).toBe("server");
    expect(timeline.at(5)).toMatchObject({ transport: "peer", height: 720 });
    expect(timeline.at(9)).toBeUndefined();
  });

  it.each([
    [[240, 480, 720], 400, 480],
    [[240, 480, 720], 480, 480],
    [[240, 480, 720], 1_080, 720],
    [[], 100, 0],
  ])("bestHeight of %j for a player of %i px is %i", (heights, playerPx, best) => {
    expect(bestHeight(heights, playerPx)).toBe(best);
  });
});
