import Hls, { type Fragment, type LevelDetails } from "hls.js";

/** The fields of a loaded playlist that show where it ends. */
export interface LoadedList extends Pick<LevelDetails, "live" | "edge"> {
  partList: ListedPart[] | null;
  /** When the playlist last grew, in ms since 1970; hls.js derives the playlist's age from it. */
  advancedDateTime?: number | undefined;
}

interface ListedPart {
  loaded: boolean;
  start: number;
  duration: number;
  fragment: ListedSegment;
}

type ListedSegment = Pick<Fragment, "sn">;

/** The records that hls.js keeps of loaded segments, which are not part of its public API (1.7.4). */
export interface FragmentTracking {
  streamController: {
    fragmentTracker: {
      getState(segment: ListedSegment): string;
      removeFragment(segment: ListedSegment): void;
    };
  };
}

interface BufferedEvent {
  frag: { type: string; end: number };
  /** The buffered part, if the segment is loaded part by part. */
  part: { end: number } | null;
}

/** The loading progress of the video or audio track. */
interface TrackProgress {
  /** The latest playlist, if it declares the end of the live; otherwise undefined. */
  ended: LoadedList | undefined;
  /** The end of the data that was loaded last, in seconds. */
  bufferedSec: number;
  /** Whether the track was once loaded to its end. From then on, viewers who seek back are no longer restricted. */
  hasEnded: boolean;
}

/** Tolerance in seconds for differences between decoders and playlists: a few frames. */
const TOLERANCE_SEC = 0.1;
/** The state that hls.js assigns to a completely buffered segment. */
const FRAGMENT_LOADED_STATE = "OK";
/**
 * The greatest distance in seconds between the end of the buffer and the end of the live at which the parts in between are dropped. If
 * the distance is greater, the viewer has seeked back and these parts must be loaded again.
 */
const MAX_BUFFERED_BEYOND_SEC = 1;

/**
 * Lets hls.js (1.7.4) play an ended live to its end, which it may miss in three ways:
 * - Once a playlist has ended, hls.js treats the segment loaded last as complete, even if only its first parts are loaded
 *   (`getFragmentAtPosition`). The remaining parts are never shown, and if the segment is the last one, the end is never reached.
 *   The playlist is therefore marked as ended only once hls.js has these parts.
 * - If at most 0.2 s of the last segment are missing, hls.js marks the segment as loaded and never requests the missing part,
 *   because it looks for segments in the buffer with that much padding (`FragmentTracker.bufferPadding`). The mark is therefore
 *   removed.
 * - hls.js may also mark a last segment of at most 0.2 s of which nothing is loaded (`checkLiveUpdate`).
 * It waits until the middle of the last part is buffered for both video and audio (`_streamEnded`). If one of them ends some
 *   frames later than the other, its last part may never meet this condition. Parts beyond the buffer are therefore dropped once
 *   both tracks are loaded.
 */
export function finishLive(hls: Hls): void {
  const tracks = new Map<string, TrackProgress>();
  const trackOf = (type: string): TrackProgress => {
    const track = tracks.get(type) ?? { ended: undefined, bufferedSec: 0, hasEnded: false };
    tracks.set(type, track);
    return track;
  };
  const evict = (half: ListedSegment) => {
    const { fragmentTracker } = (hls as unknown as FragmentTracking).streamController;
    if (fragmentTracker.getState(half) === FRAGMENT_LOADED_STATE) fragmentTracker.removeFragment(half);
  };
  const settle = (track: TrackProgress) => {
    const { ended, bufferedSec } = track;
    track.hasEnded &&= ended !== undefined;
    if (!ended) return;
    const isWhole = bufferedSec >= ended.edge - TOLERANCE_SEC;
    track.hasEnded ||= isWhole;
    const half = track.hasEnded ? undefined : incompleteSegment(ended);
    ended.live = half !== undefined;
    if (half) {
      // An ended playlist is not reloaded. With an age, hls.js would soon consider it outdated, and wait for a reload forever
      // (`waitForLive`): after 2.25 s with parts of 0.5 s, which a slow device may need to append a part.
      ended.advancedDateTime = undefined;
      evict(half);
    }
    if (isWhole) dropPartsBeyond(ended, hls.media?.buffered);
  };
  const handleLoaded = (type: string, details: LoadedList) => {
    const track = trackOf(type);
    track.ended = details.live ? undefined : details;
    settle(track);
    // Only here, right after hls.js may have set the mark, so that no segment is loaded again and again.
    const unloaded = track.ended && !track.hasEnded ? unloadedEnd(details) : undefined;
    if (unloaded) evict(unloaded);
  };
  hls.on(Hls.Events.LEVEL_UPDATED, (_event, { details }) => handleLoaded("main", details));
  hls.on(Hls.Events.AUDIO_TRACK_UPDATED, (_event, { details }) => handleLoaded("audio", details));
  hls.on(Hls.Events.FRAG_BUFFERED, (_event, { frag, part }: BufferedEvent) => {
    const track = trackOf(frag.type);
    track.bufferedSec = (part ?? frag).end;
    // The data received may complete the other track, so both are checked.
    for (const each of tracks.values()) settle(each);
  });
}

/** Returns the last segment with loaded parts, unless all of its parts are loaded. */
function incompleteSegment({ partList }: LoadedList): ListedSegment | undefined {
  const at = partList?.findLastIndex(({ loaded }) => loaded) ?? -1;
  if (at < 0) return undefined;
  const [last, next] = partList?.slice(at, at + 2) ?? [];
  return next?.fragment.sn === last?.fragment.sn ? next?.fragment : undefined;
}

/** Returns the last segment, if none of its parts is loaded. */
function unloadedEnd({ partList }: LoadedList): ListedSegment | undefined {
  const last = partList?.at(-1)?.fragment;
  return partList?.some(({ loaded, fragment }) => loaded && fragment.sn === last?.sn) ? undefined : last;
}

function dropPartsBeyond({ partList, edge }: LoadedList, buffered: TimeRanges | undefined): void {
  if (!partList || !buffered?.length) return;
  const endSec = buffered.end(buffered.length - 1);
  if (endSec < edge - MAX_BUFFERED_BEYOND_SEC) return;
  const at = partList.findLastIndex(({ start, duration }) => start + duration / 2 <= endSec);
  // At least one part stays, since hls.js checks the last part of the list.
  partList.length = Math.max(1, at + 1);
}
