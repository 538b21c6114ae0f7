import type { RuleDigests, WatchedMedium } from "@shoal/contract";

/** Whose rules are looked at, and what was saved of them. */
export interface ReachSubject {
  /** Whether the subject inherits rules from it. */
  concerns(medium: WatchedMedium): boolean;
  /** Whether an edge knows them as they were saved. */
  isAsSaved(rules: RuleDigests, medium: WatchedMedium): boolean;
}

export interface Reach {
  /** Current viewers. */
  viewers: number;
  /** Of them, viewers who have the saved rules. */
  reached: number;
}

/** An edge without the saved rules has sent them to nobody. */
export function countReach(watched: readonly WatchedMedium[], subject: ReachSubject): Reach {
  const reach = { viewers: 0, reached: 0 };
  for (const medium of watched.filter(subject.concerns)) {
    reach.viewers += medium.viewers;
    if (medium.rules && subject.isAsSaved(medium.rules, medium)) reach.reached += medium.told;
  }
  return reach;
}

/** A video of ours, or media on another CDN: with what it takes from its collection and config. */
export const reachOfMedium = (name: string, saved: RuleDigests & { hasConfig: boolean }): ReachSubject => ({
  concerns: ({ video }) => video === name,
  isAsSaved: (rules, { collection }) =>
    rules.custom === saved.custom &&
    // The page's statement takes precedence over the known one.
    (collection !== null || rules.collection === saved.collection) &&
    (!saved.hasConfig || rules.config === saved.config),
});

export interface CollectionMembers {
  name: string;
  /** Videos and media in it. */
  members: ReadonlySet<string>;
  /** Names of all collections of the client that set rules: one that a page names goes before the known one. */
  named: ReadonlySet<string>;
}

export const reachOfCollection = (
  { name, members, named }: CollectionMembers,
  digest: string,
): ReachSubject => ({
  concerns: ({ video, collection }) =>
    collection !== null && named.has(collection) ? collection === name : members.has(video),
  isAsSaved: (rules) => rules.collection === digest,
});

export interface ConfigMembers {
  /** The present one, and the one before. */
  keys: ReadonlySet<string>;
  /** Videos of ours that have it. */
  members: ReadonlySet<string>;
  /** Media in another collection, which takes precedence over that of the page. */
  others: ReadonlySet<string>;
}

export const reachOfConfig = ({ keys, members, others }: ConfigMembers, digest: string): ReachSubject => ({
  concerns: ({ video, key }) => members.has(video) || (key !== null && keys.has(key) && !others.has(video)),
  isAsSaved: (rules) => rules.config === digest,
});

export const reachOfClient = (digest: string): ReachSubject => ({
  concerns: () => true,
  isAsSaved: (rules) => rules.client === digest,
});
