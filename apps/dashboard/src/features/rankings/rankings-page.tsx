import { ActionIcon, Button, Group } from "@mantine/core";
import { IconChartLine, IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { analyticsLinkFor } from "../../components/analytics/analytics-link.ts";
import { FiguresUnavailable } from "../../components/analytics/figures-unavailable.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { PageSkeleton } from "../../components/ui/states.tsx";
import { RankingPanel } from "./ranking-panel.tsx";
import { RankingsBar } from "./rankings-bar.tsx";
import classes from "./rankings-page.module.css";
import { type RankingsView, useRankingsView } from "./use-rankings-view.ts";

/** Shows the best and the worst of a period, compared with the previous period (§2). */
export function RankingsPage() {
  const { t } = useTranslation();
  const { address, view, error, refresh, isPaired } = useRankingsView();
  return (
    <>
      <PageHeader title={t("rankings.title")}>
        <Group gap="xs" align="stretch" wrap="nowrap">
          <Button
            component={Link}
            to={analyticsLinkFor(address.state)}
            variant="default"
            leftSection={<IconChartLine size={18} aria-hidden />}
          >
            {t("analytics.title")}
          </Button>
          <ActionIcon variant="default" size={36} aria-label={t("analytics.refresh")} onClick={refresh}>
            <IconRefresh size={18} />
          </ActionIcon>
        </Group>
      </PageHeader>
      {view ? (
        <RankingsContent view={view} isPaired={isPaired} />
      ) : error ? (
        <FiguresUnavailable error={error} onRetry={refresh} />
      ) : (
        <PageSkeleton />
      )}
    </>
  );
}

function RankingsContent({ view, isPaired }: { view: RankingsView; isPaired: boolean }) {
  const { state } = view;
  return (
    <>
      <RankingsBar view={view} isPaired={isPaired} />
      {isPaired ? (
        <div className={classes.pair}>
          <RankingPanel view={view} state={{ ...state, isWorst: false }} />
          <RankingPanel view={view} state={{ ...state, isWorst: true }} />
        </div>
      ) : (
        <RankingPanel view={view} state={state} />
      )}
    </>
  );
}
