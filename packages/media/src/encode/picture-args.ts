import type { FfmpegArgs } from "../ffmpeg/run-tool.ts";

export const THUMBNAIL_FILE = "thumbnail.jpg";
export const SPRITE_COLUMNS = 10;
export const SPRITE_ROWS = 10;
const TILE_WIDTH_PX = 160;
const CARD = { width: 640, height: 360 };

/** Tiles as high as their picture asks for, even. */
export function tileSize({ width, height }: { width: number; height: number }) {
  return { width: TILE_WIDTH_PX, height: Math.max(2, Math.round((TILE_WIDTH_PX * height) / width / 2) * 2) };
}

export const spriteFile = (position: number) => `sprite-${position + 1}.jpg`;

/** Sheets of 10 × 10 tiles from a movie of key frames. */
export function spriteArgs(tile: { width: number; height: number }): FfmpegArgs {
  const grid = `tile=${SPRITE_COLUMNS}x${SPRITE_ROWS}`;
  return {
    input: ["-threads", "1"],
    output: (out) => [
      ...["-vf", `scale=${tile.width}:${tile.height},${grid}`, "-fps_mode", "passthrough"],
      ...["-q:v", "5", "-flags", "+bitexact", "-fflags", "+bitexact", out("sprite-%d.jpg")],
    ],
  };
}

/**
 * A card of 640 × 360 from the most typical of the first pictures.
 * @param skipsDark leaves out pictures that are near black; nothing is written when all are.
 */
export function thumbnailArgs(skipsDark: boolean): FfmpegArgs {
  const bright = "signalstats,metadata=mode=select:key=lavfi.signalstats.YAVG:value=32:function=greater";
  const { width, height } = CARD;
  const filters = [
    ...(skipsDark ? [bright] : []),
    "thumbnail=n=30",
    `scale=${width}:${height}:force_original_aspect_ratio=decrease`,
    `pad=${width}:${height}:-1:-1`,
  ];
  return {
    input: ["-threads", "1"],
    output: (out) => [
      ...["-vf", filters.join(","), "-frames:v", "1", "-q:v", "4", "-fps_mode", "passthrough"],
      ...["-flags", "+bitexact", "-fflags", "+bitexact", out(THUMBNAIL_FILE)],
    ],
  };
}
