export { isBic, isIban } from "./bank.ts";
export {
  billedAtMs,
  type ChargedMonth,
  correctionLine,
  creditLine,
  creditTotals,
  dayOfUtc,
  deliveryLines,
  dueMonths,
  dueOn,
  type InvoiceTotals,
  invoiceNumber,
  kindOf,
  missingOfSeller,
  monthAfter,
  type SellerField,
  totalsOf,
} from "./invoice.ts";
export { billOf, FORECAST_READ_DAYS, forecastBill, monthOfUtc } from "./month-bill.ts";
export { type DatedPlan, firstMonthOf, planIn, planOf, planOfKind } from "./price.ts";
export { vatOf } from "./vat.ts";
