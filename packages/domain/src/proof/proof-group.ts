import type { DescribedProof } from "@shoal/contract";
import { toIsoMonth } from "../footprint/months.ts";

/** Whether a session shares with peers as usual, or plays without them. */
export type ProofGroup = "with" | "without";
/** The number of a session's group in its rows; 0 means outside of proof mode. */
export const PROOF_GROUP_NUMBERS = { with: 1, without: 2 } as const satisfies Record<ProofGroup, number>;

/**
 * Returns a viewer's group in a month: stable within the month, drawn again for the next month.
 * @param key the viewer's id, or the session id if the viewer is not identified.
 * @param moment the time, and the IANA time zone in which months begin.
 */
export const proofGroupOf = (
  { sharePct, salt }: DescribedProof,
  key: string,
  { nowMs, timeZone }: { nowMs: number; timeZone: string },
): ProofGroup => (placeOf(`${salt}/${toIsoMonth(nowMs, timeZone)}/${key}`) < sharePct ? "without" : "with");

/** Returns a uniform value from 0 to 100: FNV-1a, followed by MurmurHash3's finalizer, in which each bit affects all others. */
function placeOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 42_949_672.96;
}
