import { AppError } from "@shoal/contract";

/**
 * The maximum number of concurrent chunks of a user, which suffices for two browsers: a page sends three chunks at a time, and a browser
 * has at most six connections to a host.
 */
const SLOTS_PER_USER = 12;
const RETRY_AFTER_SEC = 5;

/**
 * Limits how many chunks of a user are read concurrently. Further chunks are rejected before any byte is read. 60 sockets of one
 * user, each sending 4.5 MB and reconnecting every second, made the single thread that serves all users parse, hash and copy 270 MB
 * per second. Leaving their bodies unread does not help: the kernel receives the bytes anyway, and a closed connection is not
 * noticed.
 */
export class ChunkSlots {
  readonly #taken = new Map<string, number>();

  /** Runs `work` in one of the user's slots. @throws AppError "too_many_requests" if all slots are taken. */
  async within<T>(userUuid: string, work: () => Promise<T>): Promise<T> {
    const taken = this.#taken.get(userUuid) ?? 0;
    if (taken >= SLOTS_PER_USER) throw tooManyChunksError();
    this.#taken.set(userUuid, taken + 1);
    try {
      return await work();
    } finally {
      this.#free(userUuid);
    }
  }

  #free(userUuid: string): void {
    const left = (this.#taken.get(userUuid) ?? 1) - 1;
    if (left > 0) this.#taken.set(userUuid, left);
    else this.#taken.delete(userUuid);
  }
}

function tooManyChunksError(): AppError {
  const message = `More than ${SLOTS_PER_USER} chunks of yours are on their way: send this one again`;
  const error = new AppError("too_many_requests", message);
  error.retryAfterSec = RETRY_AFTER_SEC;
  return error;
}
