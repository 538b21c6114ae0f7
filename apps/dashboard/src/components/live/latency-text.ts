import { useTranslation } from "react-i18next";

/** The latency of a live's viewers as text. Texts of area "live". */
export function useLatencyText(): (targetLatencySec: number | null) => string {
  const { t } = useTranslation();
  return (sec) => (sec === null ? t("live.latency.near") : t("live.latency.seconds", { count: sec }));
}
