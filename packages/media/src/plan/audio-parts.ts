import type { AudioPart, EncodePlan, Piece } from "@shoal/contract/storage";

/** Viewers whose data arrives this much faster than it plays never wait for audio. */
const GROWTH = 1.5;

/**
 * Cuts the sound of a file that is still arriving into parts, each half as long again as all before it. Whatever is encoded by itself would
 * drift or crackle where it meets the next, so each part is encoded from the beginning: together they cost three times
 * the whole, a tenth of a second of CPU for each of sound, and what comes out is the same to the bit.
 * @example cutAudioParts(pieces) // one part where there is one piece
 */
export function cutAudioParts(pieces: readonly Piece[]): AudioPart[] {
  const [first, ...others] = pieces;
  const last = others.at(-1);
  if (!first || !last)
    return pieces.map(({ segmentFrom, segmentTo, sourceEndByte }) => ({
      segmentFrom,
      segmentTo,
      sourceEndByte,
    }));
  const parts: AudioPart[] = [];
  // Opening makes the sound of the first piece.
  let done: { segmentTo: number; endSec: number } = first;
  for (const { segmentTo, endSec, sourceEndByte } of others) {
    if (endSec < done.endSec * GROWTH && segmentTo !== last.segmentTo) continue;
    parts.push({ segmentFrom: done.segmentTo, segmentTo, sourceEndByte });
    done = { segmentTo, endSec };
  }
  return parts;
}

/** The parts in which the sound of a plan is encoded: one, of all of it, where it is not cut. */
export function listAudioParts({ audioParts, segmentStartsSec, info }: EncodePlan): AudioPart[] {
  const whole = { segmentFrom: 0, segmentTo: segmentStartsSec.length - 1, sourceEndByte: info.sizeBytes };
  return audioParts ?? [whole];
}
