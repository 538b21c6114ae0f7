import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Compares a header with a secret in constant time.
 * @example const isOwnLineSaturated = createSecretCheck(config.INTERNAL_SECRET); isOwnLineSaturated(request.headers[INTERNAL_SECRET_HEADER]);
 */
export function createSecretCheck(secret: string): (given: unknown) => boolean {
  const expected = digest(secret);
  return (given) => timingSafeEqual(digest(String(given ?? "")), expected);
}

const digest = (text: string) => createHash("sha256").update(text).digest();
