import { AppError } from "@shoal/contract";
import i18next from "i18next";

/** An error in the reader's words. */
export function errorText(error: unknown): string {
  return i18next.t(`errors.${error instanceof AppError ? error.code : "internal_error"}`);
}
