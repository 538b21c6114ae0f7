import { networkOf } from "@shoal/domain";
import { createAttemptCounter, type LimitStore, type RateLimit } from "../../../platform/rate-limit.ts";

export interface EntryLimitSettings {
  linksPerAddress: RateLimit;
  triesPerPair: RateLimit;
  triesPerLink: RateLimit;
  triesPerAddress: RateLimit;
}

/** Of one guest: faster than anyone types. */
export const COMMENTS_PER_GUEST: RateLimit = { attempts: 60, windowSec: 60 };
/** Of all guests of a link together: nobody who was given one fills the disk. */
const FILES_PER_LINK: RateLimit = { attempts: 100, windowSec: 3_600 };

/** Counts who guesses keys and passwords of review links, as signing in does it; how many an address brings in, and how much guests write. */
export function createEntryLimits(limitStore: LimitStore, settings: EntryLimitSettings) {
  const keys = createAttemptCounter(limitStore, "review-keys", settings.linksPerAddress);
  const pairs = createAttemptCounter(limitStore, "review-pair", settings.triesPerPair);
  const links = createAttemptCounter(limitStore, "review-link", settings.triesPerLink);
  const addresses = createAttemptCounter(limitStore, "review-address", settings.triesPerAddress);
  const entries = createAttemptCounter(limitStore, "review-entries", settings.triesPerAddress);
  const comments = createAttemptCounter(limitStore, "review-comments", COMMENTS_PER_GUEST);
  const files = createAttemptCounter(limitStore, "review-files", FILES_PER_LINK);
  return {
    takeComment: (guestUuid: string) => comments.take(guestUuid),
    takeFile: (linkUuid: string) => files.take(linkUuid),
    /** A key, which costs nothing where it was a good one. @returns what says that it was. */
    async takeKey(address: string): Promise<() => Promise<void>> {
      const network = networkOf(address);
      await keys.take(network);
      return () => keys.giveBack(network);
    },
    /** A password, before it is judged. @returns what says that it was right. */
    async takePassword(linkUuid: string, address: string): Promise<() => Promise<void>> {
      const network = networkOf(address);
      // The address first: one that is refused cannot lock a link any more.
      await addresses.take(network);
      await pairs.take([linkUuid, network]);
      await links.take(linkUuid);
      return async () => {
        await addresses.giveBack(network);
        await links.giveBack(linkUuid);
        await pairs.clear([linkUuid, network]);
      };
    },
    /** Each session leaves a row. */
    takeEntry: (linkUuid: string, address: string) => entries.take([linkUuid, networkOf(address)]),
  };
}
export type EntryLimits = ReturnType<typeof createEntryLimits>;
