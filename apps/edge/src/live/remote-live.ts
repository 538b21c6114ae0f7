import { setTimeout as sleep } from "node:timers/promises";
import { AppError, fillPath, MAX_LIVE_LOST_MS } from "@shoal/contract";
import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import { LIVE_BYTES_PATH, LIVE_FEED_PATH, type LiveFeedLine } from "@shoal/contract/ingest";
import type { ByteRange } from "@shoal/contract/stored-data";
import { type LiveStream, LiveWindow } from "@shoal/media";
import { digestOf } from "../media/checked-media.ts";
import type { LoadingCache } from "../platform/loading-cache.ts";
import { readFeedLines } from "./feed-lines.ts";

/** After this long without data, a feed counts as broken: three heartbeats of the ingest, in ms. */
const MAX_FEED_SILENCE_MS = 3_000;
const RETRY_DELAY_MS = 300;
const BYTES_TIMEOUT_MS = 5_000;

/** The number of recent segments that are assembled from their parts. Older segments are requested in one piece. */
const SEGMENTS_READ_BY_PART = 4;

export interface RemoteLiveOptions {
  uuid: string;
  generation: number;
  /** Internal address of the ingest that makes the live. */
  ingestUrl: string;
  /** Returns what the api reports about this run at this ingest; undefined once another run has replaced it. */
  findRun(): { isOver: boolean } | undefined;
  /** Reloads what the api reports about this run. */
  refreshRun(): Promise<unknown>;
  /** How long the publisher may take to return after the ingest lost the live, in ms. Defaults to the same time as at an ingest. */
  lostMaxMs?: number;
  internalSecret: string;
  /** The cache of object ranges, shared with other lives. */
  bytes: LoadingCache<Buffer>;
  onState(isFollowing: boolean, reason: string): void;
}

class LiveNotFoundError extends Error {}

/** A live that an ingest produces, as this edge serves it. Follows the live's window, and fetches each part once. */
export class RemoteLive implements LiveStream {
  readonly #options: RemoteLiveOptions;
  readonly #listeners = new Set<() => void>();
  readonly #stop = new AbortController();
  readonly #opened = Promise.withResolvers<LiveStream>();
  readonly #done: Promise<void>;
  #window: LiveWindow | undefined;
  #isFollowing = false;
  #isReplaced = false;
  /** When the ingest first responded that it does not have the live; undefined while it has the live. */
  #lostAtMs: number | undefined;

  constructor(options: RemoteLiveOptions) {
    this.#options = options;
    // Requests that are waiting get this error. If none is waiting, the error must not become an unhandled rejection.
    this.#opened.promise.catch(() => undefined);
    this.#done = this.#follow();
  }

  /** Resolves when the first snapshot has arrived. Rejects if the ingest does not have the live, or does not respond. */
  get opened(): Promise<LiveStream> {
    return this.#opened.promise;
  }

