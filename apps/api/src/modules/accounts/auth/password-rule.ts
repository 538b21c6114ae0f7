import { AppError, type ErrorCode } from "@shoal/contract";
import { findPasswordFaults } from "@shoal/domain";
import { isCommonPassword } from "./common-passwords.ts";

/** An error in a user's input. */
export interface AccountFault {
  code: ErrorCode;
  message: string;
  path: string;
  reason: string;
}

/**
 * Finds the unmet requirements of a new password, whether it is too common (`too_common`), and whether its confirmation
 * differs; [] if it may be used.
 */
export function findNewPasswordFaults(
  password: string,
  confirmation: string | undefined,
  path: string,
): AccountFault[] {
  const faults: AccountFault[] = findPasswordFaults(password).map((reason) => ({
    code: "password_too_weak",
    message: "The new password does not meet the requirements",
    path,
    reason,
  }));
  if (faults.length === 0 && isCommonPassword(password))
    faults.push({
      code: "password_too_weak",
      message: "The new password is too easy to guess",
      path,
      reason: "too_common",
    });
  if (confirmation !== password)
    faults.push({
      code: "password_mismatch",
      message: "The two passwords differ",
      path: "confirmPassword",
      reason: "differs",
    });
  return faults;
}

/** @throws AppError with the code of the first error and the fields of all, if there are any. */
export function assertFaultless(faults: AccountFault[]): void {
  const [first] = faults;
  if (!first) return;
  const fields = faults.map(({ path, reason }) => ({ path, reason }));
  throw new AppError(first.code, first.message, fields);
}
