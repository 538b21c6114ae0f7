import { AppError, CHAT_ACTIONS_PER_SEC } from "@shoal/contract";
import type { JointRates } from "@shoal/limits";

/**
 * The separate limits per person.
 * - `action`: actions that others see, such as messages, edits, reactions and rooms.
 * - `read`: read marks, which others receive; a page that reconnects sends one per room.
 * - `search`: searches in all rooms of a person, which run while the person types.
 * - `entry`: entering all rooms from a page, which gathers everyone's presence.
 */
const PERSON_RATES = {
  action: { perSec: CHAT_ACTIONS_PER_SEC, atOnce: 10 * CHAT_ACTIONS_PER_SEC },
  read: { perSec: 20, atOnce: 1_000 },
  search: { perSec: 5, atOnce: 50 },
  entry: { perSec: 2, atOnce: 100 },
} as const;

/** Limits the actions of each person in chat, across all replicas. */
export class ChatLimits {
  readonly #rates: Pick<JointRates, "tryConsume">;

  constructor(rates: Pick<JointRates, "tryConsume">) {
    this.#rates = rates;
  }

  /** Counts an action before the database is queried. @throws AppError "too_many_requests". */
  consume(userUuid: string, what: keyof typeof PERSON_RATES = "action"): void {
    if (this.#rates.tryConsume(`${what} ${userUuid}`, PERSON_RATES[what])) return;
    throw new AppError("too_many_requests", "You are sending too fast: wait a second and send again");
  }
}
