import type { UploadedPictureFormat } from "@shoal/contract/jobs";
import type { FfmpegArgs } from "../ffmpeg/run-tool.ts";

export const THUMBNAIL_FILE = "thumbnail.jpg";
export const SPRITE_COLUMNS = 10;
export const SPRITE_ROWS = 10;
const TILE_WIDTH_PX = 160;
const CARD_SIZE = { width: 640, height: 360 };

/** Returns the size of a tile. Its height follows from the video's aspect ratio and is even. */
export function tileSize({ width, height }: { width: number; height: number }) {
  return { width: TILE_WIDTH_PX, height: Math.max(2, Math.round((TILE_WIDTH_PX * height) / width / 2) * 2) };
}

export const spriteFile = (position: number) => `sprite-${position + 1}.jpg`;

/** The colour conversion for JPEG, which has a fixed colour matrix whatever the video uses. */
const JPEG_COLOURS = "out_color_matrix=bt601";

/** Draws sheets of 10 × 10 tiles from a movie of key frames. */
export function spriteArgs(tile: { width: number; height: number }): FfmpegArgs {
  const grid = `tile=${SPRITE_COLUMNS}x${SPRITE_ROWS}`;
  return {
    input: ["-threads", "1"],
    output: (out) => [
      "-vf",
      `scale=${tile.width}:${tile.height}:${JPEG_COLOURS},${grid}`,
      "-fps_mode",
      "passthrough",

      "-q:v",
      "5",
      "-flags",
      "+bitexact",
      "-fflags",
      "+bitexact",
      out("sprite-%d.jpg"),
    ],
  };
}

/** The filters that fit a frame into a card: it is never enlarged, and the area around it is black. */
const FIT_INTO_CARD = [
  `scale=${CARD_SIZE.width}:${CARD_SIZE.height}:force_original_aspect_ratio=decrease:${JPEG_COLOURS}`,
  `pad=${CARD_SIZE.width}:${CARD_SIZE.height}:-1:-1`,
];
const SINGLE_JPEG_ARGS = ["-frames:v", "1", "-q:v", "3", "-fps_mode", "passthrough", "-map_metadata", "-1"];
const BITEXACT_ARGS = ["-flags", "+bitexact", "-fflags", "+bitexact"];

/** Makes a card from one frame of a movie. @param order the frame's index among the shown frames, from 0. */
export function frameCardArgs(order: number): FfmpegArgs {
  const filters = [`select='eq(n,${order})'`, ...FIT_INTO_CARD];
  return {
    input: ["-threads", "1"],
    output: (out) => ["-vf", filters.join(","), ...SINGLE_JPEG_ARGS, ...BITEXACT_ARGS, out(THUMBNAIL_FILE)],
  };
}

/** The maximum side length of a still image. A larger one is not visibly sharper on paper. */
const MAX_STILL_SIDE_PX = 960;
/** @param position the image's index among the images of one run, from 0. */
export const stillFile = (position: number) => `still-${position + 1}.jpg`;

/** Extracts frames of a movie as numbered files. @param orders their indexes among the shown frames, from 0, ascending. */
export function stillArgs(orders: readonly number[]): FfmpegArgs {
  const wanted = orders.map((order) => `eq(n,${order})`).join("+");
  const side = MAX_STILL_SIDE_PX;
  const filters = [
    `select='${wanted}'`,
    `scale='min(iw,${side})':'min(ih,${side})':force_original_aspect_ratio=decrease:force_divisible_by=2:${JPEG_COLOURS}`,
  ];
  return {
    input: ["-threads", "1"],
    output: (out) => [
      "-vf",
      filters.join(","),
      "-q:v",
      "3",
      "-fps_mode",
      "passthrough",
      "-map_metadata",
      "-1",
      ...BITEXACT_ARGS,
      out("still-%d.jpg"),
    ],
  };
}

/**
 * Makes a card from an uploaded picture: upright, with transparency on black.
 * @param maxSidePx the maximum length of a side, in pixels.
 */
export function pictureCardArgs(format: UploadedPictureFormat, maxSidePx: number): FfmpegArgs {
  const { width, height } = CARD_SIZE;
  const filters = [
    `color=black:s=${width}x${height}:r=1,format=rgb24[ground]`,
    `[in]format=rgba,scale=${width}:${height}:force_original_aspect_ratio=decrease[picture]`,
    "[ground][picture]overlay=(W-w)/2:(H-h)/2:format=rgb:shortest=1,format=yuvj420p[out]",
  ];
  const demuxer = `${format}_pipe`;
  return {
    input: [
      "-threads",
      "1",
      "-max_pixels",
      `${maxSidePx ** 2}`,

      "-format_whitelist",
      demuxer,
      "-f",
      demuxer,
    ],
    output: (out) => ["-vf", filters.join(";"), ...SINGLE_JPEG_ARGS, ...BITEXACT_ARGS, out(THUMBNAIL_FILE)],
  };
}

/**
 * Makes a card of 640 × 360 from the most typical of the first frames.
 * @param skipsDark ignores frames that are nearly black; nothing is written if all are.
 */
export function thumbnailArgs(skipsDark: boolean): FfmpegArgs {
  const bright = "signalstats,metadata=mode=select:key=lavfi.signalstats.YAVG:value=32:function=greater";
  const filters = [...(skipsDark ? [bright] : []), "thumbnail=n=30", ...FIT_INTO_CARD];
  return {
    input: ["-threads", "1"],
    output: (out) => [
      "-vf",
      filters.join(","),
      "-frames:v",
      "1",
      "-q:v",
      "4",
      "-fps_mode",
      "passthrough",

      "-flags",
      "+bitexact",
      "-fflags",
      "+bitexact",
      out(THUMBNAIL_FILE),
    ],
  };
}
