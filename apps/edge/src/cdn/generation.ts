import type { CdnEntryDescriptor } from "@shoal/contract/edge";
import { type CdnTarget, formatTarget } from "./cdn-target.ts";

type PurgeState = Pick<CdnEntryDescriptor, "purges" | "purgedAll">;

/**
 * Purge indexes by the list that they were built from. The key stays valid because a descriptor's list of purges is never modified.
 */
const purgeIndexes = new WeakMap<PurgeState["purges"], PurgeIndex>();

interface PurgeIndex {
  exact: Map<string, number>;
  prefixes: { path: string; number: number }[];
}

/**
 * Returns the purge generation of a target: the highest number among the purges that match it. The generation is part of nginx's
 * cache key. Objects stored under a lower number are never requested again, so a purge does not have to delete them. Responses
 * received during a purge are stored under the old number.
 */
export function generationOf({ purges, purgedAll }: PurgeState, target: CdnTarget): number {
  const { exact, prefixes } = indexPurges(purges);
  const targetPath = formatTarget(target);
  let generation = Math.max(purgedAll, exact.get(targetPath) ?? 0);
  for (const { path, number } of prefixes)
    if (number > generation && targetPath.startsWith(path)) generation = number;
  return generation;
}

/** Whether paths of an entry can have different purge generations. */
export const hasPathPurges = ({ purges, purgedAll }: PurgeState): boolean =>
  purges.some(({ number, path, isPrefix }) => number > purgedAll && !(isPrefix && path === "/"));

/** Returns the generation of paths that no purge of a path or prefix affects. */
export const generationOfAll = ({ purges, purgedAll }: PurgeState): number =>
  purges.reduce(
    (highest, { number, path, isPrefix }) => (isPrefix && path === "/" ? Math.max(highest, number) : highest),
    purgedAll,
  );

function indexPurges(purges: PurgeState["purges"]): PurgeIndex {
  const known = purgeIndexes.get(purges);
  if (known) return known;
  const made: PurgeIndex = { exact: new Map(), prefixes: [] };
  for (const { path, isPrefix, number } of purges)
    if (isPrefix) made.prefixes.push({ path, number });
    else made.exact.set(path, Math.max(number, made.exact.get(path) ?? 0));
  purgeIndexes.set(purges, made);
  return made;
}
