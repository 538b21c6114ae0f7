import { AppError, type FieldError } from "@shoal/contract";
import { need } from "../../../platform/composition/need.ts";
import { createAttemptCounter, type LimitStore } from "../../../platform/rate-limit.ts";
import type { Actor } from "../../accounts/auth/index.ts";

/** The limit of look-ups: a whole department can be invited, but guessing names takes years. */
const LOOKUP_LIMIT = { attempts: 60, windowSec: 600 };

/** A list contains names that no user of the client has. */
export class UnknownUsersError extends AppError {
  readonly count: number;
  constructor(faults: FieldError[]) {
    super("bad_request", faults[0]?.reason, faults);
    this.count = faults.length;
  }
}

export interface UserLookups {
  /** Counts a look-up of one name with any result. @throws AppError "too_many_requests". */
  consume(actor: Actor): Promise<void>;
  giveBack(actor: Actor): Promise<void>;
  /**
   * Counts each unknown name in any list as a look-up, so that names cannot be guessed through projects and teams.
   * @throws AppError "too_many_requests" instead of a response that names more than allowed.
   */
  counted<Result>(actor: Actor, work: () => Promise<Result>): Promise<Result>;
}
export const USER_LOOKUPS = need<UserLookups>("look-ups of users");

/** @param limitStore counts attempts across all replicas. */
export function createUserLookups(limitStore: LimitStore): UserLookups {
  const counter = createAttemptCounter(limitStore, "user-lookups", LOOKUP_LIMIT);
  const lookups: UserLookups = {
    consume: ({ userUuid }) => counter.consume(userUuid),
    giveBack: ({ userUuid }) => counter.giveBack(userUuid),
    async counted(actor, work) {
      await lookups.consume(actor);
      try {
        const result = await work();
        await lookups.giveBack(actor);
        return result;
      } catch (error) {
        if (!(error instanceof UnknownUsersError)) await lookups.giveBack(actor);
        else if (error.count > 1) await counter.consume(actor.userUuid, error.count - 1);
        throw error;
      }
    },
  };
  return lookups;
}
