import type { RankedKind, StatisticsRanking, StatisticsSort } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { figureText } from "../../components/analytics/figure-text.ts";
import { METRICS } from "../../components/analytics/metrics.ts";
import classes from "./ranking.module.css";
import type { RankingPanelProps } from "./use-rankings-view.ts";

type RankingRemainder = StatisticsRanking["rest"][number];
type SummedFigures = Pick<RankingRemainder, "views" | "watchedSec" | "deliveredBytes">;

const SEC_PER_HOUR = 3_600;
/** The metrics that can be added up, each with its total in the unit that `METRICS` defines. */
const SUMMED_METRICS: Partial<Record<StatisticsSort, (sums: SummedFigures) => number>> = {
  watchedSec: ({ watchedSec }) => watchedSec / SEC_PER_HOUR,
  views: ({ views }) => views,
  deliveredBytes: ({ deliveredBytes }) => deliveredBytes,
};

/** Returns a function that explains what a ranking omits. */
export function useRestLabel(of: RankedKind, minViews: number): (rest: RankingRemainder) => string {
  const { t } = useTranslation();
  return ({ reason, count }) => {
    if (reason === "noSubject") return t(`rankings.rest.noSubject.${of}`);
    const subjects = t(`rankings.counted.${of}`, { count });
    return reason === "minViews"
      ? t("rankings.rest.minViews", { count: minViews, subjects })
      : t(`rankings.rest.${reason}`, { subjects });
  };
}

interface RankingRestProps extends Pick<RankingPanelProps, "state"> {
  ranking: StatisticsRanking;
}

/** Shows the totals of the subjects that the ranking omits and of all subjects. The latter equals the total on the analytics page. */
export function RankingRest({ state, ranking: { rows, rest } }: RankingRestProps) {
  const { t } = useTranslation();
  const labelOf = useRestLabel(state.of, state.minViews);
  const shown = rows.map(({ figures }) => ({
    views: figures.views,
    watchedSec: figures.serverSec + figures.peerSec,
    deliveredBytes: figures.serverBytes + figures.peerBytes,
  }));
  return (
    <tfoot>
      {rest.map((each) => (
        <RestRow key={each.reason} state={state} label={labelOf(each)} sums={each} />
      ))}
      <RestRow
        state={state}
        label={t("rankings.rest.total")}
        sums={[...shown, ...rest].reduce(addSums)}
        isTotal
      />
    </tfoot>
  );
}

const addSums = (one: SummedFigures, other: SummedFigures): SummedFigures => ({
  views: one.views + other.views,
  watchedSec: one.watchedSec + other.watchedSec,
  deliveredBytes: one.deliveredBytes + other.deliveredBytes,
});

interface RestRowProps extends Pick<RankingPanelProps, "state"> {
  label: string;
  sums: SummedFigures;
  isTotal?: boolean;
}

function RestRow({ state: { sort }, label, sums, isTotal = false }: RestRowProps) {
  const { t, i18n } = useTranslation();
  const figure = SUMMED_METRICS[sort];
  const metric = t(`rankings.metrics.${sort}`);
  return (
    <tr className={classes.rest} data-total={isTotal}>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      {figure ? (
        <td data-title={metric}>{figureText(figure(sums), METRICS[sort].unit, i18n.language)}</td>
      ) : (
        <td data-empty="true" />
      )}
      <td data-empty="true" />
      {sort !== "views" && (
        <td data-title={t("rankings.metrics.views")}>{figureText(sums.views, "count", i18n.language)}</td>
      )}
    </tr>
  );
}
