import type { InvoiceLine, Seller, Vat } from "@shoal/contract";
import * as fc from "@shoal/testkit/property";
import { describe, expect, it } from "vitest";
import {
  billedAtMs,
  correctionLine,
  creditTotals,
  deliveryLines,
  dueMonths,
  dueOn,
  invoiceNumber,
  kindOf,
  missingOfSeller,
  monthsToNow,
  totalsOf,
} from "./invoice.ts";
import { billOf } from "./month-bill.ts";
import { calculatePriceLines, planOf } from "./price.ts";
import { vatCentsOf, vatOf } from "./vat.ts";

const BYTES_PER_TB = 1_000_000_000_000;
const FRENCH_VAT: Vat = { rule: "standard", basisPoints: 2_000 };
const NO_VAT: Vat = { rule: "reverse_charge", basisPoints: 0 };
const MANAGED_PLAN = planOf({ isFreeTierOnly: false });
const lineOf = (cents: number, kind: InvoiceLine["kind"] = "delivery") => ({ kind, cents });

describe("the VAT of an invoice", () => {
  const seller = { country: "FR" };
  it.each([
    ["a company in France", "FR", "FR40303265045", "standard", 2_000],
    ["Monaco, which is taxed as France", "MC", "", "standard", 2_000],
    ["a German company with its number", "DE", "DE 136 695 976", "reverse_charge", 0],
    ["a Greek company, whose number starts with EL", "GR", "EL094019245", "reverse_charge", 0],
    ["a German company without a number", "DE", "", "standard", 2_000],
    ["a German company with a French number", "DE", "FR40303265045", "standard", 2_000],
    ["a German company with an invalid number", "DE", "DE", "standard", 2_000],
    ["Switzerland", "CH", "", "outside_eu", 0],
    ["Great Britain", "GB", "GB980780684", "outside_eu", 0],
    ["the United States, in lower case", "us", "", "outside_eu", 0],
  ])("applies the VAT rule for %s", (_, country, vatNumber, rule, basisPoints) => {
    expect(vatOf(seller, { country, vatNumber })).toEqual({ rule, basisPoints });
  });

  it.each([
    ["an unknown country", "FR", ""],
    ["an invalid country", "FR", "France"],
    ["a department with rules of its own", "FR", "GP"],
    ["a seller in another country", "DE", "FR"],
  ])("the VAT is undetermined for %s", (_, sellers, country) => {
    expect(vatOf({ country: sellers }, { country, vatNumber: "" })).toBeNull();
  });

  it("VAT is rounded to the cent, halves away from zero, for positive and negative amounts", () => {
    expect([2, 3, -3, 0].map((net) => vatCentsOf(net, FRENCH_VAT))).toEqual([0, 1, -1, 0]);
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), fc.nat(10_000), (net, basisPoints) => {
        const vat = { rule: "standard" as const, basisPoints };
        const off = BigInt(vatCentsOf(net, vat)) * 20_000n - BigInt(net) * BigInt(basisPoints) * 2n;
        const isNear = off >= -10_000n && off <= 10_000n;
        return isNear && vatCentsOf(-net, vat) === 0 - vatCentsOf(net, vat);
      }),
    );
  });
});

describe("the months of invoices", () => {
  const at = (text: string) => Date.parse(text);

  it("a month is billed from 00:00 UTC on the 5th of the next month, not earlier", () => {
    expect(dueMonths("2026-10", at("2026-11-04T23:59:59.999Z"))).toEqual([]);
    expect(dueMonths("2026-10", at("2026-11-05T00:00Z"))).toEqual(["2026-10"]);
  });

  it("months are listed correctly over the turn of the year, leap years and clock changes", () => {
    expect(dueMonths("2027-12", at("2028-04-05T00:00Z"))).toEqual([
      "2027-12",
      "2028-01",
      "2028-02",
      "2028-03",
    ]);
    expect(new Date(billedAtMs("2028-03")).toISOString()).toBe("2028-04-05T00:00:00.000Z");
  });

  it("monthsToNow lists all months up to the current one, for a client that leaves", () => {
    expect(monthsToNow("2027-12", at("2028-01-31T23:59:59.999Z"))).toEqual(["2027-12", "2028-01"]);
    expect(monthsToNow("2028-02", at("2028-01-31T23:59:59.999Z"))).toEqual([]);
  });

  it("an invoice is due after the seller's payment term", () => {
    expect(dueOn("2027-12-05", { paymentTermDays: 30 })).toBe("2028-01-04");
    expect(dueOn("2028-02-05", { paymentTermDays: 30 })).toBe("2028-03-06");
  });

  it("invoice numbers sort in the order in which they were assigned", () => {
    expect(invoiceNumber(2026, 123)).toBe("2026-000123");
    expect(invoiceNumber(2026, 999_999) < invoiceNumber(2027, 1)).toBe(true);
  });
});

