import { MAX_SEGMENT_ID_LENGTH } from "./limits.ts";

/** `{uuid}/{generation}/{trackId}/{number|number.part|init}`. The id is the same for all viewers, whatever their token. */
export type SegmentId = string;

export interface SegmentParts {
  uuid: string;
  generation: number;
  trackId: string;
  /** The number of the segment, or -1 for the init segment. */
  number: number;
  /** The index of a partial segment (LL-HLS), or null for the whole segment. */
  part: number | null;
}

/** The position of a segment in its track, so that several segments are announced as one range. */
export interface SegmentPlace {
  /** `{uuid}/{generation}/{trackId}`; empty for segments that are never announced. */
  track: string;
  /** The index in the track: 0 for the init segment, `number + 1` for a whole segment. */
  index: number;
}

export const INIT_NUMBER = -1;

const ID_PATTERN = /^([\w-]{1,64})\/(\d{1,9})\/([\w-]{1,32})\/(?:init|(\d{1,9})(?:\.(\d{1,2}))?)$/;
const PATH_PATTERN =
  /\/m\/[^/]{1,2000}\/([\w-]{1,64}\/\d{1,9}\/[\w-]{1,32}\/(?:init|\d{1,9}(?:\.\d{1,2})?))\.m4s$/;
const TRACK_PATTERN = /^[\w-]{1,64}\/\d{1,9}\/[\w-]{1,32}$/;

export function parseSegmentId(id: SegmentId): SegmentParts | undefined {
  if (id.length > MAX_SEGMENT_ID_LENGTH) return undefined;
  const match = ID_PATTERN.exec(id);
  if (!match) return undefined;
  const [, uuid = "", generation = "", trackId = "", number, part] = match;
  return {
    uuid,
    trackId,
    generation: Number(generation),
    number: number === undefined ? INIT_NUMBER : Number(number),
    part: part === undefined ? null : Number(part),
  };
}

/** Returns whether an id names a partial segment of a live (LL-HLS). */
export const isPart = (id: SegmentId): boolean => id.includes(".");

export function isSegmentId(value: unknown): value is SegmentId {
  return typeof value === "string" && parseSegmentId(value) !== undefined;
}

export function isTrackKey(value: string): boolean {
  return value.length <= MAX_SEGMENT_ID_LENGTH && TRACK_PATTERN.test(value);
}

/** Returns the position of a segment; for a partial segment or an invalid id, a position that is never announced. */
export function placeOf(id: SegmentId): SegmentPlace {
  const parts = parseSegmentId(id);
  if (parts?.part !== null) return { track: "", index: -1 };
  const track = `${parts.uuid}/${parts.generation}/${parts.trackId}`;
  return { track, index: parts.number + 1 };
}

/** Reads the segment id of a URL. @returns undefined unless it is `/m/{token}/…/{number|number.part|init}.m4s`. */
export function segmentIdOfUrl(url: string): SegmentId | undefined {
  const path = url.split(/[?#]/, 1)[0] ?? "";
  return PATH_PATTERN.exec(path)?.[1];
}
