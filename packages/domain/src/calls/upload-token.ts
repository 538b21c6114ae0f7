import type { FieldError, UploadTokenFields } from "@shoal/contract";
import { canonicalJson } from "./repeated-call.ts";

/** The fields of a file that the uploader sets; all others come from the token. */
const OF_THE_FILE = new Set(["originalname", "size", "fingerprint", "canResume"]);
/** Texts that who uploads may write where the token leaves them open. */
const OPEN = new Set(["description", "tags"]);

/** The body of a call that announces the video of a token: the token's fields win, and none may be contradicted. */
export function bindToToken(
  fields: UploadTokenFields,
  sent: Readonly<Record<string, unknown>>,
): { body: Record<string, unknown> } | { faults: FieldError[] } {
  const fixed: Record<string, unknown> = { ...fields, type: "vod" };
  const faults = Object.entries(sent).flatMap(([path, value]) => {
    if (fixed[path] !== undefined)
      return canonicalJson(fixed[path]) === canonicalJson(value)
        ? []
        : [{ path, reason: "contradicts the upload token" }];
    return OF_THE_FILE.has(path) || OPEN.has(path)
      ? []
      : [{ path, reason: "is for the upload token to say" }];
  });
  return faults.length > 0 ? { faults } : { body: { ...sent, ...fixed } };
}

export interface TokenTimes {
  expiresAt: Date;
  /** When its video was announced. */
  usedAt: Date | null;
}

/** Whether a token still works: uploads started in time may be finished. */
export const isTokenInTime = ({ expiresAt, usedAt }: TokenTimes, finishSec: number, now: Date): boolean =>
  now.getTime() < (usedAt ? usedAt.getTime() + finishSec * 1_000 : expiresAt.getTime());