describe("the lines of an invoice", () => {
  it("invoice lines contain the tiers of the bill, including the free tier", () => {
    const lines = deliveryLines("2026-10", calculatePriceLines(1_500_000_000_000n, MANAGED_PLAN));
    expect(lines.map(({ month, bytes, microsPerTb, cents }) => [month, bytes, microsPerTb, cents])).toEqual([
      ["2026-10", BYTES_PER_TB, 0, 0],
      ["2026-10", BYTES_PER_TB / 2, 10_000_000, 500],
    ]);
  });

  it("the lines determine the kind of document: none, an invoice or a credit note", () => {
    expect(kindOf([lineOf(0)])).toBeUndefined();
    expect(kindOf([lineOf(500)])).toBe("invoice");
    expect(kindOf([lineOf(0), lineOf(-3, "correction")])).toBe("credit_note");
    // Two corrections that cancel out are still itemised, although nothing is due.
    expect(kindOf([lineOf(0), lineOf(3, "correction"), lineOf(-3, "correction")])).toBe("invoice");
  });

  it("lines are summed before the tax is computed", () => {
    // Taxing line by line would lose 1 cent.
    expect(totalsOf([lineOf(2), lineOf(2), lineOf(2)], FRENCH_VAT)).toEqual({
      netCents: 6,
      vatCents: 1,
      grossCents: 7,
    });
    expect(totalsOf([lineOf(1_000_000_000)], FRENCH_VAT).grossCents).toBe(1_200_000_000);
    expect(totalsOf([lineOf(4)], NO_VAT)).toEqual({ netCents: 4, vatCents: 0, grossCents: 4 });
  });
});

describe("late figures of a closed month", () => {
  const charged = { month: "2026-09", deliveredBytes: 2 * BYTES_PER_TB, cents: 1_000 };

  it("late figures become a correction line with the change in bytes and price", () => {
    expect(correctionLine(charged, { deliveredBytes: 2.5 * BYTES_PER_TB, cents: 1_500 })).toMatchObject({
      kind: "correction",
      month: "2026-09",
      bytes: BYTES_PER_TB / 2,
      cents: 500,
    });
    expect(correctionLine(charged, { deliveredBytes: BYTES_PER_TB, cents: 0 })).toMatchObject({
      cents: -1_000,
    });
  });

  it("late figures add no line if the price is unchanged", () => {
    expect(correctionLine(charged, { deliveredBytes: 2 * BYTES_PER_TB + 1, cents: 1_000 })).toBeUndefined();
  });

  it("late figures are charged exactly once: all charges add up to the price of the total delivery", () => {
    const deliveries = fc.array(fc.integer({ min: -BYTES_PER_TB, max: 5 * BYTES_PER_TB }), { maxLength: 8 });
    fc.assert(
      fc.property(deliveries, (parts) => {
        let now = { deliveredBytes: 0, cents: 0 };
        let paid = 0;
        for (const part of parts) {
          const serverBytes = Math.max(0, now.deliveredBytes + part);
          const bill = billOf([{ serverBytes, peerBytes: 0 }], MANAGED_PLAN);
          paid += correctionLine({ month: "2026-09", ...now }, bill)?.cents ?? 0;
          now = bill;
        }
        return paid === now.cents;
      }),
    );
  });
});

it("partial credit notes refund exactly the amount of the invoice", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.array(fc.nat(10 ** 8)), (net, parts) => {
      const invoice = totalsOf([lineOf(net)], FRENCH_VAT);
      let left = invoice;
      for (const part of [...parts, Number.POSITIVE_INFINITY]) {
        const cents = Math.min(part, left.netCents);
        if (cents === 0) continue;
        const credit = creditTotals(left, cents, FRENCH_VAT);
        expect(credit.grossCents).toBe(credit.netCents + credit.vatCents);
        expect(credit.vatCents).toBeLessThanOrEqual(0);
        left = {
          netCents: left.netCents + credit.netCents,
          vatCents: left.vatCents + credit.vatCents,
          grossCents: left.grossCents + credit.grossCents,
        };
        expect(left.vatCents).toBeGreaterThanOrEqual(0);
      }
      expect(left).toEqual({ netCents: 0, vatCents: 0, grossCents: 0 });
    }),
  );
});

it("missingOfSeller lists the details that an invoice requires and the seller lacks", () => {
  const seller: Seller = {
    name: "Shoal SAS",
    street: "1 quai",
    postalCode: "75001",
    city: "Paris",
    country: "FR",
    siren: "303265045",
    siret: "",
    vatNumber: "FR40303265045",
    registration: "",
    iban: "FR7630006000011234567890189",
    bic: "",
    email: "",
    phone: "",
    paymentTermDays: 30,
  };
  expect(missingOfSeller(seller)).toEqual([]);
  expect(missingOfSeller({ ...seller, siren: " ", country: "DE" })).toEqual(["country", "siren"]);
  expect(missingOfSeller(null)).toContain("vatNumber");
});
