import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { errorText, isInternalError } from "../../lib/error-text.ts";
import { settingsQuery } from "../../lib/settings.ts";

/** Returns a function that explains why an action on an export link failed, and what to do (§8). */
export function useLinkFaultText(): (reason: string) => string {
  const { t } = useTranslation();
  const email = useQuery(settingsQuery).data?.supportEmail;
  const advice = email ? t("exportLinks.faults.contact", { email }) : t("exportLinks.faults.contactNobody");
  return (reason) => `${reason} ${advice}`;
}

/** Returns a function that writes the text for the error of a call. */
export function useLinkErrorText(): (error: unknown) => string {
  const faultText = useLinkFaultText();
  // The text of an internal error already names the support contact, and a retry would not help.
  return (error) => (isInternalError(error) ? errorText(error) : faultText(errorText(error)));
}
