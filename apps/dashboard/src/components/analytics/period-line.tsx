import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { exactDateOf, formatDateTime } from "../../lib/dates.ts";
import type { Period } from "./period/period.ts";

interface PeriodLineProps {
  period: Period;
  timeZone: string;
  /** The time at which the figures were computed; undefined until they have loaded. */
  asOf: string | undefined;
  /** Whether the figures shown belong to the previous period because those of the current period are still loading. */
  isStale: boolean;
  /** The text key of the line, which determines whether it mentions a comparison with the preceding period. */
  words: "analytics.when" | "rankings.whenAlone";
}

/** Shows the period, and the time at which its figures were computed. */
export function PeriodLine({ period, timeZone, asOf, isStale, words }: PeriodLineProps) {
  const { t } = useTranslation();
  const [from, to] = [period.fromMs, period.toMs].map((ms) =>
    formatDateTime(new Date(ms).toISOString(), timeZone),
  );
  return (
    <Text c="dimmed" size="sm">
      {t(words, { from, to, zone: timeZone })}
      {isStale && ` ${t("app.loading")}`}
      {!isStale && asOf && ` ${t("analytics.asOf", { time: exactDateOf(asOf, timeZone) })}`}
    </Text>
  );
}
