import { SEGMENT_ID_MAX_LENGTH } from "./limits.ts";

/** `{uuid}/{generation}/{trackId}/{number|init}`: the same for all viewers, whatever their token. */
export type SegmentId = string;

export interface SegmentParts {
  uuid: string;
  generation: number;
  trackId: string;
  /** -1 is the init segment. */
  number: number;
}

export const INIT_NUMBER = -1;

const ID_PATTERN = /^([\w-]{1,64})\/(\d{1,9})\/([\w-]{1,32})\/(init|\d{1,9})$/;
const PATH_PATTERN = /\/m\/[^/]+\/([\w-]{1,64}\/\d{1,9}\/[\w-]{1,32}\/(?:init|\d{1,9}))\.m4s$/;

export function parseSegmentId(id: SegmentId): SegmentParts | undefined {
  if (id.length > SEGMENT_ID_MAX_LENGTH) return undefined;
  const match = ID_PATTERN.exec(id);
  if (!match) return undefined;
  const [, uuid = "", generation = "", trackId = "", number = ""] = match;
  return {
    uuid,
    trackId,
    generation: Number(generation),
    number: number === "init" ? INIT_NUMBER : Number(number),
  };
}

export function isSegmentId(value: unknown): value is SegmentId {
  return typeof value === "string" && parseSegmentId(value) !== undefined;
}

/** @returns undefined for a URL that is not `/m/{token}/…/{number|init}.m4s`. */
export function segmentIdOfUrl(url: string): SegmentId | undefined {
  const path = url.split(/[?#]/, 1)[0] ?? "";
  return PATH_PATTERN.exec(path)?.[1];
}
