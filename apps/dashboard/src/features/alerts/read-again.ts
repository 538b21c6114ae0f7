import { type AlertDetail, AppError } from "@shoal/contract";

/** Values move while an alert is open, and so does "as of". */
export const READ_EVERY_MS = 15_000;

/** Also for invalid uuids. */
export const isGone = (error: unknown): boolean =>
  error instanceof AppError && (error.code === "alert_not_found" || error.code === "bad_request");

/**
 * When to reload an alert. Closed and missing ones do not change.
 * @returns ms, or false for never.
 */
export const msUntilReadAgain = ({
  data,
  error,
}: {
  data: Pick<AlertDetail, "closedAt"> | undefined;
  error: unknown;
}): number | false => (data?.closedAt || isGone(error) ? false : READ_EVERY_MS);
