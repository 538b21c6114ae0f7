import i18next from "i18next";
import { isEmail } from "../../lib/email.ts";

/** The format of usernames, which the server requires too. */
const USERNAME_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{1,59}$/u;

/** Returns the error in a username; false if there is none. */
export function findUsernameFault(username: string): string | false {
  if (!username.trim()) return i18next.t("users.missing");
  return !USERNAME_PATTERN.test(username.trim()) && i18next.t("users.usernameInvalid");
}

/** Returns the error in an optional email; false if there is none. */
export const findEmailFault = (email: string): string | false =>
  email.trim() !== "" && !isEmail(email) && i18next.t("users.emailInvalid");
