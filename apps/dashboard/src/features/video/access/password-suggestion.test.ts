import { expect, test } from "vitest";
import { suggestPassword } from "./password-suggestion.ts";

test("a suggested password has three groups of unambiguous characters", () => {
  expect(suggestPassword(new Uint8Array([0, 1, 2, 3, 30, 31, 61, 62, 255, 8, 9, 10]))).toBe("abcd-9a9a-hjkm");
  expect(suggestPassword()).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/);
  expect(suggestPassword()).not.toMatch(/[ilo01]/);
});

test("each suggested password is different", () => {
  const made = Array.from({ length: 100 }, () => suggestPassword());
  expect(new Set(made).size).toBe(100);
});
