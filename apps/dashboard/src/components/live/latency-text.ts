import { useTranslation } from "react-i18next";

/** How far behind a live its viewers are, in the reader's words. Texts of area "live". */
export function useLatencyText(): (targetLatencySec: number | null) => string {
  const { t } = useTranslation();
  return (sec) => (sec === null ? t("live.latency.near") : t("live.latency.seconds", { count: sec }));
}
