import { Box, Text, VisuallyHidden } from "@mantine/core";
import type { StatisticsRanking } from "@shoal/contract";
import { rebufferingColour } from "@shoal/domain";
import { IconArrowDown, IconArrowUp, IconMinus, IconSparkles } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { changeOf } from "../../components/analytics/change.ts";
import { ChangeLine } from "../../components/analytics/change-line.tsx";
import { figureText } from "../../components/analytics/figure-text.ts";
import { METRICS } from "../../components/analytics/metrics.ts";
import { StackedTable } from "../../components/analytics/stacked-table.tsx";
import { staleMark } from "../../components/ui/stale-mark.ts";
import { rankChangeOf } from "./rank-change.ts";
import { RankedName } from "./ranked-name.tsx";
import classes from "./ranking.module.css";
import { RankingRest } from "./ranking-rest.tsx";
import type { RankingPanelProps } from "./use-rankings-view.ts";

const RANK_CHANGE_ICONS = {
  up: IconArrowUp,
  down: IconArrowDown,
  same: IconMinus,
  new: IconSparkles,
} as const;

/** Shows a rank, and the rank in the previous period. */
function RankMark({ rank, before }: { rank: number; before: number | null }) {
  const { t } = useTranslation();
  const change = rankChangeOf(rank, before);
  const Icon = RANK_CHANGE_ICONS[change.kind];
  const words =
    "by" in change
      ? t(`rankings.rank.${change.kind}`, { count: change.by })
      : t(`rankings.rank.${change.kind}`);
  return (
    <span className={classes.mark}>
      <Text span miw={22} fz="md" fw={700} ta="right">
        {rank}
      </Text>
      <span className={classes.moved} data-moved={change.kind} title={words}>
        <Icon size={14} aria-hidden />
        {"by" in change && <span aria-hidden>{change.by}</span>}
        <VisuallyHidden>{words}</VisuallyHidden>
      </span>
    </span>
  );
}

type RankingRow = StatisticsRanking["rows"][number];

interface RankingTableProps extends RankingPanelProps {
  ranking: StatisticsRanking;
  /** Whether the rows belong to a previous query, while others are loading. */
  isStale: boolean;
  titleId: string;
}

/** Lists the ranked subjects with rank, figure, and the changes of both. */
export function RankingTable({ view, state, ranking, isStale, titleId }: RankingTableProps) {
  const { t } = useTranslation();
  const { rows } = ranking;
  const { value } = METRICS[state.sort];
  const most = Math.max(0, ...rows.map(({ figures }) => value(figures) ?? 0));
  const isByViews = state.sort === "views";
  return (
    <Box component="section" style={{ overflowX: "auto" }} tabIndex={0} aria-labelledby={titleId}>
      <StackedTable className={classes.table} {...staleMark(isStale)}>
        <thead>
          <tr>
            <th scope="col">{t("rankings.columns.rank")}</th>
            <th scope="col">{t(`rankings.columns.${state.of}`)}</th>
            <th scope="col">{t(`rankings.metrics.${state.sort}`)}</th>
            <th scope="col">{t("rankings.columns.change")}</th>
            {!isByViews && <th scope="col">{t("rankings.metrics.views")}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <RankedRow
              key={row.value}
              view={view}
              state={state}
              row={row}
              most={most}
              isByViews={isByViews}
            />
          ))}
        </tbody>
        {ranking.rest.length > 0 && <RankingRest state={state} ranking={ranking} />}
      </StackedTable>
    </Box>
  );
}

interface RankedRowProps extends RankingPanelProps {
  row: RankingRow;
  /** The largest figure in the table, which fills the width of the bar. */
  most: number;
  isByViews: boolean;
}

function RankedRow({ view, state, row, most, isByViews }: RankedRowProps) {
  const { t, i18n } = useTranslation();
  const { unit, aim, value } = METRICS[state.sort];
  const now = value(row.figures);
  const before = row.before ? value(row.before.figures) : null;
  const colour = state.sort === "rebufferingSecPerHour" ? rebufferingColour(now, false) : undefined;
  return (
    <tr>
      <td className={classes.rank}>
        <RankMark rank={row.rank} before={row.before?.rank ?? null} />
      </td>
      <th scope="row" className={classes.name}>
        <Box
          component="span"
          pos="absolute"
          inset="6px auto 6px 0"
          bdrs={6}
          bg="light-dark(#e2edfb, #14294a)"
          style={{ width: `${most > 0 ? (100 * (now ?? 0)) / most : 0}%` }}
          aria-hidden
        />
        <RankedName view={view} of={state.of} row={row} />
      </th>
      <td className={classes.figure} data-colour={colour} data-title={t(`rankings.metrics.${state.sort}`)}>
        {figureText(now, unit, i18n.language)}
      </td>
      <td data-title={t("rankings.columns.change")}>
        <ChangeLine
          change={changeOf({ now, before, aim, isPercent: unit === "percent" })}
          before={figureText(before, unit, i18n.language)}
        />
      </td>
      {!isByViews && (
        <td data-title={t("rankings.metrics.views")}>
          {figureText(row.figures.views, "count", i18n.language)}
        </td>
      )}
    </tr>
  );
}
