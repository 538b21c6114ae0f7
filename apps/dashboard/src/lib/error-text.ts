import { AppError } from "@shoal/contract";
import i18next from "i18next";

const MINUTE_SEC = 60;
const HOUR_SEC = 3_600;

/** An error in the reader's words; in general ones where its own come with an area that this page has not. */
export function errorText(error: unknown): string {
  const code = error instanceof AppError ? error.code : "internal_error";
  const waitSec = (error instanceof AppError && error.retryAfterSec) || MINUTE_SEC;
  return i18next.t([`errors.${code}`, "errors.internal_error"], { when: inTime(waitSec, i18next.language) });
}

/** When something can be tried again, rounded up. @example inTime(850, "en") // "in 15 minutes" */
export function inTime(waitSec: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language);
  return waitSec > HOUR_SEC
    ? format.format(Math.ceil(waitSec / HOUR_SEC), "hour")
    : format.format(Math.ceil(waitSec / MINUTE_SEC), "minute");
}
