import type { SwarmEngine } from "@shoal/p2p";
import type { FragmentLoaderContext, HlsConfig } from "hls.js";
import { describe, expect, it } from "vitest";
import { createFragmentLoaderClass, loadingTimes } from "./fragment-loader.ts";
import { bestHeight, SegmentTimeline } from "./segment-timeline.ts";

const loaded = { startedAtMs: 1_000, firstByteAtMs: 1_050, endedAtMs: 3_000, data: new ArrayBuffer(500_000) };

describe("the times that hls.js measures by", () => {
  it("are those of the server's own transfer", () => {
    const times = loadingTimes(
      { ...loaded, transport: "server", bytesServer: 500_000, bytesPeer: 0 },
      8_000_000,
    );
    expect(times).toEqual({ start: 1_000, first: 1_050, end: 3_000 });
  });

  it("of a slow peer keep the estimate as it was", () => {
    const bandwidthBps = 8_000_000;
    const { start, end } = loadingTimes(
      { ...loaded, transport: "peer", bytesServer: 0, bytesPeer: 500_000 },
      bandwidthBps,
    );
    expect((500_000 * 8_000) / (end - start)).toBe(bandwidthBps);
  });

  it("of a fast peer may raise it", () => {
    const { start, end } = loadingTimes(
      { ...loaded, endedAtMs: 1_100, transport: "peer", bytesServer: 0, bytesPeer: 500_000 },
      8_000_000,
    );
    expect(end - start).toBe(100);
  });
});

describe("the timeline of played segments", () => {
  it("knows who sent what is under the playhead, the latest to be buffered first", () => {
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
  ])("takes of %j for a player of %i px the height %i as the best", (heights, playerPx, best) => {
    expect(bestHeight(heights, playerPx)).toBe(best);
  });
});

describe("the fragment loader", () => {
  const engineWith = (load: SwarmEngine["load"]): SwarmEngine => ({
    load,
    awaited: () => undefined,
    setPlayhead: () => undefined,
    renew: () => undefined,
    stats: () => ({ bytesServer: 0, bytesPeer: 0, bytesUp: 0, peers: 0, audience: 1 }),
    close: () => undefined,
  });
  const context = {
    url: "https://e.example/m/token/u-1/1/v0/3.m4s",
    frag: { sn: 3, start: 12 },
  } as unknown as FragmentLoaderContext;

  const loaderOn = (engine: SwarmEngine) => {
    const FragmentLoader = createFragmentLoaderClass({
      DefaultLoader: class {} as never,
      engine: () => engine,
      bufferEndSec: () => 0,
      bandwidthBps: () => 0,
      onLoaded: () => undefined,
    });
    return new FragmentLoader({} as HlsConfig);
  };

  it("that succeeded is not aborted by its destruction: hls.js would not count its bandwidth", async () => {
    const engine = engineWith(async () => ({
      ...loaded,
      transport: "server",
      bytesServer: 500_000,
      bytesPeer: 0,
    }));
    const loader = loaderOn(engine);
    await new Promise((resolve) => {
      const onSuccess = () => resolve(loader.destroy());
      loader.load(context, {} as never, { onSuccess, onError: resolve, onTimeout: resolve });
    });
    expect(loader.stats).toMatchObject({ aborted: false, loaded: 500_000, total: 500_000 });
  });

  it("that is destroyed on its way gives the segment up", async () => {
    const reason = new Promise<unknown>((resolve) => {
      const engine = engineWith(
        ({ signal }) =>
          new Promise((_, reject) => signal.addEventListener("abort", () => reject(resolve(signal.reason)))),
      );
      const loader = loaderOn(engine);
      loader.load(context, {} as never, { onSuccess: resolve, onError: resolve, onTimeout: resolve });
      loader.destroy();
      expect(loader.stats.aborted).toBe(true);
    });
    expect(await reason).toMatchObject({ name: "AbortError" });
  });
});
