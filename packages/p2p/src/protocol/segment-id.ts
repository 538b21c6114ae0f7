import { SEGMENT_ID_MAX_LENGTH } from "./limits.ts";

/** `{uuid}/{generation}/{trackId}/{number|number.part|init}`: the same for all viewers, whatever their token. */
export type SegmentId = string;

export interface SegmentParts {
  uuid: string;
  generation: number;
  trackId: string;
  /** -1 is the init segment. */
  number: number;
  /** Place of a partial segment (LL-HLS) in its segment; null is the whole of it. */
  part: number | null;
}

/** Where a segment stands among those of its track, so that many are told as one range. */
export interface SegmentPlace {
  /** `{uuid}/{generation}/{trackId}`, with `/parts` for partial segments. */
  track: string;
  /** 0 is the init segment, `number + 1` a whole one; of parts `number * PARTS_MAX + part`. */
  index: number;
}

export const INIT_NUMBER = -1;
/** Parts of one segment: 0.1 s of 10 s. */
export const PARTS_MAX = 100;

const ID_PATTERN = /^([\w-]{1,64})\/(\d{1,9})\/([\w-]{1,32})\/(init|\d{1,9})(?:\.(\d{1,2}))?$/;
const PATH_PATTERN = /\/m\/[^/]+\/([\w-]{1,64}\/\d{1,9}\/[\w-]{1,32}\/(?:init|\d{1,9}(?:\.\d{1,2})?))\.m4s$/;
const TRACK_PATTERN = /^[\w-]{1,64}\/\d{1,9}\/[\w-]{1,32}(\/parts)?$/;

export function parseSegmentId(id: SegmentId): SegmentParts | undefined {
  if (id.length > SEGMENT_ID_MAX_LENGTH) return undefined;
  const match = ID_PATTERN.exec(id);
  if (!match) return undefined;
  const [, uuid = "", generation = "", trackId = "", number = "", part] = match;
  if (number === "init" && part !== undefined) return undefined;
  return {
    uuid,
    trackId,
    generation: Number(generation),
    number: number === "init" ? INIT_NUMBER : Number(number),
    part: part === undefined ? null : Number(part),
  };
}

export function isSegmentId(value: unknown): value is SegmentId {
  return typeof value === "string" && parseSegmentId(value) !== undefined;
}

export function isTrackKey(value: string): boolean {
  return value.length <= SEGMENT_ID_MAX_LENGTH && TRACK_PATTERN.test(value);
}

/** @returns a place that nobody has for what is no segment id. */
export function placeOf(id: SegmentId): SegmentPlace {
  const parts = parseSegmentId(id);
  if (!parts) return { track: "", index: -1 };
  const track = `${parts.uuid}/${parts.generation}/${parts.trackId}`;
  if (parts.part === null) return { track, index: parts.number + 1 };
  return { track: `${track}/parts`, index: parts.number * PARTS_MAX + parts.part };
}

/** @returns undefined for a URL that is not `/m/{token}/…/{number|number.part|init}.m4s`. */
export function segmentIdOfUrl(url: string): SegmentId | undefined {
  const path = url.split(/[?#]/, 1)[0] ?? "";
  return PATH_PATTERN.exec(path)?.[1];
}
