import { AppError, CHAT_ACTIONS_PER_SEC } from "@shoal/contract";
import { Rate } from "../../../platform/rate.ts";

const MOST_AT_ONCE = 10 * CHAT_ACTIONS_PER_SEC;
/** Those who have done nothing for a while are forgotten when there are more. */
const KEPT_MAX = 1_000;

/** How much one person does in chat, at this replica. */
export class ChatLimits {
  readonly #rates = new Map<string, Rate>();

  /** @throws AppError "too_many_requests", before anything is asked of the database. */
  take(userUuid: string): void {
    const rate = this.#rates.get(userUuid) ?? this.#add(userUuid);
    if (rate.take()) return;
    throw new AppError("too_many_requests", "You are sending too fast: wait a second and send again");
  }

  #add(userUuid: string): Rate {
    if (this.#rates.size >= KEPT_MAX)
      for (const [uuid, rate] of this.#rates) if (rate.isFull()) this.#rates.delete(uuid);
    const rate = new Rate(CHAT_ACTIONS_PER_SEC, Date.now(), MOST_AT_ONCE);
    this.#rates.set(userUuid, rate);
    return rate;
  }
}
