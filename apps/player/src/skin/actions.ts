import type { TimeRange } from "../playback/playback.ts";
import { PLAYBACK_SPEEDS, type PlayerActions, type SkinContext } from "./context.ts";
import { toggleFullscreen, togglePip } from "./screen.ts";

export interface ActionHooks {
  play(): void;
  /** Starts loading at this position. Called if no media has been loaded yet. */
  beginAt(positionSec: number): void;
  /**
   * Handles a seek of the viewer.
   * @returns whether the player has moved to the position.
   */
  sought(positionSec: number): boolean;
  toggleCaptions(): void;
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** Creates the actions with which viewers control the video element. */
export function createActions(
  context: Pick<SkinContext, "root" | "video"> & { reach(): TimeRange; positionSec(): number },
  hooks: ActionHooks,
): PlayerActions {
  const { root, video } = context;
  const seekTo = (positionSec: number) => {
    const { startSec, endSec } = context.reach();
    if (endSec === 0) return;
    const atSec = clamp(positionSec, startSec, endSec);
    if (hooks.sought(atSec)) return;
    video.currentTime = atSec;
    if (video.readyState === HTMLMediaElement.HAVE_NOTHING) hooks.beginAt(atSec);
  };
  const setVolume = (volume: number) => {
    video.volume = clamp(volume, 0, 1);
    video.muted = video.volume === 0;
  };
  const setSpeed = (rate: number) => {
    video.playbackRate = rate;
    video.defaultPlaybackRate = rate;
  };
  return {
    togglePlay: () => (video.paused || video.ended ? hooks.play() : video.pause()),
    seekTo,
    seekBy: (offsetSec) => seekTo(context.positionSec() + offsetSec),
    setVolume,
    toggleMute() {
      if (video.muted && video.volume === 0) setVolume(0.5);
      else video.muted = !video.muted;
    },
    setSpeed,
    stepSpeed(direction) {
      const index = PLAYBACK_SPEEDS.findIndex((rate) => rate >= video.playbackRate);
      setSpeed(PLAYBACK_SPEEDS[clamp(index + direction, 0, PLAYBACK_SPEEDS.length - 1)] ?? 1);
    },
    toggleFullscreen: () => void toggleFullscreen(root, video),
    togglePip: () => void togglePip(video),
    toggleCaptions: hooks.toggleCaptions,
  };
}
