import type { FramePlayer } from "../player/frame-player.types.ts";
import { createFramePairs, type FramePair } from "./frame-pairs.ts";

/** A player together with the canvas over its picture area. */
export interface PairedSide {
  player: FramePlayer;
  /** Returns the canvas; null until the size of the frames is known. */
  canvas: () => HTMLCanvasElement | null;
}

/**
 * During playback, draws the frames of two players on canvases over them. Both frames of a pair are drawn in one task, because browsers
 * update two videos in the same frame only by chance. While paused, the players' own videos are visible, which are sharper.
 * @param frameOf returns the follower's frame for a frame of the lead; null if there is none.
 * @returns a function that stops it.
 */
export function showPairs(
  lead: PairedSide,
  follower: PairedSide,
  frameOf: (frame: number) => number | null,
): () => void {
  const pairs = createFramePairs<HTMLCanvasElement>(frameOf);
  const spare: HTMLCanvasElement[] = [];
  let isShowing = false;

  function copyOf(side: PairedSide): HTMLCanvasElement | undefined {
    const media = side.player.media();
    const { picture } = side.player.getSnapshot();
    if (!media || !picture || media.videoWidth === 0) return;
    const copy = spare.length < CANVAS_COUNT ? document.createElement("canvas") : spare.shift();
    if (!copy) return;
    spare.push(copy);
    // Limits the copy to the size of the picture area in device pixels.
    const width = Math.min(media.videoWidth, Math.round(picture.width * devicePixelRatio));
    const height = Math.round((width * media.videoHeight) / media.videoWidth);
    drawPicture(copy, media, width, height);
    return copy;
  }

  function show(pair: FramePair<HTMLCanvasElement> | undefined): void {
    if (!pair) return;
    for (const [side, picture] of [
      [lead, pair.lead],
      [follower, pair.follower],
    ] as const) {
      const canvas = side.canvas();
      if (!canvas || !picture) continue;
      drawPicture(canvas, picture, picture.width, picture.height);
      canvas.hidden = false;
    }
  }

  function handleFrame(side: PairedSide, add: (frame: number, copy: HTMLCanvasElement) => void): void {
    if (isShowing && !isPlayingForwards(lead.player) && isPaused(lead.player) && isPaused(follower.player))
      hide();
    if (!isShowing) return;
    const copy = copyOf(side);
    if (copy) add(side.player.getSnapshot().shownFrame, copy);
  }
  const handleLead = () => handleFrame(lead, (frame, copy) => show(pairs.addLead(frame, copy)));
  const handleFollower = () => handleFrame(follower, (frame, copy) => show(pairs.addFollower(frame, copy)));

  function handlePlay(): void {
    if (!isPlayingForwards(lead.player)) {
      hide();
      return;
    }
    isShowing = true;
    pairs.clear();
    handleFollower();
    handleLead();
  }
  function handleSeek(): void {
    pairs.clear();
    if (!isPlayingForwards(lead.player)) hide();
  }
  function hide(): void {
    isShowing = false;
    for (const { canvas } of [lead, follower]) {
      const shown = canvas();
      if (shown) shown.hidden = true;
    }
  }

  const ends = [
    lead.player.on("frame", handleLead),
    follower.player.on("frame", handleFollower),
    lead.player.on("play", handlePlay),
    lead.player.on("seek", handleSeek),
  ];
  if (isPlayingForwards(lead.player)) handlePlay();
  return () => {
    for (const end of ends) end();
    hide();
  };
}

/**
 * The number of reused canvases. It exceeds the number of frames that both players keep together, so that no waiting frame is overwritten.
 */
const CANVAS_COUNT = 16;

const isPlayingForwards = ({ getSnapshot }: FramePlayer) =>
  getSnapshot().isPlaying && getSnapshot().speed > 0;
const isPaused = ({ getSnapshot }: FramePlayer) => !getSnapshot().isPlaying && !getSnapshot().isSeeking;

function drawPicture(
  canvas: HTMLCanvasElement,
  source: CanvasImageSource,
  width: number,
  height: number,
): void {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  canvas.getContext("2d", { alpha: false })?.drawImage(source, 0, 0, width, height);
}
