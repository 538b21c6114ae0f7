import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Creates a check that compares a header with a secret in constant time.
 * @example const isInternalCall = createSecretCheck(config.INTERNAL_SECRET); isInternalCall(request.headers[INTERNAL_SECRET_HEADER]);
 */
export function createSecretCheck(secret: string): (given: unknown) => boolean {
  const expected = digest(secret);
  return (given) => timingSafeEqual(digest(String(given ?? "")), expected);
}

const digest = (text: string) => createHash("sha256").update(text).digest();
