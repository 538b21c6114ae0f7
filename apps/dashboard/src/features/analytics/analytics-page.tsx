import { ActionIcon, Box, Button } from "@mantine/core";
import { IconBell, IconLeaf, IconRefresh, IconScale, IconTrophy } from "@tabler/icons-react";
import { lazy, Suspense, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ChoiceLinks } from "../../components/analytics/choice-links.tsx";
import { NoFigures, StaleNotice } from "../../components/analytics/figures-away.tsx";
import { writeRange } from "../../components/analytics/period/period-address.ts";
import { useLasting } from "../../components/analytics/use-lasting.ts";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { PageSkeleton } from "../../components/ui/states.tsx";
import { TABS } from "./address/analytics-address.ts";
import classes from "./analytics-page.module.css";
import { AnalyticsBar } from "./bar/analytics-bar.tsx";
import { SubjectSelect } from "./bar/subject-select.tsx";
import { useSubjectName, useTitles } from "./subject-name.ts";
import { type AnalyticsView, useAnalyticsView } from "./use-analytics-view.ts";

// Charts and tables come behind the page itself: what is looked at stands there before them.
const loadFigures = async () => ({ default: (await import("./figures.tsx")).Figures });
const Figures = lazy(loadFigures);
void loadFigures();

/** What viewers watched, how well, and what it took: of everything, a config, a collection or one video (§2). */
export function AnalyticsPage() {
  const { t } = useTranslation();
  const page = useAnalyticsView();
  const { address, view, subjects, error, refresh } = page;
  const { data: totals, isStale } = useLasting(page.totals);
  const titles = useTitles(address);
  const subject = useSubjectName(address, subjects, titles);
  // What is looked at stands there before its charts, which take a slow processor half a second.
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
      {view && <Tabs view={view} />}
      <StaleNotice isShown={page.isAway && totals !== undefined} />
      {error && !totals ? (
        <NoFigures error={error} onRetry={refresh} />
      ) : view && hasView ? (
        <Suspense fallback={<PageSkeleton />}>
          <Figures view={view} totals={totals} isStale={isStale} subject={subject} />
        </Suspense>
      ) : (
        <PageSkeleton />
      )}
    </>
  );
}

/** The best and the worst of the same period. */
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

/** Sums, or sessions one by one. */
function Tabs({ view: { state, linkTo } }: { view: AnalyticsView }) {
  const { t } = useTranslation();
  // What is the default elsewhere is a day that is over: whom support asks about watched in the last hours.
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
