import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError, type ByteRange } from "@shoal/contract";
import {
  judgeReload,
  type LiveStream,
  type LiveWindow,
  listLiveHashes,
  writeLiveManifest,
  writeLivePlaylist,
  writeMultivariantPlaylist,
} from "@shoal/media";
import { matchesEtag } from "../media/byte-range.ts";
import type { MediaAccess } from "../media/media-access.ts";
import { beginBytes } from "../media/send-bytes.ts";
import { encodingFor } from "../media/send-text.ts";
import { OPEN_HEADERS } from "../platform/headers.ts";
import type { EdgeMetrics } from "../platform/metrics.ts";
import { requireSegments } from "../playback/direct-lives.ts";
import { HeldRequests } from "./held-requests.ts";
import { type LiveFile, parseLivePath } from "./live-path.ts";
import type { LiveSource } from "./live-source.ts";
import { type LiveText, LiveTexts } from "./live-texts.ts";

const HLS = "application/vnd.apple.mpegurl";
/** RFC 8216bis 6.2.5.2: what does not come within three target durations is refused. */
const HOLD_TARGETS = 3;
/** Answers to blocking requests name what never changes; RFC 8216bis B.1 lets caches keep them for six target durations. */
const BLOCKED_TARGETS = 6;
const CHANGING = "public, max-age=1";
/** Nothing changes any more, but the live may begin anew under another generation. */
const ENDED = "public, max-age=300";

export interface LiveServerOptions {
  source: LiveSource;
  access: Pick<MediaAccess, "uuidOf" | "open" | "openAtOnce">;
  metrics: EdgeMetrics;
  /** Asks what a video is; undefined where that is known. */
  learn(uuid: string): Promise<unknown> | undefined;
  /** Handles a request from its beginning. */
  again(req: IncomingMessage, res: ServerResponse): void;
  held?: HeldRequests;
  onError: (error: unknown, req: IncomingMessage, res: ServerResponse) => void;
}

interface LiveRequest {
  stream: LiveStream;
  req: IncomingMessage;
  res: ServerResponse;
}

type FileOf<T extends LiveFile["type"]> = Extract<LiveFile, { type: T }>;

/** Serves lives under the same URLs as videos: it stands before what serves those, and leaves what is no live to them. */
export class LiveServer {
  readonly #options: LiveServerOptions;
  readonly #texts = new LiveTexts();
  readonly #held: HeldRequests;
  /** Requests that have waited already. */
  readonly #learned = new WeakSet<IncomingMessage>();
  constructor(options: LiveServerOptions) {
    this.#options = options;
    this.#held = options.held ?? new HeldRequests();
  }

  /** @returns false when the request asks for something else. */
  handle(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== "GET" && req.method !== "HEAD") return false;
    const asked = parseLivePath(req);
    if (!asked) return false;
    const { access, source, onError } = this.#options;
    const uuid = access.uuidOf(asked.address);
    if (!uuid) return false;
    if (this.#learnFirst(uuid, req, res)) return true;
    const found = source.find(uuid, asked.address.generation);
    if (!found) return false;
    const serve = async () => {
      requireSegments(access.openAtOnce(asked.address) ?? (await access.open(asked.address)));
      await this.#serve(asked.file, { stream: await found, req, res });
    };
    serve().catch((error: unknown) => onError(error, req, res));
    return true;
  }

  /** An edge that has just begun knows of no video whether it is a live. @returns false when that is known. */
  #learnFirst(uuid: string, req: IncomingMessage, res: ServerResponse): boolean {
    if (this.#learned.has(req)) return false;
    const learning = this.#options.learn(uuid);
    if (!learning) return false;
    this.#learned.add(req);
    const again = () => this.#options.again(req, res);
    learning.then(again, again);
    return true;
  }

  #serve(file: LiveFile, request: LiveRequest): Promise<void> {
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

  async #sendPlaylist({ trackId, reload, isDelta }: FileOf<"playlist">, request: LiveRequest): Promise<void> {
    const { stream } = request;
    const { window } = stream;
    kindOf(window, trackId);
    const verdict = judgeReload(window, reload);
    if (verdict === "bad") throw new AppError("bad_request", "The live is not that far");
    const isNew = verdict === "wait" || reload.msn === window.nextNumber;
    const isReady = () =>
      judgeReload(window, reload) === "ready" && (window.listed.length > 0 || window.isEnded);
    if (!(await this.#hold(request, isReady))) return sendNotYet(request);
    const text = this.#texts.get(stream, `${trackId}/${isDelta}`, () =>
      writeLivePlaylist(window, trackId, { isDelta }),
    );
    sendPacked(request, text, { type: HLS, cacheControl: playlistCaching(window, isNew) });
  }

