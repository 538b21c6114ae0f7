import { type AlertDetail, AppError } from "@shoal/contract";

/** Values move while an alert is open, and so does "as of". */
export const READ_EVERY_MS = 15_000;

/** Also for invalid uuids. */
export const isGone = (error: unknown): boolean =>
  error instanceof AppError && (error.code === "alert_not_found" || error.code === "bad_request");

/**
 * When an alert is read again. What is closed or not there stays so.
 * @returns ms, or false for never.
 */
export const msUntilReadAgain = ({
  data,
  error,
}: {
  data: Pick<AlertDetail, "closedAt"> | undefined;
  error: unknown;
}): number | false => (data?.closedAt || isGone(error) ? false : READ_EVERY_MS);
