import { createHash, randomBytes } from "node:crypto";

/** 256 bits: nobody guesses one. @example newKey().length // 43 */
export const newKey = (): string => randomBytes(32).toString("base64url");

/** What is kept of a key, or of a session: a copy of the database opens nothing. */
export const hashOfKey = (key: string): Buffer => createHash("sha256").update(key).digest();
