import type { LiveMedia } from "@shoal/contract/ingest";
import type { ByteRange } from "@shoal/contract/stored-data";

/** The maximum number of parts per segment: `packages/p2p` numbers them with two digits. */
export const MAX_PARTS_PER_SEGMENT = 100;

/** An error for input that violates the rules of a window. */
export class LiveFeedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LiveFeedError";
  }
}

export const durationOf = (media: LiveMedia | undefined): number =>
  (media?.parts ?? []).reduce((sum, { durationSec }) => sum + durationSec, 0);

/** Returns the range of all parts so far; undefined if there are none. */
export function wholeRange(media: LiveMedia | undefined): ByteRange | undefined {
  const [first] = media?.parts ?? [];
  if (!media || !first) return undefined;
  const length = media.parts.reduce((sum, { range }) => sum + range.length, 0);
  return { ...first.range, length, sha256: media.sha256 ?? "" };
}
