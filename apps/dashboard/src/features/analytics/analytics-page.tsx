import { ActionIcon, Alert, Box, Button, Stack } from "@mantine/core";
import {
  IconBell,
  IconChartLine,
  IconInfoCircle,
  IconLeaf,
  IconRefresh,
  IconScale,
  IconTrophy,
} from "@tabler/icons-react";
import { lazy, Suspense, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ChoiceLinks } from "../../components/analytics/choice-links.tsx";
import { FiguresUnavailable, StaleNotice } from "../../components/analytics/figures-unavailable.tsx";
import { widerRangeThan } from "../../components/analytics/period/period.ts";
import { writeRange } from "../../components/analytics/period/period-address.ts";
import { useLastResult } from "../../components/analytics/use-last-result.ts";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { EmptyState, PageSkeleton } from "../../components/ui/states.tsx";
import { hasFilters, TABS } from "./address/analytics-address.ts";
import classes from "./analytics-page.module.css";
import { AnalyticsBar } from "./bar/analytics-bar.tsx";
import { SubjectSelect } from "./bar/subject-select.tsx";
import { BreakdownPanel } from "./breakdown/breakdown-panel.tsx";
import { MoreFigures } from "./cards/figure-cards.tsx";
import { ChartPanel } from "./chart/chart-panel.tsx";
import { useSubjectName, useTitles } from "./subject-name.ts";
import { type AnalyticsView, useAnalyticsView } from "./use-analytics-view.ts";

// The code of the panels is loaded when they are first shown.
const RetentionPanel = lazy(async () => ({
  default: (await import("./retention/retention-panel.tsx")).RetentionPanel,
}));
const SessionsPanel = lazy(async () => ({
  default: (await import("./sessions/sessions-panel.tsx")).SessionsPanel,
}));

/** Shows viewing, quality and cost of delivery: for the whole client, a config, a collection or one video (§2). */
export function AnalyticsPage() {
  const { t } = useTranslation();
  const page = useAnalyticsView();
  const { address, view, subjects, error, refresh } = page;
  const { data: totals, isStale } = useLastResult(page.totals);
  const titles = useTitles(address);
  const subject = useSubjectName(address, subjects, titles);
  // Defers the charts, which take half a second to render on a slow processor, so that the subject appears first.
  const hasView = useDeferredValue(view !== undefined, false);
  return (
    <>
      <PageHeader title={t("analytics.title")}>
        <div className={classes.tools}>
          <SubjectSelect address={address} subjects={subjects} titles={titles} />
          <RankingsLink state={address.state} />
          <Button
            component={Link}
            to="/alert"
            variant="default"
            leftSection={<IconBell size={18} aria-hidden />}
          >
            {t("analytics.alerts")}
          </Button>
          <ActionIcon
            component={Link}
            to="/footprint"
            variant="default"
            size={36}
            aria-label={t("analytics.cards.report")}
            title={t("analytics.cards.report")}
          >
            <IconLeaf size={18} />
          </ActionIcon>
          <ActionIcon
            component={Link}
            to="/proof"
            variant="default"
            size={36}
            aria-label={t("analytics.proof")}
            title={t("analytics.proof")}
          >
            <IconScale size={18} />
          </ActionIcon>
          <ActionIcon variant="default" size={36} aria-label={t("analytics.refresh")} onClick={refresh}>
            <IconRefresh size={18} />
          </ActionIcon>
        </div>
      </PageHeader>
      {view && <AnalyticsBar view={view} totals={totals} isStale={isStale} error={page.totals.error} />}
      {view && <FiguresTabs view={view} />}
      <StaleNotice isShown={page.isAway && totals !== undefined} />
      {error && !totals ? (
        <FiguresUnavailable error={error} onRetry={refresh} />
      ) : view && hasView ? (
        <FiguresView view={view} totals={totals} isStale={isStale} subject={subject} />
      ) : (
        <PageSkeleton />
      )}
    </>
  );
}

/** Links to the rankings of the best and worst subjects in the same period. */
function RankingsLink({ state }: Pick<AnalyticsView, "state">) {
  const { t } = useTranslation();
  const params = new URLSearchParams({ range: state.range });
  writeRange(params, state, state.range);
  return (
    <Button
      component={Link}
      to={{ pathname: "/rankings", search: `?${params}` }}
      variant="default"
      leftSection={<IconTrophy size={18} aria-hidden />}
    >
      {t("analytics.rankings")}
    </Button>
  );
}

interface FiguresProps {
  view: AnalyticsView;
  totals: ReturnType<typeof useAnalyticsView>["totals"]["data"];
  isStale: boolean;
  subject: string;
}

function FiguresView({ view, totals, isStale, subject }: FiguresProps) {
  if (totals && totals.figures.sessions === 0 && !isStale) return <NoViews view={view} />;
  if (view.state.tab === "sessions")
    return (
      <Suspense fallback={<PageSkeleton />}>
        <SessionsPanel view={view} />
      </Suspense>
    );
  return (
    <Stack gap={20}>
      <ChartPanel view={view} subject={subject} totals={totals} isStale={isStale} />
      <MoreFigures question={view.question} timeZone={view.timeZone} totals={totals} isStale={isStale} />
      {view.video !== "" && (
        <Suspense fallback={<PageSkeleton blocks={1} />}>
          <RetentionPanel view={view} subject={subject} />
        </Suspense>
      )}
      {view.state.videos.length > 0 && <SingleVideoNotice />}
      <BreakdownPanel view={view} subject={subject} />
    </Stack>
  );
}

/** Explains that retention exists only for a single video, because several videos have no common timeline. */
function SingleVideoNotice() {
  const { t } = useTranslation();
  return (
    <Alert color="gray" icon={<IconInfoCircle />} role="note">
      {t("analytics.subject.ofOneAlone")}
    </Alert>
  );
}

/** Switches between aggregated figures and individual sessions. */
function FiguresTabs({ view: { state, linkTo } }: { view: AnalyticsView }) {
  const { t } = useTranslation();
  // Sessions are needed for support cases of the last hours, whereas the default is a completed day.
  const range = state.range === "yesterday" ? "day" : state.range;
  return (
    <Box mb="md">
      <ChoiceLinks
        label={t("analytics.tabs.label")}
        choices={TABS}
        chosen={state.tab}
        textOf={(tab) => t(`analytics.tabs.${tab}`)}
        linkTo={(tab) => linkTo(tab === "sessions" ? { tab, range } : { tab, viewer: "" })}
      />
    </Box>
  );
}

/** Informs the reader that there was no viewing, and offers a longer period or fewer filters. */
function NoViews({ view: { state, linkTo } }: { view: AnalyticsView }) {
  const { t } = useTranslation();
  const range = widerRangeThan(state.range);
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
