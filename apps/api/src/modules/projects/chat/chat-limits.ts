import { AppError, CHAT_ACTIONS_PER_SEC } from "@shoal/contract";
import { Rate } from "../../../platform/rate.ts";

/**
 * The separate limits per person.
 * - `action`: visible to others, such as messages, edits, reactions and rooms.
 * - `read`: read marks, which others receive; a page that reconnects sends one per room.
 * - `search`: in all rooms of a person, as they type.
 * - `entry`: entering all rooms from a page, which gathers everyone's presence.
 */
const RATES = {
  action: { perSec: CHAT_ACTIONS_PER_SEC, atOnce: 10 * CHAT_ACTIONS_PER_SEC },
  read: { perSec: 20, atOnce: 1_000 },
  search: { perSec: 5, atOnce: 50 },
  entry: { perSec: 2, atOnce: 100 },
} as const;

/** Those who have done nothing for a while are forgotten when there are more. */
const KEPT_MAX = 1_000;

/** How much one person does in chat, at this replica. */
export class ChatLimits {
  readonly #rates = new Map<string, Rate>();

  /** @throws AppError "too_many_requests", before anything is asked of the database. */
  take(userUuid: string, what: keyof typeof RATES = "action"): void {
    const key = `${what} ${userUuid}`;
    const rate = this.#rates.get(key) ?? this.#add(key, RATES[what]);
    if (rate.take()) return;
    throw new AppError("too_many_requests", "You are sending too fast: wait a second and send again");
  }

  #add(key: string, { perSec, atOnce }: (typeof RATES)[keyof typeof RATES]): Rate {
    if (this.#rates.size >= KEPT_MAX)
      for (const [each, rate] of this.#rates) if (rate.isFull()) this.#rates.delete(each);
    const rate = new Rate(perSec, Date.now(), atOnce);
    this.#rates.set(key, rate);
    return rate;
  }
}
