import { BoundedCache } from "../platform/bounded-cache.ts";
import { SESSIONS_REMEMBERED } from "../playback/playback-token.ts";

/** How much media this edge sent to whom, lately. */
export class ServedBytes {
  readonly #sessions = new BoundedCache<string, { bytes: number }>(SESSIONS_REMEMBERED);

  note(sessionId: string, bytes: number): void {
    const known = this.#sessions.get(sessionId);
    if (known) known.bytes += bytes;
    else this.#sessions.set(sessionId, { bytes });
  }

  /** Undefined where nothing of it came from here, or is not remembered. */
  of(sessionId: string): number | undefined {
    return this.#sessions.get(sessionId)?.bytes;
  }
}
