import type { AppError, ErrorCode, FieldError } from "@shoal/contract";

/** The fields to which an error belongs if it names none, by its code. The first of them that the form has is used. */
const FIELDS_OF_CODES: Partial<Record<ErrorCode, readonly string[]>> = {
  current_password_wrong: ["currentPassword"],
  password_too_weak: ["newPassword", "password"],
  password_mismatch: ["confirmPassword"],
  email_already_used: ["email"],
  collaborator_email_used: ["email"],
  username_taken: ["username"],
  client_name_taken: ["clientname"],
  two_factor_wrong: ["twoFactorCode", "code"],
};

/** An error message together with the field it concerns. */
export interface FieldFault {
  field: string;
  code: ErrorCode;
  /** The message of the server, in English. */
  reason: string;
}

/**
 * Assigns the server's errors to the fields of a form, one per field; the other errors belong to the whole form.
 * @example sortFaults(new AppError("email_already_used"), ["email"]) // { fields: [{ field: "email", … }], isWhole: false }
 */
export function sortFaults(
  error: AppError,
  names: readonly string[],
): { fields: FieldFault[]; isWhole: boolean } {
  const named = (error.fields ?? []).flatMap(({ path, reason }: FieldError) => {
    const field = names.find((name) => path === name || path.startsWith(`${name}.`));
    return field ? [{ field, code: codeOf(error.code, field), reason }] : [];
  });
  const first = named.filter(
    ({ field }, index) => named.findIndex((other) => other.field === field) === index,
  );
  if (first.length > 0) return { fields: first, isWhole: first.length < countFields(error) };
  const field = FIELDS_OF_CODES[error.code]?.find((name) => names.includes(name));
  return field
    ? { fields: [{ field, code: error.code, reason: "" }], isWhole: false }
    : { fields: [], isWhole: true };
}

/**
 * Returns the code for a field: a taken username and a taken email are reported in one response, with the code of the first error.
 */
const codeOf = (code: ErrorCode, field: string): ErrorCode =>
  code === "username_taken" && field === "email" ? "collaborator_email_used" : code;

/** Counts the different fields that an error names, because one field may break several rules. */
const countFields = (error: AppError) =>
  new Set((error.fields ?? []).map(({ path }) => path.split(".")[0])).size;
