import type { FramePlayer } from "../player/frame-player.types.ts";

/** Share of its speed by which the follower goes faster or slower, for each frame it is away. */
const PULL = 0.1;
const MAX_PULL = 0.2;
/** So far apart, in frames, the one ahead stands until the other is there: a frame more would be seen. */
const HOLD_FRAMES = 0.75;
/** Further apart, the follower is sought anew, and both begin together. */
const SEEK_FRAMES = 5;
/** A frame that a browser does not come to stand at is not sought for ever. */
const MAX_SEEKS = 3;

/**
 * Keeps one player at the frame that belongs to the one that another shows, playing and paused. While both play, whoever is ahead waits:
 * a seek takes as long as several frames. A player waits at speed 0, which is not a pause.
 * @param frameOf the follower's frame for one of the lead; null where there is none: the follower waits.
 * @returns a function that lets go.
 */
export function lockPlayers(
  lead: FramePlayer,
  follower: FramePlayer,
  frameOf: (frame: number) => number | null,
): () => void {
  let sought = { frame: -1, times: 0 };
  /** Somebody sought the follower by itself while the lead stands: there it stays. */
  let isApart = false;
  let isOwnSeek = false;
  /** The beginning that is under way; 0 is none. */
  let starting = 0;
  let starts = 0;

  function settle(frame: number): void {
    starting = 0;
    if (follower.getSnapshot().isPlaying) follower.pause();
    const wanted = frameOf(frame);
    const { wantedFrame, isSeeking, shownFrame } = follower.getSnapshot();
    if (wanted === null || wanted === (isSeeking ? wantedFrame : shownFrame)) return;
    sought = { frame: wanted, times: sought.frame === wanted ? sought.times + 1 : 1 };
    if (sought.times <= MAX_SEEKS) void bring(wanted);
  }

  function bring(frame: number): Promise<void> {
    isOwnSeek = true;
    const there = follower.seekToFrame(frame);
    isOwnSeek = false;
    return there;
  }

  /** Both stand at their frames, are ready to play, and go at once. */
  async function begin(): Promise<void> {
    starts += 1;
    const own = starts;
    starting = own;
    // The lead sets its own speed after it has told that it plays.
    await Promise.resolve();
    if (starting !== own) return;
    setRate(lead, 0);
    const wanted = frameOf(lead.getSnapshot().shownFrame);
    if (wanted !== null && wanted !== follower.getSnapshot().shownFrame) {
      follower.pause();
      await bring(wanted);
      if (starting !== own) return;
    }
    follower.play(lead.getSnapshot().speed);
    setRate(follower, 0);
    await Promise.allSettled([lead, follower].map(async (player) => player.media()?.play()));
    if (starting !== own) return;
    starting = 0;
    const { speed } = lead.getSnapshot();
    setRate(lead, speed);
    setRate(follower, speed);
  }

  function follow(): void {
    const { isPlaying, isSeeking, speed, shownFrame } = lead.getSnapshot();
    // Backwards a player shows frame by frame: there is nothing to keep in step.
    if (!isPlaying || speed <= 0) {
      settle(shownFrame);
      return;
    }
    if (isSeeking) return;
    const at = positionOf(lead);
    const wanted = frameOf(Math.floor(at));
    const state = follower.getSnapshot();
    if (wanted === null || wanted >= state.frameCount - 1) {
      setRate(lead, speed);
      settle(Math.floor(at));
      return;
    }
    if (starting > 0) return;
    const away = positionOf(follower) - (wanted + (at % 1));
    const isLost = Math.abs(away) > SEEK_FRAMES && !state.isSeeking;
    if (!state.isPlaying || state.speed !== speed || isLost) {
      void begin();
      return;
    }
    const pull = Math.min(Math.max(away * PULL, -MAX_PULL), MAX_PULL);
    setRate(lead, state.isSeeking || away < -HOLD_FRAMES ? 0 : speed);
    setRate(follower, away > HOLD_FRAMES ? 0 : speed * (1 - pull));
  }

  const followUnlessApart = () => {
    if (!isApart || lead.getSnapshot().isPlaying) follow();
  };
  const together =
    <Args extends unknown[]>(work: (...args: Args) => void) =>
    (...args: Args) => {
      isApart = false;
      work(...args);
    };
  const ends = [
    lead.on("frame", followUnlessApart),
    // A player that pauses may show one frame more.
    follower.on("frame", followUnlessApart),
    follower.on("seek", () => {
      isApart = !isOwnSeek;
    }),
    lead.on("seek", together(settle)),
    lead.on("play", together(follow)),
    lead.on("pause", together(settle)),
  ];
  follow();
  return () => {
    for (const end of ends) end();
    starting = 0;
    const { isPlaying, speed } = lead.getSnapshot();
    if (isPlaying && speed > 0) setRate(lead, speed);
    if (follower.getSnapshot().isPlaying) follower.pause();
  };
}

function setRate(player: FramePlayer, rate: number): void {
  const media = player.media();
  if (media && media.playbackRate !== rate) media.playbackRate = rate;
}

/** The frame that plays, with the share of it that has passed. */
function positionOf(player: FramePlayer): number {
  const { clock, shownFrame, isSeeking, wantedFrame } = player.getSnapshot();
  const media = player.media();
  if (!clock || !media) return shownFrame;
  if (isSeeking) return wantedFrame;
  const sec = media.currentTime;
  const frame = clock.frameAt(sec);
  const [from, to] = [clock.startSec(frame), clock.startSec(frame + 1)];
  return frame + Math.min(Math.max((sec - from) / (to - from), 0), 0.999);
}
