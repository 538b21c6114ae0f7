import type { FfprobeStream } from "./ffprobe-report.ts";

/** Returns the clockwise rotation that the player must apply: 0, 90, 180 or 270 degrees. */
export function rotationOf(stream: FfprobeStream): number {
  const matrix = stream.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0;
  return (((Math.round(-matrix / 90) * 90) % 360) + 360) % 360;
}

/** Returns the displayed size: rotated, with square pixels and even sides. */
export function displaySize(stream: FfprobeStream): { width: number; height: number } {
  const { width = 0, height = 0 } = stream;
  const [x = 1, y = 1] = (stream.sample_aspect_ratio ?? "1:1").split(":").map(Number);
  const ratio = x > 0 && y > 0 ? x / y : 1;
  const square = { width: roundToEven(width * ratio), height: roundToEven(height) };
  return rotationOf(stream) % 180 === 0 ? square : { width: square.height, height: square.width };
}

/** Returns the nearest even number of at least 2, since chroma is subsampled. */
export const roundToEven = (value: number) => Math.max(2, Math.round(value / 2) * 2);
