import { Box } from "@mantine/core";
import { SESSION_SORTS, type SessionSort, type StatisticsSession } from "@shoal/contract";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type FigureUnit, figureText } from "../../../components/analytics/figure-text.ts";
import { StackedTable } from "../../../components/analytics/stacked-table.tsx";
import { useValueText } from "../../../components/analytics/value-text.ts";
import { staleMark } from "../../../components/ui/stale-mark.ts";
import { formatDateTime } from "../../../lib/dates.ts";
import classes from "../breakdown/breakdown.module.css";
import type { AnalyticsView } from "../use-analytics-view.ts";
import { offloadOf, viewerText } from "./session-text.ts";

interface SessionsTableProps {
  view: AnalyticsView;
  rows: readonly StatisticsSession[];
  /** Whether the rows still belong to the previous query because the current rows are loading. */
  isStale: boolean;
}

type FigureSort = Exclude<SessionSort, "startedAt">;
const FIGURE_COLUMNS: Record<
  FigureSort,
  { unit: FigureUnit; value: (row: StatisticsSession) => number | null }
> = {
  watchedSec: { unit: "seconds", value: ({ serverSec, peerSec }) => serverSec + peerSec },
  rebufferingSec: { unit: "seconds", value: ({ rebufferingSec }) => rebufferingSec },
  startupMs: { unit: "ms", value: ({ startupMs }) => startupMs },
  errors: { unit: "count", value: ({ errors }) => errors },
};
const FIGURE_SORTS = SESSION_SORTS.filter((sort): sort is FigureSort => sort !== "startedAt");

/** Lists sessions with their facts. Each links to its own page, and to all sessions of its viewer. */
export function SessionsTable({ view, rows, isStale }: SessionsTableProps) {
  const { t } = useTranslation();
  return (
    <Box component="section" style={{ overflowX: "auto" }} tabIndex={0} aria-labelledby="sessions-title">
      <StackedTable className={classes.table} {...staleMark(isStale)}>
        <thead>
          <tr>
            <TableHead view={view} sort="startedAt" />
            {(["video", "place", "with"] as const).map((name) => (
              <th key={name} scope="col" data-word>
                {t(`viewing.sessions.${name}`)}
              </th>
            ))}
            {FIGURE_SORTS.map((sort) => (
              <TableHead key={sort} view={view} sort={sort} />
            ))}
            <th scope="col">{t("viewing.sessions.offload")}</th>
            <th scope="col" data-word>
              {t("viewing.sessions.viewer")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <SessionRow key={row.uuid} view={view} row={row} />
          ))}
        </tbody>
      </StackedTable>
      {rows.length === 0 && !isStale && (
        <Box component="p" m={0} mt="lg" mb="lg" c="dimmed" ta="center">
          {t("viewing.sessions.empty")}
        </Box>
      )}
    </Box>
  );
}

function TableHead({ view: { state, linkTo }, sort }: { view: AnalyticsView; sort: SessionSort }) {
  const { t } = useTranslation();
  const isSorted = state.sessionSort === sort;
  const isUp = isSorted && state.sessionOrder === "asc";
  const Icon = isUp ? IconArrowUp : IconArrowDown;
  const sessionOrder = isSorted && !isUp ? "asc" : "desc";
  return (
    <th scope="col" aria-sort={isSorted ? (isUp ? "ascending" : "descending") : "none"}>
      <Link
        to={linkTo({ sessionSort: sort, sessionOrder })}
        preventScrollReset
        className={classes.sorter}
        data-active={isSorted}
      >
        {t(`viewing.sessions.sorts.${sort}`)}
        <Icon size={14} aria-hidden />
      </Link>
    </th>
  );
}

function SessionRow({ view, row }: { view: AnalyticsView; row: StatisticsSession }) {
  const { t, i18n } = useTranslation();
  const texts = useSessionTexts();
  const time = formatDateTime(row.startedAt, view.timeZone);
  return (
    <tr>
      <th scope="row" data-word>
        <Link to={`/analytics/session/${row.uuid}`} aria-label={t("viewing.sessions.open", { time })}>
          <u>{time}</u>
        </Link>
      </th>
      <td data-word data-long data-title={t("viewing.sessions.video")}>
        {row.title ?? row.video}
      </td>
      <td data-word data-long data-title={t("viewing.sessions.place")}>
        {texts.placeOf(row)}
      </td>
      <td data-word data-long data-title={t("viewing.sessions.with")}>
        {texts.withOf(row)}
      </td>
      {FIGURE_SORTS.map((sort) => (
        <td key={sort} data-title={t(`viewing.sessions.sorts.${sort}`)}>
          {figureText(FIGURE_COLUMNS[sort].value(row), FIGURE_COLUMNS[sort].unit, i18n.language)}
        </td>
      ))}
      <td data-title={t("viewing.sessions.offload")}>
        {figureText(offloadOf(row), "percent", i18n.language)}
      </td>
      <td data-word data-title={t("viewing.sessions.viewer")}>
        {row.viewer === null ? (
          t("viewing.sessions.noViewer")
        ) : (
          <Link
            to={view.linkTo({ viewer: row.viewer })}
            preventScrollReset
            title={t("viewing.session.viewerAll")}
          >
            <u>{viewerText(row.viewer)}</u>
          </Link>
        )}
      </td>
    </tr>
  );
}

/** Returns functions that describe the place and device of a session in the reader's language. */
export function useSessionTexts() {
  const country = useValueText("country");
  const device = useValueText("device");
  const joined = (parts: readonly string[]) => parts.filter(Boolean).join(" · ") || "–";
  return {
    placeOf: ({ country: code, provider }: StatisticsSession) =>
      joined([code && country(code, null), provider]),
    withOf: ({ device: kind, browser, player }: StatisticsSession) =>
      joined([kind && device(kind, null), browser, player]),
  };
}
