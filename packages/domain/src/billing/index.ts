export { addressLines } from "./address-lines.ts";
export { isBic, isIban } from "./bank.ts";
export { comingDunningStage, nextDunningStage, suspendsOn } from "./dunning.ts";
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
  monthsToNow,
  type SellerField,
  totalsOf,
} from "./invoice.ts";
export { billOf, FORECAST_READ_DAYS, forecastBill, monthOfUtc, tryForecasts } from "./month-bill.ts";
export { type DatedPlan, firstMonthOf, planIn, planOf, planOfKind } from "./price.ts";
export { vatOf } from "./vat.ts";
