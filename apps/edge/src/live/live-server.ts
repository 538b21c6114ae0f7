import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@shoal/contract";
import type { PlaybackTrack } from "@shoal/contract/edge";
import type { ByteRange } from "@shoal/contract/stored-data";
import {
  checkReload,
  type LiveStream,
  type LiveWindow,
  listLiveHashes,
  measuredTracks,
  writeLiveManifest,
  writeLivePlaylist,
  writeMultivariantPlaylist,
} from "@shoal/media";
import { requestsAbsoluteUrls, withBaseUrl } from "../media/absolute-manifest.ts";
import { matchesEtag } from "../media/byte-range.ts";
import type { MediaAccess, MediaAddress } from "../media/media-access.ts";
import type { SegmentFiles } from "../media/segment-files.ts";
import {
  createWholeResponse,
  requestsWholeBody,
  sendWholeResponse,
  type WholeResponse,
  writeSegmentHeader,
} from "../media/send-bytes.ts";
import { sendCounted } from "../media/send-counted.ts";
import { chooseEncoding } from "../media/send-text.ts";
import type { ServedBytes } from "../media/served-bytes.ts";
import type { SentCounter } from "../media/unconfirmed-bytes.ts";
import { OPEN_HEADERS } from "../platform/headers.ts";
import type { EdgeMetrics } from "../platform/metrics.ts";
import { requireSegments } from "../playback/direct-lives.ts";
import { type LiveFile, parseLivePath } from "./live-path.ts";
import type { LiveSource } from "./live-source.ts";
import { LiveText, LiveTexts } from "./live-texts.ts";
import { type AwaitedPart, PendingRequests } from "./pending-requests.ts";

const HLS_TYPE = "application/vnd.apple.mpegurl";
/** How many target durations a request may wait before it is rejected (RFC 8216bis 6.2.5.2). */
const HOLD_TARGET_DURATIONS = 3;
/** How many target durations caches may keep the response to a blocking request, which is immutable (RFC 8216bis B.1). */
const CACHED_TARGET_DURATIONS = 6;
const CHANGING_CACHE_CONTROL = "public, max-age=1";
/** The cache policy of an ended live. Its content no longer changes, but the live may restart with another generation. */
const ENDED_CACHE_CONTROL = "public, max-age=300";

export interface LiveServerOptions {
  publicUrl: string;
  source: LiveSource;
  access: Pick<MediaAccess, "uuidOf" | "claimsOf" | "open" | "openAtOnce">;
  served: Pick<ServedBytes, "counterOf">;
  metrics: EdgeMetrics;
  /** Writes segment files for an nginx in front of the edge. */
  files?: Pick<SegmentFiles, "keep"> | undefined;
  /** Loads a video's descriptor. Returns undefined if the edge already has it. */
  learn(uuid: string): Promise<unknown> | undefined;
  /** Handles a request again, once the descriptor that was missing has been loaded. */
  again(req: IncomingMessage, res: ServerResponse): void;
  held?: PendingRequests;
  onError: (error: unknown, req: IncomingMessage, res: ServerResponse) => void;
}

interface LiveRequest {
  stream: LiveStream;
  address: MediaAddress;
  /** Counts the media bytes that are sent to the viewer. */
  counter: SentCounter;
  req: IncomingMessage;
  res: ServerResponse;
}

type FileOf<T extends LiveFile["type"]> = Extract<LiveFile, { type: T }>;

/**
 * Serves lives under the same URLs as videos. Its routes are registered before those of videos, and ignore every video that is not
 * a live.
 */
export class LiveServer {
  readonly #options: LiveServerOptions;
  readonly #texts = new LiveTexts();
  readonly #held: PendingRequests;
  /** Requests that have already waited for a descriptor, so that no request waits twice. */
  readonly #learned = new WeakSet<IncomingMessage>();
  constructor(options: LiveServerOptions) {
    this.#options = options;
    this.#held = options.held ?? new PendingRequests();
  }

  /**
   * Handles the request of a live's file.
   * @returns false for any other request.
   */
  handle(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== "GET" && req.method !== "HEAD") return false;
    const requested = parseLivePath(req);
    if (!requested) return false;
    const { access, source, onError } = this.#options;
    const uuid = access.uuidOf(requested.address);
    if (!uuid) return false;
    if (this.#learnFirst(uuid, req, res)) return true;
    const found = source.find(uuid, requested.address.generation);
    if (!found) return false;
    const serve = async () => {
      requireSegments(access.openAtOnce(requested.address) ?? (await access.open(requested.address)));
      const { address, file } = requested;
      const counter = this.#options.served.counterOf(access.claimsOf(address));
      await this.#serve(file, { stream: await found, address, counter, req, res });
    };
    serve().catch((error: unknown) => onError(error, req, res));
    return true;
  }

