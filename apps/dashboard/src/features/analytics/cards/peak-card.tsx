import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { figureText } from "../../../components/analytics/figure-text.ts";
import { useLastResult } from "../../../components/analytics/use-last-result.ts";
import { HelpPopover } from "../../../components/ui/help-popover.tsx";
import { staleMark } from "../../../components/ui/stale-mark.ts";
import { formatDateTime } from "../../../lib/dates.ts";
import { errorText } from "../../../lib/error-text.ts";
import { peaksQuery } from "../analytics-queries.ts";
import type { AnalyticsView } from "../use-analytics-view.ts";
import classes from "./cards.module.css";

/**
 * Shows the highest number of viewers in a minute of the period, and its time. The peak is loaded separately from the other figures.
 */
export function PeakCard({ question, timeZone }: Pick<AnalyticsView, "question" | "timeZone">) {
  const { t, i18n } = useTranslation();
  const answer = useQuery(peaksQuery(question));
  const { data: peaks, isStale } = useLastResult(answer);
  const name = t("analytics.cards.peak.name");
  const peak = peaks?.peak;
  return (
    <article className={classes.card} data-figure="peak" {...staleMark(isStale, !peaks || isStale)}>
      <header className={classes.head}>
        <h3>{name}</h3>
        <HelpPopover label={t("analytics.cards.help", { name })} title={name}>
          <Text size="sm">{t("analytics.cards.peak.help")}</Text>
        </HelpPopover>
      </header>
      {peaks ? (
        <>
          <p className={classes.value}>{figureText(peak?.sessions ?? 0, "count", i18n.language)}</p>
          {peak && (
            <Text size="xs" c="dimmed">
              {t(peak.isOfHour ? "analytics.cards.peak.inHour" : "analytics.cards.peak.at", {
                time: formatDateTime(peak.at, timeZone),
              })}
            </Text>
          )}
        </>
      ) : answer.error ? (
        <Text size="sm" c="dimmed">
          {errorText(answer.error)}
        </Text>
      ) : (
        <Skeleton h={30} w="55%" mt={2} />
      )}
    </article>
  );
}
