/**
 * The messages between a page and the player that it embeds, sent by `postMessage`. Each carries `shoal: 1`, the version, so
 * that other messages of the page are not mistaken for them. See docs/embed.md for their use.
 */

/** A command of a page to the player; `id` is returned with the response. */
export type EmbedCommand = { shoal: 1; id?: string | number } & (
  | { command: "play" | "pause" | "getState" }
  /** Reloads the title, chapters and captions. The response is sent once they are loaded. */
  | { command: "refresh" }
  /** Selects captions by their id or language; null for none. */
  | { command: "setCaptions"; captions: string | null }
  /** Seeks to a position in seconds from the start. */
  | { command: "seek"; positionSec: number }
  /** Sets the volume from 0 to 1; 0 is mute. */
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
  /** `waiting` means before the start date, `locked` until a password is entered. */
  state: "loading" | "ready" | "playing" | "paused" | "ended" | "error" | "waiting" | "locked";
  positionSec: number;
  /** The duration of the video in seconds; 0 while unknown. */
  durationSec: number;
  volume: number;
  isMuted: boolean;
  /** The chapter at the playhead; null outside chapters. */
  chapter: EmbedChapter | null;
  /** The captions that are shown; null if they are off. */
  captions: EmbedCaptions | null;
}

/** An event for the page. Each contains the current state. */
export type EmbedEvent = { shoal: 1; state: EmbedState } & (
  | { event: "ready" | "play" | "pause" | "timeupdate" | "ended" | "chapterchange" | "captionschange" }
  | { event: "error"; error: string }
  /** The response to a command; `error` gives the reason of a failure. */
  | { event: "answer"; id: string | number | null; error?: string }
);
