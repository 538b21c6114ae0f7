import { PASSWORD_MIN_LENGTH } from "@shoal/contract";

/** The unmet requirements of a password (§5). */
export type PasswordFault = "too_short" | "no_lowercase" | "no_uppercase" | "no_digit" | "no_special";

/**
 * Returns every rule that a new password breaks; [] if it is valid.
 * @example findPasswordFaults("abc") // ["too_short", "no_uppercase", "no_digit", "no_special"]
 */
export function findPasswordFaults(password: string): PasswordFault[] {
  const rules: [PasswordFault, boolean][] = [
    ["too_short", [...password].length >= PASSWORD_MIN_LENGTH],
    ["no_lowercase", /\p{Ll}/u.test(password)],
    ["no_uppercase", /\p{Lu}/u.test(password)],
    ["no_digit", /\p{Nd}/u.test(password)],
    ["no_special", /[^\p{L}\p{N}\s]/u.test(password)],
  ];
  return rules.filter(([, isMet]) => !isMet).map(([fault]) => fault);
}