  /** The part that the playlist hints at may be asked for before it is there, and so may another one of the segment that grows. */
  async #sendPart({ trackId, number, part }: FileOf<"part">, request: LiveRequest): Promise<void> {
    const { window } = request.stream;
    kindOf(window, trackId);
    const { hint } = window;
    const isNext = number === window.nextNumber && part === (window.open?.media[trackId]?.parts.length ?? 0);
    const isHinted = isNext || (number === hint.number && part === hint.part);
    const find = () => window.findPart(trackId, number, part);
    const isOver = () => window.isEnded || window.nextNumber > number;
    // Nothing is shown without it; lists are for what comes next.
    if (isHinted) await this.#hold(request, () => find() !== undefined || isOver(), { isUrgent: true });
    await this.#sendBytes(trackId, find(), request);
  }

  #rangeOf(file: FileOf<"segment" | "init">, window: LiveWindow): ByteRange | undefined {
    if (file.type === "init") return window.findInit(file.trackId, file.initNumber);
    return window.findRange(file.trackId, file.number);
  }

  async #sendBytes(trackId: string, range: ByteRange | undefined, request: LiveRequest): Promise<void> {
    const { stream, req, res } = request;
    const kind = kindOf(stream.window, trackId);
    if (!range) throw new AppError("not_found", "This part of the live is over, or not there yet");
    const bytes = await stream.read(range);
    const part = beginBytes({ range, kind, req, res }, this.#options.metrics);
    if (part) res.end(bytes.subarray(part.start, part.end));
  }

  async #sendText(name: "master" | "manifest" | "hashes", request: LiveRequest): Promise<void> {
    const { stream } = request;
    const { window } = stream;
    const hasSegment = () => window.listed.length > 0 || window.isEnded;
    if (!(await this.#hold(request, hasSegment))) return sendNotYet(request);
    const { type, write } = TEXTS[name];
    const text = this.#texts.get(stream, name, () => write(window));
    sendPacked(request, text, { type, cacheControl: window.isEnded ? ENDED : CHANGING });
  }

  #hold({ stream, res }: LiveRequest, isReady: () => boolean, { isUrgent } = { isUrgent: false }) {
    const timeoutMs = HOLD_TARGETS * stream.window.options.targetDurationSec * 1000;
    return this.#held.until(stream, isReady, { timeoutMs, caller: res, isUrgent });
  }
}

const TEXTS = {
  master: { type: HLS, write: ({ options }: LiveWindow) => writeMultivariantPlaylist(options.tracks) },
  manifest: { type: "application/dash+xml", write: writeLiveManifest },
  hashes: { type: "application/json", write: (window: LiveWindow) => JSON.stringify(listLiveHashes(window)) },
};

/** @throws AppError "not_found" */
function kindOf({ options }: LiveWindow, trackId: string): "video" | "audio" {
  const track = options.tracks.find(({ id }) => id === trackId);
  if (!track) throw new AppError("not_found", `No track ${trackId}`);
  return track.kind;
}

/** 503, but no fault of ours: a live that stands still would fill the log. */
function sendNotYet({ res }: LiveRequest): void {
  const headers = { ...OPEN_HEADERS, "Cache-Control": "no-store", "Retry-After": "2" };
  const body = { code: "unavailable", message: "The live does not go on just now" };
  res.writeHead(503, { ...headers, "Content-Type": "application/json" }).end(JSON.stringify(body));
}

function playlistCaching({ isEnded, options }: LiveWindow, isNew: boolean): string {
  if (isEnded) return ENDED;
  return isNew ? `public, max-age=${BLOCKED_TARGETS * options.targetDurationSec}` : CHANGING;
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
  const encoding = encodingFor(String(req.headers["accept-encoding"] ?? ""));
  const body = text.packed(encoding);
  res.writeHead(200, {
    ...headers,
    ...(encoding ? { "Content-Encoding": encoding } : {}),
    "Content-Type": type,
    "Content-Length": body.length,
  });
  res.end(req.method === "HEAD" ? undefined : body);
}
