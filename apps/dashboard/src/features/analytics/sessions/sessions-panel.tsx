import { Pagination, Skeleton, Stack, Text, Title } from "@mantine/core";
import { STATISTICS_MINUTES_DAYS } from "@shoal/contract";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLastResult } from "../../../components/analytics/use-last-result.ts";
import { ErrorState } from "../../../components/ui/states.tsx";
import { SESSIONS_PER_PAGE, sessionsQuery } from "../analytics-queries.ts";
import barClasses from "../bar/bar.module.css";
import classes from "../breakdown/breakdown.module.css";
import type { AnalyticsView } from "../use-analytics-view.ts";
import { viewerText } from "./session-text.ts";
import { SessionsTable } from "./sessions-table.tsx";

const CONTROL_NAMES = {
  first: "paging.first",
  last: "paging.last",
  previous: "paging.previous",
  next: "paging.next",
} as const;
/** The maximum number of pages that the API returns. */
const MAX_PAGES = 1_000;

/** Lists the individual sessions of the period. */
export function SessionsPanel({ view }: { view: AnalyticsView }) {
  const { t } = useTranslation();
  const { state, question, timeZone } = view;
  const list = useQuery(sessionsQuery(question, state));
  const { data, isStale } = useLastResult(list);
  return (
    <Stack component="section" variant="panel" gap={14} aria-labelledby="sessions-title">
      <div>
        <Title order={2} fz="lg" id="sessions-title">
          {t("viewing.sessions.title")}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {t("viewing.sessions.hint", { count: STATISTICS_MINUTES_DAYS, zone: timeZone })}
        </Text>
      </div>
      {state.viewer !== "" && <ViewerChip view={view} />}
      {!data && list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : data ? (
        <>
          <SessionsTable view={view} rows={data.rows} isStale={isStale} />
          <SessionsPages view={view} size={data.size} />
        </>
      ) : (
        <Skeleton h={420} aria-busy />
      )}
    </Stack>
  );
}

/** Shows the viewer whose sessions are listed; a click removes the filter. */
function ViewerChip({ view: { state, linkTo } }: { view: AnalyticsView }) {
  const { t } = useTranslation();
  return (
    <div>
      <Link
        to={linkTo({ viewer: "" })}
        preventScrollReset
        className={barClasses.chip}
        aria-label={t("viewing.sessions.removeViewer")}
      >
        <span>{t("viewing.sessions.onlyViewer", { viewer: viewerText(state.viewer) })}</span>
        <IconX size={14} aria-hidden />
      </Link>
    </div>
  );
}

function SessionsPages({ view: { state, linkTo, go }, size }: { view: AnalyticsView; size: number }) {
  const { t } = useTranslation();
  const pages = Math.min(MAX_PAGES, Math.ceil(size / SESSIONS_PER_PAGE));
  return (
    <div className={classes.foot}>
      <Text size="sm" c="dimmed" aria-live="polite">
        {size === 0 ? "" : t("viewing.sessions.count", { count: size })}
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
