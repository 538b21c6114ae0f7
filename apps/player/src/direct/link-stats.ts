/** The totals of a connection, as the browser counts them. */
export interface LinkStats {
  frames: number;
  videoBytes: number;
  audioBytes: number;
  height: number;
}

type InboundStats = Partial<
  Record<"bytesReceived" | "headerBytesReceived" | "framesDecoded" | "frameHeight", number>
> & { type?: string; kind?: string };

/** Reads the totals from a report of `RTCPeerConnection.getStats`. Browsers omit values that they do not measure. */
export function linkStatsOf(report: { forEach(record: (entry: unknown) => void): void }): LinkStats {
  const read = { frames: 0, videoBytes: 0, audioBytes: 0, height: 0 };
  report.forEach((entry) => {
    const inbound = entry as InboundStats;
    if (inbound.type !== "inbound-rtp") return;
    const bytes = (inbound.bytesReceived ?? 0) + (inbound.headerBytesReceived ?? 0);
    if (inbound.kind !== "video") {
      read.audioBytes += bytes;
      return;
    }
    read.videoBytes += bytes;
    read.frames += inbound.framesDecoded ?? 0;
    read.height = inbound.frameHeight ?? read.height;
  });
  return read;
}

/**
 * Minimum time in ms without a new frame after which the video counts as frozen. The time must also be several times the usual
 * interval.
 */
const FREEZE_MIN_MS = 500;
const FREEZE_INTERVALS = 3;
/** Time in ms without a new frame after which a connection counts as failed. */
const LINK_LOST_AFTER_MS = 3_000;
/** Maximum time in ms until the first frame, including the exchange of the offer and candidates. */
const MAX_CONNECT_MS = 10_000;
const NO_STATS: LinkStats = { frames: 0, videoBytes: 0, audioBytes: 0, height: 0 };

/** Monitors whether a connection still delivers frames, and at what rate. */
export class LinkMonitor {
  #last = NO_STATS;
  #lastAtMs: number;
  /** When the last new frame arrived, or otherwise when monitoring started. */
  #movedAtMs: number;
  #kbps = 0;
  /** The average interval between two recent frames. */
  #intervalMs = 0;

  constructor(nowMs: number) {
    this.#lastAtMs = nowMs;
    this.#movedAtMs = nowMs;
  }

  get reading(): LinkStats {
    return this.#last;
  }

  /** The bit rate over approximately the last second. */
  get kbps(): number {
    return this.#kbps;
  }

  /** Whether the video is frozen; false before the first frame. */
  isStill(nowMs: number): boolean {
    const stillMs = Math.max(FREEZE_MIN_MS, FREEZE_INTERVALS * this.#intervalMs);
    return this.#last.frames > 0 && nowMs - this.#movedAtMs > stillMs;
  }

  /** Records a reading. @returns whether the connection has failed. */
  record(reading: LinkStats, nowMs: number): boolean {
    const last = this.#last;
    const elapsedMs = nowMs - this.#lastAtMs;
    const bytes = sumOf(reading) - sumOf(last);
    if (elapsedMs > 0) this.#kbps = this.#kbps / 2 + (bytes * 8) / elapsedMs / 2;
    // If audio continues without video, the image is static, such as that of a shared screen.
    const isStill = reading.videoBytes === last.videoBytes && reading.audioBytes > last.audioBytes;
    if (reading.frames > last.frames) {
      this.#intervalMs = (nowMs - this.#movedAtMs) / (reading.frames - last.frames);
    }
    if (reading.frames > last.frames || (isStill && last.frames > 0)) this.#movedAtMs = nowMs;
    [this.#last, this.#lastAtMs] = [reading, nowMs];
    return nowMs - this.#movedAtMs > (reading.frames > 0 ? LINK_LOST_AFTER_MS : MAX_CONNECT_MS);
  }
}

const sumOf = ({ videoBytes, audioBytes }: LinkStats): number => videoBytes + audioBytes;
