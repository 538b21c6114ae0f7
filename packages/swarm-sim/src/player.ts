import { newestSegmentAt, parseSegmentNumber, segmentName } from "./media.ts";
import type { SimViewer } from "./simulation.types.ts";

const RETRY_DELAY_MS = 100;
/** The time from the last byte to the first frame, in ms. */
const DECODE_DURATION_MS = 60;

/** A player like hls.js. It loads one segment after the other into a limited buffer, and finds the live edge in a playlist. */
export class Player {
  readonly #viewer: SimViewer;
  /** The segments in the buffer or the cache. */
  readonly held = new Set<string>();
  readonly everHeld = new Set<string>();
  #next = 0;
  #first = 0;
  /** The end of the buffer, in media seconds. */
  #bufferedSec = 0;
  #positionSec = 0;
  #movedAtMs = 0;
  #isPlaying = false;
  #isStarted = false;
  #isLoading = false;
  #known = -1;
  #startedAtMs = 0;
  stalls = 0;
  stalledMs = 0;
  startupMs: number | undefined;
  #stalledAtMs: number | undefined;
  latencies: number[] = [];

  constructor(viewer: SimViewer) {
    this.#viewer = viewer;
  }

  start(): void {
    const { clock, media, options } = this.#viewer.world;
    this.#startedAtMs = clock.nowMs;
    this.#known = newestSegmentAt(media, clock.nowMs);
    if (media.isLive) {
      const behind = Math.floor(options.latencySec / media.segmentSec);
      this.#first = Math.max(0, this.#known + 1 - behind);
    } else this.#first = options.startNumber?.(this.#viewer.world.random) ?? 0;
    this.#next = this.#first;
    this.#positionSec = this.#first * media.segmentSec;
    this.#bufferedSec = this.#positionSec;
    this.#dispatchPlayhead();
    this.#load();
    if (media.isLive) clock.after(media.segmentSec * 1000, () => this.#readPlaylist());
  }

  end(): void {
    this.#advance();
    if (this.#stalledAtMs !== undefined) this.stalledMs += this.#viewer.world.clock.nowMs - this.#stalledAtMs;
    if (this.startupMs !== undefined) this.latencies.push(this.latencySec());
  }

  latencySec(): number {
    return this.#viewer.world.clock.nowMs / 1000 - this.#positionSec;
  }

  arrived(segment: string): void {
    this.everHeld.add(segment);
    if (parseSegmentNumber(segment) === this.#next && this.#isLoading) this.#append();
  }

  /** Reads a live playlist, which hls.js reloads every target duration. */
  #readPlaylist(): void {
    const { clock, media } = this.#viewer.world;
    if (this.#viewer.isGone) return;
    const newest = newestSegmentAt(media, clock.nowMs);
    if (newest > this.#known) {
      this.#known = newest;
      if (media.isLive && this.#isStarted) this.#publish();
      this.#load();
    }
    if (media.isLive) clock.after(media.segmentSec * 1000, () => this.#readPlaylist());
  }

  #publish(): void {
    const { media } = this.#viewer.world;
    const segments = [];
    for (let number = this.#next; number <= this.#known; number++) {
      segments.push({ segment: segmentName(number), startSec: number * media.segmentSec });
    }
    this.#viewer.dispatch({ type: "published", segments });
  }

  #load(): void {
    const { clock, media, options } = this.#viewer.world;
    if (this.#isLoading || this.#viewer.isGone || this.#next > this.#known) return;
    this.#advance();
    if (this.#bufferedSec - this.#positionSec >= options.bufferSec) {
      clock.after(RETRY_DELAY_MS, () => this.#load());
      return;
    }
    this.#isLoading = true;
    const segment = segmentName(this.#next);
    if (this.held.has(segment)) {
      this.#append();
      return;
    }
    const startSec = this.#next * media.segmentSec;
    this.#viewer.dispatch({ type: "want", segment, startSec, isVerifiable: true });
  }

  #append(): void {
    const { media } = this.#viewer.world;
    this.#advance();
    this.#isLoading = false;
    this.#next += 1;
    this.#bufferedSec = this.#next * media.segmentSec;
    if (!this.#isStarted) this.#begin();
    else if (!this.#isPlaying) this.#resume();
    if (this.#next < media.count || media.isLive) this.#load();
    this.#trimHeld();
  }

  #begin(): void {
    const { clock, media } = this.#viewer.world;
    this.#isStarted = true;
    clock.after(DECODE_DURATION_MS, () => {
      this.startupMs = clock.nowMs - this.#startedAtMs;
      this.#resume();
    });
    if (media.isLive) this.#publish();
  }

  #resume(): void {
    const { clock } = this.#viewer.world;
    if (this.#stalledAtMs !== undefined) this.stalledMs += clock.nowMs - this.#stalledAtMs;
    this.#stalledAtMs = undefined;
    this.#isPlaying = true;
    this.#movedAtMs = clock.nowMs;
    this.#dispatchPlayhead();
    this.#watchEnd();
  }

  /** Waits for the time at which the buffer will be empty if nothing arrives. */
  #watchEnd(): void {
    const { clock, media } = this.#viewer.world;
    const leftMs = (this.#bufferedSec - this.#positionSec) * 1000;
    clock.after(leftMs + 1, () => {
      if (!this.#isPlaying || this.#viewer.isGone) return;
      this.#advance();
      if (this.#bufferedSec - this.#positionSec > 0.01) return this.#watchEnd();
      this.#isPlaying = false;
      this.#dispatchPlayhead();
      if (!media.isLive && this.#next >= media.count) return;
      this.stalls += 1;
      this.#stalledAtMs = clock.nowMs;
    });
  }

  #advance(): void {
    const { nowMs } = this.#viewer.world.clock;
    if (this.#isPlaying) {
      this.#positionSec = Math.min(this.#bufferedSec, this.#positionSec + (nowMs - this.#movedAtMs) / 1000);
    }
    this.#movedAtMs = nowMs;
  }

  #dispatchPlayhead(): void {
    const isMoving = this.#isPlaying;
    this.#viewer.dispatch({ type: "playhead", positionSec: this.#positionSec, rate: 1, isMoving });
  }

  /** Drops old segments of a live. The cache keeps a minute of them. */
  #trimHeld(): void {
    const { media } = this.#viewer.world;
    if (!media.isLive) return;
    const oldest = segmentName(this.#next - Math.ceil(60 / media.segmentSec));
    if (this.held.delete(oldest)) this.#viewer.dispatch({ type: "dropped", segments: [oldest] });
  }
}
