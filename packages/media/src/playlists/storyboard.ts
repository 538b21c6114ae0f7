export interface StoryboardOptions {
  /** The start time of each tile, ascending. */
  startsSec: readonly number[];
  endSec: number;
  tile: { width: number; height: number };
  columns: number;
  rows: number;
  /** Returns the URI of a sheet, relative to the track. */
  sheetUri: (position: number) => string;
}

/** Writes a WebVTT file whose cues refer to rectangles of a sheet: `sprite-0.jpg#xywh=160,0,160,90`. */
export function writeStoryboard(options: StoryboardOptions): string {
  const { startsSec, endSec, tile, columns, rows, sheetUri } = options;
  const cues = startsSec.map((start, n) => {
    const index = n % (columns * rows);
    const x = (index % columns) * tile.width;
    const y = Math.floor(index / columns) * tile.height;
    const uri = sheetUri(Math.floor(n / (columns * rows)));
    const span = `${formatClock(start)} --> ${formatClock(startsSec[n + 1] ?? endSec)}`;
    return `${span}\n${uri}#xywh=${x},${y},${tile.width},${tile.height}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}

/** @example formatClock(3723.004) // "01:02:03.004" */
export function formatClock(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => `${value}`.padStart(2, "0");
  const parts = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
  return `${parts.map(two).join(":")}.${`${ms % 1000}`.padStart(3, "0")}`;
}

/** One small frame on a storyboard sheet, and the time that it represents. */
export interface StoryboardTile {
  startSec: number;
  sheetUri: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const CUE_PATTERN = /^(\d+):(\d\d):(\d\d\.\d+) --> .*\n(.+)#xywh=(\d+),(\d+),(\d+),(\d+)$/gm;

/** Reads the tiles of a file that `writeStoryboard` wrote. */
export function readStoryboard(vtt: string): StoryboardTile[] {
  return [...vtt.matchAll(CUE_PATTERN)].map(([, hours, minutes, seconds, sheetUri = "", ...region]) => {
    const [x = 0, y = 0, width = 0, height = 0] = region.map(Number);
    const startSec = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
    return { startSec, sheetUri, x, y, width, height };
  });
}
