import { ActionIcon, Alert, Button } from "@mantine/core";
import { AppError } from "@shoal/contract";
import { IconAlertTriangle, IconChartLine, IconClockPause, IconRefresh } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { loadTexts } from "../../i18n/index.ts";
import { hasFilters, TABS } from "./address/analytics-address.ts";
import classes from "./analytics-page.module.css";
import { AnalyticsBar } from "./bar/analytics-bar.tsx";
import { ChoiceLinks } from "./bar/choice-links.tsx";
import { SubjectSelect } from "./bar/subject-select.tsx";
import { BreakdownPanel } from "./breakdown/breakdown-panel.tsx";
import { FigureCards } from "./cards/figure-cards.tsx";
import { ChartPanel } from "./chart/chart-panel.tsx";
import { widerThan } from "./period/period.ts";
import { useSubjectName } from "./subject-name.ts";
import { type AnalyticsView, useAnalyticsView } from "./use-analytics-view.ts";
import { useLasting } from "./use-lasting.ts";

// With their texts, when they are first shown.
const RetentionPanel = lazy(async () => {
  const [{ RetentionPanel: Panel }] = await Promise.all([
    import("./retention/retention-panel.tsx"),
    loadTexts("watching"),
  ]);
  return { default: Panel };
});
const SessionsPanel = lazy(async () => {
  const [{ SessionsPanel: Panel }] = await Promise.all([
    import("./sessions/sessions-panel.tsx"),
    loadTexts("watching"),
  ]);
  return { default: Panel };
});

/** What viewers watched, how well, and what it took: of everything, a config, a collection or one video (§2). */
export function AnalyticsPage() {
  const { t } = useTranslation();
  const page = useAnalyticsView();
  const { address, view, subjects, error, refresh } = page;
  const totals = useLasting(page.totals);
  const subject = useSubjectName(address, subjects, view?.question);
  const isStale = page.totals.isPlaceholderData;
  return (
    <>
      <PageHeader title={t("analytics.title")}>
        <div className={classes.tools}>
          <SubjectSelect address={address} subjects={subjects} name={subject} />
          <ActionIcon variant="default" size={36} aria-label={t("analytics.refresh")} onClick={refresh}>
            <IconRefresh size={18} />
          </ActionIcon>
        </div>
      </PageHeader>
      {view && <AnalyticsBar view={view} totals={totals} error={page.totals.error} />}
      {view && <Tabs view={view} />}
      <Stale isShown={page.isAway && totals !== undefined} />
      {error && !totals ? (
        <NoFigures error={error} isAway={page.isAway} onRetry={refresh} />
      ) : view ? (
        <Figures view={view} totals={totals} isStale={isStale} subject={subject} />
      ) : (
        <PageSkeleton />
      )}
    </>
  );
}

interface FiguresProps {
  view: AnalyticsView;
  totals: ReturnType<typeof useAnalyticsView>["totals"]["data"];
  isStale: boolean;
  subject: string;
}

function Figures({ view, totals, isStale, subject }: FiguresProps) {
  if (totals && totals.figures.sessions === 0 && !isStale) return <Nobody view={view} />;
  if (view.state.tab === "sessions")
    return (
      <Suspense fallback={<PageSkeleton />}>
        <SessionsPanel view={view} />
      </Suspense>
    );
  return (
    <div className={classes.parts}>
      <FigureCards totals={totals} isStale={isStale} />
      <ChartPanel view={view} subject={subject} />
      {view.video !== "" && (
        <Suspense fallback={<PageSkeleton blocks={1} />}>
          <RetentionPanel view={view} subject={subject} />
        </Suspense>
      )}
      <BreakdownPanel view={view} subject={subject} />
    </div>
  );
}

/** Sums, or sessions one by one. */
function Tabs({ view: { state, linkTo } }: { view: AnalyticsView }) {
  const { t } = useTranslation();
  // What is the default elsewhere is a day that is over: whom support asks about watched in the last hours.
  const range = state.range === "yesterday" ? "day" : state.range;
  return (
    <div className={classes.tabs}>
      <ChoiceLinks
        label={t("analytics.tabs.label")}
        choices={TABS}
        chosen={state.tab}
        textOf={(tab) => t(`analytics.tabs.${tab}`)}
        linkTo={(tab) => linkTo(tab === "sessions" ? { tab, range } : { tab, viewer: "" })}
      />
    </div>
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

/** What stands in the way: the figures are away, the period cannot be shown, or anything else. */
function NoFigures({ error, isAway, onRetry }: { error: unknown; isAway: boolean; onRetry: () => void }) {
  const { t } = useTranslation();
  const isRefused = error instanceof AppError && error.code === "bad_request";
  if (!isAway && !isRefused) return <ErrorState error={error} onRetry={onRetry} />;
  const kind = isAway ? "away" : "own";
  return (
    <div role="alert">
      <EmptyState
        icon={isAway ? <IconClockPause size={34} /> : <IconAlertTriangle size={34} />}
        title={t(kind === "away" ? "analytics.away.title" : "analytics.own.refused")}
        text={t(kind === "away" ? "analytics.away.text" : "analytics.own.refusedHint")}
      />
    </div>
  );
}

function Stale({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation();
  // The live region stands before the text comes, or some readers miss it.
  return (
    <div role="status" className={isShown ? (classes.notice ?? "") : ""}>
      {isShown && (
        <Alert color="orange" role="presentation" icon={<IconClockPause />}>
          {t("analytics.away.stale")}
        </Alert>
      )}
    </div>
  );
}
