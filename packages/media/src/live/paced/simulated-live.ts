import { SEEK_BACK_MIN_SEC } from "@shoal/contract";
import type { LiveStep } from "@shoal/contract/ingest";
import type { ByteRange } from "@shoal/contract/stored-data";
import { LiveFeedError } from "../live-media.ts";
import type { LiveClock, LiveStream } from "../live-stream.ts";
import { LiveWindow } from "../live-window.ts";
import { listedTrackOf, sortVideoFirst, type TrackSegment, VodReader, type VodTrack } from "./vod-reader.ts";

export interface SimulatedLiveOptions {
  tracks: readonly VodTrack[];
  /** Reads bytes of the video's objects. */
  read(range: ByteRange): Promise<Uint8Array>;
  clock: LiveClock;
  /** When the first second is shown, in ms since 1970. */
  startedAtMs: number;
  /** The number of seconds between the publication of a segment and the time when its end is shown: the delay of viewers. */
  leadSec: number;
}

/**
 * Plays an encoded video once, from a date on, as a live: whole segments of the video, with their original numbers. The window
 * is a function of the video's indexes and the clock, so that every process computes the same one.
 */
export class SimulatedLive implements LiveStream {
  readonly window: LiveWindow;
  readonly #options: SimulatedLiveOptions;
  readonly #reader: VodReader;
  readonly #listeners = new Set<() => void>();
  readonly #closing = new AbortController();
  #next = 0;

  /**
   * Publishes everything that is already due. @throws LiveFeedError for a video without a video track, or with segments of more
   * than 10 s.
   */
  constructor(options: SimulatedLiveOptions) {
    const tracks = sortVideoFirst(options.tracks);
    this.#options = options;
    this.#reader = new VodReader(tracks, options.read);
    if (tracks[0]?.track.kind !== "video" || this.#reader.segmentCount === 0)
      throw new LiveFeedError("The video has no picture");
    this.window = new LiveWindow({
      tracks: tracks.map(listedTrackOf),
      partTargetSec: this.#reader.longestSegmentSec,
      targetDurationSec: this.#reader.targetDurationSec,
      seekBackSec: SEEK_BACK_MIN_SEC,
    });
    this.#catchUp();
  }

  /** Publishes until the video is over, or it is closed. */
  async run(): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#closing;
    while (!this.window.isEnded && !signal.aborted) {
      const isInTime = await clock.waitUntil(this.#dueAtMs, signal).then(
        () => true,
        () => false,
      );
      if (!isInTime) return;
      this.#catchUp();
      for (const listener of Array.from(this.#listeners)) listener();
    }
  }

  close(): void {
    this.#closing.abort();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  read(range: ByteRange): Promise<Uint8Array> {
    return this.#options.read(range);
  }

  /** When the next segment is published; after the last segment, when the live ends, which is once its last second has been shown. */
  get #dueAtMs(): number {
    const { startedAtMs, leadSec } = this.#options;
    if (this.#next === this.#reader.segmentCount) return startedAtMs + this.#endSecOf(this.#next - 1) * 1000;
    return startedAtMs + (this.#endSecOf(this.#next) - leadSec) * 1000;
  }

  #catchUp(): void {
    const nowMs = this.#options.clock.nowMs();
    while (!this.window.isEnded && this.#dueAtMs <= nowMs) {
      if (this.#next === this.#reader.segmentCount) this.window.end();
      else this.#publish(this.#next++);
    }
  }

  #publish(number: number): void {
    const segments = this.#reader.listAt(number);
    const inits = this.#reader.initsBefore(number);
    const programDateTimeMs = this.#options.startedAtMs + (segments[0]?.segment.startSec ?? 0) * 1000;
    this.window.addStep({ programDateTimeMs, parts: partsOf(segments), ...(inits ? { inits } : {}) });
    this.window.endSegment(
      Object.fromEntries(segments.map(({ trackId, segment }) => [trackId, segment.sha256])),
    );
  }

  #endSecOf(number: number): number {
    const [leading] = this.#reader.listAt(number);
    return leading ? leading.segment.startSec + leading.segment.durationSec : 0;
  }
}

/** Lists each segment as a single part; its bytes are read only on request. */
function partsOf(segments: readonly TrackSegment[]): LiveStep["parts"] {
  const parts = segments.map(({ trackId, segment, mediaTimeSec }): [string, LiveStep["parts"][string]] => {
    const { object, offset, length, sha256, durationSec } = segment;
    const range = { object, offset, length, sha256 };
    return [trackId, { durationSec, isIndependent: true, mediaTimeSec, range }];
  });
  return Object.fromEntries(parts);
}
