import { AppError, CHAT_ACTIONS_PER_SEC } from "@shoal/contract";
import { Rate } from "../../../platform/rate.ts";

/**
 * What is counted apart of one person, and how much at once.
 * - `action`: what others see, such as messages, edits, reactions and rooms.
 * - `read`: how far someone has read, which others are told; a page that comes back says it of each room.
 * - `search`: in all of someone's rooms, as they type.
 * - `entry`: of a page into all rooms, for which everyone's presence is gathered.
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
