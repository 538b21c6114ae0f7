import Hls, { type Fragment, type LevelDetails } from "hls.js";

/** A list, as far as its end is concerned. */
export interface LoadedList extends Pick<LevelDetails, "live" | "edge"> {
  partList: ListedPart[] | null;
}

interface ListedPart {
  loaded: boolean;
  start: number;
  duration: number;
  fragment: Segment;
}

type Segment = Pick<Fragment, "sn">;

/** hls.js's records of loaded segments, which have no public access (1.7.4). */
export interface Tracking {
  streamController: {
    fragmentTracker: { getState(segment: Segment): string; removeFragment(segment: Segment): void };
  };
}

interface Buffered {
  frag: { type: string; end: number };
  /** For a segment that is loaded part by part. */
  part: { end: number } | null;
}

/** For one kind of media. */
interface Track {
  /** The latest point at which the end is reported. */
  ended: LoadedList | undefined;
  /** The end of what was loaded last, s. */
  bufferedSec: number;
  /** It was loaded to its end once: viewers who go back from there are not held any more. */
  hasEnded: boolean;
}

/** The difference between decoders and playlists, and a frame or two. */
const TOLERANCE_SEC = 0.1;
/** Like hls.js's record of a completely buffered segment. */
const LOADED = "OK";
/** A viewer who went back has at most this much buffered before the end; all of it is loaded again. */
const BEYOND_MAX_SEC = 1;

/**
 * Lets hls.js see a live that ended to its end, which it may miss in three ways (1.7.4).
 *
 * Once a list has ended, it takes the segment that it loaded last for whole, also when it has only the first parts of it
 * (`getFragmentAtPosition`): nobody is shown the rest, and where that was the last segment the end is never reached. So the
 * list ends for it when it has the rest.
 *
 * Where that was the last segment and its rest is no longer than 0.2 s, it notes it as loaded, for it looks for segments in
 * the buffer with as much padding (`FragmentTracker.bufferPadding`), and never asks for the rest. So the note is taken away.
 *
 * It waits for the middle of the last part to be in the buffer (`_streamEnded`), in which only that counts of which there is
 * picture and sound: whichever of them ends some frames later may have a last part of which this is never true. So parts
 * beyond are left out once all is loaded.
 */
export function finishLive(hls: Hls): void {
  const tracks = new Map<string, Track>();
  const trackOf = (type: string): Track => {
    const track = tracks.get(type) ?? { ended: undefined, bufferedSec: 0, hasEnded: false };
    tracks.set(type, track);
    return track;
  };
  const forget = (half: Segment) => {
    const { fragmentTracker } = (hls as unknown as Tracking).streamController;
    if (fragmentTracker.getState(half) === LOADED) fragmentTracker.removeFragment(half);
  };
  const settle = (track: Track) => {
    const { ended, bufferedSec } = track;
    track.hasEnded &&= ended !== undefined;
    if (!ended) return;
    const isWhole = bufferedSec >= ended.edge - TOLERANCE_SEC;
    track.hasEnded ||= isWhole;
    const half = track.hasEnded ? undefined : halfSegment(ended);
    ended.live = half !== undefined;
    if (half) forget(half);
    if (isWhole) leaveOutBeyond(ended, hls.media?.buffered);
  };
  const take = (type: string, details: LoadedList) => {
    const track = trackOf(type);
    track.ended = details.live ? undefined : details;
    settle(track);
  };
  hls.on(Hls.Events.LEVEL_UPDATED, (_event, { details }) => take("main", details));
  hls.on(Hls.Events.AUDIO_TRACK_UPDATED, (_event, { details }) => take("audio", details));
  hls.on(Hls.Events.FRAG_BUFFERED, (_event, { frag, part }: Buffered) => {
    const track = trackOf(frag.type);
    track.bufferedSec = (part ?? frag).end;
    // Data that one of them received may be what the other waits for.
    for (const each of tracks.values()) settle(each);
  });
}

/** The segment that was loaded last, if only its first parts are there. */
function halfSegment({ partList }: LoadedList): Segment | undefined {
  const at = partList?.findLastIndex(({ loaded }) => loaded) ?? -1;
  if (at < 0) return undefined;
  const [last, next] = partList?.slice(at, at + 2) ?? [];
  return next?.fragment.sn === last?.fragment.sn ? next?.fragment : undefined;
}

function leaveOutBeyond({ partList, edge }: LoadedList, buffered: TimeRanges | undefined): void {
  if (!partList || !buffered?.length) return;
  const endSec = buffered.end(buffered.length - 1);
  if (endSec < edge - BEYOND_MAX_SEC) return;
  const at = partList.findLastIndex(({ start, duration }) => start + duration / 2 <= endSec);
  // It checks the last remaining one.
  partList.length = Math.max(1, at + 1);
}
