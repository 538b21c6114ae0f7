import type { PlaySession } from "@shoal/contract";
import type { PlayerFault, PlayerStats } from "@shoal/sdk";

/** A rendition that the viewer may choose. */
export interface Quality {
  id: number;
  height: number;
  label: string;
}

export const AUTO_QUALITY = -1;

export interface PlaybackOptions {
  video: HTMLVideoElement;
  session: PlaySession;
  startSec: number;
  isPeering: boolean;
  referrer: string;
  onFault(fault: PlayerFault): void;
  /** The video was encoded anew; it goes on from the new session. */
  onReplaced(session: PlaySession): void;
  /** The renditions, or the one that plays, have changed. */
  onQualities(): void;
  /** Media comes in again after a fault. */
  onRecovered(): void;
}

/** What the skin asks of whatever plays. */
export interface Playback {
  /** Loads media from now on; before it only playlists are read. */
  start(): void;
  /** Where loading shall begin; of no effect once it has. */
  beginAt(positionSec: number): void;
  /** The moment of the play request, in the time of `performance.now()`; by default the first `play` event. */
  attempt(atMs: number): void;
  qualities(): Quality[];
  /** The chosen one, AUTO_QUALITY when the player chooses. */
  chosenQuality(): number;
  /** The one that plays now; undefined before the first. */
  playingQuality(): Quality | undefined;
  chooseQuality(id: number): void;
  /** Tries again after a fatal fault. */
  retry(): void;
  stats(): PlayerStats;
  close(): void;
}

/** `360p`, `720p HD`, `1080p`, `1440p 2K`, `2160p 4K`. */
export function qualityLabel(height: number): string {
  const badge = qualityBadge(height);
  return badge === "" ? `${height}p` : `${height}p ${badge}`;
}

export function qualityBadge(height: number): string {
  if (height >= 2160) return "4K";
  if (height >= 1440) return "2K";
  if (height >= 1080) return "";
  return height >= 720 ? "HD" : "SD";
}
