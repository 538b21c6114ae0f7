import type { LoadRequest, SwarmEngine } from "@shoal/p2p";
import { describe, expect, it } from "vitest";
import type { RequestSegment } from "./core.ts";
import { answerOf, loadSegment, rangeHeader, spanOf } from "./load-segment.ts";
import type { ShoalCore } from "./shoal.ts";

const SEGMENT_URL = "https://cdn.example.com/film.mp4?sig=1";
const SEGMENT_SPAN = { fromByte: 100, toByte: 300 };

it.each([
  ["bytes=100-299", SEGMENT_SPAN],
  ["bytes=100-", undefined],
  ["bytes=-5", undefined],
  [undefined, undefined],
])("spanOf(%s) is %j", (header, asked) => {
  expect(spanOf(header)).toEqual(asked);
});

it.each([
  [undefined, 0, undefined, undefined],
  [undefined, 5, undefined, "bytes=5-"],
  [undefined, 0, 50, "bytes=0-49"],
  [SEGMENT_SPAN, 0, undefined, "bytes=100-299"],
  [SEGMENT_SPAN, 20, undefined, "bytes=120-299"],
  [SEGMENT_SPAN, 20, 60, "bytes=120-159"],
])("rangeHeader for the span %j from byte %i to %s is %s", (asked, fromByte, toByte, header) => {
  expect(rangeHeader(asked, fromByte, toByte)).toBe(header);
});

describe("loadSegment", () => {
  /** Fakes a swarm whose `load` can request the CDN. */
  function coreWith(load: (request: LoadRequest, ask: RequestSegment | undefined) => Promise<unknown>) {
    let ask: RequestSegment | undefined;
    const engine = { load: (request: LoadRequest) => load(request, ask) } as unknown as SwarmEngine;
    const remember = (_: string, request: RequestSegment) => {
      ask = request;
    };
    return { engine, remember } as unknown as ShoalCore;
  }
  const wanted = (status: number, signal = new AbortController().signal) => ({
    url: SEGMENT_URL,
    span: SEGMENT_SPAN,
    startSec: 4,
    signal,
    request: async () => answerOf(new ArrayBuffer(200), status),
  });
  const fromCdn = coreWith(async ({ signal }, ask) => (await ask?.(0, signal))?.status);

  it("loads a segment from the swarm, and returns undefined without one", async () => {
    expect(await loadSegment(fromCdn, wanted(206))).toBe(206);
    expect(await loadSegment({ ...fromCdn, engine: undefined } as ShoalCore, wanted(206))).toBeUndefined();
  });

  it("returns undefined if the CDN fails, or sends a whole file instead of a range", async () => {
    expect(await loadSegment(fromCdn, wanted(503))).toBeUndefined();
    expect(await loadSegment(fromCdn, wanted(200))).toBeUndefined();
  });

  it("rejects with AbortError when it is aborted", async () => {
    const abort = new AbortController();
    const core = coreWith(() => Promise.reject(new Error("Given up")));
    abort.abort();
    await expect(loadSegment(core, wanted(206, abort.signal))).rejects.toMatchObject({ name: "AbortError" });
  });
});
