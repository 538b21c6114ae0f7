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

/** hls.js's records of loaded segments, which have no public access (1.7.4). */
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

/** The loading progress of the video or the audio track. */
interface TrackProgress {
  /** The playlist with the latest position at which the end is reported. */
  ended: LoadedList | undefined;
  /** The end of the data that was loaded last, in seconds. */
  bufferedSec: number;
  /** Whether the track was once loaded to its end: viewers who seek back from there are no longer restricted. */
  hasEnded: boolean;
}

/** Tolerance in seconds between decoders and playlists: a few frames. */
const TOLERANCE_SEC = 0.1;
/** The state that hls.js assigns to a completely buffered segment. */
const FRAGMENT_LOADED_STATE = "OK";
/** The longest buffered time before the end that is loaded again for a viewer who seeked back. */
const MAX_BUFFERED_BEYOND_SEC = 1;

/**
 * Lets hls.js play an ended live to its end, which it may miss in three ways (1.7.4).
 * Once a playlist has ended, hls.js treats the segment loaded last as complete, even if it only has its first parts
 * (`getFragmentAtPosition`). Its last parts are never shown, and if that was the last segment, the end is never reached. So the
 * playlist is marked as ended only once hls.js has these parts.
 * If that was the last segment and its rest is at most 0.2 s, hls.js marks it as loaded, since it uses that much padding when
 * looking for segments in the buffer (`FragmentTracker.bufferPadding`), and never requests the missing part. So the mark is removed.
 * It may also mark a last segment of at most 0.2 s of which nothing is loaded (`checkLiveUpdate`).
 * It waits for the middle of the last part to be buffered (`_streamEnded`), counting only where there are both video and audio:
 * if one of them ends some frames later, its last part may never satisfy this. So parts beyond are dropped once everything is
 * loaded.
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
    // The received data may complete the other track, so both are checked.
    for (const each of tracks.values()) settle(each);
  });
}

/** Returns the segment that was loaded last, if only its first parts are loaded. */
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
