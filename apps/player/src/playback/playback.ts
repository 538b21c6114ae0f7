import type { PlaySession } from "@shoal/contract/player";
import type { PlayerFault, PlayerStats, RequestingPage } from "@shoal/sdk";

/** A rendition that viewers can choose. */
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
  /** Whether playback starts as soon as media are loaded. */
  isStarting: boolean;
  onFault(fault: PlayerFault): void;
  /** Called when the video was encoded again. Playback continues with the new session. */
  onReplaced(session: PlaySession): void;
  /** Called when the session was renewed. Content other than media may have changed. */
  onRenewed(session: PlaySession): void;
  /** Called when the list of renditions, or the playing one, has changed. */
  onQualities(): void;
  /** Called when media arrives again after an error or a wait. */
  onRecovered(): void;
  /** Called while there is no video to show. Playback will start automatically. */
  onWaiting(wait: PlaybackWait): void;
}

/**
 * Why playback waits: all places of a live without delay are taken, it has no publisher, it has ended, it is reconnecting, or the
 * live has not run for as long as its latency.
 */
export interface PlaybackWait {
  reason: "full" | "nobody" | "over" | "connection" | "young";
  /** The number of viewers who wait before this viewer; undefined if unknown. */
  waitingBefore?: number;
}

/**
 * The distance in seconds within which a viewer counts as following a live. Segments come every 2 s, and a busy device lags a
 * little.
 */
export const LIVE_EDGE_TOLERANCE_SEC = 5;

/** The seekable range: the complete video, or in a live the range from its oldest part to the position of viewers who follow it. */
export interface TimeRange {
  startSec: number;
  endSec: number;
}

/** The interface through which the skin controls every kind of playback. */
export interface Playback {
  /** Starts loading media. Before this call, only playlists are read. */
  start(): void;
  /** Sets the position at which loading starts. Has no effect after `start`. */
  beginAt(positionSec: number): void;
  /** Returns the seekable range of a live; undefined for other videos, and before the playlist has loaded. */
  liveRange(): TimeRange | undefined;
  /** Whether a live has ended. The method is missing if this can never be known. */
  isOver?(): boolean;
  /**
   * Returns the position on the timeline of `liveRange`. If the result is undefined or the method is missing, the element's own time
   * applies.
   */
  positionSec?(): number | undefined;
  /**
   * Handles a seek of the viewer.
   * @returns whether this call has moved the element itself.
   */
  sought(positionSec: number): boolean;
  /** Records when playback was requested, by `performance.now()`. Without this call, the first `play` event counts. */
  attempt(atMs: number): void;
  qualities(): Quality[];
  /** Returns the id of the chosen quality; AUTO_QUALITY if the player chooses. */
  chosenQuality(): number;
  /** Returns the playing quality; undefined before the first segment. */
  playingQuality(): Quality | undefined;
  chooseQuality(id: number): void;
  /** Requests a new session immediately. Resolves whether or not this succeeds. */
  renew(): Promise<void>;
  /** Tries again after a fatal error. */
  retry(): void;
  stats(): PlayerStats;
  close(): void;
}

/** Returns the label of a quality, such as `360p`, `720p HD`, `1080p`, `1440p 2K` or `2160p 4K`. */
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
