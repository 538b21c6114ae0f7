import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { CdnEntryDescriptor } from "@shoal/contract/edge";
import { FetchError, type FetchPolicy, type SafeResponse, safeFetch } from "@shoal/safe-fetch";
import { cacheTimeOf } from "./cache-time.ts";
import type { CdnTarget } from "./cdn-target.ts";
import { MAX_PLAYLIST_BYTES, mayBeLivePlaylist, playlistTtlSecOf } from "./live-playlists.ts";
import { SLICE_BYTES } from "./nginx-config.ts";

/** The time limits of an origin, and its minimum speed. */
export interface OriginLimits {
  /** The limit for the DNS lookup, the connection and TLS together. */
  connectTimeoutMs: number;
  /** The limit for a pause in which no byte arrives. */
  idleTimeoutMs: number;
  /** How long the edge waits for data before it enforces `minBytesPerSec`, which the origin's average rate must then exceed. */
  slowAfterMs: number;
  minBytesPerSec: number;
}

/** The default limits. A phone receives 100 kB per second; viewers stop waiting below 2 kB per second. */
export const DEFAULT_ORIGIN_LIMITS: OriginLimits = {
  connectTimeoutMs: 8_000,
  idleTimeoutMs: 20_000,
  slowAfterMs: 20_000,
  minBytesPerSec: 2_000,
};

export interface OriginFetchOptions {
  policy: FetchPolicy;
  bounds: OriginLimits;
  /** Identifies this installation to the CDNs that a request passes, to detect loops. */
  loopId: string;
  /** Whether the cache has room. Otherwise, files are passed on but not stored. */
  hasRoom: () => boolean;
  onLoaded: (entry: CdnEntryDescriptor, told: { status: number; bytes: number }) => void;
  nowMs?: () => number;
}

/** The header of responses that nginx must not store. If the status is 500 or more, nginx serves an older copy if it has one. */
const NO_STORE_HEADERS = { "X-Accel-Expires": "0" };

/**
 * Headers of responses that nginx must not buffer on disk either. Otherwise it would stop when it cannot write to the disk, or when
 * no viewer is waiting.
 */
const NO_BUFFERING_HEADERS: OutgoingHttpHeaders = { ...NO_STORE_HEADERS, "X-Accel-Buffering": "no" };

const FETCH_ERROR_STATUS: Partial<Record<FetchError["reason"], number>> = {
  timeout: 504,
};

/** Headers of the origin that have no meaning at our address, or whose effect reaches beyond the file. */
const DROPPED_HEADERS = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "set-cookie",
  "set-cookie2",
  "service-worker-allowed",
  "clear-site-data",
  "strict-transport-security",
  "public-key-pins",
  "alt-svc",
  "nel",
  "report-to",
  "reporting-endpoints",
  "www-authenticate",
  "proxy-authenticate",
  "vary",
  "server",
  "date",
]);

/** Fetches files that are missing from the cache, under the rules for URLs from users. */
export class OriginFetch {
  readonly #options: OriginFetchOptions;
  constructor(options: OriginFetchOptions) {
    this.#options = options;
  }

  /** Sends a file of an origin to nginx. An error aborts the response, so that no partial file is stored. */
  async send(entry: CdnEntryDescriptor, target: CdnTarget, req: IncomingMessage, res: ServerResponse) {
    const gone = new AbortController();
    res.once("close", () => gone.abort());
    let answer: SafeResponse;
    try {
      answer = await this.#ask(entry, target, req, gone.signal);
    } catch (error) {
      if (gone.signal.aborted) return;
      if (!(error instanceof FetchError)) throw error;
      return sendRefusal(
        res,
        FETCH_ERROR_STATUS[error.reason] ?? 502,
        `The origin gave no answer: ${error.reason}`,
      );
    }
    try {
      await this.#pass(entry, target, { req, res, answer });
    } catch {
      // Either the origin or the viewer has closed the connection.
      if (!res.headersSent) sendRefusal(res, 502, "The origin broke off");
      else res.destroy();
    } finally {
      answer.body.destroy();
    }
  }

