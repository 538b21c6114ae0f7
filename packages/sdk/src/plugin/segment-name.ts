import { hashText, type SegmentId } from "@shoal/p2p";

/** The last number in a path before its extension (often `m4s`), without leading zeros. */
const NUMBER_PATTERN = /(0|[1-9]\d{0,8})(?=[^\d/]*(?:\.\w{1,5})?$)/;

/** The salts of four 32-bit hashes. With four, two paths of one CDN do not collide by chance. Exchanged data is verified by SHA-256. */
const HASH_SALTS = ["a", "b", "c", "d"];

export interface ByteSpan {
  fromByte: number;
  /** The position of the byte that follows the last one. */
  toByte: number;
}

/**
 * Returns the swarm's name of a segment on any CDN. The name is the same for every host and signature. Segments that differ only in
 * their last number belong to one track, so several segments can be announced as one range.
 * @returns undefined for anything but an http address.
 */
export function nameSegment(url: string, span?: ByteSpan): SegmentId | undefined {
  const parsed = URL.parse(url, globalThis.location?.href);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined;
  const path = span ? `${parsed.pathname}@${span.fromByte}-${span.toByte}` : parsed.pathname;
  const number = span ? undefined : NUMBER_PATTERN.exec(parsed.pathname);
  const track = number
    ? `${path.slice(0, number.index)}#${path.slice(number.index + number[0].length)}`
    : path;
  return `cdn/0/${HASH_SALTS.map((salt) => formatHex(hashText(`${salt}${track}`))).join("")}/${number?.[0] ?? 0}`;
}

const formatHex = (value: number): string => value.toString(16).padStart(8, "0");
