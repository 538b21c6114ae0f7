import type { FramePlayer } from "../player/frame-player.types.ts";

/** The relative change of the follower's speed for each frame of drift. */
const SPEED_GAIN = 0.2;
const MAX_SPEED_CHANGE = 0.25;
/** The weight of a single measurement of the drift, which is inexact because screens show frames up to half a frame late. */
const MEASUREMENT_WEIGHT = 0.4;
/**
 * The drift, in frames, at which the player that is ahead waits. For a smaller drift, waiting is not worthwhile, because browsers take
 * several frames to resume.
 */
const HOLD_FRAMES = 1.75;
/**
 * The number of frame durations after which a player still showing the same frame no longer counts as moving. The browser's clock starts
 * before the first frame is shown.
 */
const STALE_FRAMES = 1.5;
/** The drift, in frames, above which the follower seeks and both players restart together. */
const SEEK_FRAMES = 5;
/** The maximum number of seeks to the same frame, because browsers cannot reach every frame. */
const MAX_SEEKS = 3;

/**
 * Keeps one player at the frame that corresponds to the other player's frame, while playing and paused. The player that is ahead waits,
 * because a seek takes as long as several frames. The players are compared by the frames on screen, not by the clocks of their elements,
 * which run up to two frames ahead.
 * @param frameOf returns the follower's frame for a frame of the lead; null if there is none, so that the follower waits.
 * @returns a function that stops it.
 */
export function lockPlayers(
  lead: FramePlayer,
  follower: FramePlayer,
  frameOf: (frame: number) => number | null,
): () => void {
  let sought = { frame: -1, times: 0 };
  /** Whether the follower was moved while the lead was paused. It then keeps its position. */
  let isApart = false;
  let isOwnSeek = false;
  /** The number of the joint start in progress; 0 if none is in progress. */
  let starting = 0;
  let starts = 0;
  /** The smoothed number of frames by which the follower is ahead. */
  let drift = 0;
  const leadSeen = watchFrames(lead);
  const followerSeen = watchFrames(follower);

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

  /** Starts both players at corresponding frames. */
  async function begin(): Promise<void> {
    starts += 1;
    const own = starts;
    const wanted = frameOf(lead.getSnapshot().shownFrame);
    drift = 0;
    if (wanted === null || wanted === follower.getSnapshot().shownFrame) {
      // Starts the follower in the same task as the lead, so that both take equally long to start.
      follower.play(lead.getSnapshot().speed);
      return;
    }
    starting = own;
    // Waits, because the lead sets its own speed after it reports that it is playing.
    await Promise.resolve();
    if (starting !== own) return;
    setRate(lead, 0);
    follower.pause();
    await bring(wanted);
    if (starting !== own) return;
    starting = 0;
    const { speed } = lead.getSnapshot();
    follower.play(speed);
    setRate(lead, speed);
  }

  function follow(): void {
    const { isPlaying, isSeeking, speed, shownFrame } = lead.getSnapshot();
    // During reverse playback, the players show single frames, so there is nothing to synchronise.
    if (!isPlaying || speed <= 0) {
      settle(shownFrame);
      return;
    }
    if (isSeeking) return;
    const wanted = frameOf(shownFrame);
    const state = follower.getSnapshot();
    if (wanted === null || wanted >= state.frameCount - 1) {
      setRate(lead, speed);
      settle(shownFrame);
      return;
    }
    if (starting > 0) return;
    const isLost = Math.abs(state.shownFrame - wanted) > SEEK_FRAMES && !state.isSeeking;
    if (!state.isPlaying || state.speed !== speed || isLost) {
      void begin();
      return;
    }
    if (state.isSeeking) {
      setRate(lead, 0);
      return;
    }
    const away = state.shownFrame + followerSeen.passed() - (wanted + leadSeen.passed());
    drift += MEASUREMENT_WEIGHT * (away - drift);
    const pull = Math.min(Math.max(drift * SPEED_GAIN, -MAX_SPEED_CHANGE), MAX_SPEED_CHANGE);
    setRate(lead, away < -HOLD_FRAMES ? 0 : speed);
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
    // The follower may show one more frame after it was paused, so its frames are checked as well.
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
    for (const end of [...ends, leadSeen.end, followerSeen.end]) end();
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

/** Tracks when a player's current frame appeared. */
function watchFrames(player: FramePlayer) {
  let seenMs = Number.NEGATIVE_INFINITY;
  const end = player.on("frame", (_frame, atMs) => {
    seenMs = atMs;
  });
  return {
    end,
    /** Returns the elapsed share of the current frame. @returns 0 to 1; 0 for a frame that is overdue. */
    passed(): number {
      const { clock, shownFrame, speed } = player.getSnapshot();
      if (!clock) return 0;
      const frameSec = clock.startSec(shownFrame + 1) - clock.startSec(shownFrame);
      const frames = ((performance.now() - seenMs) * speed) / (1_000 * frameSec);
      return frames > STALE_FRAMES ? 0 : Math.min(Math.max(frames, 0), 1);
    },
  };
}
