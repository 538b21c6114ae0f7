import { networkOf } from "@shoal/domain";
import { createAttemptCounter, type LimitStore, type RateLimit } from "../../../platform/rate-limit.ts";

export interface EntryLimitSettings {
  linksPerAddress: RateLimit;
  triesPerPair: RateLimit;
  triesPerLink: RateLimit;
  triesPerAddress: RateLimit;
}

/**
 * The limit of comments, edits, reactions and deletions per guest, since each reaches everyone who reviews the version. No
 * guest types faster.
 */
export const CHANGES_PER_GUEST: RateLimit = { attempts: 60, windowSec: 60 };
/** The limit of files per link across all guests, so that guests cannot fill the disk. */
const FILES_PER_LINK: RateLimit = { attempts: 100, windowSec: 3_600 };

/**
 * Limits guesses of keys and passwords of review links, as for signing in, and how many guests enter from an address and how
 * much they write.
 */
export function createEntryLimits(limitStore: LimitStore, settings: EntryLimitSettings) {
  const keys = createAttemptCounter(limitStore, "review-keys", settings.linksPerAddress);
  const pairs = createAttemptCounter(limitStore, "review-pair", settings.triesPerPair);
  const links = createAttemptCounter(limitStore, "review-link", settings.triesPerLink);
  const addresses = createAttemptCounter(limitStore, "review-address", settings.triesPerAddress);
  const entries = createAttemptCounter(limitStore, "review-entries", settings.triesPerAddress);
  const changes = createAttemptCounter(limitStore, "review-comments", CHANGES_PER_GUEST);
  const files = createAttemptCounter(limitStore, "review-files", FILES_PER_LINK);
  return {
    admitChange: (guestUuid: string) => changes.consume(guestUuid),
    admitFile: (linkUuid: string) => files.consume(linkUuid),
    /** Counts a key; a valid one is not charged. @returns a function to call if it was valid. */
    async admitKey(address: string): Promise<() => Promise<void>> {
      const network = networkOf(address);
      await keys.consume(network);
      return () => keys.giveBack(network);
    },
    /** Counts a password before it is checked. @returns a function to call if it was correct. */
    async admitPassword(linkUuid: string, address: string): Promise<() => Promise<void>> {
      const network = networkOf(address);
      // The address is counted first: once it is rejected, it can no longer block a link.
      await addresses.consume(network);
      await pairs.consume([linkUuid, network]);
      await links.consume(linkUuid);
      return async () => {
        await addresses.giveBack(network);
        await links.giveBack(linkUuid);
        await pairs.clear([linkUuid, network]);
      };
    },
    /** Counts an entry, because each session adds a row. */
    admitEntry: (linkUuid: string, address: string) => entries.consume([linkUuid, networkOf(address)]),
  };
}
export type EntryLimits = ReturnType<typeof createEntryLimits>;
