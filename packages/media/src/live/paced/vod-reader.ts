import { SEGMENT_SEC } from "@shoal/contract";
import type { PlaybackTrack } from "@shoal/contract/edge";
import type { ByteRange, ListedTrack, Segment, SegmentIndex } from "@shoal/contract/stored-data";
import { Mp4Error } from "../../mp4/boxes.ts";
import { readFragment, readTimescale } from "../../mp4/read-fragment.ts";
import { readSampleDefaults, type SampleDefaults } from "../../mp4/read-fragment-table.ts";
import { contiguousSegments } from "../../playlists/segment-index.ts";
import type { SourceFragment } from "./plan-segments.ts";

export interface VodTrack {
  track: PlaybackTrack;
  index: SegmentIndex;
}

/** The part of a segment in one track of the video. */
export interface TrackSegment {
  trackId: string;
  segment: Segment;
  /** The segment's start on the media timeline. */
  mediaTimeSec: number;
}

/** Converts a track to the form that windows list. */
export function listedTrackOf({ track }: VodTrack): ListedTrack {
  const { indexObject: _object, indexVersion: _version, ...listed } = track;
  return listed;
}

/** Sorts the video before the audio, since the video is the reference. */
export const sortVideoFirst = (tracks: readonly VodTrack[]): VodTrack[] =>
  tracks.toSorted((a, b) => Number(b.track.kind === "video") - Number(a.track.kind === "video"));

interface TrackHead {
  timescale: number;
  defaults: SampleDefaults;
}

/** Reads the segments of an encoded video, all tracks at the same position. */
export class VodReader {
  readonly #tracks: readonly (VodTrack & { segments: Segment[] })[];
  readonly #read: (range: ByteRange) => Promise<Uint8Array>;
  readonly #heads = new Map<string, TrackHead>();

  constructor(tracks: readonly VodTrack[], read: (range: ByteRange) => Promise<Uint8Array>) {
    this.#tracks = tracks.map((each) => ({ ...each, segments: contiguousSegments(each.index) }));
    this.#read = read;
  }

  /** The number of segments up to the end of the shortest track: audio may end before the video. */
  get segmentCount(): number {
    return Math.min(...this.#tracks.map(({ segments }) => segments.length));
  }

  /** The maximum segment duration, in whole seconds. While a track is still being encoded, the plan's bound counts too. */
  get targetDurationSec(): number {
    const planned = this.#tracks.flatMap(({ index }) =>
      index.isEnded ? [] : [index.targetDurationSec ?? SEGMENT_SEC],
    );
    return Math.min(10, Math.max(1, Math.round(this.longestSegmentSec), ...planned));
  }

  /** The duration of the longest segment of all tracks, in seconds. */
  get longestSegmentSec(): number {
    const segments = this.#tracks.flatMap((each) => each.segments);
    return segments.reduce((longest, { durationSec }) => Math.max(longest, durationSec), 0);
  }

  /** Returns the location of this segment in each track, without its bytes; in the order of the tracks. */
  listAt(number: number): TrackSegment[] {
    return this.#tracks.flatMap(({ track, index, segments }) => {
      const segment = segments[number];
      const offsetSec = segment?.mediaOffsetSec ?? index.mediaOffsetSec ?? 0;
      return segment ? [{ trackId: track.id, segment, mediaTimeSec: segment.startSec + offsetSec }] : [];
    });
  }

  /** Returns the init segments if this segment needs different init segments than the previous segment or is not contiguous with it. */
  initsBefore(number: number): Record<string, ByteRange> | undefined {
    const isBorder = this.#tracks.some(({ segments }) => {
      const [before, here] = [segments[number - 1], segments[number]];
      return !before || here?.isSeam || here?.initNumber !== before.initNumber;
    });
    if (!isBorder) return undefined;
    return Object.fromEntries(
      this.#tracks.map((each) => [each.track.id, initOf(each.index, each.segments[number])]),
    );
  }

  readAll(number: number): Promise<SourceFragment[]> {
    return Promise.all(this.#tracks.map(({ track }) => this.read(track.id, number)));
  }

  /** Reads a segment of a track. @throws Mp4Error if it does not exist. */
  async read(trackId: string, number: number): Promise<SourceFragment> {
    const found = this.#tracks.find(({ track }) => track.id === trackId);
    const segment = found?.segments[number];
    if (!found || !segment) throw new Mp4Error(`No segment ${number} of ${trackId}`);
    const { timescale, defaults } = await this.#headOf(initOf(found.index, segment));
    const fragment = readFragment(await this.#read(segment), defaults);
    return { trackId, kind: found.track.kind, timescale, fragment };
  }

  async #headOf(init: ByteRange): Promise<TrackHead> {
    const known = this.#heads.get(init.sha256);
    if (known) return known;
    const bytes = Buffer.from(await this.#read(init));
    const head = { timescale: readTimescale(bytes), defaults: readSampleDefaults(bytes) };
    this.#heads.set(init.sha256, head);
    return head;
  }
}

function initOf({ init, moreInits }: SegmentIndex, segment: Segment | undefined): ByteRange {
  const { initNumber = 0 } = segment ?? {};
  const range = initNumber === 0 ? init : moreInits?.[initNumber - 1];
  if (!range) throw new Mp4Error(`No init segment ${initNumber}`);
  return range;
}
