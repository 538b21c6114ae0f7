import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { ByteRange, PlaybackDescriptor } from "@shoal/contract";
import { type MediaStore, ObjectNotFound } from "@shoal/store";
import { BoundedCache } from "../platform/bounded-cache.ts";
import { IMMUTABLE, OPEN_HEADERS } from "../platform/headers.ts";
import { LoadingCache } from "../platform/loading-cache.ts";
import type { EdgeMetrics } from "../platform/metrics.ts";
import { matchesEtag, parseRange } from "./byte-range.ts";
import { type MediaAccess, type MediaAddress, trackOf } from "./media-access.ts";
import { rangeOf, type SegmentIndexes } from "./segment-indexes.ts";

/** Segments above this are streamed from the store: one viewer of a huge one must not empty the cache. */
const MAX_CACHED_BYTES = 16_000_000;
const PATH =
  /^\/m\/([^/?]{1,300})\/([0-9a-f-]{36})\/(\d{1,9})\/([A-Za-z0-9_-]{1,32})\/(?:(\d{1,7})|init)\.m4s(?:\?|$)/;

interface SegmentRequest extends MediaAddress {
  trackId: string;
  file: "init" | number;
}

export interface SegmentServerOptions {
  store: MediaStore;
  access: MediaAccess;
  indexes: SegmentIndexes;
  metrics: EdgeMetrics;
  cacheBytes: number;
  onError: (error: unknown, req: IncomingMessage, res: ServerResponse) => void;
}

/**
 * Serves segments and init segments on node's own request and response. It stands beside the framework because it
 * answers nearly every request of a viewer: a hot segment goes from memory to the socket in one copy.
 */
export class SegmentServer {
  readonly #options: SegmentServerOptions;
  readonly #hot: LoadingCache<Uint8Array>;
  constructor(options: SegmentServerOptions) {
    this.#options = options;
    this.#hot = new LoadingCache(new BoundedCache(options.cacheBytes, (bytes) => bytes.byteLength));
  }

  /** @returns false when the request asks for something else. */
  handle(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== "GET" && req.method !== "HEAD") return false;
    const asked = parse(req.url ?? "");
    if (!asked) return false;
    this.#serve(asked, req, res).catch((error: unknown) => this.#options.onError(error, req, res));
    return true;
  }

  async #serve(asked: SegmentRequest, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const descriptor = this.#options.access.openAtOnce(asked) ?? (await this.#options.access.open(asked));
    const { range, kind } = await this.#locate(descriptor, asked);
    const etag = `"${range.sha256}"`;
    const headers = [...SEGMENT_HEADERS, "ETag", etag];
    if (matchesEtag(req.headers["if-none-match"], etag)) return void res.writeHead(304, headers).end();
    headers.push("Content-Type", `${kind}/mp4`);
    const ifRange = req.headers["if-range"];
    const part =
      ifRange === undefined || ifRange === etag ? parseRange(req.headers.range, range.length) : undefined;
    if (part === "unsatisfiable")
      return void res.writeHead(416, [...headers, "Content-Range", `bytes */${range.length}`]).end();
    const { start, end } = part ?? { start: 0, end: range.length };
    if (part) headers.push("Content-Range", `bytes ${start}-${end - 1}/${range.length}`);
    headers.push("Content-Length", String(end - start));
    await this.#send(req, res, { range, start, end, status: part ? 206 : 200, headers });
  }

  async #locate(descriptor: PlaybackDescriptor, asked: SegmentRequest) {
    const track = trackOf(descriptor, asked.trackId);
    const index = this.#options.indexes.peek(track) ?? (await this.#options.indexes.get(track));
    return { range: rangeOf(index, asked.file), kind: track.kind };
  }

  async #send(req: IncomingMessage, res: ServerResponse, answer: Answer): Promise<void> {
    const { range, start, end, status, headers } = answer;
    if (req.method === "HEAD") return void res.writeHead(status, headers).end();
    this.#options.metrics.segments.inc();
    this.#options.metrics.segmentBytes.inc(end - start);
    if (range.length > MAX_CACHED_BYTES) {
      const source = this.#options.store.stream(range.object, {
        offset: range.offset + start,
        length: end - start,
      });
      res.writeHead(status, headers);
      return pipeline(source, res);
    }
    const key = `${range.object}@${range.offset}`;
    const bytes = this.#hot.peek(key) ?? (await this.#hot.get(key, () => this.#read(range)));
    res.writeHead(status, headers).end(bytes.subarray(start, end));
  }

  async #read(range: ByteRange): Promise<Uint8Array> {
    this.#options.metrics.segmentMisses.inc();
    const bytes = await this.#options.store.read(range.object, range);
    if (bytes.byteLength !== range.length)
      throw new ObjectNotFound(`${range.object} up to ${range.offset + range.length}`);
    return bytes;
  }
}

interface Answer {
  range: ByteRange;
  start: number;
  end: number;
  status: number;
  headers: string[];
}

const SEGMENT_HEADERS: string[] = [
  ...Object.entries(OPEN_HEADERS).flat(),
  "Cache-Control",
  IMMUTABLE,
  "Accept-Ranges",
  "bytes",
  "X-Content-Type-Options",
  "nosniff",
];

function parse(url: string): SegmentRequest | undefined {
  const [, token, uuid, generation, trackId, number] = PATH.exec(url) ?? [];
  if (!token || !uuid || !trackId) return undefined;
  return {
    token,
    uuid,
    generation: Number(generation),
    trackId,
    file: number === undefined ? "init" : Number(number),
  };
}
