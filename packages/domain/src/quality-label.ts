/** From the best: the height in lines that a quality needs for its label (§9). */
const LABELS = [
  [2160, "2160p 4K"],
  [1440, "1440p 2K"],
  [1080, "1080p"],
  [720, "HD"],
] as const;

/**
 * A quality by its height in lines, as players and encoders list it.
 * @example qualityName({ width: 854, height: 480 }) // "480p"
 * @example qualityName({ width: 3840, height: 2160 }) // "2160p 4K"
 */
export function qualityName({ width, height }: { width: number; height: number }): string {
  const lines = Math.min(width, height);
  const label = qualityLabel({ width, height });
  return label.startsWith(`${lines}p`) ? label : `${lines}p`;
}

/** What people call a quality (§9). @example qualityLabel({ width: 1280, height: 720 }) // "HD" */
export function qualityLabel({ width, height }: { width: number; height: number }): string {
  // A video that stands upright is as good as one that lies.
  const lines = Math.min(width, height);
  return LABELS.find(([from]) => lines >= from)?.[1] ?? "SD";
}