  get isOpen(): boolean {
    return this.#window !== undefined;
  }

  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  /** The current window. @throws AppError "unavailable" before the first snapshot. */
  get window(): LiveWindow {
    if (!this.#window) throw new AppError("unavailable", "This live is not available yet");
    return this.#window;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads a range, which is fetched once for all callers. A segment is assembled from its parts if they are cached. */
  read(range: ByteRange): Uint8Array | Promise<Uint8Array> {
    const { bytes } = this.#options;
    const key = keyOf(range);
    return bytes.peek(key) ?? this.#joinParts(range) ?? bytes.get(key, () => this.#fetchBytes(range));
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }

  #joinParts({ object, offset, length }: ByteRange): Buffer | undefined {
    if (offset > 0) return undefined;
    const near = [
      ...this.window.listed.slice(-SEGMENTS_READ_BY_PART),
      ...(this.window.open ? [this.window.open] : []),
    ];
    const media = near.flatMap((segment) => Object.values(segment.media));
    const parts = media.find((each) => each.parts[0]?.range.object === object)?.parts ?? [];
    const known = parts.flatMap((part) => this.#options.bytes.peek(keyOf(part.range)) ?? []);
    const whole = known.length === parts.length ? Buffer.concat(known) : undefined;
    return whole?.length === length ? whole : undefined;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    let lastReason = "";
    while (!signal.aborted && !this.#isOver) {
      const error = await this.#followOnce(signal).then(
        () => new Error("the ingest ended the feed"),
        (cause: unknown) => cause,
      );
      if (signal.aborted || this.#isOver) break;
      this.#handleLoss(error);
      const reason = String(error);
      if (reason !== lastReason || this.#isFollowing) this.#options.onState(false, reason);
      lastReason = reason;
      this.#isFollowing = false;
      if (!this.#window)
        return this.#opened.reject(new AppError("unavailable", `The ingest gave no live: ${reason}`));
      await sleep(RETRY_DELAY_MS, undefined, { signal }).catch(() => undefined);
    }
    this.#opened.reject(new AppError("unavailable", "The live was closed"));
  }

  get #isOver(): boolean {
    return this.#isReplaced || this.#window?.isEnded === true;
  }

  /**
   * Decides what a lost connection means. An ingest no longer knows the live after it was restarted or has given the live up, so
   * viewers wait for as long as a publisher has time to return. A publisher that returns starts another run, at any ingest, which
   * replaces this one: requests that wait for more of this run get their responses at that moment.
   */
  #handleLoss(error: unknown): void {
    const run = this.#options.findRun();
    if (!run) {
      this.#isReplaced = true;
      this.#notifyListeners();
    } else if (this.#window && (run.isOver || error instanceof LiveNotFoundError)) {
      this.#lostAtMs ??= performance.now();
      const { lostMaxMs = MAX_LIVE_LOST_MS } = this.#options;
      if (performance.now() - this.#lostAtMs >= lostMaxMs) this.#applyLine({ type: "end" });
    }
  }

  async #followOnce(stop: AbortSignal): Promise<void> {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(new Error("the ingest fell silent")), MAX_FEED_SILENCE_MS);
    try {
      const response = await this.#request(LIVE_FEED_PATH, {}, AbortSignal.any([stop, silence.signal]));
      if (!response.body) throw new Error("the ingest sent nothing");
      for await (const line of readFeedLines(response.body)) {
        timer.refresh();
        // The live may have moved to another ingest. The api already knows the next run, but this edge may not know it yet.
        if (line.type === "end") await this.#options.refreshRun().catch(() => undefined);
        this.#applyLine(line);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #applyLine(line: LiveFeedLine): void {
    switch (line.type) {
      case "beat":
        return;
      case "snapshot":
        this.#window = LiveWindow.from(line.snapshot);
        if (!this.#isFollowing) this.#options.onState(true, "connected");
        this.#isFollowing = true;
        this.#lostAtMs = undefined;
        this.#opened.resolve(this);
        break;
      case "step":
        this.window.addStep(line.step);
        break;
      case "segmentEnd":
        this.window.endSegment(line.sha256ById);
        break;
      case "end":
        // An ingest also ends a live that has moved to another ingest. In that case the run was replaced, and the live is not over.
        if (this.#options.findRun()) this.window.end();
        else this.#isReplaced = true;
    }
    this.#notifyListeners();
  }

  #notifyListeners(): void {
    for (const listener of Array.from(this.#listeners)) listener();
  }

  /** Fetches a range and verifies its hash, which is known for init segments, parts and complete segments. */
  async #fetchBytes({ object, offset, length, sha256 }: ByteRange): Promise<Buffer> {
    const query = { object, offset: `${offset}`, length: `${length}` };
    const response = await this.#request(LIVE_BYTES_PATH, query, AbortSignal.timeout(BYTES_TIMEOUT_MS)).catch(
      (error: unknown) => {
        throw new AppError("unavailable", `The ingest gave no bytes: ${String(error)}`);
      },
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    if (sha256 !== "" && (await digestOf(bytes)) !== sha256)
      throw new AppError("unavailable", "The ingest sent other bytes than it announced");
    return bytes;
  }

  async #request(path: string, query: Record<string, string>, signal: AbortSignal): Promise<Response> {
    const { ingestUrl, internalSecret, uuid, generation } = this.#options;
    const address = fillPath(path, { uuid, generation: `${generation}` });
    const response = await fetch(`${ingestUrl}${address}?${new URLSearchParams(query)}`, {
      headers: { [INTERNAL_SECRET_HEADER]: internalSecret },
      signal,
    });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404) throw new LiveNotFoundError("the ingest has no such live");
    throw new Error(`the ingest answered ${response.status}`);
  }
}

const keyOf = ({ object, offset, length }: ByteRange) => `${object} ${offset} ${length}`;
