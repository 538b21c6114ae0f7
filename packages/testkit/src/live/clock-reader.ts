import type { ClockLayout } from "./clock-picture.ts";

/** A frame that a page has displayed. Both times in ms since 1970. */
export interface ShownFrame {
  /** When the frame was made, according to its clock. */
  madeAtMs: number;
  shownAtMs: number;
}

/** The function that `readClock` adds to its page. */
export interface ClockWindow {
  /** Returns the displayed frames with a readable clock since the previous call, in order. */
  drainFrames(): ShownFrame[];
}

/**
 * Reads the clock in each frame that a video shows. The function runs in a page before the page's scripts. It is sent as text, so
 * it must not refer to anything outside.
 */
export function readClock(layout: ClockLayout): void {
  const { timeBits, checkBits, heightShare } = layout;
  const squares = timeBits + checkBits;
  const WIDTH = squares * 4;
  const HEIGHT = 8;
  /** The maximum number of readings kept between two calls, which is ten minutes at 60 per second. Later readings are dropped. */
  const KEPT_MAX = 36_000;
  const OLDEST_MS = 3_600_000;
  const pictures: ShownFrame[] = [];
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d", { willReadFrequently: true });

  const readBits = (video: HTMLVideoElement): number[] => {
    if (!context) return [];
    const height = video.videoHeight * heightShare;
    context.drawImage(video, 0, 0, video.videoWidth, height, 0, 0, WIDTH, HEIGHT);
    const line = context.getImageData(0, HEIGHT / 2, WIDTH, 1).data;
    return Array.from({ length: squares }, (_, square) => ((line[(square * 4 + 2) * 4] ?? 0) > 127 ? 1 : 0));
  };
  const numberOf = (bits: number[]) => bits.reduce((value, bit) => value * 2 + bit, 0);
  /** Computes the checksum that `clockSquares` adds. */
  const checkOf = (time: number) => {
    let sum = 90;
    for (let at = 0; at < timeBits / 8; at += 1) sum += (2 * at + 1) * (Math.floor(time / 256 ** at) % 256);
    return sum % 256;
  };
  const readTime = (video: HTMLVideoElement, nowMs: number): number | undefined => {
    const bits = readBits(video);
    const time = numberOf(bits.slice(0, timeBits));
    if (bits.length === 0 || checkOf(time) !== numberOf(bits.slice(timeBits))) return undefined;
    const ageMs = (((nowMs - time) % 2 ** timeBits) + 2 ** timeBits) % 2 ** timeBits;
    return ageMs < OLDEST_MS ? nowMs - ageMs : undefined;
  };

  const follow = (video: HTMLVideoElement) => {
    const record = (_: number, { expectedDisplayTime }: VideoFrameCallbackMetadata) => {
      const nowMs = Date.now();
      const madeAtMs = readTime(video, nowMs);
      const shownAtMs = nowMs + expectedDisplayTime - performance.now();
      if (madeAtMs !== undefined && pictures.length < KEPT_MAX) pictures.push({ madeAtMs, shownAtMs });
      video.requestVideoFrameCallback(record);
    };
    video.requestVideoFrameCallback(record);
  };
  const followed = new WeakSet<HTMLVideoElement>();
  const begin = ({ target }: Event) => {
    if (!(target instanceof HTMLVideoElement) || followed.has(target)) return;
    followed.add(target);
    follow(target);
  };
  document.addEventListener("loadstart", begin, true);
  Object.assign(window, { drainFrames: () => pictures.splice(0) } satisfies ClockWindow);
}
