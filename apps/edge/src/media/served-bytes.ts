import { LRUCache } from "lru-cache";
import type { Meter } from "../metering/meter.ts";
import type { PreviewAllowances } from "../metering/preview-allowances.ts";
import type { SentCounter } from "./unconfirmed-bytes.ts";

/**
 * The number of remembered sessions, at about 100 bytes each: more than an edge serves at a time. The peer bytes of a forgotten
 * session are billed without this check.
 */
const MAX_SESSIONS = 200_000;

/** The session and the video to which bytes are sent. */
export interface ServedClaims {
  clientId: string;
  uuid: string;
  sessionId: string;
  /** The user of the client who previews their own video; undefined for viewers. */
  previewUserUuid?: string | undefined;
}

export interface ServedBytesOptions {
  meter: Pick<Meter, "add" | "refund">;
  previews: Pick<PreviewAllowances, "claim">;
  /** Whether a cache in front of the edge serves viewers, so that bytes are billed as reported by players. */
  isCacheInFront: boolean;
}

/** Counts the media bytes that this edge recently sent to each session, and in total, for billing. */
export class ServedBytes {
  readonly #sessions = new LRUCache<string, { bytes: number }>({ max: MAX_SESSIONS });
  readonly #options: ServedBytesOptions;
  constructor(options: ServedBytesOptions) {
    this.#options = options;
  }

  /** Counts the bytes sent to a session. */
  counterOf(claims: ServedClaims): SentCounter {
    return {
      add: (bytes) => this.#record(claims, bytes),
      refund: (bytes) => this.#refund(claims, bytes),
    };
  }

  #record(claims: ServedClaims, bytes: number): void {
    const known = this.#sessions.get(claims.sessionId);
    if (known) known.bytes += bytes;
    else this.#sessions.set(claims.sessionId, { bytes });
    const { clientId, uuid: video } = claims;
    this.#options.meter.add({ clientId, video }, "bytes_edge", this.#billedOf(claims, bytes));
  }

  /** Refunds unsent bytes. Not for previews: their users' free allowance has room for aborted transfers. */
  #refund({ clientId, uuid: video, sessionId, previewUserUuid }: ServedClaims, bytes: number): void {
    const known = this.#sessions.get(sessionId);
    if (known) known.bytes = Math.max(0, known.bytes - bytes);
    const isBilled = previewUserUuid === undefined && !this.#options.isCacheInFront;
    if (isBilled) this.#options.meter.refund({ clientId, video }, bytes);
  }

  /**
   * Returns how many of the sent bytes are billed here. Bytes of previews are always billed here, since players do not report them.
   */
  #billedOf({ clientId, sessionId, previewUserUuid: userUuid }: ServedClaims, bytes: number): number {
    const { previews, isCacheInFront } = this.#options;
    if (userUuid === undefined) return isCacheInFront ? 0 : bytes;
    return bytes - previews.claim({ clientId, userUuid, sessionId }, bytes);
  }

  /** Returns the bytes sent in a session; undefined if this edge sent nothing, or the session has been forgotten. */
  of(sessionId: string): number | undefined {
    return this.#sessions.get(sessionId)?.bytes;
  }
}
