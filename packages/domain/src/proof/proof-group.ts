import type { DescribedProof } from "@shoal/contract";
import { monthOf } from "../footprint/months.ts";

/** Whether a session exchanges with peers as always, or plays without them. */
export type ProofGroup = "with" | "without";
/** How a session's rows name its group; 0 is a session outside of proof mode. */
export const PROOF_GROUP_NUMBERS = { with: 1, without: 2 } as const satisfies Record<ProofGroup, number>;

/**
 * A viewer's group in a month: stable within the month, drawn again for the next one.
 * @param key the viewer's id, or the session id where the viewer is not identified.
 * @param moment when, and in which IANA time zone months begin.
 */
export const proofGroupOf = (
  { sharePct, salt }: DescribedProof,
  key: string,
  { nowMs, timeZone }: { nowMs: number; timeZone: string },
): ProofGroup => (placeOf(`${salt}/${monthOf(nowMs, timeZone)}/${key}`) < sharePct ? "without" : "with");

/** 0 to 100, spread evenly: FNV-1a, then the mixing by which each bit of it moves all others (MurmurHash3's). */
function placeOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 42_949_672.96;
}
