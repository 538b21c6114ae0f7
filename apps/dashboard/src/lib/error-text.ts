import { AppError } from "@shoal/contract";
import i18next from "i18next";

/** An error in the reader's words; in general ones where its own come with an area that this page has not. */
export function errorText(error: unknown): string {
  const code = error instanceof AppError ? error.code : "internal_error";
  return i18next.t([`errors.${code}`, "errors.internal_error"]);
}
