import { OPEN_END, type SegmentId } from "../protocol/index.ts";
import type { SwarmEvent } from "../scheduler/state.ts";
import type { SwarmEngineOptions } from "./engine.types.ts";
import type { SegmentLoad } from "./loads.ts";
import { markStart, reportProgress } from "./progress.ts";
import type { SegmentVerifier } from "./segment-verifier.ts";
import { fetchFromServer, SegmentUnavailableError } from "./server-fetch.ts";

const FIRST_RETRY_DELAY_MS = 400;
const RETRY_MIN_MS = 1_000;
const RETRY_SPREAD_MS = 4_000;

export interface ServerReaderOptions {
  options: SwarmEngineOptions;
  dispatch(event: SwarmEvent): void;
  loads: Map<SegmentId, SegmentLoad>;
  settling: SegmentVerifier;
}

interface ServerRange {
  requestId: number;
  fromByte: number;
  toByte: number;
}

/** Fetches parts of segments from the server and measures its speed. */
export class ServerReader {
  readonly #options: ServerReaderOptions;
  bytes = 0;

  constructor(options: ServerReaderOptions) {
    this.#options = options;
  }

  async read(load: SegmentLoad, range: ServerRange): Promise<void> {
    const { requestId } = range;
    const abort = new AbortController();
    load.aborts.set(requestId, abort);
    markStart(load);
    try {
      await this.#fetch(load, range, abort.signal);
    } catch (cause) {
      if (!abort.signal.aborted) this.#failed(load, requestId, cause);
      return;
    } finally {
      load.aborts.delete(requestId);
    }
    if (load.assembly.isComplete) await this.#options.settling.settle(load);
  }

  async #fetch(
    load: SegmentLoad,
    { requestId, fromByte, toByte }: ServerRange,
    signal: AbortSignal,
  ): Promise<void> {
    const { segment, assembly } = load;
    const { dispatch, options } = this.#options;
    const startedAtMs = performance.now();
    let firstByteAtMs = 0;
    let at = fromByte;
    const reportTotal = (totalBytes: number) =>
      dispatch({ type: "accepted", segment, requestId, totalBytes, startInMs: 0, etaMs: 0 });
    await fetchFromServer({
      fromByte,
      toByte,
      signal,
      silenceMs: options.serverSilenceMs,
      request: (from, inner) =>
        options.requestSegment(segment, from, inner, toByte === OPEN_END ? undefined : toByte),
      onStart: (length) => {
        firstByteAtMs = performance.now();
        // A partial response declares where it ends, but not the length of the whole segment.
        if (toByte !== OPEN_END || length === 0) return;
        if (assembly.total > 0 && assembly.total !== length) throw new RangeError();
        assembly.total = length;
        reportTotal(length);
      },
      onChunk: (chunk) => {
        this.bytes += chunk.length;
        if (!assembly.put(at, chunk, "", performance.now())) throw new Error();
        at += chunk.length;
        if (assembly.total > 0) dispatch({ type: "progress", segment, requestId, at });
        reportProgress(load);
      },
    });
    const endAt = toByte === OPEN_END ? assembly.total || at : toByte;
    if (at < endAt) throw new RangeError();
    if (assembly.total === 0) {
      assembly.total = at;
      reportTotal(at);
      dispatch({ type: "progress", segment, requestId, at });
    }
    const latencyMs = firstByteAtMs - startedAtMs;
    const durationMs = Math.max(1, performance.now() - firstByteAtMs);
    dispatch({ type: "serverMeasured", latencyMs, bytes: at - fromByte, durationMs });
  }

  /**
   * Starts a segment over if its length differs from the length that a peer declared, because requests based on that length are
   * useless.
   */
  #startOver(load: SegmentLoad): void {
    const { dispatch } = this.#options;
    const { segment, totalFrom } = load;
    load.totalFrom = "";
    load.assembly.reset();
    dispatch({ type: "liars", peerIds: [totalFrom] });
    dispatch({ type: "corrupt", segment });
  }

  #failed(load: SegmentLoad, requestId: number, cause: unknown): void {
    const { segment } = load;
    const { options, dispatch, loads } = this.#options;
    if (loads.get(segment) !== load) return;
    if (cause instanceof SegmentUnavailableError) {
      options.onFault?.({ type: "segment_gone", segment, cause });
      loads.delete(segment);
      for (const waiter of load.waiters) waiter.reject(cause);
      dispatch({ type: "abandon", segment });
      return;
    }
    options.onFault?.({ type: "server_failed", segment, cause });
    if (cause instanceof RangeError && load.totalFrom) {
      this.#startOver(load);
      return;
    }
    load.failures += 1;
    const isFirst = load.failures === 1;
    const retryAfterMs = isFirst ? FIRST_RETRY_DELAY_MS : RETRY_MIN_MS + Math.random() * RETRY_SPREAD_MS;
    dispatch({ type: "serverFailed", segment, requestId, retryAfterMs });
  }
}
