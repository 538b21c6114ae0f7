import type { Guard, RouteSpec } from "./route.ts";

/** Identifies a call that the caller may have to repeat: it is carried out only once. */
export const IDEMPOTENCY_KEY_HEADER = "Idempotency-Key";
/** Marks a repeated response. */
export const IDEMPOTENCY_REPLAYED_HEADER = "Idempotency-Replayed";
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/** How long a response is kept. */
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
