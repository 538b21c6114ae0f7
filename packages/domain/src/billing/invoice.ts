import type { BillingPlan, BillLine, InvoiceKind, InvoiceLine, Seller, Vat } from "@shoal/contract";
import { monthOfUtc } from "./month-bill.ts";
import { centsOf } from "./price.ts";
import { vatCentsOf } from "./vat.ts";

const DAY_MS = 86_400_000;
/** §9: a month is billed on the 5th of the next month (UTC). */
const INVOICE_DAY = 5;

/** @example invoiceNumber(2026, 123) // "2026-000123" */
export const invoiceNumber = (year: number, count: number): string =>
  `${year}-${String(count).padStart(6, "0")}`;

/** Returns the time at which a month is billed, in ms since 1970: at 00:00 UTC on the 5th of the next month. */
export const billedAtMs = (month: string): number => monthOfUtc(month).untilMs + (INVOICE_DAY - 1) * DAY_MS;

/** @param month such as 2026-12. @returns the month after it. */
export const monthAfter = (month: string): string =>
  new Date(monthOfUtc(month).untilMs).toISOString().slice(0, 7);

/** Returns the months due for billing, ascending. @param firstMonth the earliest month to bill. */
export function dueMonths(firstMonth: string, nowMs: number): string[] {
  const months: string[] = [];
  for (let month = firstMonth; billedAtMs(month) <= nowMs; month = monthAfter(month)) months.push(month);
  return months;
}

/** Returns the months from the first to the current one, ascending. */
export function monthsToNow(firstMonth: string, nowMs: number): string[] {
  const months: string[] = [];
  for (let month = firstMonth; monthOfUtc(month).fromMs <= nowMs; month = monthAfter(month))
    months.push(month);
  return months;
}

/** Returns the UTC date, such as 2026-11-05. */
export const dayOfUtc = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the due date of a document issued on a day. */
export const dueOn = (issuedOn: string, { paymentTermDays }: Pick<Seller, "paymentTermDays">): string =>
  dayOfUtc(Date.parse(issuedOn) + paymentTermDays * DAY_MS);

/** Returns a month's bill as invoice lines, including free tiers. */
export const deliveryLines = (month: string, lines: readonly BillLine[]): InvoiceLine[] =>
  lines.map(({ fromBytes, toBytes, bytes, microsPerTb, cents }) => ({
    kind: "delivery",
    month,
    fromBytes,
    toBytes,
    bytes,
    // A flat price is not derived from the rate, so no rate is shown.
    microsPerTb: cents === centsOf(BigInt(bytes), microsPerTb) ? microsPerTb : null,
    cents,
  }));

/** The amount charged for a closed month, including corrections. */
export interface ChargedMonth {
  month: string;
  /** The plan that applied when the month closed: later prices do not affect it. */
  plan: BillingPlan;
  deliveredBytes: number;
  cents: number;
}

/** Returns the correction for figures that arrived after a month closed; undefined if the price is unchanged. */
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

/** Returns a line of a credit note. @param cents before tax, positive. */
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

/** Returns the totals of invoice lines. The net total is the sum of the lines, and the tax is computed from it. */
export function totalsOf(lines: readonly Pick<InvoiceLine, "cents">[], vat: Vat): InvoiceTotals {
  const netCents = lines.reduce((sum, { cents }) => sum + cents, 0);
  const vatCents = vatCentsOf(netCents, vat);
  return { netCents, vatCents, grossCents: netCents + vatCents };
}

/**
 * Returns the tax that a credit note refunds. The last credit note of an invoice refunds the whole remainder, so that no
 * rounding cent is left over.
 * @param left the remaining amounts after earlier credit notes; positive.
 * @param cents the refund before tax, at most the remaining net amount; positive.
 */
export function creditTotals(left: InvoiceTotals, cents: number, vat: Vat): InvoiceTotals {
  const vatCents = cents === left.netCents ? left.vatCents : Math.min(vatCentsOf(cents, vat), left.vatCents);
  return { netCents: -cents, vatCents: 0 - vatCents, grossCents: -(cents + vatCents) };
}

/**
 * Returns which document a month's lines need: no document if nothing is due or corrected, a credit note if corrections exceed the price.
 */
export function kindOf(lines: readonly Pick<InvoiceLine, "kind" | "cents">[]): InvoiceKind | undefined {
  const net = lines.reduce((sum, { cents }) => sum + cents, 0);
  const isCorrected = lines.some(({ kind }) => kind === "correction");
  if (net === 0 && !isCorrected) return undefined;
  return net < 0 ? "credit_note" : "invoice";
}

/** The mandatory texts on an invoice of a French company (article 242 nonies A, annex II of the CGI). */
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

/** Returns the fields that a seller must fill in before an invoice can be created; a seller outside France has no supported country. */
export function missingOfSeller(seller: Seller | null): SellerField[] {
  if (seller === null) return [...SELLER_FIELDS];
  return SELLER_FIELDS.filter((field) =>
    field === "country" ? seller.country.toUpperCase() !== "FR" : seller[field].trim() === "",
  );
}
