import type { LiveStream } from "@shoal/media";
import type { FastifyBaseLogger } from "fastify";
import { LoadingCache } from "../platform/loading-cache.ts";
import type { Descriptors } from "../playback/descriptors.ts";
import type { LiveSource } from "./live-source.ts";
import { RemoteLive } from "./remote-live.ts";

/** How long the edge follows a live after its last request. */
const IDLE_TIMEOUT_MS = 60_000;
const CHECK_INTERVAL_MS = 10_000;

interface RemoteLivesOptions {
  /** Returns the run of a live; undefined if the video is not a live, or has another generation. */
  findRun(uuid: string, generation: number): LiveRun | undefined;
  /** Reloads what the api reports about a live. */
  refresh(uuid: string): Promise<unknown>;
  internalSecret: string;
  /** The size of the cache that all lives share. */
  cacheBytes: number;
  log: FastifyBaseLogger;
}

interface LiveRun {
  /** The internal address of the live's ingest. */
  ingestUrl: string;
  /** Whether the run has ended, according to the api. */
  isOver: boolean;
}

interface FollowedLive {
  live: RemoteLive;
  ingestUrl: string;
  usedAtMs: number;
}

/** Follows the lives of ingests, each only for as long as viewers request it. */
class RemoteLives implements LiveSource {
  readonly #options: RemoteLivesOptions;
  readonly #lives = new Map<string, FollowedLive>();
  readonly #bytes: LoadingCache<Buffer>;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(options: RemoteLivesOptions) {
    this.#options = options;
    this.#bytes = new LoadingCache({ maxBytes: options.cacheBytes, bytesOf: ({ length }) => length });
    this.#timer = setInterval(() => this.#dropUnused(Date.now()), CHECK_INTERVAL_MS);
    this.#timer.unref();
  }

  find(uuid: string, generation: number): LiveStream | Promise<LiveStream> | undefined {
    const ingestUrl = this.#options.findRun(uuid, generation)?.ingestUrl;
    if (!ingestUrl) return undefined;
    const name = `${uuid}/${generation}`;
    const known = this.#lives.get(name);
    if (known?.ingestUrl === ingestUrl) {
      known.usedAtMs = Date.now();
      return known.live.isOpen ? known.live : known.live.opened;
    }
    void known?.live.close();
    return this.#open(name, { uuid, generation, ingestUrl });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const lives = [...this.#lives.values()];
    this.#lives.clear();
    await Promise.all(lives.map(({ live }) => live.close()));
  }

  #open(name: string, address: { uuid: string; generation: number; ingestUrl: string }): Promise<LiveStream> {
    const { internalSecret, log, findRun, refresh } = this.#options;
    const live = new RemoteLive({
      ...address,
      findRun: () => {
        const run = findRun(address.uuid, address.generation);
        return run?.ingestUrl === address.ingestUrl ? run : undefined;
      },
      refreshRun: () => refresh(address.uuid),
      internalSecret,
      bytes: this.#bytes,
      onState: (isFollowing, reason) =>
        log.info({ live: address.uuid, isFollowing, reason }, "A live at its ingest"),
    });
    const followed = { live, ingestUrl: address.ingestUrl, usedAtMs: Date.now() };
    this.#lives.set(name, followed);
    // A failed load is removed, so that the next request retries it.
    live.opened.catch(() => {
      if (this.#lives.get(name) === followed) this.#lives.delete(name);
    });
    return live.opened;
  }

  #dropUnused(nowMs: number): void {
    for (const [name, { live, usedAtMs }] of this.#lives) {
      if (nowMs - usedAtMs < IDLE_TIMEOUT_MS) continue;
      this.#lives.delete(name);
      void live.close();
    }
  }
}

/** Opens the lives of the ingests that videos' descriptors name. */
export function openRemoteLives(options: {
  videos: Pick<Descriptors["videos"], "lastKnown" | "findNewest">;
  internalSecret: string;
  segmentCacheBytes: number;
  log: FastifyBaseLogger;
}): RemoteLives {
  const { videos, internalSecret, segmentCacheBytes, log } = options;
  const findRun = (uuid: string, generation: number) => {
    const video = videos.lastKnown(uuid);
    const live = video?.generation === generation ? video.live : undefined;
    return live?.ingestUrl === undefined
      ? undefined
      : { ingestUrl: live.ingestUrl, isOver: live.isOver ?? false };
  };
  const refresh = (uuid: string) => videos.findNewest(uuid);
  return new RemoteLives({ findRun, refresh, internalSecret, cacheBytes: segmentCacheBytes, log });
}
