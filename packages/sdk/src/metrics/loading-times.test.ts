import { describe, expect, it } from "vitest";
import { loadingTimes } from "./loading-times.ts";

const LOADED_SEGMENT = {
  startedAtMs: 1_000,
  firstByteAtMs: 1_050,
  endedAtMs: 3_000,
  data: new ArrayBuffer(500_000),
};

describe("loadingTimes", () => {
  it("returns the times of the server's own transfer", () => {
    const times = loadingTimes(
      { ...LOADED_SEGMENT, transport: "server", bytesServer: 500_000, bytesPeer: 0 },
      8_000_000,
    );
    expect(times).toEqual({ start: 1_000, first: 1_050, end: 3_000 });
  });

  it("returns times for a slow peer that keep the player's estimate", () => {
    const bandwidthBps = 8_000_000;
    const { start, end } = loadingTimes(
      { ...LOADED_SEGMENT, transport: "peer", bytesServer: 0, bytesPeer: 500_000 },
      bandwidthBps,
    );
    expect((500_000 * 8_000) / (end - start)).toBe(bandwidthBps);
  });

  it("returns times for a fast peer that raise the estimate", () => {
    const { start, end } = loadingTimes(
      { ...LOADED_SEGMENT, endedAtMs: 1_100, transport: "peer", bytesServer: 0, bytesPeer: 500_000 },
      8_000_000,
    );
    expect(end - start).toBe(100);
  });
});
