import { MAX_WATCHED_COUNT, type WatchedMedium } from "@shoal/contract";
import { digestLevels } from "@shoal/domain/rule-digests";
import type { Descriptors } from "../playback/descriptors.ts";
import { isSameRules, type Tracker, type WatchingViewer } from "../tracker/index.ts";
import { parseSubject, type UuidSealer } from "./rule-subjects.ts";
import { snapshotRules } from "./rule-watch.ts";

export interface WatchedMediaDeps {
  tracker: Pick<Tracker, "watching">;
  descriptors: Descriptors;
  sealing: UuidSealer;
}

/**
 * Lists a client's media that are being watched, with the most watched first, and how many of their viewers have the current rules.
 */
export function listWatched({ tracker, ...deps }: WatchedMediaDeps, clientId: string): WatchedMedium[] {
  const { evaluate, describe } = snapshotRules(deps);
  const media = new Map<string, WatchedMedium>();
  const open = (subject: string): WatchedMedium => {
    const described = describe(subject);
    const rules = described ? digestLevels(described.levels, described.client) : null;
    const medium = { ...namesOf(subject, deps.sealing), viewers: 0, told: 0, rules };
    media.set(subject, medium);
    return medium;
  };
  for (const viewer of tracker.watching((swarm) => swarm.startsWith(`${clientId}/`))) {
    const subject = viewer.claims.watch?.subject;
    if (subject === undefined) continue;
    const medium = media.get(subject) ?? open(subject);
    medium.viewers += 1;
    if (hasCurrentRules(viewer, evaluate(viewer.claims))) medium.told += 1;
  }
  return [...media.values()].toSorted((a, b) => b.viewers - a.viewers).slice(0, MAX_WATCHED_COUNT);
}

/** Whether a viewer has the current rules. Viewers whose ticket was issued under other access rules still have to request a new session. */
const hasCurrentRules = (
  { rules }: WatchingViewer,
  now: ReturnType<ReturnType<typeof snapshotRules>["evaluate"]>,
): boolean => now !== undefined && !now.isOutdated && isSameRules(now.rules, rules);

function namesOf(subject: string, sealing: UuidSealer): Pick<WatchedMedium, "video" | "key" | "collection"> {
  const read = parseSubject(subject, sealing);
  if (read.kind === "video") return { video: read.uuid, key: null, collection: null };
  return { video: read.video, key: read.key, collection: read.collection ?? null };
}