  /**
   * Loads the descriptor if the edge does not know whether the video is a live.
   * @returns false if the edge already has the descriptor.
   */
  #learnFirst(uuid: string, req: IncomingMessage, res: ServerResponse): boolean {
    if (this.#learned.has(req)) return false;
    const learning = this.#options.learn(uuid);
    if (!learning) return false;
    this.#learned.add(req);
    const again = () => this.#options.again(req, res);
    learning.then(again, again);
    return true;
  }

  #serve(file: LiveFile, request: LiveRequest): void | Promise<void> {
    switch (file.type) {
      case "playlist":
        return this.#sendPlaylist(file, request);
      case "part":
        return this.#sendPart(file, request);
      case "segment":
      case "init":
        return this.#sendBytes(file.trackId, this.#rangeOf(file, request.stream.window), request);
      default:
        return this.#sendText(file.type, request);
    }
  }

  #sendPlaylist({ trackId, reload, isDelta }: FileOf<"playlist">, request: LiveRequest): void {
    const { stream } = request;
    const { window } = stream;
    kindOfPart(window, trackId);
    const verdict = checkReload(window, reload);
    if (verdict === "bad") throw new AppError("bad_request", "The live has not reached this part yet");
    const isNew = verdict === "wait" || reload.msn === window.nextNumber;
    const isReady = () =>
      stream.isReplaced === true || (checkReload(stream.window, reload) === "ready" && hasSegment(stream));
    const awaited = { name: `list ${reload.msn} ${reload.part}`, isReady, isUrgent: false };
    this.#hold(request, awaited, (isInTime) => {
      if (!isInTime) return sendUnavailable(request);
      refuseReplaced(stream);
      const text = this.#texts.get(stream, `${trackId}/${isDelta}`, () =>
        writeLivePlaylist(stream.window, trackId, { isDelta }),
      );
      sendPacked(request, text, { type: HLS_TYPE, cacheControl: playlistCaching(stream.window, isNew) });
    });
  }

  /** Sends a part. A request for a part of the segment in progress may arrive before the part exists, and waits for it. */
  #sendPart({ trackId, number, part }: FileOf<"part">, request: LiveRequest): void | Promise<void> {
    const { stream, counter, req, res } = request;
    const { window } = stream;
    const kind = kindOfPart(window, trackId);
    const { hint } = window;
    const isNext = number === window.nextNumber && part === (window.open?.media[trackId]?.parts.length ?? 0);
    const isHinted = isNext || (number === hint.number && part === hint.part);
    const find = () => stream.window.findPart(trackId, number, part);
    const send = () => this.#sendBytes(trackId, find(), request);
    if (!isHinted) return send();
    const isOver = () =>
      stream.isReplaced === true || stream.window.isEnded || stream.window.nextNumber > number;
    // Parts are urgent because playback needs them immediately, while playlists only announce what comes next.
    const awaited: AwaitedPart<WholeResponse> = {
      name: `${trackId}/${number}.${part}`,
      isReady: () => find() !== undefined || isOver(),
      isUrgent: true,
      prepare: () => prepareResponse(stream, kind, find()),
      weigh: ({ bytes }) => bytes.length,
    };
    const isPlain = requestsWholeBody(req);
    this.#hold(request, awaited, (_isInTime, whole) => {
      if (whole && isPlain) sendWholeResponse(res, whole, { metrics: this.#options.metrics, counter });
      else return send();
    });
  }

  #rangeOf(file: FileOf<"segment" | "init">, window: LiveWindow): ByteRange | undefined {
    if (file.type === "init") return window.findInit(file.trackId, file.initNumber);
    return window.findRange(file.trackId, file.number);
  }

  #sendBytes(
    trackId: string,
    range: ByteRange | undefined,
    { stream, counter, req, res }: LiveRequest,
  ): void | Promise<void> {
    const kind = kindOfPart(stream.window, trackId);
    if (!range)
      throw new AppError("not_found", "This part of the live is no longer available, or not available yet");
    const send = (bytes: Uint8Array) => {
      const part = writeSegmentHeader({ range, kind, req, res }, this.#options.metrics);
      if (!part) return;
      sendCounted(res, bytes.subarray(part.start, part.end), counter);
      if (part.end - part.start === bytes.length) this.#options.files?.keep(req.url, bytes);
    };
    const bytes = stream.read(range);
    return bytes instanceof Promise ? bytes.then(send) : send(bytes);
  }

  #sendText(name: "master" | "manifest" | "hashes", request: LiveRequest): void {
    const { stream } = request;
    const isReady = () => stream.isReplaced === true || hasSegment(stream);
    this.#hold(request, { name: "text", isReady, isUrgent: false }, (isInTime) => {
      if (!isInTime) return sendUnavailable(request);
      refuseReplaced(stream);
      const { type, write } = TEXT_WRITERS[name];
      const text =
        name === "manifest" && requestsAbsoluteUrls(request.req.url)
          ? new LiveText(withBaseUrl(write(stream.window), this.#options.publicUrl, request.address))
          : this.#texts.get(stream, name, () => write(stream.window));
      sendPacked(request, text, {
        type,
        cacheControl: stream.window.isEnded ? ENDED_CACHE_CONTROL : CHANGING_CACHE_CONTROL,
      });
    });
  }

  /**
   * Holds a request until its part exists. The live window is looked up on each check, since a reconnection of the publisher
   * replaces it.
   */
  #hold<T>(
    { stream, req, res }: LiveRequest,
    awaited: AwaitedPart<T>,
    answer: (isInTime: boolean, prepared?: T) => void | Promise<void>,
  ): void {
    const timeoutMs = HOLD_TARGET_DURATIONS * stream.window.options.targetDurationSec * 1000;
    const fail = (error: unknown) => this.#options.onError(error, req, res);
    this.#held.hold(stream, awaited, { timeoutMs, caller: res }, (...args) => {
      try {
        answer(...args)?.catch(fail);
      } catch (error) {
        fail(error);
      }
    });
  }
}

