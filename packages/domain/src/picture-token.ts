import { openSealed, sealText } from "./seal.ts";

const DAY_MS = 24 * 3_600_000;
const USE = "picture";

/**
 * With it people of a client see the frame of a video that not everybody may watch: `expiry.signature`. It is the same
 * all day, so that browsers keep the pictures of a list, and holds for one day to two.
 * @param uuid of the video.
 * @param secret of the installation: api and edge share it.
 * @example signPicture(uuid, secret, Date.now());
 */
export function signPicture(uuid: string, secret: string, nowMs: number): string {
  const expiresAtMs = (Math.floor(nowMs / DAY_MS) + 2) * DAY_MS;
  const expiry = Math.floor(expiresAtMs / 1000).toString(36);
  return sealText(`${expiry}.${uuid}`, { use: USE, secret }).replace(`.${uuid}`, "");
}

/**
 * Whether a token shows the picture of this video, and is not out of date.
 * @example isPictureToken(signPicture(uuid, secret, Date.now()), { uuid, secret }) // true
 */
export function isPictureToken(
  token: string,
  { uuid, secret, nowMs = Date.now() }: { uuid: string; secret: string; nowMs?: number },
): boolean {
  const [expiry = "", signature = ""] = token.split(".");
  const isSigned = openSealed(`${expiry}.${uuid}.${signature}`, { use: USE, secret }) !== undefined;
  return isSigned && Number.parseInt(expiry, 36) * 1000 > nowMs;
}
