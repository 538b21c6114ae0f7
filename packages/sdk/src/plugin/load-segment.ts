import type { LoadedSegment, SegmentDetails } from "@shoal/p2p";
import type { RequestSegment } from "./core.ts";
import { type ByteSpan, nameSegment } from "./segment-name.ts";
import type { ShoalCore } from "./shoal.ts";

/** A player's request for a whole file, or for a range of one. */
export interface RequestedSegment {
  url: string;
  /** The requested range. It is omitted if the whole file is requested. */
  span?: ByteSpan | undefined;
  /** The segment's position on the timeline. For an init segment, it is the end of the buffer. */
  startSec: number;
  about?: SegmentDetails | undefined;
  signal: AbortSignal;
  /** Requests bytes from the CDN through the player's own loader. Offsets count from the span's first byte (`rangeHeader`). */
  request: RequestSegment;
  onProgress?(receivedBytes: number, totalBytes: number): void;
}

/**
 * Loads a segment from peers and the CDN.
 * @returns undefined when the player must load it without the swarm: there is no swarm, the URL contains no usable name, or the CDN did not
 *   send it, which the player reports to its host page as usual.
 * @throws the signal's reason when the signal is aborted.
 */
export async function loadSegment(
  core: ShoalCore,
  { url, span, request, ...wanted }: RequestedSegment,
): Promise<LoadedSegment | undefined> {
  const { engine } = core;
  const segment = engine && nameSegment(url, span);
  if (!engine || segment === undefined) return undefined;
  core.remember(segment, async (...part) => {
    const response = await request(...part);
    // If the server sends a whole file, the engine skips the bytes that it already has. For a range, it cannot do so and requires a
    // 206 response.
    if (!response.ok || (span && response.status !== 206))
      throw new Error(`The CDN answered ${response.status}`);
    return response;
  });
  try {
    return await engine.load({ ...wanted, segment });
  } catch {
    wanted.signal.throwIfAborted();
    return undefined;
  }
}

/** Returns the `Range` header for a part of the requested bytes, or undefined if a whole file is requested. */
export function rangeHeader(
  span: ByteSpan | undefined,
  fromByte: number,
  toByte?: number,
): string | undefined {
  const base = span?.fromByte ?? 0;
  const end = toByte === undefined ? span?.toByte : base + toByte;
  if (base + fromByte === 0 && end === undefined) return undefined;
  return `bytes=${base + fromByte}-${end === undefined ? "" : end - 1}`;
}

/** Returns the span of a `Range` header, or undefined if the header is missing or has no end. */
export function spanOf(range: string | undefined): ByteSpan | undefined {
  const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  return from === undefined ? undefined : { fromByte: Number(from), toByte: Number(last) + 1 };
}

/** Returns a response for bytes that a player's loader has read completely from the CDN. */
export function answerOf(bytes: ArrayBuffer, status: number): Response {
  return new Response(bytes, { status, headers: { "content-length": String(bytes.byteLength) } });
}
