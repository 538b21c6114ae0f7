import { expect, test } from "vitest";
import { SharedRates } from "./shared-rates.ts";

test("sockets of one person share a rate, and other people and kinds of events have their own", () => {
  const rates = new SharedRates({ drafts: 2, pointers: 1 });
  const consume = (who: string, kind: "drafts" | "pointers") => rates.tryConsume(who, kind, 1_000);
  expect([consume("a", "drafts"), consume("a", "drafts"), consume("a", "drafts")]).toEqual([
    true,
    true,
    false,
  ]);
  expect([consume("a", "pointers"), consume("b", "drafts")]).toEqual([true, true]);
  expect(rates.tryConsume("a", "drafts", 1_500)).toBe(true);
});

test("rates of people who left are removed from memory", () => {
  const rates = new SharedRates({ drafts: 1 });
  for (let n = 0; n < 100; n += 1) rates.tryConsume(`person ${n}`, "drafts", 100_000);
  rates.tryConsume("one who came later", "drafts", 200_000);
  expect(rates.size).toBe(1);
});