  #ask(
    { originUrl, corsOrigins }: CdnEntryDescriptor,
    target: CdnTarget,
    { headers: told }: IncomingMessage,
    signal: AbortSignal,
  ): Promise<SafeResponse> {
    const { policy, bounds, loopId } = this.#options;
    const loops = told["cdn-loop"];
    const passed = {
      range: told.range,
      accept: told.accept,
      origin: corsOrigins.length === 0 ? told.origin : undefined,
      "if-none-match": told["if-none-match"],
      "if-modified-since": told["if-modified-since"],
    };
    const headers = {
      // nginx compresses responses where possible, so one uncompressed copy serves all viewers.
      "accept-encoding": "identity",
      "user-agent": "Shoal-CDN",
      "cdn-loop": loops ? `${String(loops)}, ${loopId}` : loopId,
      via: `1.1 ${loopId}`,
      ...(Object.fromEntries(Object.entries(passed).filter(([, value]) => value)) as Record<string, string>),
    };
    return safeFetch(urlAtOrigin(originUrl, target), { policy, headers, signal, ...bounds });
  }

  async #pass(
    entry: CdnEntryDescriptor,
    target: CdnTarget,
    { req, res, answer }: { req: IncomingMessage; res: ServerResponse; answer: SafeResponse },
  ): Promise<void> {
    const { status, headers, body } = answer;
    if (status === 206 && !matchesRequestedRange(req.headers.range, headers))
      return sendRefusal(res, 502, "The origin sent another range");
    const nowMs = (this.#options.nowMs ?? Date.now)();
    const sec = cacheTimeOf(answer, { defaultSec: entry.defaultTtlSec, nowMs });
    const sentHeaders = originHeadersOf(entry, headers);
    const counted = this.#counted(entry, { ...answer, body });
    // A body without a length may be endless, and nginx fetches files to their end even if no viewer is waiting.
    const begun = hasLength(status, headers) ? undefined : await readBodyStart(counted);
    if (begun?.rest) {
      res.writeHead(status, { ...sentHeaders, ...NO_BUFFERING_HEADERS });
      return pipeline(begun.rest, res);
    }
    const mayBeList = status < 300 && mayBeLivePlaylist(target.path, headers["content-type"]);
    const isList =
      mayBeList && (begun ? begun.bytes.length <= MAX_PLAYLIST_BYTES : isCompletePlaylist(headers));
    if (!begun && !isList) {
      const caching = this.#caching(sec);
      // nginx serves ranges from the stored file. It stores small files whole, and larger ones only in the pieces that are
      // requested.
      const isSliced =
        status === 200 && sec > 0 && caching !== NO_BUFFERING_HEADERS && isWithinSlice(headers);
      res.writeHead(status, { ...sentHeaders, ...caching, ...(isSliced && { "accept-ranges": "bytes" }) });
      return pipeline(caching === NO_BUFFERING_HEADERS ? counted : this.#whileRoom(counted), res);
    }
    const bytes = begun ? begun.bytes : await buffer(counted);
    const life = isList ? playlistTtlSecOf(bytes.toString()) : undefined;
    const caching = this.#caching(life === undefined ? sec : Math.min(sec, life));
    res.writeHead(status, { ...sentHeaders, ...caching, "content-length": bytes.length }).end(bytes);
  }

  /**
   * Passes a body on until the disk is full. It then aborts the body, which nginx would write to a disk that other processes need.
   */
  async *#whileRoom(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      if (!this.#options.hasRoom()) throw new Error("The disk of the cache is full");
      yield chunk;
    }
  }

  #caching(sec: number): OutgoingHttpHeaders {
    return this.#options.hasRoom() ? { "X-Accel-Expires": String(sec) } : NO_BUFFERING_HEADERS;
  }

  /** Passes a body on and counts its bytes. Aborts it when it arrives too slowly. */
  async *#counted(entry: CdnEntryDescriptor, { status, body }: SafeResponse): AsyncGenerator<Buffer> {
    const { bounds, onLoaded } = this.#options;
    let [bytes, waitedMs, askedAtMs] = [0, 0, performance.now()];
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        waitedMs += performance.now() - askedAtMs;
        bytes += chunk.length;
        if (waitedMs > bounds.slowAfterMs && bytes < (waitedMs / 1_000) * bounds.minBytesPerSec)
          throw new FetchError("timeout", "The origin is too slow");
        yield chunk;
        askedAtMs = performance.now();
      }
    } finally {
      onLoaded(entry, { status, bytes });
    }
  }
}

/** Whether the response declares the end of its body. */
const hasLength = (status: number, headers: IncomingHttpHeaders): boolean =>
  status === 204 ||
  status === 304 ||
  headers["content-length"] !== undefined ||
  headers["content-range"] !== undefined;

/** The limits within which a body without a length must end to be treated as a file. A longer body is treated as a stream. */
const MAX_PREFIX_BYTES = SLICE_BYTES;
const MAX_PREFIX_MS = 2_000;

type BodyStart = { bytes: Buffer; rest?: undefined } | { rest: AsyncGenerator<Buffer> };

