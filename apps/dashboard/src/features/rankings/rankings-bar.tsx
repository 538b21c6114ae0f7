import { Stack } from "@mantine/core";
import { RANKED_KINDS, RANKING_MAX_MIN_VIEWS, RANKING_MAX_SIZE } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { ChoiceLinks } from "../../components/analytics/choice-links.tsx";
import { MetricSelect } from "../../components/analytics/metric-select.tsx";
import { RangeBar } from "../../components/analytics/range-bar.tsx";
import { WhenLine } from "../../components/analytics/when-line.tsx";
import { CountField } from "./count-field.tsx";
import classes from "./rankings-page.module.css";
import { type RankingsView, useRanking } from "./use-rankings-view.ts";

interface RankingsBarProps {
  view: RankingsView;
  /** The best and the worst are shown both. */
  isPaired: boolean;
}

const FIRSTS = ["best", "worst"] as const;

/** What is ranked, by what, of when, and how many of them. */
export function RankingsBar({ view, isPaired }: RankingsBarProps) {
  const { t } = useTranslation();
  const { state, period, timeZone, linkTo, go } = view;
  const { data, error, isStale } = useRanking(view, isPaired ? { ...state, isWorst: false } : state);
  return (
    <Stack gap="sm" align="flex-start" mb={20}>
      <ChoiceLinks
        label={t("rankings.kind")}
        choices={RANKED_KINDS}
        chosen={state.of}
        textOf={(kind) => t(`rankings.kinds.${kind}`)}
        linkTo={(kind) => linkTo({ of: kind })}
      />
      <RangeBar
        period={period}
        timeZone={timeZone}
        error={error}
        linkTo={linkTo}
        go={go}
        range={state.range}
      />
      <div className={classes.fields} data-paired={isPaired}>
        <MetricSelect value={state.sort} onChange={(sort) => go(linkTo({ sort }))} />
        {!isPaired && (
          <ChoiceLinks
            label={t("rankings.order")}
            choices={FIRSTS}
            chosen={state.isWorst ? "worst" : "best"}
            textOf={(first) => t(`rankings.first.${first}`)}
            linkTo={(first) => linkTo({ isWorst: first === "worst" })}
          />
        )}
        <CountField
          label={t("rankings.size")}
          value={state.size}
          min={1}
          max={RANKING_MAX_SIZE}
          onChange={(size) => go(linkTo({ size }))}
        />
        <CountField
          label={t("rankings.minViews")}
          value={state.minViews}
          min={0}
          max={RANKING_MAX_MIN_VIEWS}
          onChange={(minViews) => go(linkTo({ minViews }))}
        />
      </div>
      <WhenLine
        period={period}
        timeZone={timeZone}
        isStale={isStale}
        asOf={data?.asOf}
        words="analytics.when"
      />
    </Stack>
  );
}
