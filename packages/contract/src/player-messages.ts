/**
 * What a page may say to the player that it embeds, by `postMessage`: `follow` asks to be told the time from now on,
 * `seek` goes to a second of the timeline.
 */
export type HostMessage = { shoal: "follow" } | { shoal: "seek"; sec: number };

/** What the player tells a page that follows it, whenever it changes. Seconds; no duration before it is known. */
export interface PlayerTimeMessage {
  shoal: "time";
  sec: number;
  durationSec: number | null;
  isPaused: boolean;
}
