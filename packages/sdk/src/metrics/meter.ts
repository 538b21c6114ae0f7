import type { SwarmStats, Transport } from "@shoal/p2p";
import type { ShoalMetrics } from "../../types/shoal.d.ts";
import type { MinuteCounters } from "./minute-counters.ts";
import { PlaybackClock } from "./playback-clock.ts";

const SAMPLE_INTERVAL_MS = 250;

/** The segment under the playhead. */
export interface Rendition {
  transport: Transport;
  kbps: number;
  /** Whether no larger rendition would improve the image, because the rendition covers the player's pixels or is the largest available. */
  isBest: boolean;
  /** The height in pixels, if the player reports it. */
  height?: number;
}

/** The properties read from the element. */
export type MeteredVideo = Pick<
  HTMLVideoElement,
  | "currentTime"
  | "paused"
  | "seeking"
  | "ended"
  | "readyState"
  | "HAVE_FUTURE_DATA"
  | "addEventListener"
  | "requestVideoFrameCallback"
> &
  Partial<Pick<HTMLVideoElement, "playbackRate">>;

/** The properties of a player that only its adapter can provide. */
export interface MeterSource {
  video: MeteredVideo;
  renditionAt(positionSec: number): Rendition;
  /** Returns the source of the data for which a stalled player is waiting. */
  awaited(): Transport;
  swarm(): SwarmStats;
}

export type PlayerStats = ShoalMetrics;

export interface Meter {
  /** Records when the viewer, or autoplay, requested playback, by `performance.now()`. Only the first call counts. */
  attempt(atMs?: number): void;
  countError(): void;
  recordSample(): void;
  stats(): PlayerStats;
  close(): void;
}

/** Measures playback and downloads, and adds them to the counters. */
export function startMeter(source: MeterSource, counters: MinuteCounters): Meter {
  return new VideoMeter(source, counters);
}

class VideoMeter implements Meter {
  readonly #source: MeterSource;
  readonly #counters: MinuteCounters;
  readonly #clock = new PlaybackClock();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #listeners = new AbortController();
  readonly #seconds = { server: 0, peer: 0 };
  #counted = { bytesServer: 0, bytesPeer: 0, bytesUp: 0 };
  #stalls = 0;
  #attemptAtMs: number | undefined;
  #startupMs: number | null = null;

  constructor(source: MeterSource, counters: MinuteCounters) {
    this.#source = source;
    this.#counters = counters;
    this.#timer = setInterval(() => this.recordSample(), SAMPLE_INTERVAL_MS);
    const { signal } = this.#listeners;
    source.video.addEventListener("play", () => this.attempt(), { signal });
    for (const event of ["playing", "pause", "waiting", "seeking", "seeked", "ended"]) {
      source.video.addEventListener(event, () => this.recordSample(), { signal });
    }
  }

  attempt(atMs = performance.now()): void {
    if (this.#attemptAtMs !== undefined) return;
    this.#attemptAtMs = atMs;
    this.#counters.add("attempts", 1);
    this.#awaitFrame();
  }

  countError(): void {
    this.#counters.add("errors", 1);
  }

  recordSample(): void {
    const { video } = this.#source;
    const slice = this.#clock.advance({
      atMs: performance.now(),
      positionSec: video.currentTime,
      rate: video.playbackRate ?? 1,
      isPaused: video.paused,
      isSeeking: video.seeking,
      isEnded: video.ended,
      hasFuture: video.readyState >= video.HAVE_FUTURE_DATA,
    });
    if (slice.hasStallBegun) this.#stalls += 1;
    this.#countStall(slice.stalledSec);
    this.#countPlayed(slice.playedSec);
    this.#countSwarm();
  }

  stats(): PlayerStats {
    const { server: secServer, peer: secPeer } = this.#seconds;
    return { ...this.#source.swarm(), stalls: this.#stalls, startupMs: this.#startupMs, secServer, secPeer };
  }

  close(): void {
    this.recordSample();
    clearInterval(this.#timer);
    this.#listeners.abort();
  }

  #awaitFrame(): void {
    const { video } = this.#source;
    // Some browsers lack this method.
    if (!video.requestVideoFrameCallback) {
      video.addEventListener("playing", () => this.#started(), {
        once: true,
        signal: this.#listeners.signal,
      });
      return;
    }
    const handleFrame = () => {
      // A paused player may show a frame as a still, which does not start a view.
      if (video.paused) video.requestVideoFrameCallback(handleFrame);
      else this.#started();
    };
    video.requestVideoFrameCallback(handleFrame);
  }

  #started(): void {
    if (this.#startupMs !== null || this.#attemptAtMs === undefined) return;
    this.#startupMs = Math.round(performance.now() - this.#attemptAtMs);
    this.#clock.start();
    this.#counters.add("views", 1);
    this.#counters.add("startupMs", this.#startupMs);
  }

  #countStall(stalledSec: number): void {
    const counter = this.#source.awaited() === "peer" ? "secRebufPeer" : "secRebufServer";
    this.#counters.add(counter, stalledSec);
  }

  #countPlayed(playedSec: number): void {
    if (playedSec === 0) return;
    const { transport, kbps, isBest } = this.#source.renditionAt(this.#source.video.currentTime);
    this.#seconds[transport] += playedSec;
    this.#counters.add(transport === "peer" ? "secPeer" : "secServer", playedSec);
    this.#counters.add("kbpsSeconds", playedSec * kbps);
    if (isBest) this.#counters.add("secBestQuality", playedSec);
  }

  #countSwarm(): void {
    const counted = this.#counted;
    const now = this.#source.swarm();
    for (const counter of ["bytesServer", "bytesPeer", "bytesUp"] as const)
      this.#counters.add(counter, now[counter] - counted[counter]);
    this.#counters.raise("peers", now.peers);
    this.#counted = now;
  }
}
