import { AppError } from "@shoal/contract";
import { expect, test } from "vitest";
import { isEmail } from "./email.ts";
import { sortFaults } from "./form-faults.ts";

test("every field that the server names gets one fault", () => {
  const error = new AppError("password_too_weak", "no", [
    { path: "newPassword", reason: "too_short" },
    { path: "newPassword", reason: "no_digit" },
    { path: "confirmPassword", reason: "differs" },
  ]);
  expect(sortFaults(error, ["currentPassword", "newPassword", "confirmPassword"])).toEqual({
    fields: [
      { field: "newPassword", code: "password_too_weak", reason: "too_short" },
      { field: "confirmPassword", code: "password_too_weak", reason: "differs" },
    ],
    isWhole: false,
  });
});

test("a username and an email that are already used have different errors", () => {
  const fault = [
    { path: "username", reason: "is already in use" },
    { path: "email", reason: "is already in use" },
  ];
  const { fields } = sortFaults(new AppError("username_taken", "no", fault), ["username", "email"]);
  expect(fields.map(({ code }) => code)).toEqual(["username_taken", "collaborator_email_used"]);
});

test("an error code without fields is assigned to its field", () => {
  expect(sortFaults(new AppError("two_factor_wrong"), ["username", "twoFactorCode"]).fields).toEqual([
    { field: "twoFactorCode", code: "two_factor_wrong", reason: "" },
  ]);
});

test("an error without a field belongs to the whole form", () => {
  expect(sortFaults(new AppError("unavailable"), ["email"])).toEqual({ fields: [], isWhole: true });
  const hidden = new AppError("bad_request", "no", [
    { path: "email", reason: "is missing" },
    { path: "key", reason: "is missing" },
  ]);
  expect(sortFaults(hidden, ["email"])).toMatchObject({ fields: [{ field: "email" }], isWhole: true });
});

test("a fault in a part of a value belongs to the field", () => {
  const error = new AppError("bad_request", "no", [{ path: "tags.3", reason: "is too long" }]);
  expect(sortFaults(error, ["tags"]).fields).toMatchObject([{ field: "tags" }]);
});

test.each([
  ["someone@example.org", true],
  ["some.one+tag@mail.example.org", true],
  ["someone@example", false],
  ["someone", false],
  ["some one@example.org", false],
  [".someone@example.org", false],
  ["", false],
])("%s is a valid email: %s", (text, isOne) => expect(isEmail(text)).toBe(isOne));
