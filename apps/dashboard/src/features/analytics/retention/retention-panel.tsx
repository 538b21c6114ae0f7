import { Group, Skeleton, Stack, Text, Title, useComputedColorScheme } from "@mantine/core";
import type { StatisticsRetention } from "@shoal/contract";
import { retentionSummary } from "@shoal/domain/statistics";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { figureText } from "../../../components/analytics/figure-text.ts";
import { useLastResult } from "../../../components/analytics/use-last-result.ts";
import { staleMark } from "../../../components/ui/stale-mark.ts";
import { ErrorState } from "../../../components/ui/states.tsx";
import { formatClock } from "../../../lib/times.ts";
import { retentionQuery } from "../analytics-queries.ts";
import classes from "../chart/chart.module.css";
import type { AnalyticsView } from "../use-analytics-view.ts";
import { retentionColumns } from "./retention-columns.ts";
import { RetentionLegend } from "./retention-legend.tsx";
import { RetentionTable } from "./retention-table.tsx";
import { RetentionTools } from "./retention-tools.tsx";

const RetentionPlot = lazy(async () => ({
  default: (await import("./retention-plot.tsx")).RetentionPlot,
}));

interface RetentionPanelProps {
  view: AnalyticsView;
  /** The title of the video. */
  subject: string;
}

/** Shows how far into a video viewers watched, and which parts they rewatched. */
export function RetentionPanel({ view, subject }: RetentionPanelProps) {
  const { t } = useTranslation();
  const [isTable, setIsTable] = useState(false);
  const drawn = useRef<HTMLCanvasElement>(null);
  const answer = useQuery(retentionQuery(view.question, view.video));
  const { data: retention, isStale } = useLastResult(answer);
  const isEmpty = retention?.points.every(({ sessions, replays }) => sessions + replays === 0) ?? true;
  return (
    <Stack component="section" variant="panel" gap={14} aria-labelledby="retention-title">
      <Group gap="8px 16px" justify="space-between">
        <Title order={2} fz="lg" id="retention-title">
          {t("viewing.retention.title")}
          {!isEmpty && retention && (
            <small>{t("viewing.retention.perPoint", { count: retention.stepSec })}</small>
          )}
        </Title>
        {!isEmpty && retention && !isStale && (
          <RetentionTools
            view={view}
            subject={subject}
            retention={retention}
            isTable={isTable}
            drawn={drawn}
            onTable={() => setIsTable((before) => !before)}
          />
        )}
      </Group>
      {!retention && answer.error ? (
        <ErrorState error={answer.error} onRetry={answer.refetch} />
      ) : (
        <div {...staleMark(isStale, !retention || isStale)}>
          {!retention ? (
            <Skeleton className={classes.waiting ?? ""} />
          ) : isEmpty ? (
            <NoRetention isLive={retention.isLive} />
          ) : (
            <RetentionBody retention={retention} subject={subject} isTable={isTable} drawn={drawn} />
          )}
        </div>
      )}
    </Stack>
  );
}

function NoRetention({ isLive }: { isLive: boolean }) {
  const { t } = useTranslation();
  if (isLive) return <Text c="dimmed">{t("viewing.retention.live")}</Text>;
  return (
    <>
      <Text fw={600}>{t("viewing.retention.emptyTitle")}</Text>
      <Text c="dimmed">{t("viewing.retention.empty")}</Text>
    </>
  );
}

interface RetentionBodyProps {
  retention: StatisticsRetention;
  subject: string;
  isTable: boolean;
  drawn: { current: HTMLCanvasElement | null };
}

function RetentionBody({ retention, subject, isTable, drawn }: RetentionBodyProps) {
  const { t, i18n } = useTranslation();
  const scheme = useComputedColorScheme("light");
  const [place, setPlace] = useState<number | null>(null);
  const { language } = i18n;
  const look = useMemo(
    () => ({ columns: retentionColumns(retention), chapters: retention.chapters, scheme, language }),
    [retention, scheme, language],
  );
  const { meanPercent } = retentionSummary(retention);
  return (
    <>
      <RetentionSummary retention={retention} />
      {isTable ? (
        <RetentionTable retention={retention} columns={look.columns} />
      ) : (
        <>
          <RetentionLegend retention={retention} look={look} place={place} />
          <Suspense fallback={<Skeleton className={classes.waiting ?? ""} />}>
            <RetentionPlot
              look={look}
              label={t("viewing.retention.summary", {
                subject,
                mean: figureText(meanPercent, "percent", language),
              })}
              onPoint={setPlace}
              onDrawn={(canvas) => {
                drawn.current = canvas;
              }}
            />
          </Suspense>
        </>
      )}
    </>
  );
}

/** Summarises the retention curve in three figures. */
function RetentionSummary({ retention }: { retention: StatisticsRetention }) {
  const { t, i18n } = useTranslation();
  const { meanPercent, halfLeftSec } = retentionSummary(retention);
  const figures = [
    ["mean", figureText(meanPercent, "percent", i18n.language)],
    ["half", halfLeftSec === null ? t("viewing.retention.halfNever") : formatClock(halfLeftSec)],
    ["views", figureText(retention.views, "count", i18n.language)],
  ] as const;
  return (
    <>
      <Text c="dimmed" size="sm" mb={10}>
        {t("viewing.retention.help")}
      </Text>
      <dl className={classes.summary}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`viewing.retention.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
