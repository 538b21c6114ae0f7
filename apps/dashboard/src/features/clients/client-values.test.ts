import { expect, test } from "vitest";
import { bodyOfValues, cleanSiret, lastDayOf } from "./client-values.ts";

test("only the fields that are named are told", () => {
  expect(bodyOfValues({ clientname: "Harbour", vireed: true })).toEqual({
    clientname: "Harbour",
    vireed: true,
  });
});

test("a subscription ends with its last day, and the form shows that day again", () => {
  const { subscriptionEndsAt } = bodyOfValues({ subscriptionEndsAt: "2027-06-30" });
  expect(lastDayOf(subscriptionEndsAt ?? null)).toBe("2027-06-30");
  expect(bodyOfValues({ subscriptionEndsAt: "" })).toEqual({ subscriptionEndsAt: null });
  expect(lastDayOf(null)).toBe("");
});

test("a page size is one that is offered, or the product's own", () => {
  expect(bodyOfValues({ defaultNumberPerPage: "50" })).toEqual({ defaultNumberPerPage: 50 });
  expect(bodyOfValues({ defaultNumberPerPage: "" })).toEqual({ defaultNumberPerPage: null });
});

test("the digits of a SIRET may be written in groups", () => {
  expect(cleanSiret("732 829 320 00074")).toBe("73282932000074");
});
