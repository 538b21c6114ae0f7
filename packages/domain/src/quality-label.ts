/** From the best: the height in lines that a quality needs for its label (§9). */
const LABELS = [
  [2160, "2160p 4K"],
  [1440, "1440p 2K"],
  [1080, "1080p"],
  [720, "HD"],
] as const;

/** What people call a quality (§9). @example qualityLabel({ width: 1280, height: 720 }) // "HD" */
export function qualityLabel({ width, height }: { width: number; height: number }): string {
  // A video that stands upright is as good as one that lies.
  const lines = Math.min(width, height);
  return LABELS.find(([from]) => lines >= from)?.[1] ?? "SD";
}
