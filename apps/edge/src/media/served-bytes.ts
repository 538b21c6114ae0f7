import { type BilledClaims, isBilled } from "../metering/billed-sessions.ts";
import type { Meter } from "../metering/meter.ts";
import { BoundedCache } from "../platform/bounded-cache.ts";

/** More than an edge serves at once: who is forgotten has what came from peers billed no more. Some 100 bytes each. */
const SESSIONS_REMEMBERED = 200_000;

/** Who is sent media of which video. */
export interface ServedClaims extends BilledClaims {
  clientId: string;
  uuid: string;
  sessionId: string;
}

/** How much media this edge sent to whom, lately; and all of it, for the bill. */
export class ServedBytes {
  readonly #sessions = new BoundedCache<string, { bytes: number }>(SESSIONS_REMEMBERED);
  readonly #meter: Pick<Meter, "add"> | undefined;
  /** @param meter undefined where a cache in front of the edge answers in its place. */
  constructor(meter: Pick<Meter, "add"> | undefined) {
    this.#meter = meter;
  }

  /** @param bytes that have left for the viewer. */
  note(claims: ServedClaims, bytes: number): void {
    const known = this.#sessions.get(claims.sessionId);
    if (known) known.bytes += bytes;
    else this.#sessions.set(claims.sessionId, { bytes });
    if (isBilled(claims))
      this.#meter?.add({ clientId: claims.clientId, video: claims.uuid }, "bytes_edge", bytes);
  }

  /** Undefined where nothing of it came from here, or is not remembered. */
  of(sessionId: string): number | undefined {
    return this.#sessions.get(sessionId)?.bytes;
  }
}
