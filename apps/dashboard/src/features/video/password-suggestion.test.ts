import { expect, test } from "vitest";
import { suggestPassword } from "./password-suggestion.ts";

test("a suggestion has three groups of signs that cannot be mistaken", () => {
  expect(suggestPassword(new Uint8Array([0, 1, 2, 3, 31, 32, 63, 64, 255, 8, 9, 10]))).toBe("abcd-+a+a-+jkm");
  expect(suggestPassword()).toMatch(/^[a-z2-9+]{4}(-[a-z2-9+]{4}){2}$/);
  expect(suggestPassword()).not.toMatch(/[ilo01]/);
});

test("each suggestion is another", () => {
  const made = Array.from({ length: 100 }, () => suggestPassword());
  expect(new Set(made).size).toBe(100);
});
