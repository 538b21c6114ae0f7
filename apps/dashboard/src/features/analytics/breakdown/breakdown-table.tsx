import { Box, Skeleton } from "@mantine/core";
import { RANKING_SIZE, type StatisticsBreakdown } from "@shoal/contract";
import { rebufferingColour } from "@shoal/domain";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { figureText } from "../../../components/analytics/figure-text.ts";
import { playedHours } from "../../../components/analytics/metrics.ts";
import { StackedTable } from "../../../components/analytics/stacked-table.tsx";
import { staleMark } from "../../../components/ui/stale-mark.ts";
import type { AnalyticsView } from "../use-analytics-view.ts";
import classes from "./breakdown.module.css";
import { FIGURE_COLUMNS, type FigureColumn, nextOrder } from "./breakdown-columns.ts";
import { ValueCell } from "./value-cell.tsx";

type BreakdownRow = StatisticsBreakdown["rows"][number];

interface BreakdownTableProps {
  view: AnalyticsView;
  /** The rows of the page; undefined until they are loaded. */
  rows: readonly BreakdownRow[] | undefined;
  /** Whether the rows still belong to the previous query because the current rows are loading. */
  isStale: boolean;
}

/** Shows the values of a dimension with their figures; each links to the page filtered by that value. */
export function BreakdownTable({ view, rows, isStale }: BreakdownTableProps) {
  const { t } = useTranslation();
  const { by } = view.state;
  const most = Math.max(0, ...(rows ?? []).map(({ figures }) => playedHours(figures)));
  return (
    <Box component="section" style={{ overflowX: "auto" }} tabIndex={0} aria-labelledby="breakdown-title">
      <StackedTable className={classes.table} {...staleMark(isStale, !rows || isStale)}>
        <thead>
          <tr>
            <th scope="col">{t(`analytics.dimensions.${by}`)}</th>
            {FIGURE_COLUMNS.map((column) => (
              <TableHead key={column.sort} view={view} column={column} />
            ))}
          </tr>
        </thead>
        <tbody data-waiting={!rows}>
          {rows ? (
            rows.map((row) => <ValueRow key={row.value} view={view} row={row} most={most} />)
          ) : (
            <BreakdownSkeleton />
          )}
        </tbody>
      </StackedTable>
      {rows?.length === 0 && (
        <Box component="p" m={0} mt="lg" mb="lg" c="dimmed" ta="center">
          {t("analytics.breakdown.empty")}
        </Box>
      )}
    </Box>
  );
}

function TableHead({
  view: { state, linkTo },
  column: { sort },
}: {
  view: AnalyticsView;
  column: FigureColumn;
}) {
  const { t } = useTranslation();
  const isSorted = state.sort === sort;
  const Icon = state.order === "asc" ? IconArrowUp : IconArrowDown;
  const direction = state.order === "asc" ? "ascending" : "descending";
  return (
    <th scope="col" aria-sort={isSorted ? direction : "none"}>
      <Link
        to={linkTo(nextOrder(state, sort))}
        preventScrollReset
        className={classes.sorter}
        data-active={isSorted}
      >
        {t(`analytics.breakdown.columns.${sort}`)}
        <Icon size={14} aria-hidden />
      </Link>
    </th>
  );
}

function ValueRow({ view, row, most }: { view: AnalyticsView; row: BreakdownRow; most: number }) {
  const { t, i18n } = useTranslation();
  const share = most > 0 ? playedHours(row.figures) / most : 0;
  return (
    <tr>
      <th scope="row" className={classes.value}>
        <Box
          component="span"
          pos="absolute"
          inset="5px auto 5px 0"
          bdrs={6}
          bg="light-dark(#e2edfb, #14294a)"
          style={{ width: `${100 * share}%` }}
          aria-hidden
        />
        <ValueCell view={view} row={row} />
      </th>
      {FIGURE_COLUMNS.map(({ sort, unit, value }) => (
        <td
          key={sort}
          data-title={t(`analytics.breakdown.columns.${sort}`)}
          data-colour={
            sort === "rebufferingSecPerHour" ? rebufferingColour(value(row.figures), false) : undefined
          }
        >
          {figureText(value(row.figures), unit, i18n.language)}
        </td>
      ))}
    </tr>
  );
}

const PLACEHOLDER_ROWS = Array.from({ length: RANKING_SIZE }, (_, index) => index);

/**
 * Shows placeholders that fade as a single element. A hundred separate animations would need a hundred layers, which delay the response to
 * the next click.
 */
function BreakdownSkeleton() {
  return PLACEHOLDER_ROWS.map((place) => (
    <tr key={place}>
      <th scope="row" className={classes.value}>
        <Skeleton h={14} w="60%" animate={false} />
      </th>
      {FIGURE_COLUMNS.map(({ sort }) => (
        <td key={sort}>
          <Skeleton h={14} w={56} ml="auto" animate={false} />
        </td>
      ))}
    </tr>
  ));
}
