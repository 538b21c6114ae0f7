import {
  type AttemptCounter,
  createAttemptCounter,
  type LimitStore,
  type RateLimit,
} from "../../../platform/rate-limit.ts";

/** Of one person, on all comments together: at most 3 GB an hour, and more than anyone attaches by hand. */
export const FILES_PER_PERSON: RateLimit = { attempts: 300, windowSec: 3_600 };

export type FileLimit = Pick<AttemptCounter, "take">;

/** Counts files by who sends them, before they are read: comments are many, and so would be their files. */
export const createFileLimit = (limitStore: LimitStore): FileLimit =>
  createAttemptCounter(limitStore, "comment-files", FILES_PER_PERSON);
