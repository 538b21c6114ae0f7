import { useTranslation } from "react-i18next";

/** Returns a function that describes the latency of a live's viewers. Uses the texts of the "live" area. */
export function useLatencyText(): (targetLatencySec: number | null) => string {
  const { t } = useTranslation();
  return (sec) => (sec === null ? t("live.latency.near") : t("live.latency.seconds", { count: sec }));
}