/** Reads the start of a body. @returns a complete short body, or a stream that replays the part already read and continues. */
async function readBodyStart(body: AsyncGenerator<Buffer>): Promise<BodyStart> {
  const read: Buffer[] = [];
  let size = 0;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), MAX_PREFIX_MS);
  });
  try {
    let next = body.next();
    for (;;) {
      const found = await Promise.race([next, late]);
      if (found?.done) return { bytes: Buffer.concat(read) };
      if (found) {
        read.push(found.value);
        size += found.value.length;
        next = body.next();
      }
      if (!found || size > MAX_PREFIX_BYTES) return { rest: streamRest(read, next, body) };
    }
  } finally {
    clearTimeout(timer);
  }
}

function streamRest(
  read: readonly Buffer[],
  next: Promise<IteratorResult<Buffer>>,
  body: AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  // The next chunk may fail while the first one is still being sent.
  next.catch(() => undefined);
  return (async function* () {
    yield* read;
    const found = await next;
    if (found.done) return;
    yield found.value;
    yield* body;
  })();
}

/** The URL of a target at the origin, below the origin's own path. */
export function urlAtOrigin(originUrl: string, { path, query }: CdnTarget): string {
  const { origin, pathname } = new URL(originUrl);
  const folder = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  return `${origin}${folder}${path}${query}`;
}

function sendRefusal(res: ServerResponse, status: number, message: string): void {
  res.writeHead(status, {
    ...NO_STORE_HEADERS,
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
  });
  res.end(`${message}\n`);
}

function originHeadersOf(
  { corsOrigins }: CdnEntryDescriptor,
  headers: IncomingHttpHeaders,
): OutgoingHttpHeaders {
  const kept = Object.entries(headers).filter(
    ([name]) => !DROPPED_HEADERS.has(name) && !name.startsWith("x-accel-") && !name.startsWith("x-cdn-"),
  );
  const vary = varyOf(headers, corsOrigins.length > 0);
  return {
    ...(Object.fromEntries(kept) as OutgoingHttpHeaders),
    ...(vary ? { vary } : {}),
  };
}

/**
 * The request headers that an origin's response may vary by, limited to those that the origin receives. A response that depends on
 * the requesting page varies by `Origin` even if the origin server omits `Vary`. If it were cached for all pages, other pages could
 * not read it.
 */
export function varyOf(headers: IncomingHttpHeaders, isCorsOurs: boolean): string {
  const possible = isCorsOurs ? ["accept"] : ["accept", "origin"];
  const named = headers["access-control-allow-origin"] ?? "*";
  const varyNames = (headers.vary ?? "").split(",");
  const isForgotten = named !== "*" && !varyNames.some((name) => name.trim().toLowerCase() === "origin");
  return [...varyNames, ...(isForgotten ? ["Origin"] : [])]
    .map((name) => name.trim())
    .filter((name) => possible.includes(name.toLowerCase()))
    .join(", ");
}

const RANGE_PATTERN = /^bytes=(\d+)-(\d+)$/;
const CONTENT_RANGE_PATTERN = /^bytes (\d+)-(\d+)\/(\d+|\*)$/;

/** Whether a partial response has the requested range, or the available part of it, and the length that it declares. */
function matchesRequestedRange(range: string | undefined, headers: IncomingHttpHeaders): boolean {
  const [, from, to] = RANGE_PATTERN.exec(range ?? "") ?? [];
  const [, start, end, total] = CONTENT_RANGE_PATTERN.exec(headers["content-range"] ?? "") ?? [];
  if (from === undefined || start === undefined || total === "*") return false;
  const last = Math.min(Number(to), Number(total) - 1);
  const length = headers["content-length"];
  const isLong = length === undefined || Number(length) === Number(end) - Number(start) + 1;
  return start === from && Number(end) === last && isLong;
}

/** Whether a file fits into one of the pieces in which nginx stores files. */
const isWithinSlice = (headers: IncomingHttpHeaders): boolean =>
  Number(headers["content-length"] ?? Number.POSITIVE_INFINITY) <= SLICE_BYTES;

/** Whether a playlist is complete, and of a plausible size. */
function isCompletePlaylist(headers: IncomingHttpHeaders): boolean {
  const [, start = "0", end, total] = CONTENT_RANGE_PATTERN.exec(headers["content-range"] ?? "") ?? [];
  const isWhole = end === undefined || (start === "0" && Number(end) + 1 === Number(total));
  return isWhole && Number(headers["content-length"] ?? Number.POSITIVE_INFINITY) <= MAX_PLAYLIST_BYTES;
}
