import type { RuleDigests, WatchedMedium } from "@shoal/contract";

/** The level whose rules are tracked, with its saved settings. */
export interface ReachSubject {
  /** Whether the medium has rules from this level. */
  concerns(medium: WatchedMedium): boolean;
  /** Whether an edge has the rules of this level as they are saved. */
  isAsSaved(rules: RuleDigests, medium: WatchedMedium): boolean;
}

export interface ViewerReach {
  /** The number of current viewers. */
  viewers: number;
  /** The number of these viewers who have the saved rules. */
  reached: number;
}

/** Counts current viewers and those reached. Viewers of an edge without the saved rules do not count as reached. */
export function countReach(watched: readonly WatchedMedium[], subject: ReachSubject): ViewerReach {
  const reach = { viewers: 0, reached: 0 };
  for (const medium of watched.filter(subject.concerns)) {
    reach.viewers += medium.viewers;
    if (medium.rules && subject.isAsSaved(medium.rules, medium)) reach.reached += medium.told;
  }
  return reach;
}

/** Tracks one hosted video, or media on another CDN, including the rules inherited from its collection and config. */
export const reachOfMedium = (name: string, saved: RuleDigests & { hasConfig: boolean }): ReachSubject => ({
  concerns: ({ video }) => video === name,
  isAsSaved: (rules, { collection }) =>
    rules.custom === saved.custom &&
    // The collection named by the page takes precedence over the stored collection.
    (collection !== null || rules.collection === saved.collection) &&
    (!saved.hasConfig || rules.config === saved.config),
});

export interface CollectionMembers {
  name: string;
  /** The videos and media in the collection. */
  members: ReadonlySet<string>;
  /**
   * The names of all collections of the client with rules. A collection named by a page takes precedence over the stored
   * collection.
   */
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
  /** The current key, and the previous one during its grace period. */
  keys: ReadonlySet<string>;
  /** The hosted videos with the config. */
  members: ReadonlySet<string>;
  /** The hosted videos with another config, which takes precedence over the page's config. */
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
