import { AppError, type ErrorCode } from "@shoal/contract";
import i18next from "i18next";
import { relativeTime } from "./dates.ts";

const MINUTE_SEC = 60;
const HOUR_SEC = 3_600;

/** The email of the installation's support; undefined until the settings have loaded. */
let supportEmail: string | undefined;
export function setSupportEmail(email: string): void {
  supportEmail = email;
}

/** Whether an error is due to a bug in the server or, without a response, in this page. A retry would not help. */
export const isInternalError = (error: unknown): boolean =>
  !(error instanceof AppError) || error.code === "internal_error";

/**
 * Returns the text of an error in the reader's language; returns a general text if the specific text belongs to an area that is not loaded.
 * An internal error also names the support email and the number under which the server logged it.
 */
export function errorText(error: unknown): string {
  if (isInternalError(error)) return ourFaultText(error instanceof AppError ? error.callId : undefined);
  const { code, retryAfterSec = MINUTE_SEC } = error as AppError;
  const text = i18next.t(`errors.${code}`, {
    when: retryTimeText(retryAfterSec, i18next.language),
    defaultValue: "",
  });
  return text || ourFaultText(undefined);
}

/** Returns the text for an error code, for errors of which nothing else is known. */
export const codeText = (code: ErrorCode): string => errorText(new AppError(code));

function ourFaultText(callId: string | undefined): string {
  const at = supportEmail ? "At" : "";
  const of = callId ? "Of" : "";
  const advice = i18next.t(`errors.tellSupport${at}${of}`, { email: supportEmail, callId });
  return `${i18next.t("errors.internal_error")} ${advice}`;
}

/** Describes when a retry is possible, rounded up. @example retryTimeText(850, "en") // "in 15 minutes" */
export function retryTimeText(waitSec: number, language: string): string {
  return waitSec > HOUR_SEC
    ? relativeTime(Math.ceil(waitSec / HOUR_SEC), "hour", language)
    : relativeTime(Math.ceil(waitSec / MINUTE_SEC), "minute", language);
}
