import { openSealed, sealText } from "./seal.ts";

const HOUR_MS = 3_600_000;
const SEAL_PURPOSE = "picture";

/** The signed values of a picture's address. */
export interface SignedPicture {
  /** The video's uuid. */
  uuid: string;
  /** The access conditions of the video: once they change, the address shows only what all viewers may see. */
  lock: string;
}

/**
 * Lets users of a client see the thumbnail of a restricted video: `expiry.lock.signature`. The token is the same for an hour, so that
 * browsers cache the pictures of a list, and valid for one to two hours while the conditions are unchanged. It does not identify a user,
 * and stays valid that long for someone who has left the client.
 * @param secret the installation's secret, shared by api and edge.
 * @example signPicture({ uuid, lock }, secret, Date.now());
 */
export function signPicture({ uuid, lock }: SignedPicture, secret: string, nowMs: number): string {
  const expiresAtMs = (Math.floor(nowMs / HOUR_MS) + 2) * HOUR_MS;
  const expiry = Math.floor(expiresAtMs / 1000).toString(36);
  return sealText(`${expiry}.${lock}.${uuid}`, { use: SEAL_PURPOSE, secret }).replace(`.${uuid}`, "");
}

/**
 * Reads the lock for which a picture of this video was signed; undefined if the token is forged, expired, or for another video.
 * @example readPictureToken(signPicture({ uuid, lock }, secret, Date.now()), { uuid, secret }) // lock
 */
export function readPictureToken(
  token: string,
  { uuid, secret, nowMs = Date.now() }: { uuid: string; secret: string; nowMs?: number },
): string | undefined {
  const [expiry = "", lock = "", signature = ""] = token.split(".");
  if (openSealed(`${expiry}.${lock}.${uuid}.${signature}`, { use: SEAL_PURPOSE, secret }) === undefined)
    return undefined;
  return Number.parseInt(expiry, 36) * 1000 > nowMs ? lock : undefined;
}
