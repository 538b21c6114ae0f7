import { Group, Pagination, Stack, Text, Title } from "@mantine/core";
import { RANKING_SIZE, STATISTICS_DIMENSIONS } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ChoiceLinks } from "../../../components/analytics/choice-links.tsx";
import { useLastResult } from "../../../components/analytics/use-last-result.ts";
import { ErrorState } from "../../../components/ui/states.tsx";
import { breakdownQuery } from "../analytics-queries.ts";
import type { AnalyticsView } from "../use-analytics-view.ts";
import classes from "./breakdown.module.css";
import { BreakdownTable } from "./breakdown-table.tsx";
import { SaveBreakdown } from "./save-breakdown.tsx";

const CONTROL_NAMES = {
  first: "paging.first",
  last: "paging.last",
  previous: "paging.previous",
  next: "paging.next",
} as const;

interface BreakdownPanelProps {
  view: AnalyticsView;
  /** The name of the subject, used in file names. */
  subject: string;
}

/** Shows the figures for each value of a dimension, such as each country. */
export function BreakdownPanel({ view, subject }: BreakdownPanelProps) {
  const { t } = useTranslation();
  const { state, video, question, linkTo } = view;
  const list = useQuery(breakdownQuery(question, state));
  const { data, isStale } = useLastResult(list);
  // For a single video, a breakdown by videos is not offered.
  const dimensions = STATISTICS_DIMENSIONS.filter((dimension) => !video || dimension !== "video");
  // While the current result loads, a previous result is kept only if it is not empty and has the same dimension.
  const isOther = data !== undefined && (data.dimension !== state.by || (isStale && data.size === 0));
  return (
    <Stack component="section" variant="panel" gap={14} aria-labelledby="breakdown-title">
      <Group gap="8px 16px" justify="space-between">
        <Title order={2} fz="lg" id="breakdown-title">
          {t("analytics.breakdown.label")} {t(`analytics.dimensions.${state.by}`).toLowerCase()}
        </Title>
        <SaveBreakdown view={view} subject={subject} isOff={!data || data.size === 0} />
      </Group>
      <ChoiceLinks
        label={t("analytics.breakdown.dimension")}
        choices={dimensions}
        chosen={state.by}
        textOf={(by) => t(`analytics.dimensions.${by}`)}
        linkTo={(by) => linkTo({ by })}
      />
      {(state.by === "rendition" || state.filters.rendition) && (
        <Text size="sm" c="dimmed">
          {t("analytics.breakdown.rendition")}
        </Text>
      )}
      {!data && list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <BreakdownTable view={view} rows={isOther ? undefined : data?.rows} isStale={isStale} />
      )}
      {data && !isOther && <BreakdownPages view={view} size={data.size} />}
    </Stack>
  );
}

function BreakdownPages({ view: { state, linkTo, go }, size }: { view: AnalyticsView; size: number }) {
  const { t } = useTranslation();
  const pages = Math.ceil(size / RANKING_SIZE);
  return (
    <div className={classes.foot}>
      <Text size="sm" c="dimmed" aria-live="polite">
        {size === 0 ? "" : t("analytics.breakdown.count", { count: size })}
      </Text>
      {pages > 1 && (
        <nav aria-label={t("paging.pages")}>
          <Pagination
            size="sm"
            total={pages}
            siblings={1}
            value={Math.min(state.page, pages)}
            onChange={(page) => go(linkTo({ page }))}
            getItemProps={(page) => ({ "aria-label": t("paging.page", { page }) })}
            getControlProps={(control) => ({ "aria-label": t(CONTROL_NAMES[control]) })}
          />
        </nav>
      )}
    </div>
  );
}
