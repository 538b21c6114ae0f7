import { AppError, type ErrorCode, type FieldError } from "@shoal/contract";
import { isUniqueViolation } from "../../../platform/unique-violation.ts";

interface DuplicateRefusal {
  code: ErrorCode;
  message: string;
  fields?: FieldError[];
}

/** Rethrows a violation of one of these unique indexes as an error for the caller. */
export function refuseDuplicate(
  indexes: string | readonly string[],
  { code, message, fields }: DuplicateRefusal,
) {
  return (error: unknown): never => {
    if (!isUniqueViolation(error, ...[indexes].flat())) throw error;
    throw new AppError(code, message, fields);
  };
}

/** The unique indexes on email addresses: one per client, and one on verified addresses. */
export const EMAIL_INDEXES = ["users_client_email", "users_verified_email"] as const;

/** The error for a verified address that another user has, once the caller has proved that they own it. */
export const EMAIL_TAKEN = {
  code: "email_already_used",
  message: "This email address is already used by another account.", // §8
  fields: [{ path: "email", reason: "is already in use" }],
} as const satisfies DuplicateRefusal;

export const PROVIDER_ACCOUNT_TAKEN = {
  code: "provider_account_taken",
  message: "This account at the provider is linked to another user",
} as const satisfies DuplicateRefusal;
