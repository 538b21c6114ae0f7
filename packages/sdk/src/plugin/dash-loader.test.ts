import type { LoadedSegment, LoadRequest } from "@shoal/p2p";
import { describe, expect, it } from "vitest";
import { type DashRequest, wrapLoader } from "./dash-loader.ts";
import type { ShoalCore } from "./shoal.ts";

const SEGMENT_BYTES = 500_000;
const createLoadedSegment = (bytesServer: number, bytesPeer: number): LoadedSegment => ({
  data: new ArrayBuffer(SEGMENT_BYTES),
  transport: bytesPeer > 0 ? "peer" : "server",
  bytesServer,
  bytesPeer,

  startedAtMs: 1_000,
  firstByteAtMs: 1_050,
  endedAtMs: 3_000,
});

/** Sets up a dash.js loader with the swarm in front, and records its calls. */
function setUp(load: (request: LoadRequest, count: (bytesPeer: number) => void) => Promise<LoadedSegment>) {
  const progress: object[] = [];
  const direct: unknown[] = [];
  let bytesPeer = 0;
  const core = {
    engine: {
      load: (wanted: LoadRequest) => load(wanted, (bytes) => (bytesPeer += bytes)),
      stats: () => ({ bytesPeer }),
    },
    remember() {},
  } as unknown as ShoalCore;
  const loader = wrapLoader(
    {
      load: (request) => direct.push(request),
      abort: () => undefined,
      reset: () => undefined,
      resetInitialSettings: () => undefined,
    },
    { core: () => core, bufferEndSec: () => 0, bandwidthBps: () => 8_000_000, onLoaded: () => undefined },
  );
  const response = { url: "", status: 0, statusText: "", headers: {}, data: new ArrayBuffer(0) };
  const load_ = (changes: Partial<DashRequest> = {}, type = "MediaSegment") =>
    new Promise<DashRequest>((resolve) => {
      const request: DashRequest = {
        url: "https://cdn.example.net/film/v0/3.m4s",
        method: "GET",
        credentials: "omit",
        timeout: 0,
        ...changes,
        customData: {
          request: {
            type,
            mediaType: "video",
            startTime: 8,
            duration: 4,
            bytesTotal: SEGMENT_BYTES,
            firstByteDate: null,
          },
          onprogress: (event) => progress.push(event),
          onloadend: () => resolve(request),
          onabort: () => resolve(request),
        },
      };
      loader.load(request, response);
      if (direct.length > 0) resolve(request);
    });
  return { loader, load: load_, progress, direct, response };
}

describe("dash.js's loader with the swarm in front", () => {
  it("reports a slow peer's segment as one throughput sample that keeps the estimate", async () => {
    const harness = setUp(async ({ onProgress }, count) => {
      count(SEGMENT_BYTES);
      onProgress?.(SEGMENT_BYTES / 2, SEGMENT_BYTES);
      return createLoadedSegment(0, SEGMENT_BYTES);
    });
    await harness.load();
    const total = { total: SEGMENT_BYTES, lengthComputable: true };
    expect(harness.progress).toEqual([
      { loaded: SEGMENT_BYTES / 2, ...total, noTrace: true },
      { loaded: 0, ...total, time: 1 },
      { loaded: SEGMENT_BYTES, ...total, time: 500 },
    ]);
    expect(harness.response).toMatchObject({ status: 200, url: "https://cdn.example.net/film/v0/3.m4s" });
    expect(harness.response.data.byteLength).toBe(SEGMENT_BYTES);
  });

  it("lets dash.js measure the CDN's transfer without the preceding wait for peers", async () => {
    const askedAtMs = Date.now();
    const harness = setUp(async ({ onProgress }) => {
      onProgress?.(SEGMENT_BYTES, SEGMENT_BYTES);
      return createLoadedSegment(SEGMENT_BYTES, 0);
    });
    const { customData } = await harness.load();
    expect(harness.progress).toEqual([
      { loaded: SEGMENT_BYTES, total: SEGMENT_BYTES, lengthComputable: true, noTrace: false },
    ]);
    const latencyMs = Number(customData.request?.firstByteDate) - askedAtMs;
    expect(latencyMs).toBeGreaterThanOrEqual(50);
  });

  it("reports an abort, and ignores a segment that arrives after it", async () => {
    let resolve: (segment: LoadedSegment) => void = () => undefined;
    const harness = setUp(() => new Promise((resolved) => (resolve = resolved)));
    const loading = harness.load();
    harness.loader.abort();
    resolve(createLoadedSegment(SEGMENT_BYTES, 0));
    await loading;
    expect(harness.response.status).toBe(0);
    expect(harness.direct).toEqual([]);
  });

  it("lets dash.js load segments that the swarm failed to load, and requests that are not for segments", async () => {
    const harness = setUp(() => Promise.reject(new Error("gone")));
    void harness.load();
    await expect.poll(() => harness.direct).toHaveLength(1);
    const others = setUp(async () => createLoadedSegment(SEGMENT_BYTES, 0));
    await others.load({}, "license");
    await others.load({ method: "HEAD" });
    await others.load({ headers: { Range: "bytes=100-" } });
    expect(others.direct).toHaveLength(3);
  });
});