/**
 * Rejects requests for a run that was replaced. Without a playlist, players open a new session and continue with the next run.
 * @throws AppError "not_found"
 */
function refuseReplaced({ isReplaced }: LiveStream): void {
  if (isReplaced) throw new AppError("not_found", "The live continues as another run");
}

const hasSegment = ({ window }: LiveStream): boolean => window.listed.length > 0 || window.isEnded;

/** Prepares the response to all requests for a part. @returns undefined for a part that will never exist. */
function prepareResponse(
  stream: LiveStream,
  kind: PlaybackTrack["kind"],
  range: ByteRange | undefined,
): Promise<WholeResponse> | WholeResponse | undefined {
  if (!range) return undefined;
  const bytes = stream.read(range);
  const answer = (read: Uint8Array) => createWholeResponse(range, kind, read);
  return bytes instanceof Promise ? bytes.then(answer) : answer(bytes);
}

const TEXT_WRITERS = {
  master: {
    type: HLS_TYPE,
    write: (window: LiveWindow) => writeMultivariantPlaylist(measuredTracks(window)),
  },
  manifest: { type: "application/dash+xml", write: writeLiveManifest },
  hashes: { type: "application/json", write: (window: LiveWindow) => JSON.stringify(listLiveHashes(window)) },
};

/**
 * Returns whether a track contains video or audio.
 * @throws AppError "not_found" if the live has no such track.
 */
function kindOfPart({ options }: LiveWindow, trackId: string): "video" | "audio" {
  const track = options.tracks.find(({ id }) => id === trackId);
  if (!track) throw new AppError("not_found", `No track ${trackId}`);
  return track.kind;
}

/** Responds 503 without logging an error, because a stalled live would fill the log. */
function sendUnavailable({ res }: LiveRequest): void {
  const headers = { ...OPEN_HEADERS, "Cache-Control": "no-store", "Retry-After": "2" };
  const body = { code: "unavailable", message: "The live is not available right now" };
  res.writeHead(503, { ...headers, "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function playlistCaching({ isEnded, options }: LiveWindow, isNew: boolean): string {
  if (isEnded) return ENDED_CACHE_CONTROL;
  return isNew
    ? `public, max-age=${CACHED_TARGET_DURATIONS * options.targetDurationSec}`
    : CHANGING_CACHE_CONTROL;
}

function sendPacked(
  { req, res }: LiveRequest,
  text: LiveText,
  { type, cacheControl }: { type: string; cacheControl: string },
): void {
  const headers = {
    ...OPEN_HEADERS,
    "Cache-Control": cacheControl,
    Vary: "Accept-Encoding",
    ETag: text.etag,
    "X-Content-Type-Options": "nosniff",
  };
  if (matchesEtag(req.headers["if-none-match"], text.etag)) return void res.writeHead(304, headers).end();
  const encoding = chooseEncoding(String(req.headers["accept-encoding"] ?? ""));
  const body = text.packed(encoding);
  res.writeHead(200, {
    ...headers,
    ...(encoding ? { "Content-Encoding": encoding } : {}),
    "Content-Type": type,
    "Content-Length": body.length,
  });
  res.end(req.method === "HEAD" ? undefined : body);
}
