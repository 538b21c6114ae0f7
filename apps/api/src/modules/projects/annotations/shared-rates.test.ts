import { expect, test } from "vitest";
import { SharedRates } from "./shared-rates.ts";

test("what one socket takes, another one of the same person has no more; other people and kinds have their own", () => {
  const rates = new SharedRates({ drafts: 2, pointers: 1 });
  const take = (who: string, kind: "drafts" | "pointers") => rates.take(who, kind, 1_000);
  expect([take("a", "drafts"), take("a", "drafts"), take("a", "drafts")]).toEqual([true, true, false]);
  expect([take("a", "pointers"), take("b", "drafts")]).toEqual([true, true]);
  expect(rates.take("a", "drafts", 1_500)).toBe(true);
});

test("people who left are forgotten", () => {
  const rates = new SharedRates({ drafts: 1 });
  for (let n = 0; n < 100; n += 1) rates.take(`person ${n}`, "drafts", 100_000);
  rates.take("one who came later", "drafts", 200_000);
  expect(rates.size).toBe(1);
});
