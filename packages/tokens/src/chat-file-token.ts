import { openSealed, sealText } from "./seal.ts";

const DAY_MS = 24 * 3_600_000;
const USE = "chat";

/** A file of a chat message, or its small picture. */
export interface SignedChatFile {
  /** Of its object in the media store. */
  uuid: string;
  mediaType: string;
  /** Under which it is saved. */
  name: string;
}

/**
 * With it somebody who was shown a message reads its file: `expiry.uuid.about.signature`. It is the same for a day, so that browsers keep
 * pictures, and holds for one day to two.
 * @param secret of the installation: api and edge share it.
 */
export function signChatFile(
  { uuid, mediaType, name }: SignedChatFile,
  secret: string,
  nowMs: number,
): string {
  const expiresAtMs = (Math.floor(nowMs / DAY_MS) + 2) * DAY_MS;
  const expiry = Math.floor(expiresAtMs / 1000).toString(36);
  const about = Buffer.from(JSON.stringify([mediaType, name])).toString("base64url");
  return sealText(`${expiry}.${uuid}.${about}`, { use: USE, secret });
}

/**
 * What was signed; undefined when the token is forged or out of date.
 * @example readChatFileToken(signChatFile(file, secret, Date.now()), secret) // file
 */
export function readChatFileToken(
  token: string,
  secret: string,
  nowMs = Date.now(),
): SignedChatFile | undefined {
  const [expiry = "", uuid = "", about = ""] = openSealed(token, { use: USE, secret })?.split(".") ?? [];
  if (!(Number.parseInt(expiry, 36) * 1000 > nowMs)) return undefined;
  const [mediaType, name] = JSON.parse(Buffer.from(about, "base64url").toString()) as [string, string];
  return { uuid, mediaType, name };
}
