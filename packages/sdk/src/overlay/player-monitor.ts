import type { Inspectable, Inspection } from "../inspection.ts";
import { type PeerStats, readPeerStats } from "./peer-stats.ts";

/** The period over which rates are averaged. */
const RATE_WINDOW_MS = 3_000;
const MAX_STALLS = 50;

/** A period in which playback stalled. */
export interface Stall {
  atSec: number;
  sinceMs: number;
  /** When the stall ended. Undefined while the stall lasts. */
  endedAtMs: number | undefined;
}

/** The data of a player that must be tracked over time. It is tracked while the overlay is open. */
export class PlayerMonitor {
  readonly stalls: Stall[] = [];
  readonly peerStats = new Map<string, PeerStats>();
  readonly #inspectable: Inspectable;
  readonly #listeners = new AbortController();
  #sent: { atMs: number; bytes: number }[] = [];
  #hasPlayed: boolean;

  constructor(inspectable: Inspectable) {
    this.#inspectable = inspectable;
    const { video } = inspectable.inspect();
    this.#hasPlayed = video.currentTime > 0;
    const { signal } = this.#listeners;
    video.addEventListener("waiting", () => this.#stalled(video), { signal });
    for (const event of ["playing", "pause", "seeking", "ended"])
      video.addEventListener(event, () => this.#moved(video), { signal });
  }

  inspect(): Inspection {
    return this.#inspectable.inspect();
  }

  /** Returns the current upload rate, in bytes per second. */
  uploadRate({ stats }: Inspection, nowMs: number): number {
    this.#sent = [...this.#sent, { atMs: nowMs, bytes: stats.bytesUp }];
    while (this.#sent.length > 2 && nowMs - (this.#sent[1]?.atMs ?? nowMs) > RATE_WINDOW_MS)
      this.#sent.shift();
    const [first] = this.#sent;
    if (!first || nowMs === first.atMs) return 0;
    return ((stats.bytesUp - first.bytes) * 1000) / (nowMs - first.atMs);
  }

  async readPeers(): Promise<void> {
    for (const [id, { isOpen, link }] of Array.from(this.inspect().swarm?.peers ?? [])) {
      const stats = isOpen ? await readPeerStats(link.connection) : undefined;
      if (stats) this.peerStats.set(id, stats);
    }
  }

  close(): void {
    this.#listeners.abort();
  }

  /** Records a stall. Waiting for the first frame, or after a seek, is not a stall. */
  #stalled(video: HTMLVideoElement): void {
    const isStalled = this.stalls.length > 0 && this.stalls.at(-1)?.endedAtMs === undefined;
    if (!this.#hasPlayed || video.seeking || isStalled) return;
    this.stalls.push({ atSec: video.currentTime, sinceMs: performance.now(), endedAtMs: undefined });
    if (this.stalls.length > MAX_STALLS) this.stalls.shift();
  }

  #moved(video: HTMLVideoElement): void {
    this.#hasPlayed ||= video.currentTime > 0;
    const last = this.stalls.at(-1);
    if (last) last.endedAtMs ??= performance.now();
  }
}
