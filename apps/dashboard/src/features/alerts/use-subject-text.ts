import type { AlertView } from "@shoal/contract";
import { useTranslation } from "react-i18next";

/** Returns a function that describes the subject of an alert. */
export function useSubjectText(): (alert: Pick<AlertView, "kind" | "subject">) => string {
  const { t } = useTranslation();
  return ({ kind, subject }) => {
    if (subject.type === "video") return subject.title ?? subject.video ?? "";
    return ["quota", "unverified", "address_quota"].includes(kind)
      ? t("alerts.yourAccount")
      : t("alerts.everything");
  };
}
