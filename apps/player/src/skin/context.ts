import type { PlaySession } from "@shoal/contract/player";
import type { ViewerConsent } from "../consent/viewer-consent.ts";
import type { Language, PlayerTexts } from "../i18n/texts.ts";
import type { PlayerOptions } from "../options.ts";
import type { Playback } from "../playback/playback.ts";

/** The objects that every part of the skin uses. */
export interface SkinContext {
  root: HTMLElement;
  video: HTMLVideoElement;
  texts: PlayerTexts;
  language: Language;
  options: PlayerOptions;
  /** Returns the session; undefined before the play call has succeeded. */
  session(): PlaySession | undefined;
  playback(): Playback | undefined;
  consent: ViewerConsent["prompt"];
  actions: PlayerActions;
}

/** The actions that viewers perform by a button, a key or a gesture. */
export interface PlayerActions {
  togglePlay(): void;
  seekTo(positionSec: number): void;
  seekBy(offsetSec: number): void;
  setVolume(volume: number): void;
  toggleMute(): void;
  setSpeed(rate: number): void;
  stepSpeed(direction: 1 | -1): void;
  toggleFullscreen(): void;
  togglePip(): void;
  toggleCaptions(): void;
}

export const PLAYBACK_SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** The events that the parts of the skin exchange. They are dispatched on the skin's root element. */
export const SKIN_EVENTS = {
  /** Dispatched when a new session was received. */
  session: "shoal:session",
  qualities: "shoal:qualities",
  captions: "shoal:captions",
  /** Dispatched periodically while a live is playing. */
  live: "shoal:live",
  /** Dispatched when the list of chapters should open. */
  chapters: "shoal:chapters",
} as const;

/** Returns the duration of the media in seconds. While no media is loaded, returns the duration that the session states. */
export function durationOf(context: Pick<SkinContext, "video" | "session">): number {
  const { duration } = context.video;
  return Number.isFinite(duration) && duration > 0 ? duration : (context.session()?.durationSec ?? 0);
}
