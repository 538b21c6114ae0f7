/**
 * The messages between a page and the player that it embeds, sent by `postMessage`. Each carries the version as `shoal: 1`, which
 * distinguishes it from other messages of the page. See docs/embed.md for their use.
 */

/** A command of a page to the player. The response contains the same `id`. */
export type EmbedCommand = { shoal: 1; id?: string | number } & (
  | { command: "play" | "pause" | "getState" }
  /** Reloads the title, chapters and captions. The response is sent once they are loaded. */
  | { command: "refresh" }
  /** Selects captions by their id or language. Null turns captions off. */
  | { command: "setCaptions"; captions: string | null }
  /** Seeks to a position in seconds from the start. */
  | { command: "seek"; positionSec: number }
  /** Sets the volume from 0 to 1, where 0 is mute. */
  | { command: "setVolume"; volume: number }
);

export interface EmbedChapter {
  startSec: number;
  title: string;
}

export interface EmbedCaptions {
  id: string;
  /** The language as a BCP 47 tag. */
  language: string;
  label: string;
  /** The version of the captions, which rises with each change of their text. */
  version: number;
}

export interface EmbedState {
  uuid: string;
  title: string;
  /**
   * The reason why the video cannot be played yet. `waiting` means that it has not reached its start date, and `locked` that it
   * needs a password.
   */
  state: "loading" | "ready" | "playing" | "paused" | "ended" | "error" | "waiting" | "locked";
  positionSec: number;
  /** The duration of the video in seconds, or 0 while it is unknown. */
  durationSec: number;
  volume: number;
  isMuted: boolean;
  /** The chapter at the playhead, or null outside chapters. */
  chapter: EmbedChapter | null;
  /** The captions that are shown, or null if captions are off. */
  captions: EmbedCaptions | null;
}

/** An event for the page. Each event contains the player's current state. */
export type EmbedEvent = { shoal: 1; state: EmbedState } & (
  | { event: "ready" | "play" | "pause" | "timeupdate" | "ended" | "chapterchange" | "captionschange" }
  | { event: "error"; error: string }
  /** The response to a command. `error` is the reason if the command failed. */
  | { event: "answer"; id: string | number | null; error?: string }
);
