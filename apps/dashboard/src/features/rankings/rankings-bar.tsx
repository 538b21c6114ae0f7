import { Stack, TextInput } from "@mantine/core";
import { MAX_RANKING_MIN_VIEWS, MAX_RANKING_SIZE, RANKED_KINDS } from "@shoal/contract";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ChoiceLinks } from "../../components/analytics/choice-links.tsx";
import { MetricSelect } from "../../components/analytics/metric-select.tsx";
import { PeriodLine } from "../../components/analytics/period-line.tsx";
import { RangeBar } from "../../components/analytics/range-bar.tsx";
import { numberText } from "../../lib/figures.ts";
import { parseIntegerIn } from "./address/rankings-address.ts";
import classes from "./rankings-page.module.css";
import { type RankingsView, useRanking } from "./use-rankings-view.ts";

interface RankingsBarProps {
  view: RankingsView;
  /** Whether the best and the worst rankings are shown side by side. */
  isPaired: boolean;
}

const RANKING_ORDERS = ["best", "worst"] as const;

/** Selects the kind of ranked subjects, the metric, the period and the number of rows. */
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
            choices={RANKING_ORDERS}
            chosen={state.isWorst ? "worst" : "best"}
            textOf={(first) => t(`rankings.first.${first}`)}
            linkTo={(first) => linkTo({ isWorst: first === "worst" })}
          />
        )}
        <CountField
          label={t("rankings.size")}
          value={state.size}
          min={1}
          max={MAX_RANKING_SIZE}
          onChange={(size) => go(linkTo({ size }))}
        />
        <CountField
          label={t("rankings.minViews")}
          value={state.minViews}
          min={0}
          max={MAX_RANKING_MIN_VIEWS}
          onChange={(minViews) => go(linkTo({ minViews }))}
        />
      </div>
      <PeriodLine
        period={period}
        timeZone={timeZone}
        isStale={isStale}
        asOf={data?.asOf}
        words="analytics.when"
      />
    </Stack>
  );
}

interface CountFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** A field for an integer, which takes effect on Enter or when the field loses the focus. */
function CountField({ label, value, min, max, onChange }: CountFieldProps) {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState(String(value));
  // The field adopts a value that is changed elsewhere, for example by the Back button.
  useEffect(() => setTyped(String(value)), [value]);
  const read = parseIntegerIn(typed, { min, max });
  const show = () => read !== undefined && read !== value && onChange(read);
  const fault = t("rankings.countFault", { min, max: numberText(max, i18n.language) });
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      error={read === undefined && fault}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={show}
      onKeyDown={(event: KeyboardEvent) => event.key === "Enter" && show()}
    />
  );
}
