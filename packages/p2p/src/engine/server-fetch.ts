import { OPEN_END } from "../protocol/index.ts";

/** A server response that would be the same after a retry. */
export class SegmentUnavailableError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The server answered ${status}`);
    this.status = status;
  }
}

const OUT_OF_RANGE = 416;
const isPermanent = (status: number): boolean =>
  status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status);

/** The silence after which a server that has accepted a request counts as unreachable. */
const MAX_SERVER_SILENCE_MS = 10_000;

export interface ServerFetch {
  fromByte: number;
  /** The first byte that is not needed; `OPEN_END` for the end of the segment. */
  toByte: number;
  signal: AbortSignal;
  silenceMs?: number | undefined;
  /** Requests the bytes from `fromByte` to the end. */
  request(fromByte: number, signal: AbortSignal): Promise<Response>;
  /** `total` is 0 if the server does not declare it. */
  onStart(total: number): void;
  onChunk(chunk: Uint8Array): void;
}

/**
 * Reads a segment from the server, or a part of it: the transfer is aborted at `toByte`.
 * @throws SegmentUnavailableError for 404 and similar responses; RangeError if it ends before `fromByte`; other errors can be retried.
 */
export async function fetchFromServer(fetch: ServerFetch): Promise<void> {
  const stop = new AbortController();
  const { silenceMs = MAX_SERVER_SILENCE_MS } = fetch;
  let timer = setTimeout(() => stop.abort(), silenceMs);
  try {
    const signal = AbortSignal.any([fetch.signal, stop.signal]);
    const response = await fetch.request(fetch.fromByte, signal);
    if (response.status === OUT_OF_RANGE) throw new RangeError();
    if (isPermanent(response.status)) throw new SegmentUnavailableError(response.status);
    if (!response.ok || !response.body) throw new Error(`The server answered ${response.status}`);
    const isWhole = await readBody(response, fetch, () => {
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(), silenceMs);
    });
    if (!isWhole) stop.abort();
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a response. @returns false if further bytes are not needed. */
async function readBody(response: Response, fetch: ServerFetch, onBytes: () => void): Promise<boolean> {
  const length = Number(response.headers.get("content-length") ?? 0);
  // A cache without range support sends the complete segment, so the bytes that have already arrived are skipped.
  let skip = response.status === 206 ? 0 : fetch.fromByte;
  let room = fetch.toByte === OPEN_END ? Number.POSITIVE_INFINITY : fetch.toByte - fetch.fromByte;
  fetch.onStart(length > 0 ? length + (response.status === 206 ? fetch.fromByte : 0) : 0);
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return true;
    onBytes();
    const fresh = part.value.subarray(Math.min(skip, part.value.length)).subarray(0, room);
    skip = Math.max(0, skip - part.value.length);
    room -= fresh.length;
    if (fresh.length > 0) fetch.onChunk(fresh);
    if (room <= 0) return false;
  }
}
