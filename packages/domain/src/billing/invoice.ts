import type { BillingPlan, BillLine, InvoiceKind, InvoiceLine, Seller, Vat } from "@shoal/contract";
import { monthOfUtc } from "./month-bill.ts";
import { centsOf } from "./price.ts";
import { vatCentsOf } from "./vat.ts";

const DAY_MS = 86_400_000;
/** §9: a month is billed on the 5th of the next one (UTC). */
const INVOICE_DAY = 5;

/** @example invoiceNumber(2026, 123) // "2026-000123" */
export const invoiceNumber = (year: number, count: number): string =>
  `${year}-${String(count).padStart(6, "0")}`;

/** When a month is billed, ms since 1970: the beginning of the 5th of the next one. */
export const billedAtMs = (month: string): number => monthOfUtc(month).untilMs + (INVOICE_DAY - 1) * DAY_MS;

/** @param month as 2026-12. @returns the month after it. */
export const monthAfter = (month: string): string =>
  new Date(monthOfUtc(month).untilMs).toISOString().slice(0, 7);

/** Months that are to be billed by now, ascending. @param firstMonth the first that may be. */
export function dueMonths(firstMonth: string, nowMs: number): string[] {
  const months: string[] = [];
  for (let month = firstMonth; billedAtMs(month) <= nowMs; month = monthAfter(month)) months.push(month);
  return months;
}

/** Months from one to that which runs, ascending. @param firstMonth the first of them. */
export function monthsToNow(firstMonth: string, nowMs: number): string[] {
  const months: string[] = [];
  for (let month = firstMonth; monthOfUtc(month).fromMs <= nowMs; month = monthAfter(month))
    months.push(month);
  return months;
}

/** A day of UTC, as 2026-11-05. */
export const dayOfUtc = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** When what was issued on a day is to be paid. */
export const dueOn = (issuedOn: string, { paymentTermDays }: Pick<Seller, "paymentTermDays">): string =>
  dayOfUtc(Date.parse(issuedOn) + paymentTermDays * DAY_MS);

/** What a month's bill is as lines of an invoice: all of them, so that who reads it sees what was free too. */
export const deliveryLines = (month: string, lines: readonly BillLine[]): InvoiceLine[] =>
  lines.map(({ fromBytes, toBytes, bytes, microsPerTb, cents }) => ({
    kind: "delivery",
    month,
    fromBytes,
    toBytes,
    bytes,
    // A fixed price is no product of its rate.
    microsPerTb: cents === centsOf(BigInt(bytes), microsPerTb) ? microsPerTb : null,
    cents,
  }));

/** What was charged for a month that is closed, corrections included. */
export interface ChargedMonth {
  month: string;
  /** Of the month that was closed: later prices do not touch it. */
  plan: BillingPlan;
  deliveredBytes: number;
  cents: number;
}

/** What late figures of a closed month change; undefined where its price stays as it is. */
export function correctionLine(
  charged: Pick<ChargedMonth, "month" | "deliveredBytes" | "cents">,
  now: { deliveredBytes: number; cents: number },
): InvoiceLine | undefined {
  const cents = now.cents - charged.cents;
  if (cents === 0) return undefined;
  return {
    kind: "correction",
    month: charged.month,
    fromBytes: 0,
    toBytes: null,
    bytes: now.deliveredBytes - charged.deliveredBytes,
    microsPerTb: null,
    cents,
  };
}

/** A line of a credit note. @param cents before tax, positive. */
export const creditLine = (month: string, cents: number): InvoiceLine => ({
  kind: "credit",
  month,
  fromBytes: 0,
  toBytes: null,
  bytes: 0,
  microsPerTb: null,
  cents: -cents,
});

export interface InvoiceTotals {
  netCents: number;
  vatCents: number;
  grossCents: number;
}

/** What lines come to. The price is the sum of its lines, and the tax is that of the sum. */
export function totalsOf(lines: readonly Pick<InvoiceLine, "cents">[], vat: Vat): InvoiceTotals {
  const netCents = lines.reduce((sum, { cents }) => sum + cents, 0);
  const vatCents = vatCentsOf(netCents, vat);
  return { netCents, vatCents, grossCents: netCents + vatCents };
}

/**
 * The tax that a credit note takes back. The last one of an invoice takes what is left, so that a cent which parts were rounded by
 * stays with nobody.
 * @param left of the invoice, after earlier credit notes; positive.
 * @param cents to take back before tax: positive and at most what is left.
 */
export function creditTotals(left: InvoiceTotals, cents: number, vat: Vat): InvoiceTotals {
  const vatCents = cents === left.netCents ? left.vatCents : Math.min(vatCentsOf(cents, vat), left.vatCents);
  return { netCents: -cents, vatCents: 0 - vatCents, grossCents: -(cents + vatCents) };
}

/**
 * What a month's lines make: nothing where nothing is to be paid and nothing was corrected, and a credit note where corrections
 * exceed the price.
 */
export function kindOf(lines: readonly Pick<InvoiceLine, "kind" | "cents">[]): InvoiceKind | undefined {
  const net = lines.reduce((sum, { cents }) => sum + cents, 0);
  const isCorrected = lines.some(({ kind }) => kind === "correction");
  if (net === 0 && !isCorrected) return undefined;
  return net < 0 ? "credit_note" : "invoice";
}

/** What must stand on an invoice of a French company (article 242 nonies A, annex II of the CGI). */
const SELLER_FIELDS = [
  "name",
  "street",
  "postalCode",
  "city",
  "country",
  "siren",
  "vatNumber",
  "iban",
] as const satisfies readonly (keyof Seller)[];
export type SellerField = (typeof SELLER_FIELDS)[number];

/** What the seller has to give before an invoice can be written; a seller elsewhere than in France lacks the country. */
export function missingOfSeller(seller: Seller | null): SellerField[] {
  if (seller === null) return [...SELLER_FIELDS];
  return SELLER_FIELDS.filter((field) =>
    field === "country" ? seller.country.toUpperCase() !== "FR" : seller[field].trim() === "",
  );
}
