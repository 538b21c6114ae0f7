/**
 * The messages between a page and the player that it frames, by `postMessage`. Each carries `shoal: 1`, the version, so
 * that other messages of the page are never taken for one. How to use them is in docs/embed.md.
 */

/** A command of a page to the player; `id` is returned with the answer. */
export type EmbedCommand = { shoal: 1; id?: string | number } & (
  | { command: "play" | "pause" | "getState" }
  /** Asks for what was changed meanwhile: title, chapters and captions. The answer comes once it is there. */
  | { command: "refresh" }
  /** Captions by their id, or by their language; null for none. */
  | { command: "setCaptions"; captions: string | null }
  /** Seconds from the beginning. */
  | { command: "seek"; positionSec: number }
  /** From 0 to 1; 0 is silence. */
  | { command: "setVolume"; volume: number }
);

export interface EmbedChapter {
  startSec: number;
  title: string;
}

export interface EmbedCaptions {
  id: string;
  /** BCP 47. */
  language: string;
  label: string;
  /** Raised with each change of their text. */
  version: number;
}

export interface EmbedState {
  uuid: string;
  title: string;
  /** `waiting` before its start date, `locked` while it asks for a password. */
  state: "loading" | "ready" | "playing" | "paused" | "ended" | "error" | "waiting" | "locked";
  positionSec: number;
  /** 0 while it is not known. */
  durationSec: number;
  volume: number;
  isMuted: boolean;
  /** The one under the playhead; null outside of chapters. */
  chapter: EmbedChapter | null;
  /** The shown captions; null when they are off. */
  captions: EmbedCaptions | null;
}

/** An event for the page. Each contains the current state. */
export type EmbedEvent = { shoal: 1; state: EmbedState } & (
  | { event: "ready" | "play" | "pause" | "timeupdate" | "ended" | "chapterchange" | "captionschange" }
  | { event: "error"; error: string }
  /** The answer to a command; `error` states its fault. */
  | { event: "answer"; id: string | number | null; error?: string }
);
