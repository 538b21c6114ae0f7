import { Text } from "@mantine/core";
import { IconAntennaBars5 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { reachesNow } from "../../../components/analytics/period/period.ts";
import { exactDateOf } from "../../../lib/dates.ts";
import { nowQuery } from "../analytics-queries.ts";
import type { AnalyticsView } from "../use-analytics-view.ts";
import classes from "./bar.module.css";

/**
 * Shows the current viewers, with and without peers, refreshed every ten seconds. Used for periods that extend to the present and for
 * lives.
 */
export function CurrentViewers({ view: { question, period, nowMs, timeZone } }: { view: AnalyticsView }) {
  const { t } = useTranslation();
  const { data: now } = useQuery(nowQuery(question));
  if (!now || !(reachesNow(period, nowMs) || now.runningLives > 0)) return null;
  return (
    <Text size="sm" className={classes.now ?? ""} data-anybody={now.watching > 0}>
      <IconAntennaBars5 size={16} aria-hidden />
      <span>
        {t("analytics.now", { count: now.watching })}
        {now.watching > 0 && `, ${t("analytics.nowByPeers", { count: now.watchingByPeers })}`}
        {"\u00a0· "}
        {t("analytics.nowAsOf", { time: exactDateOf(now.asOf, timeZone) })}
      </span>
    </Text>
  );
}
