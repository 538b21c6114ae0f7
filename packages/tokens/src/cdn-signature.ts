import { createHmac, timingSafeEqual } from "node:crypto";

/** The signed part of a CDN entry's address. */
export interface CdnAddress {
  /** The path from the `/` after the entry's key or custom host, as in the address, without the query. */
  path: string;
  /** The expiry of the address, in seconds since 1970. */
  expires: number;
}

/**
 * Returns the `token` of an address: HMAC-SHA-256, in base64url without padding, of the path, a line feed and the expiry.
 * @example `${url}${path}?token=${signCdnAddress({ path, expires }, secret)}&expires=${expires}`
 */
export const signCdnAddress = ({ path, expires }: CdnAddress, secret: string): string =>
  createHmac("sha256", secret).update(`${path}\n${expires}`).digest("base64url");

/** A folder of a CDN entry that one signature gives access to. */
export interface CdnFolder {
  /** The folder, which begins and ends with `/`, percent-encoded as in addresses. */
  folder: string;
  /** The expiry of the signature, in seconds since 1970: the folder's files are no longer served afterwards. */
  expires: number;
}

/**
 * Returns the token of a folder. It is computed like the token of an address, but with a third line, so that the token of an address that
 * ends with `/` does not open a folder.
 */
export const signCdnFolder = ({ folder, expires }: CdnFolder, secret: string): string =>
  createHmac("sha256", secret).update(`${folder}\n${expires}\nfolder`).digest("base64url");

/** Returns whether one of the secrets has signed the address; does not check the expiry. */
export const isCdnSignature = (token: string, address: CdnAddress, secrets: readonly string[]): boolean =>
  isOneOf(
    token,
    secrets.map((secret) => signCdnAddress(address, secret)),
  );

/** Returns whether one of the secrets has signed the folder; does not check the expiry. */
export const isCdnFolderSignature = (token: string, folder: CdnFolder, secrets: readonly string[]): boolean =>
  isOneOf(
    token,
    secrets.map((secret) => signCdnFolder(folder, secret)),
  );

function isOneOf(token: string, right: readonly string[]): boolean {
  const given = Buffer.from(token, "base64url");
  return right.some((one) => {
    const bytes = Buffer.from(one, "base64url");
    return given.length === bytes.length && timingSafeEqual(given, bytes);
  });
}
