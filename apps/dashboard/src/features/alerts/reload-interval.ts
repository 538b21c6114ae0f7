import { type AlertDetail, AppError } from "@shoal/contract";

/** Polling interval in ms: the value of an open alert and its "as of" time change continually. */
export const POLL_INTERVAL_MS = 15_000;

/** Whether an error means that the alert does not exist; an invalid uuid counts as missing too. */
export const isAlertMissing = (error: unknown): boolean =>
  error instanceof AppError && (error.code === "alert_not_found" || error.code === "bad_request");

/**
 * Returns when to reload an alert. Closed and missing alerts do not change.
 * @returns ms, or false for never.
 */
export const msUntilReload = ({
  data,
  error,
}: {
  data: Pick<AlertDetail, "closedAt"> | undefined;
  error: unknown;
}): number | false => (data?.closedAt || isAlertMissing(error) ? false : POLL_INTERVAL_MS);
