import type { IncomingMessage, ServerResponse } from "node:http";
import type { PlaybackTrack } from "@shoal/contract/edge";
import type { ByteRange } from "@shoal/contract/stored-data";
import { IMMUTABLE_CACHE_CONTROL, OPEN_HEADERS } from "../platform/headers.ts";
import type { EdgeMetrics } from "../platform/metrics.ts";
import { matchesEtag, requestedPart } from "./byte-range.ts";
import { sendCounted } from "./send-counted.ts";
import type { SentCounter } from "./unconfirmed-bytes.ts";

/** A request for a range of immutable bytes. */
export interface BytesRequest {
  range: ByteRange;
  kind: PlaybackTrack["kind"];
  req: IncomingMessage;
  res: ServerResponse;
}

const SEGMENT_HEADERS: string[] = [
  ...Object.entries(OPEN_HEADERS).flat(),
  "Cache-Control",
  IMMUTABLE_CACHE_CONTROL,
  "Accept-Ranges",
  "bytes",
  "X-Content-Type-Options",
  "nosniff",
];

/** A prepared response with a whole object, shared by all callers. */
export interface WholeResponse {
  headers: string[];
  bytes: Uint8Array;
}

export const createWholeResponse = (
  range: ByteRange,
  kind: BytesRequest["kind"],
  bytes: Uint8Array,
): WholeResponse => ({ headers: [...headersOf(range, kind), "Content-Length", `${bytes.length}`], bytes });

/** Whether a request asks for the whole body, without a validator. */
export const requestsWholeBody = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" && headers.range === undefined && headers["if-none-match"] === undefined;

export function sendWholeResponse(
  res: ServerResponse,
  { headers, bytes }: WholeResponse,
  { metrics, counter }: { metrics: EdgeMetrics; counter: SentCounter },
): void {
  res.writeHead(200, headers);
  metrics.segments.inc();
  metrics.segmentBytes.inc(bytes.length);
  sendCounted(res, bytes, counter);
}

const headersOf = ({ sha256 }: ByteRange, kind: BytesRequest["kind"]): string[] => [
  ...SEGMENT_HEADERS,

  "ETag",
  `"${sha256}"`,
  "Content-Type",
  `${kind}/mp4`,
];

/**
 * Sends the header of a segment.
 * @returns the part of the segment that is its body; undefined if the response is complete.
 */
export function writeSegmentHeader(
  { range, kind, req, res }: BytesRequest,
  metrics: EdgeMetrics,
): { start: number; end: number } | undefined {
  const etag = `"${range.sha256}"`;
  const headers = headersOf(range, kind);
  if (matchesEtag(req.headers["if-none-match"], etag)) return void res.writeHead(304, headers).end();
  const part = requestedPart(req.headers, etag, range.length);
  if (part === "unsatisfiable")
    return void res.writeHead(416, [...headers, "Content-Range", `bytes */${range.length}`]).end();
  const { start, end } = part ?? { start: 0, end: range.length };
  const length = ["Content-Length", String(end - start)];
  const place = part ? ["Content-Range", `bytes ${start}-${end - 1}/${range.length}`] : [];
  res.writeHead(part ? 206 : 200, [...headers, ...length, ...place]);
  if (req.method === "HEAD") return void res.end();
  metrics.segments.inc();
  metrics.segmentBytes.inc(end - start);
  return { start, end };
}
