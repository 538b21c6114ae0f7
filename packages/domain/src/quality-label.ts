/** From the best: the height in lines that a quality needs for the mark beside its height (§9). */
const MARKS = [
  [2160, "4K"],
  [1440, "2K"],
  [1080, ""],
  [720, "HD"],
] as const;

/**
 * A quality as people name it: its height, and the mark that §9 gives to large ones.
 * @example qualityLabel({ width: 854, height: 480 }) // "480p"
 * @example qualityLabel({ width: 1280, height: 720 }) // "720p HD"
 */
export function qualityLabel({ width, height }: { width: number; height: number }): string {
  // A video that stands upright is as good as one that lies.
  const lines = Math.min(width, height);
  const mark = MARKS.find(([from]) => lines >= from)?.[1] ?? "";
  return mark === "" ? `${lines}p` : `${lines}p ${mark}`;
}
