import type { TimelineView } from "./timeline-view.ts";
import type { Waveform } from "./waveform.ts";

/** The lowest and highest value of a column, from -1 to 1. */
interface WaveformColumn {
  least: number;
  greatest: number;
}

/**
 * Returns the columns of a waveform for a part of the video, with the extremes of all samples in each column.
 * @param columns number of columns.
 */
export function columnsOf(
  { pairs, pairsPerSec }: Pick<Waveform, "pairs" | "pairsPerSec">,
  view: TimelineView,
  columns: number,
): WaveformColumn[] {
  const perColumn = ((view.end - view.start) * pairsPerSec) / columns;
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor(view.start * pairsPerSec + column * perColumn);
    const to = Math.max(from + 1, Math.ceil(view.start * pairsPerSec + (column + 1) * perColumn));
    let [least, greatest] = [0, 0];
    for (let at = from; at < to; at++) {
      least = Math.min(least, pairs[at * 2] ?? 0);
      greatest = Math.max(greatest, pairs[at * 2 + 1] ?? 0);
    }
    return { least: least / 128, greatest: greatest / 128 };
  });
}
