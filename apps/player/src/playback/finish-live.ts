import Hls, { type LevelDetails } from "hls.js";

/** A list, as far as its end is concerned. */
export interface LoadedList extends Pick<LevelDetails, "live"> {
  partList: readonly { loaded: boolean; fragment: { sn: number | string } }[] | null;
}

/**
 * Lets hls.js see a live that ended to its end. Once a list has ended, hls.js (1.7.4, `getFragmentAtPosition`) takes the
 * segment that it loaded last for whole, also when it has only the first parts of it: nobody is shown the rest, and where
 * that was the last segment the end is never reached. So the list ends for it when it has those parts.
 */
export function finishLive(hls: Hls): void {
  const held = new Set<LoadedList>();
  const release = () => {
    for (const list of held) {
      if (hasHalfSegment(list)) continue;
      held.delete(list);
      list.live = false;
    }
  };
  const hold = (_event: string, { details }: { details: LoadedList }) => {
    if (details.live || !hasHalfSegment(details)) return;
    held.add(details);
    details.live = true;
  };
  hls.on(Hls.Events.LEVEL_UPDATED, hold);
  hls.on(Hls.Events.AUDIO_TRACK_UPDATED, hold);
  hls.on(Hls.Events.FRAG_BUFFERED, release);
}

/** Of the segment that was loaded last, only the first parts are there. */
function hasHalfSegment({ partList }: LoadedList): boolean {
  const at = partList?.findLastIndex(({ loaded }) => loaded) ?? -1;
  const [last, next] = partList?.slice(at, at + 2) ?? [];
  return at >= 0 && next?.fragment.sn === last?.fragment.sn;
}
