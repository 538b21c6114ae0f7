import { SIMULATED_LIVE_LATENCY_SEC } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { ByteRange } from "@shoal/contract/stored-data";
import { type LiveStream, SimulatedLive, wallClock } from "@shoal/media";
import type { FastifyBaseLogger } from "fastify";
import type { CheckedMedia } from "../media/checked-media.ts";
import type { SegmentIndexes } from "../media/segment-indexes.ts";
import { LoadingCache } from "../platform/loading-cache.ts";
import type { Descriptors } from "../playback/descriptors.ts";
import type { LiveSource } from "./live-source.ts";

/** How long a live is kept after its last request. Creating it again gives the same result. */
const IDLE_TIMEOUT_MS = 60_000;
const CHECK_INTERVAL_MS = 10_000;

export interface SimulatedLivesOptions {
  videos: Pick<Descriptors["videos"], "lastKnown">;
  indexes: Pick<SegmentIndexes, "get">;
  media: Pick<CheckedMedia, "read">;
  /** The size of the segment cache that all simulated lives share. */
  segmentCacheBytes: number;
  log: Pick<FastifyBaseLogger, "error">;
}

interface OpenedLive {
  opened: Promise<SimulatedLive>;
  live: SimulatedLive | undefined;
  usedAtMs: number;
}

/** Plays videos as lives. Each edge generates the lives independently, with identical results. */
export class SimulatedLives implements LiveSource {
  readonly #options: SimulatedLivesOptions;
  readonly #lives = new Map<string, OpenedLive>();
  readonly #bytes: LoadingCache<Uint8Array>;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(options: SimulatedLivesOptions) {
    this.#options = options;
    this.#bytes = new LoadingCache({
      maxBytes: options.segmentCacheBytes,
      bytesOf: ({ length }) => length,
    });
    this.#timer = setInterval(() => this.#dropUnused(Date.now()), CHECK_INTERVAL_MS);
    this.#timer.unref();
  }

  find(uuid: string, generation: number): LiveStream | Promise<LiveStream> | undefined {
    const video = this.#options.videos.lastKnown(uuid);
    const startedAtMs = video?.live?.simulatedFromMs;
    if (video?.generation !== generation || startedAtMs === undefined) return undefined;
    const name = `${uuid}/${generation}/${startedAtMs}`;
    const made = this.#lives.get(name) ?? this.#open(name, video, startedAtMs);
    made.usedAtMs = Date.now();
    return made.live ?? made.opened;
  }

  close(): void {
    clearInterval(this.#timer);
    for (const name of Array.from(this.#lives.keys())) this.#drop(name);
  }

  #open(name: string, video: PlaybackDescriptor, startedAtMs: number): OpenedLive {
    const made: OpenedLive = { opened: this.#make(video, startedAtMs), live: undefined, usedAtMs: 0 };
    this.#lives.set(name, made);
    made.opened.then(
      (live) => {
        if (this.#lives.get(name) !== made) return live.close();
        made.live = live;
        live.run().catch((error: unknown) => {
          this.#options.log.error({ err: error, live: video.uuid }, "A simulated live was interrupted");
          this.#drop(name);
        });
      },
      // A failed load is removed, so that the next request retries it.
      () => this.#lives.delete(name),
    );
    return made;
  }

  async #make({ tracks }: PlaybackDescriptor, startedAtMs: number): Promise<SimulatedLive> {
    const { indexes } = this.#options;
    return new SimulatedLive({
      tracks: await Promise.all(
        tracks.map(async (track) => ({ track, index: (await indexes.get(track)).index })),
      ),
      read: (range) => this.#read(range),
      clock: wallClock,
      startedAtMs,
      leadSec: SIMULATED_LIVE_LATENCY_SEC,
    });
  }

  #read(range: ByteRange): Promise<Uint8Array> {
    const { object, offset, length } = range;
    return this.#bytes.get(`${object} ${offset} ${length}`, () => this.#options.media.read(range));
  }

  #dropUnused(nowMs: number): void {
    for (const [name, { usedAtMs }] of this.#lives) if (nowMs - usedAtMs >= IDLE_TIMEOUT_MS) this.#drop(name);
  }

  #drop(name: string): void {
    const made = this.#lives.get(name);
    this.#lives.delete(name);
    made?.live?.close();
  }
}
