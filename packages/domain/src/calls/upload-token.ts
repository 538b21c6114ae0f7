import type { FieldError, UploadTokenFields } from "@shoal/contract";
import { canonicalJson } from "./repeated-call.ts";

/** Fields that describe the uploader's file; the token sets all others. */
const FILE_FIELDS = new Set(["originalname", "size", "fingerprint", "canResume"]);
/** Texts that the uploader can set if the token leaves them open. */
const UPLOADER_TEXTS = new Set(["description", "tags"]);

/**
 * Returns the body of a call that creates the video of an upload token: the token's fields are added, and a contradicting field is an
 * error.
 */
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
    return FILE_FIELDS.has(path) || UPLOADER_TEXTS.has(path)
      ? []
      : [{ path, reason: "is set by the upload token" }];
  });
  return faults.length > 0 ? { faults } : { body: { ...sent, ...fixed } };
}

export interface TokenTimes {
  expiresAt: Date;
  /** When the upload with this token started; null before. */
  usedAt: Date | null;
}

/** Returns whether a token is still valid: an upload that started in time may finish. */
export const isTokenInTime = ({ expiresAt, usedAt }: TokenTimes, finishSec: number, now: Date): boolean =>
  now.getTime() < (usedAt ? usedAt.getTime() + finishSec * 1_000 : expiresAt.getTime());
