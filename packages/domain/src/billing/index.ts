export { isBic, isIban } from "./bank.ts";
export { billOf, FORECAST_READ_DAYS, forecastBill, monthOfUtc } from "./month-bill.ts";
export { planOf } from "./price.ts";
