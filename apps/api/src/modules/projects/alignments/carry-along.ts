import { setImmediate } from "node:timers/promises";
import type { Tx } from "../../../platform/database.ts";
import type { VersionKey } from "../projects/index.ts";
import {
  createAlignmentsRepository,
  type FoundAlignment,
  type OpenComment,
  placedKey,
  type VersionMedia,
} from "./alignments.repository.ts";
import { type CommentPosition, carryToNext, originalPosition } from "./carry-through.ts";
import { type RungComparison, readCompared } from "./compared.ts";
import { comparePair, type ReadablePair } from "./compared-pair.ts";

/** Two versions that can be compared, but were not yet compared in their current state. */
interface MissingComparison {
  place: VersionKey;
  pair: ReadablePair;
}

export interface CarriedAlong {
  /** The position of each comment, in order. */
  positions: CommentPosition[];
  /** The first missing comparison of two earlier versions. */
  missing: MissingComparison | undefined;
}

/**
 * Carries comments from the versions in which they were written to a later one, version by version. For any number of comments
 * and versions, it makes three database queries and keeps one comparison in memory.
 * @param last the comparison of the version itself with the previous one.
 */
export async function carryComments(
  db: Tx,
  place: VersionKey,
  comments: readonly OpenComment[],
  last: RungComparison | undefined,
): Promise<CarriedAlong> {
  const positions = comments.map(originalPosition);
  if (comments.length === 0) return { positions, missing: undefined };
  const alignments = createAlignmentsRepository(db);
  const first = comments.reduce((least, each) => Math.min(least, each.version_number), place.number);
  const versions = await alignments.listVersions(place, { first, limit: place.number });
  const found = await alignments.listAlignments(place, first);
  const placed = await alignments.listPlaced(
    place,
    comments.map(({ uuid }) => uuid),
  );
  let missing: MissingComparison | undefined;
  for (const [old, recent] of pairsOf(versions)) {
    const { number } = recent;
    const isLast = number === place.number;
    const pair = comparePair([recent, old]);
    const stored = found.get(number);
    if (!isLast && "recent" in pair && !isSettled(stored, pair))
      missing ??= { place: { ...place, number }, pair };
    const step = { number, compared: isLast ? last : comparedOf(stored, pair) };
    for (const [n, { uuid, version_number }] of comments.entries())
      if (version_number < number)
        positions[n] = carryToNext(
          positions[n] as CommentPosition,
          step,
          placed.get(placedKey(uuid, number)),
        );
    // Expanding a comparison takes a while, so other work of the process runs in between.
    await setImmediate();
  }
  return { positions, missing };
}

/** Pairs each version with its predecessor, the oldest first. */
function pairsOf(newestFirst: readonly VersionMedia[]): [old: VersionMedia, recent: VersionMedia][] {
  const versions = newestFirst.toReversed();
  return versions.slice(1).map((recent, n) => [versions[n] as VersionMedia, recent]);
}

/** Whether a comparison is about the current versions of these videos. */
export const isAbout = (
  found: Pick<FoundAlignment, "video_uuid" | "generation" | "old_video_uuid" | "old_generation">,
  { recent, old }: ReadablePair,
): boolean =>
  found.video_uuid === recent.videoUuid &&
  found.generation === recent.generation &&
  found.old_video_uuid === old.videoUuid &&
  found.old_generation === old.generation;

const isSettled = (stored: FoundAlignment | undefined, pair: ReadablePair): boolean =>
  stored !== undefined && isAbout(stored, pair) && stored.state !== "waiting";

function comparedOf(
  stored: FoundAlignment | undefined,
  pair: ReturnType<typeof comparePair>,
): RungComparison | undefined {
  if (!stored?.alignment || !("recent" in pair) || !isSettled(stored, pair)) return undefined;
  const compared = readCompared(stored.alignment, pair);
  return compared?.alignment.isUnrelated ? undefined : compared;
}
