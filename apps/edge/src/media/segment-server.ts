import type { IncomingMessage, ServerResponse } from "node:http";
import type { PlaybackDescriptor, PlaybackTrack } from "@shoal/contract/edge";
import type { ByteRange } from "@shoal/contract/stored-data";
import { LoadingCache } from "../platform/loading-cache.ts";
import type { EdgeMetrics } from "../platform/metrics.ts";
import type { CheckedMedia } from "./checked-media.ts";
import { type MediaAccess, type MediaAddress, requireOnDemand, trackOf } from "./media-access.ts";
import type { SegmentFiles } from "./segment-files.ts";
import { rangeOf, type SegmentFile, type SegmentIndexes } from "./segment-indexes.ts";
import { type BytesRequest, writeSegmentHeader } from "./send-bytes.ts";
import { sendCounted, sendPieces } from "./send-counted.ts";
import type { ServedBytes } from "./served-bytes.ts";
import type { SentCounter } from "./unconfirmed-bytes.ts";

/** The size above which segments are streamed from the store, so that one viewer of a huge segment does not empty the cache. */
const MAX_CACHED_BYTES = 16_000_000;
const SEGMENT_PATH =
  /^\/m\/([^/?]{1,300})\/([0-9a-f-]{36})\/(\d{1,9})\/([A-Za-z0-9_-]{1,32})\/(\d{1,7}|init(?:-\d{1,4})?)\.m4s(?:\?|$)/;

interface SegmentRequest extends MediaAddress {
  trackId: string;
  file: SegmentFile;
}

export interface SegmentServerOptions {
  media: CheckedMedia;
  access: MediaAccess;
  indexes: SegmentIndexes;
  metrics: EdgeMetrics;
  served: ServedBytes;
  cacheBytes: number;
  /** Writes segment files for an nginx in front of the edge. */
  files?: Pick<SegmentFiles, "keep"> | undefined;
  onError: (error: unknown, req: IncomingMessage, res: ServerResponse) => void;
}

/**
 * Serves segments and init segments directly through Node's own request and response. Almost all requests of viewers end up here,
 * so it bypasses the framework: a hot segment goes from memory to the socket in one copy.
 */
export class SegmentServer {
  readonly #options: SegmentServerOptions;
  readonly #hot: LoadingCache<Uint8Array>;
  constructor(options: SegmentServerOptions) {
    this.#options = options;
    this.#hot = new LoadingCache({ maxBytes: options.cacheBytes, bytesOf: ({ byteLength }) => byteLength });
  }

  /**
   * Handles a request for a segment.
   * @returns false for any other request.
   */
  handle(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== "GET" && req.method !== "HEAD") return false;
    const requested = parseRequest(req);
    if (!requested) return false;
    try {
      if (!this.#serveAtOnce(requested, req, res))
        this.#serve(requested, req, res).catch((error: unknown) => this.#options.onError(error, req, res));
    } catch (error) {
      this.#options.onError(error, req, res);
    }
    return true;
  }

  /**
   * Serves segments from memory only.
   * @returns false if the request would have to wait.
   */
  #serveAtOnce(requested: SegmentRequest, req: IncomingMessage, res: ServerResponse): boolean {
    const descriptor = this.#options.access.openAtOnce(requested);
    const track = descriptor && segmentedTrackOf(descriptor, requested.trackId);
    const index = track && this.#options.indexes.peek(track);
    if (!index) return false;
    const range = rangeOf(index, requested.file);
    const bytes = this.#hot.peek(keyOf(range));
    if (!bytes) return false;
    this.#answer(requested, { range, kind: track.kind, req, res }, bytes);
    return true;
  }

  async #serve(requested: SegmentRequest, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { access, indexes, media } = this.#options;
    const descriptor = await access.open(requested);
    const track = segmentedTrackOf(descriptor, requested.trackId);
    const range = rangeOf(await indexes.get(track), requested.file);
    const request = { range, kind: track.kind, req, res };
    if (range.length <= MAX_CACHED_BYTES)
      return this.#answer(requested, request, await this.#hot.get(keyOf(range), () => this.#read(range)));
    await media.verify(range);
    const part = writeSegmentHeader(request, this.#options.metrics);
    if (!part) return;
    const pieces: AsyncIterable<Buffer> = media.part(range, part.start, part.end);
    return sendPieces(res, pieces, this.#counterOf(requested));
  }

  #answer(requested: SegmentRequest, request: BytesRequest, bytes: Uint8Array): void {
    const part = writeSegmentHeader(request, this.#options.metrics);
    if (!part) return;
    sendCounted(request.res, bytes.subarray(part.start, part.end), this.#counterOf(requested));
    if (part.end - part.start === bytes.length) this.#options.files?.keep(request.req.url, bytes);
  }

  #counterOf(requested: SegmentRequest): SentCounter {
    const { served, access } = this.#options;
    return served.counterOf(access.claimsOf(requested));
  }

  async #read(range: ByteRange): Promise<Uint8Array> {
    this.#options.metrics.segmentMisses.inc();
    return this.#options.media.read(range);
  }
}

/**
 * Finds a track of a video that plays on demand.
 * @throws AppError "not_found"
 */
function segmentedTrackOf(descriptor: PlaybackDescriptor, trackId: string): PlaybackTrack {
  requireOnDemand(descriptor);
  return trackOf(descriptor, trackId);
}

const keyOf = (range: ByteRange) => `${range.object}@${range.offset}`;

function parseRequest(from: IncomingMessage): SegmentRequest | undefined {
  const [, token, mediaId, generation, trackId, number] = SEGMENT_PATH.exec(from.url ?? "") ?? [];
  if (!token || !mediaId || !trackId || !number) return undefined;
  return {
    token,
    mediaId,
    generation: Number(generation),
    from,
    trackId,
    file: number.startsWith("init") ? { init: Number(number.slice(5)) } : Number(number),
  };
}
