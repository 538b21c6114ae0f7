import { openSealed, sealText } from "./seal.ts";

const DAY_MS = 24 * 3_600_000;
const SEAL_PURPOSE = "chat";

/** The signed reference to a file of a chat message. */
export interface SignedChatFile {
  /** The file's name in the media store. */
  uuid: string;
  mediaType: string;
  /** The stored name of the file, which is not part of the token. */
  name: string;
}

/**
 * Lets someone who can see a message read its file: `expiry.uuid.type.signature`. The token is the same for a day, so that browsers can
 * cache pictures, and valid for one to two days.
 * @param secret the installation's secret, shared by api and edge.
 */
export function signChatFile(
  { uuid, mediaType, name }: SignedChatFile,
  secret: string,
  nowMs: number,
): string {
  const expiresAtMs = (Math.floor(nowMs / DAY_MS) + 2) * DAY_MS;
  const claims = [Math.floor(expiresAtMs / 1000).toString(36), uuid, encodeBase64Url(mediaType)].join(".");
  const sealed = sealText(`${claims}.${encodeBase64Url(name)}`, { use: SEAL_PURPOSE, secret });
  return `${claims}.${sealed.split(".").at(-1)}`;
}

/**
 * Returns the signed values; undefined if the token is forged or expired, or was signed for another name.
 * @example readChatFileToken(signChatFile(file, secret, Date.now()), { name: file.name, secret }) // file
 */
export function readChatFileToken(
  token: string,
  { name, secret, nowMs = Date.now() }: { name: string; secret: string; nowMs?: number },
): SignedChatFile | undefined {
  const [expiry = "", uuid = "", type = "", signature = ""] = token.split(".");
  const sealed = [expiry, uuid, type, encodeBase64Url(name), signature].join(".");
  if (openSealed(sealed, { use: SEAL_PURPOSE, secret }) === undefined) return undefined;
  if (!(Number.parseInt(expiry, 36) * 1000 > nowMs)) return undefined;
  return { uuid, mediaType: Buffer.from(type, "base64url").toString(), name };
}

const encodeBase64Url = (text: string) => Buffer.from(text).toString("base64url");
