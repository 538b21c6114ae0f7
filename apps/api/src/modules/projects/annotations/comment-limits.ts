import { AppError } from "@shoal/contract";
import type { JointRates } from "@shoal/limits";
import type { Actor } from "../../accounts/auth/index.ts";

/**
 * The limits per member, far above what anyone does by hand.
 * - `change`: visible to everyone who reviews the version, such as comments, edits, reactions and deletions.
 * - `read`: read marks, which a page sends while it scrolls.
 */
const MEMBER_RATES = {
  change: { perSec: 10, atOnce: 300 },
  read: { perSec: 20, atOnce: 1_000 },
} as const;

export interface CommentLimits {
  /**
   * Counts a call of a member; API keys have their own limit for all calls.
   * @throws AppError "too_many_requests", before the database is queried.
   */
  consume(actor: Pick<Actor, "key" | "userUuid">, what: keyof typeof MEMBER_RATES): void;
}

/** Creates the rate limits of members in comments, which count across all replicas. */
export const createCommentLimits = (rates: Pick<JointRates, "tryConsume">): CommentLimits => ({
  consume({ key, userUuid }, what) {
    if (key || rates.tryConsume(`${what} ${userUuid}`, MEMBER_RATES[what])) return;
    throw new AppError("too_many_requests", "You are sending too fast: wait a second and send again");
  },
});
