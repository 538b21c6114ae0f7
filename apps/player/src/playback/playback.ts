import type { PlaySession } from "@shoal/contract/player";
import type { PlayerFault, PlayerStats, RequestingPage } from "@shoal/sdk";

/** A rendition that the viewer may choose. */
export interface Quality {
  id: number;
  height: number;
  label: string;
}

export const AUTO_QUALITY = -1;

export interface PlaybackOptions extends RequestingPage {
  video: HTMLVideoElement;
  session: PlaySession;
  startSec: number;
  isPeering: boolean;
  /** Playback is about to start. */
  isStarting: boolean;
  onFault(fault: PlayerFault): void;
  /** The video was encoded again; it goes on from the new session. */
  onReplaced(session: PlaySession): void;
  /** The session was renewed: what is shown beside the media may have changed. */
  onRenewed(session: PlaySession): void;
  /** The renditions, or the one that plays, have changed. */
  onQualities(): void;
  /** Media comes in again after a fault, or a wait. */
  onRecovered(): void;
  /** There is nothing to show yet; playback starts automatically. */
  onWaiting(wait: PlaybackWait): void;
}

/**
 * All places of a live without delay are taken; nobody films it; it has ended; the connection is made again; a live has not run
 * for as long as its viewers are behind it.
 */
export interface PlaybackWait {
  reason: "full" | "nobody" | "over" | "connection" | "young";
  /** How many others wait before this viewer; undefined if unknown. */
  waitingBefore?: number;
}

/** Within this distance a viewer follows a live: its segments come every 2 s, and a busy device lags a little. */
export const LIVE_WITHIN_SEC = 5;

/** The seekable range: a whole video; in a live, from its oldest part to the position of its followers. */
export interface TimeRange {
  startSec: number;
  endSec: number;
}

/** The interface of any playback for the skin. */
export interface Playback {
  /** Loads media from now on; before it only playlists are read. */
  start(): void;
  /** The start of loading; no effect afterwards. */
  beginAt(positionSec: number): void;
  /** Undefined for other videos, and before the playlist has loaded. */
  liveRange(): TimeRange | undefined;
  /** For a live that has ended: nothing more comes. Left out if this is never known. */
  isOver?(): boolean;
  /** The position, on the times of `liveRange`; undefined, or left out, if it is the element's own time. */
  positionSec?(): number | undefined;
  /** The viewer seeks there. @returns true where this call moves the element itself. */
  sought(positionSec: number): boolean;
  /** The moment of the play request, in the time of `performance.now()`; by default the first `play` event. */
  attempt(atMs: number): void;
  qualities(): Quality[];
  /** The chosen one, AUTO_QUALITY when the player chooses. */
  chosenQuality(): number;
  /** The one that plays now; undefined before the first. */
  playingQuality(): Quality | undefined;
  chooseQuality(id: number): void;
  /** Asks for a fresh session now; resolves when it succeeded or failed. */
  renew(): Promise<void>;
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
