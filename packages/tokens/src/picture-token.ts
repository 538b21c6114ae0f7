import { openSealed, sealText } from "./seal.ts";

const HOUR_MS = 3_600_000;
const USE = "picture";

/** The signed values of a picture's address. */
export interface SignedPicture {
  /** The video's uuid. */
  uuid: string;
  /** The access conditions of the video: with any other ones, the address shows what all viewers may see. */
  lock: string;
}

/**
 * With it people of a client see the frame of a video that not everyone may watch: `expiry.lock.signature`. It is the same
 * for an hour, so that browsers keep the pictures of a list, and holds for one hour to two, while the conditions stay as they
 * are: it names nobody, and goes on for that long when someone has left.
 * @param secret of the installation: api and edge share it.
 * @example signPicture({ uuid, lock }, secret, Date.now());
 */
export function signPicture({ uuid, lock }: SignedPicture, secret: string, nowMs: number): string {
  const expiresAtMs = (Math.floor(nowMs / HOUR_MS) + 2) * HOUR_MS;
  const expiry = Math.floor(expiresAtMs / 1000).toString(36);
  return sealText(`${expiry}.${lock}.${uuid}`, { use: USE, secret }).replace(`.${uuid}`, "");
}

/**
 * The lock under which a picture of this video was signed; undefined when the token is forged, out of date, or another
 * video's.
 * @example readPictureToken(signPicture({ uuid, lock }, secret, Date.now()), { uuid, secret }) // lock
 */
export function readPictureToken(
  token: string,
  { uuid, secret, nowMs = Date.now() }: { uuid: string; secret: string; nowMs?: number },
): string | undefined {
  const [expiry = "", lock = "", signature = ""] = token.split(".");
  if (openSealed(`${expiry}.${lock}.${uuid}.${signature}`, { use: USE, secret }) === undefined)
    return undefined;
  return Number.parseInt(expiry, 36) * 1000 > nowMs ? lock : undefined;
}
