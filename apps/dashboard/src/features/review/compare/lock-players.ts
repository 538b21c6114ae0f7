import type { FramePlayer } from "../player/frame-player.types.ts";

/** Further apart than this a seek is needed; nearer, a slightly other speed brings the follower back. */
const SEEK_FRAMES = 1;
/** Share of its speed by which the follower goes faster or slower, for each frame it is away. */
const PULL = 0.1;
const MAX_PULL = 0.2;

/**
 * Keeps one player at the frame that belongs to the one that another shows, playing and paused.
 * @param frameOf the follower's frame for one of the lead; null where there is none: the follower waits.
 * @returns a function that lets go.
 */
export function lockPlayers(
  lead: FramePlayer,
  follower: FramePlayer,
  frameOf: (frame: number) => number | null,
): () => void {
  const settle = (frame: number) => {
    if (follower.getSnapshot().isPlaying) follower.pause();
    const wanted = frameOf(frame);
    const { wantedFrame, isSeeking, shownFrame } = follower.getSnapshot();
    if (wanted !== null && wanted !== (isSeeking ? wantedFrame : shownFrame))
      void follower.seekToFrame(wanted);
  };

  function follow(frame: number): void {
    const { isPlaying, speed } = lead.getSnapshot();
    const wanted = frameOf(frame);
    const state = follower.getSnapshot();
    // Backwards a player shows frame by frame: there is nothing to keep in step.
    if (!isPlaying || speed <= 0 || wanted === null) {
      settle(frame);
      return;
    }
    if (!state.isPlaying || state.speed !== speed) follower.play(speed);
    const behind = wanted - state.shownFrame;
    if (Math.abs(behind) > SEEK_FRAMES && !state.isSeeking) void follower.seekToFrame(wanted);
    const media = follower.media();
    if (media) media.playbackRate = speed * (1 + Math.min(Math.max(behind * PULL, -MAX_PULL), MAX_PULL));
  }

  const shown = () => lead.getSnapshot().shownFrame;
  const ends = [
    lead.on("frame", follow),
    lead.on("seek", settle),
    lead.on("play", () => follow(shown())),
    lead.on("pause", settle),
  ];
  follow(shown());
  return () => {
    for (const end of ends) end();
    if (follower.getSnapshot().isPlaying) follower.pause();
  };
}
