import type { FramePlayer } from "../player/frame-player.types.ts";
import type { PlaybackRange } from "./changes.ts";

/**
 * Plays ranges one after another, starting with the current or the next range, and pauses after the last range.
 * @returns a function that ends playback. Pausing or seeking also ends it and calls `onEnd`.
 */
export function playRanges(
  player: FramePlayer,
  stretches: readonly PlaybackRange[],
  onEnd: () => void,
): () => void {
  const { shownFrame } = player.getSnapshot();
  const next = stretches.findIndex(({ endFrame }) => endFrame > shownFrame);
  let at = Math.max(next, 0);
  let isOwnSeek = false;
  let isOver = false;
  const listeners = [
    player.on("frame", (frame) => {
      const stretch = stretches[at];
      if (isOwnSeek || !stretch || frame < stretch.endFrame) return;
      at += 1;
      if (at < stretches.length) void goTo(at);
      else {
        end();
        player.pause();
      }
    }),
    player.on("seek", () => {
      if (!isOwnSeek) end();
    }),
    player.on("pause", () => {
      if (!isOwnSeek) end();
    }),
  ];

  function end(): void {
    if (isOver) return;
    isOver = true;
    for (const stop of listeners) stop();
    onEnd();
  }

  async function goTo(place: number): Promise<void> {
    const stretch = stretches[place];
    if (!stretch) return end();
    const shown = player.getSnapshot().shownFrame;
    isOwnSeek = true;
    if (shown < stretch.frame || shown > stretch.endFrame) await player.seekToFrame(stretch.frame);
    isOwnSeek = false;
    if (!isOver && !player.getSnapshot().isPlaying) player.play(1);
  }

  void goTo(at);
  return end;
}
