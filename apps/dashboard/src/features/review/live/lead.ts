import type { LeaderState } from "@shoal/contract";
import type { FrameClock } from "@shoal/frames";
import type { FramePlayer, FramePlayerState } from "../player/frame-player.types.ts";

/** The largest difference between the players, in seconds, that is not corrected, because it is less noticeable than a seek. */
const MAX_DRIFT_SEC = 0.15;
const MAX_SPEED = 16;

/** Returns the playback state that a leader sends to followers. */
export function leaderStateOf({ isPlaying, shownFrame, wantedFrame, speed }: FramePlayerState): LeaderState {
  return {
    frame: isPlaying ? shownFrame : wantedFrame,
    speed: isPlaying ? Math.min(MAX_SPEED, Math.max(-MAX_SPEED, speed)) : 0,
  };
}

/** Returns the current frame of a leader. @param ageMs age of the state in ms. */
export function frameOfLeader({ frame, speed }: LeaderState, ageMs: number, clock: FrameClock): number {
  if (speed === 0) return frame;
  const sec = clock.seekSec(frame) + (speed * ageMs) / 1_000;
  return clock.frameAt(Math.max(0, sec));
}

/** Makes a player adopt the leader's position and playback state. A player that is not ready is left unchanged. */
export function followLeader(player: FramePlayer, lead: LeaderState, ageMs: number): void {
  const { clock, status, isPlaying, speed, shownFrame, wantedFrame } = player.getSnapshot();
  if (!clock || status !== "ready") return;
  const frame = frameOfLeader(lead, ageMs, clock);
  if (lead.speed === 0) {
    if (isPlaying) player.pause();
    if (wantedFrame !== frame || isPlaying) void player.seekToFrame(frame);
    return;
  }
  const apartSec = Math.abs(clock.startSec(shownFrame) - clock.startSec(frame));
  if (apartSec > MAX_DRIFT_SEC * Math.max(1, Math.abs(lead.speed))) void player.seekToFrame(frame);
  if (!isPlaying || speed !== lead.speed) player.play(lead.speed);
}
