import { createHmac, timingSafeEqual } from "node:crypto";

/** What stands in the query of a signed address. */
export interface CdnSignature {
  token: string;
  /** Seconds since 1970. */
  expires: string;
}

/**
 * Signs an address of a CDN entry: HMAC-SHA-256, with the entry's secret as it is shown, of the path, a line feed and the end.
 * @param path below the entry, from its first `/`, as it is requested (percent-encoded), without a query.
 * @param expiresSec seconds since 1970: at this moment the address stops working.
 */
export const signCdnPath = (secret: string, path: string, expiresSec: number): CdnSignature => ({
  token: createHmac("sha256", secret).update(`${path}\n${expiresSec}`).digest("base64url"),
  expires: String(expiresSec),
});

/** Whether one of the secrets signed this path, and its time is not over. */
export function isCdnPathSigned(
  path: string,
  { token, expires }: CdnSignature,
  secrets: readonly string[],
  nowMs: number,
): boolean {
  // As it was signed, and no number that is not what it looks like.
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1_000 <= nowMs) return false;
  const given = Buffer.from(token);
  return secrets.some((secret) => {
    const right = Buffer.from(createHmac("sha256", secret).update(`${path}\n${expires}`).digest("base64url"));
    return right.length === given.length && timingSafeEqual(right, given);
  });
}
