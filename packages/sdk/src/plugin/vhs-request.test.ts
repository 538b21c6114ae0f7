import type { LoadedSegment, LoadRequest } from "@shoal/p2p";
import { describe, expect, it } from "vitest";
import type { RequestSegment } from "./core.ts";
import type { ShoalCore } from "./shoal.ts";
import { type VhsOptions, type VhsRequest, type VhsXhr, wrapXhr } from "./vhs-request.ts";

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
const SEGMENT: VhsOptions = { uri: "https://cdn.example.net/film/v0/3.m4s", requestType: "segment" };

/** A response of VHS's own xhr. */
class PlainRequest extends EventTarget implements VhsRequest {
  status = 503;
  response = null;
  abort(): void {}
}

/** Sets up an xhr of VHS that always fails, with the swarm in front of it. */
function setUp(load: (request: LoadRequest, requestCdn: RequestSegment) => Promise<LoadedSegment>) {
  const requests: VhsOptions[] = [];
  const plain: VhsXhr = (options, callback) => {
    requests.push(options);
    const request = new PlainRequest();
    queueMicrotask(() => callback("no service", request));
    return request;
  };
  let requestCdn: RequestSegment = () => Promise.reject(new Error("not remembered"));
  const core = {
    engine: { load: (wanted: LoadRequest) => load(wanted, (...part) => requestCdn(...part)) },
    remember: (_: string, request: RequestSegment) => (requestCdn = request),
    countDirect() {},
  } as unknown as ShoalCore;
  const xhr = wrapXhr(plain, {
    core,
    bufferEndSec: () => 8,
    bandwidthBps: () => 8_000_000,
    onLoaded: () => undefined,
  });
  const sendRequest = (options: VhsOptions) =>
    new Promise<{ error: unknown; request: VhsRequest }>((resolve) => {
      xhr(options, (error, request) => resolve({ error, request }));
    });
  return { plain, xhr, sendRequest, asked: requests };
}

describe("VHS's xhr with the swarm in front", () => {
  it.each([
    ["a slow peer's segment keeps the estimate", createLoadedSegment(0, SEGMENT_BYTES), 8_000_000],
    ["the CDN's tells how fast it is", createLoadedSegment(SEGMENT_BYTES, 0), 2_000_000],
    ["one that was here already says nothing", createLoadedSegment(0, 0), 8_000_000],
  ])("measures bandwidth: %s", async (_, segment, bandwidth) => {
    const harness = setUp(async () => segment);
    const { error, request } = await harness.sendRequest(SEGMENT);
    expect(error).toBeNull();
    expect(request).toMatchObject({ status: 200, bytesReceived: SEGMENT_BYTES, bandwidth });
    expect(request.response?.byteLength).toBe(SEGMENT_BYTES);
    expect(harness.asked).toEqual([]);
  });

  it("reports the CDN's error of a full request without repeating the request", async () => {
    const harness = setUp((_, requestCdn) => requestCdn(0, new AbortController().signal) as Promise<never>);
    const { error, request } = await harness.sendRequest(SEGMENT);
    expect([error, request.status, harness.asked.length]).toEqual(["no service", 503, 1]);
  });

  it("requests the whole segment by VHS if a range could not be loaded", async () => {
    const harness = setUp((_, requestCdn) => requestCdn(100, new AbortController().signal) as Promise<never>);
    await harness.sendRequest(SEGMENT);
    expect(harness.asked).toEqual([{ ...SEGMENT, headers: { Range: "bytes=100-" } }, SEGMENT]);
  });

  it("ends an aborted request without calling back", async () => {
    const harness = setUp(
      ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", reject)),
    );
    let isCalled = false;
    const request = harness.xhr(SEGMENT, () => {
      isCalled = true;
    });
    const ended = new Promise((resolve) => request.addEventListener("loadend", resolve));
    request.abort();
    await ended;
    expect([request.aborted, isCalled, harness.asked.length]).toEqual([true, false, 0]);
  });

  it("leaves keys to VHS, and keeps the page's hooks on VHS's own xhr", async () => {
    const harness = setUp(async () => createLoadedSegment(SEGMENT_BYTES, 0));
    const key = { ...SEGMENT, requestType: "segment-key" };
    await harness.sendRequest(key);
    expect(harness.asked).toEqual([key]);
    Object.assign(harness.xhr, { onRequest: "hook" });
    expect(harness.plain).toHaveProperty("onRequest", "hook");
  });
});
