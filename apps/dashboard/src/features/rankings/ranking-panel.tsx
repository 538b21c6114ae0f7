import { Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import type { StatisticsRanking } from "@shoal/contract";
import { IconTrophy } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { FiguresUnavailable, StaleNotice } from "../../components/analytics/figures-unavailable.tsx";
import { widerRangeThan } from "../../components/analytics/period/period.ts";
import { EmptyState } from "../../components/ui/states.tsx";
import { useRestLabel } from "./ranking-rest.tsx";
import { RankingTable } from "./ranking-table.tsx";
import { SaveRanking } from "./save-ranking.tsx";
import { type RankingPanelProps, useRanking } from "./use-rankings-view.ts";

/** Shows one ranking with its title and download. */
export function RankingPanel({ view, state }: RankingPanelProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const { data, error, isStale, retry } = useRanking(view, state);
  const title = t(`rankings.titles.${state.isWorst ? "worst" : "best"}`, {
    things: t(`rankings.kinds.${state.of}`),
    metric: t(`rankings.metrics.${state.sort}`),
  });
  return (
    <Stack component="section" variant="panel" gap={14} aria-labelledby={titleId}>
      <Group gap="8px 16px" justify="space-between">
        <Title order={2} fz="lg" id={titleId}>
          {title}
        </Title>
        <SaveRanking view={view} state={state} rows={(!isStale && data?.rows) || []} title={title} />
      </Group>
      <StaleNotice isShown={error !== null && data !== undefined} />
      {data ? (
        <RankingContent view={view} state={state} data={data} isStale={isStale} titleId={titleId} />
      ) : error ? (
        <FiguresUnavailable error={error} onRetry={retry} />
      ) : (
        <RankingSkeleton />
      )}
    </Stack>
  );
}

interface RankingContentProps extends RankingPanelProps {
  data: StatisticsRanking;
  isStale: boolean;
  titleId: string;
}

function RankingContent({ view, state, data, isStale, titleId }: RankingContentProps) {
  const { t } = useTranslation();
  // While the current result loads, an empty result of the previous query is replaced by a placeholder.
  if (data.rows.length === 0 && isStale) return <RankingSkeleton />;
  if (data.rows.length === 0) return <NoRanking view={view} state={state} rest={data.rest} />;
  return (
    <>
      <RankingTable view={view} state={state} isStale={isStale} titleId={titleId} ranking={data} />
      <Text c="dimmed" fz={13}>
        {t("rankings.shown", { count: data.rows.length, size: data.size })}
      </Text>
    </>
  );
}

/** Informs the reader that no subject had enough views, and offers a longer period or a lower minimum. */
function NoRanking({
  view: { linkTo },
  state: { minViews, range, of },
  rest,
}: RankingPanelProps & Pick<StatisticsRanking, "rest">) {
  const { t } = useTranslation();
  const labelOf = useRestLabel(of, minViews);
  const wider = widerRangeThan(range);
  const seldom = rest.find(({ reason }) => reason === "minViews");
  return (
    <EmptyState
      icon={<IconTrophy size={34} />}
      title={t("rankings.empty.title")}
      text={seldom ? `${labelOf(seldom)}.` : t("rankings.empty.text")}
    >
      {minViews > 0 && (
        <Button component={Link} to={linkTo({ minViews: 0 })} variant="default">
          {t("rankings.empty.all")}
        </Button>
      )}
      {wider && (
        <Button component={Link} to={linkTo({ range: wider })} variant="default">
          {t("analytics.empty.wider", { range: t(`analytics.range.${wider}`) })}
        </Button>
      )}
    </EmptyState>
  );
}

const SKELETON_ROWS = [1, 2, 3, 4, 5];

function RankingSkeleton() {
  return (
    <div aria-busy="true">
      {SKELETON_ROWS.map((line) => (
        <Skeleton key={line} h={24} my={14} />
      ))}
    </div>
  );
}
