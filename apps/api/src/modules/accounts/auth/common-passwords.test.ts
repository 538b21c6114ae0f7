import { findPasswordFaults } from "@shoal/domain";
import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";
import { findNewPasswordFaults } from "./password-rule.ts";
import { generatePassword } from "./passwords.ts";

test.each([
  "Password1!",
  "P@ssw0rd!",
  "Qwerty123!",
  "Azerty2026!",
  "Azerty123!",
  "Motdepasse1!",
  "Bonjour123!",
  "Soleil2026!",
  "Welcome2026!",
  "Admin123!",
  "Abcdef1!",
  "1Qaz2wsx!",
  "Shoal2026!",
  "Aa1!Aa1!Aa1!Aa1!",
])("refuses %s as too common although it meets the rule", (password) => {
  expect(findPasswordFaults(password)).toEqual([]);
  expect(findNewPasswordFaults(password, password, "password")).toEqual([
    expect.objectContaining({ code: "password_too_weak", path: "password", reason: "too_common" }),
  ]);
});

test.each(["kT9!vb3Qx_2m", "x7K!qRm", "Blue-7-lamp-river", "Correct-horse-1", "Love-1-baby-king"])(
  "accepts %s",
  (password) => {
    expect(findNewPasswordFaults(password, password, "password")).toEqual([]);
  },
);

test("accepts passwords that the server generates", () => {
  for (let count = 0; count < 20; count += 1) expect(isCommonPassword(generatePassword())).toBe(false);
});

test("reports only the unmet requirements of a password that breaks the rule", () => {
  const faults = findNewPasswordFaults("password", "password", "password");
  expect(faults.map(({ reason }) => reason)).toEqual(["no_uppercase", "no_digit", "no_special"]);
});
