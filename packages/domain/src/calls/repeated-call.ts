import { MAX_IDEMPOTENCY_KEY_LENGTH } from "@shoal/contract";

/** The record of a call with an idempotency key. */
export interface StoredCall {
  /** A digest of the request, by which a different request with the same key is recognised. */
  digest: string;
  /**
   * - `running`: nothing has been changed yet.
   * - `done`: the call has changed data, and its response is not kept.
   * - `answered`: the response is kept.
   */
  state: "running" | "done" | "answered";
  /**
   * When the claim of the process that runs the call expires. The process renews it while it runs; after an expiry, another caller can
   * take over.
   */
  claimedUntil: Date;
}

/** The response to a repeated call with the same key. */
export type RepeatedCall = "replay" | "other_call" | "in_progress" | "answer_lost";

/** @param kept the record with the same caller, route and key, less than a day old. */
export function checkRepeat(kept: StoredCall, digest: string, now: Date): RepeatedCall {
  if (kept.digest !== digest) return "other_call";
  if (kept.state === "answered") return "replay";
  return kept.state === "done" && kept.claimedUntil < now ? "answer_lost" : "in_progress";
}

/** Printable ASCII without quotation marks, optionally enclosed in them as in the draft of the header. */
const KEY_PATTERN = /^"?([\x21\x23-\x7e](?:[\x20\x21\x23-\x7e]*[\x21\x23-\x7e])?)"?$/;

/** @returns undefined for an invalid key. @example readIdempotencyKey('"order 7"') // "order 7" */
export function readIdempotencyKey(header: string): string | undefined {
  const key = KEY_PATTERN.exec(header)?.[1];
  return key !== undefined && key.length <= MAX_IDEMPOTENCY_KEY_LENGTH ? key : undefined;
}

/**
 * Writes JSON with sorted keys: equal values give equal text.
 * @example canonicalJson({ b: 1, a: 2 }) // '{"a":2,"b":1}'
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    const inOrder = fields.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${inOrder.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
