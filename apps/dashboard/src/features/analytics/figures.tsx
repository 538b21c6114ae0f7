import { Alert, Button, Stack } from "@mantine/core";
import { IconChartLine, IconInfoCircle } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { widerThan } from "../../components/analytics/period/period.ts";
import { EmptyState, PageSkeleton } from "../../components/ui/states.tsx";
import { hasFilters } from "./address/analytics-address.ts";
import { BreakdownPanel } from "./breakdown/breakdown-panel.tsx";
import { FigureCards } from "./cards/figure-cards.tsx";
import { ChartPanel } from "./chart/chart-panel.tsx";
import type { AnalyticsView, useAnalyticsView } from "./use-analytics-view.ts";

// When they are first shown.
const RetentionPanel = lazy(async () => ({
  default: (await import("./retention/retention-panel.tsx")).RetentionPanel,
}));
const SessionsPanel = lazy(async () => ({
  default: (await import("./sessions/sessions-panel.tsx")).SessionsPanel,
}));

interface FiguresProps {
  view: AnalyticsView;
  totals: ReturnType<typeof useAnalyticsView>["totals"]["data"];
  isStale: boolean;
  subject: string;
}

/** Cards, charts and tables of a period, or its sessions one by one. */
export function Figures({ view, totals, isStale, subject }: FiguresProps) {
  if (totals && totals.figures.sessions === 0 && !isStale) return <Nobody view={view} />;
  if (view.state.tab === "sessions")
    return (
      <Suspense fallback={<PageSkeleton />}>
        <SessionsPanel view={view} />
      </Suspense>
    );
  return (
    <Stack gap={20}>
      <FigureCards question={view.question} timeZone={view.timeZone} totals={totals} isStale={isStale} />
      <ChartPanel view={view} subject={subject} />
      {view.video !== "" && (
        <Suspense fallback={<PageSkeleton blocks={1} />}>
          <RetentionPanel view={view} subject={subject} />
        </Suspense>
      )}
      {view.state.videos.length > 0 && <OfOneAlone />}
      <BreakdownPanel view={view} subject={subject} />
    </Stack>
  );
}

/** How far viewers watched is of one video: of several there is no common second. */
function OfOneAlone() {
  const { t } = useTranslation();
  return (
    <Alert color="gray" icon={<IconInfoCircle />} role="note">
      {t("analytics.subject.ofOneAlone")}
    </Alert>
  );
}

/** Nobody watched: a longer period, or more viewers, are a click away. */
function Nobody({ view: { state, linkTo } }: { view: AnalyticsView }) {
  const { t } = useTranslation();
  const range = widerThan(state.range);
  const isFiltered = hasFilters(state.filters);
  return (
    <EmptyState
      icon={<IconChartLine size={34} />}
      title={t("analytics.empty.title")}
      text={t(isFiltered ? "analytics.empty.filtered" : "analytics.empty.text")}
    >
      {isFiltered && (
        <Button component={Link} to={linkTo({ filters: {} })} variant="default">
          {t("analytics.empty.clear")}
        </Button>
      )}
      {range && (
        <Button component={Link} to={linkTo({ range })} variant="default">
          {t("analytics.empty.wider", { range: t(`analytics.range.${range}`) })}
        </Button>
      )}
    </EmptyState>
  );
}
