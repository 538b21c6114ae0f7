import { networkOf } from "@shoal/domain";
import type pg from "pg";
import { createAttemptCounter, type RateLimit } from "../../../platform/rate-limit.ts";

export interface EntryLimitSettings {
  linksPerAddress: RateLimit;
  triesPerPair: RateLimit;
  triesPerLink: RateLimit;
  triesPerAddress: RateLimit;
}

/** Counts who guesses keys and passwords of review links, as signing in does it; and how many an address brings in. */
export function createEntryLimits(pool: pg.Pool, settings: EntryLimitSettings) {
  const keys = createAttemptCounter(pool, "review-keys", settings.linksPerAddress);
  const pairs = createAttemptCounter(pool, "review-pair", settings.triesPerPair);
  const links = createAttemptCounter(pool, "review-link", settings.triesPerLink);
  const addresses = createAttemptCounter(pool, "review-address", settings.triesPerAddress);
  const entries = createAttemptCounter(pool, "review-entries", settings.triesPerAddress);
  return {
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
