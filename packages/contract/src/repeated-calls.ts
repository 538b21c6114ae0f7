import type { Guard, RouteSpec } from "./route.ts";

/** The request header that identifies a call which the caller may have to repeat. The call is carried out only once. */
export const IDEMPOTENCY_KEY_HEADER = "Idempotency-Key";
/** The response header that marks the response of an earlier call with the same key. */
export const IDEMPOTENCY_REPLAYED_HEADER = "Idempotency-Replayed";
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/** How long the response to a call with a key is kept. */
export const IDEMPOTENCY_HOURS = 24;

/** Guards whose calls take no key: they identify no caller to whom a key could belong, or protect calls about the session itself. */
const GUARDS_WITHOUT_CALLER: readonly Guard[] = ["public", "guest", "session"];

/**
 * Returns whether callers can identify a call by a key: if it creates or starts something, and its body is JSON or empty. File uploads have
 * separate protocols.
 */
export const takesIdempotencyKey = (route: RouteSpec): boolean =>
  route.method === "POST" &&
  !route.multipart &&
  !route.isBodyLines &&
  !GUARDS_WITHOUT_CALLER.includes(route.guard) &&
  (!route.isQuestion || (route.status ?? 200) > 200);
