import {
  type AttemptCounter,
  createAttemptCounter,
  type LimitStore,
  type RateLimit,
} from "../../../platform/rate-limit.ts";

/** The limit per person across all comments: at most 3 GB an hour, more than anyone attaches by hand. */
export const FILES_PER_PERSON: RateLimit = { attempts: 300, windowSec: 3_600 };

export type FileLimit = Pick<AttemptCounter, "consume">;

/** Counts files by sender before they are read, since the limit per comment does not bound the total. */
export const createFileLimit = (limitStore: LimitStore): FileLimit =>
  createAttemptCounter(limitStore, "comment-files", FILES_PER_PERSON);
