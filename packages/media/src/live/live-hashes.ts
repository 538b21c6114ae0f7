import type { SegmentHashes } from "@shoal/contract/player";
import type { LiveWindow } from "./live-window.ts";

/** Lists the hashes for verifying all segments and init segments that may still be requested, by rendition. */
export function listLiveHashes(window: LiveWindow): Record<string, SegmentHashes> {
  const from = window.oldestNumber;
  const numbers = Array.from(
    { length: window.nextNumber - from + (window.open ? 1 : 0) },
    (_, n) => from + n,
  );
  const hashes = window.options.tracks.map(({ id }): [string, SegmentHashes] => [
    id,
    {
      init: window.findInit(id, 0)?.sha256 ?? "",
      from,
      segments: numbers.map((number) => window.findRange(id, number)?.sha256 ?? null),
    },
  ]);
  return Object.fromEntries(hashes);
}
