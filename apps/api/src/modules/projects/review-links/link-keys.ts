import { createHash, randomBytes } from "node:crypto";

/** Makes a key of 256 bits, which cannot be guessed. @example newKey().length // 43 */
export const newKey = (): string => randomBytes(32).toString("base64url");

/** Returns the stored form of a key or a session, so that a copy of the database gives no access. */
export const hashOfKey = (key: string): Buffer => createHash("sha256").update(key).digest();
