import { createHmac, timingSafeEqual } from "node:crypto";

/** What is signed of an address of a CDN entry. */
export interface CdnAddress {
  /** From the `/` behind the entry's key or own host, as it stands in the address, without the query. */
  path: string;
  /** Seconds since 1970 after which it is refused. */
  expires: number;
}

/**
 * The `token` of an address: HMAC-SHA-256, in base64url without padding, of the path, a line feed and the expiry.
 * @example `${url}${path}?token=${signCdnAddress({ path, expires }, secret)}&expires=${expires}`
 */
export const signCdnAddress = ({ path, expires }: CdnAddress, secret: string): string =>
  createHmac("sha256", secret).update(`${path}\n${expires}`).digest("base64url");

/** Whether one of the secrets has signed it; says nothing of the time. */
export function isCdnSignature(token: string, address: CdnAddress, secrets: readonly string[]): boolean {
  const given = Buffer.from(token, "base64url");
  return secrets.some((secret) => {
    const right = Buffer.from(signCdnAddress(address, secret), "base64url");
    return given.length === right.length && timingSafeEqual(given, right);
  });
}
