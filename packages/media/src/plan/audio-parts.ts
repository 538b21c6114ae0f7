import type { AudioPart, EncodePlan, Piece } from "@shoal/contract/stored-data";

/** The ratio of a part's end to its start: viewers whose data arrives this much faster than it plays never wait for audio. */
const PART_GROWTH = 1.5;

/**
 * Splits the audio of an arriving file into parts, each half as long as everything before it. Parts encoded separately would
 * drift or crackle at the joins, so each is encoded from the start. The result is bit-identical. Together the parts cost three
 * times the whole, a tenth of a second of CPU per second of audio.
 * @example cutAudioParts(pieces) // one part if there is one piece
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
  // The opening job encodes the audio of the first piece.
  let done: { segmentTo: number; endSec: number } = first;
  for (const { segmentTo, endSec, sourceEndByte } of others) {
    if (endSec < done.endSec * PART_GROWTH && segmentTo !== last.segmentTo) continue;
    parts.push({ segmentFrom: done.segmentTo, segmentTo, sourceEndByte });
    done = { segmentTo, endSec };
  }
  return parts;
}

/** Lists the parts in which a plan's audio is encoded: a single one unless it is split. */
export function listAudioParts({ audioParts, segmentStartsSec, info }: EncodePlan): AudioPart[] {
  const whole = { segmentFrom: 0, segmentTo: segmentStartsSec.length - 1, sourceEndByte: info.sizeBytes };
  return audioParts ?? [whole];
}
