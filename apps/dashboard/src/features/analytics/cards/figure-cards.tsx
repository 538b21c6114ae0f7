import { Anchor, Skeleton, Text } from "@mantine/core";
import { REBUFFERING_ORANGE_FROM, REBUFFERING_RED_FROM, type StatisticsTotals } from "@shoal/contract";
import { rebufferingColour } from "@shoal/domain";
import { Fragment, memo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { changeOf } from "../../../components/analytics/change.ts";
import { ChangeLine } from "../../../components/analytics/change-line.tsx";
import { figureText } from "../../../components/analytics/figure-text.ts";
import { HelpPopover } from "../../../components/ui/help-popover.tsx";
import { staleMark } from "../../../components/ui/stale-mark.ts";
import type { AnalyticsView } from "../use-analytics-view.ts";
import { CARDS, type CardSpec } from "./card-specs.ts";
import classes from "./cards.module.css";
import { PeakCard } from "./peak-card.tsx";

interface FigureCardsProps extends Pick<AnalyticsView, "question" | "timeZone"> {
  /** Undefined while they are read for the first time. */
  totals: StatisticsTotals | undefined;
  /** Others are on their way. */
  isStale: boolean;
}

/**
 * The figures of the period, each with its change from the previous period. They do not change when another chart or breakdown
 * is selected.
 */
export const FigureCards = memo(function FigureCards({
  question,
  timeZone,
  totals,
  isStale,
}: FigureCardsProps) {
  const { t } = useTranslation();
  return (
    <section
      className={classes.cards}
      aria-label={t("analytics.cards.label")}
      {...staleMark(isStale, !totals || isStale)}
    >
      {CARDS.map((spec) => (
        <Fragment key={spec.name}>
          <FigureCard spec={spec} totals={totals} />
          {spec.name === "viewers" && <PeakCard question={question} timeZone={timeZone} />}
        </Fragment>
      ))}
    </section>
  );
});

interface CardProps {
  spec: CardSpec;
  totals: StatisticsTotals | undefined;
}

function FigureCard({ spec, totals }: CardProps) {
  const { t } = useTranslation();
  const name = t(`analytics.cards.${spec.name}.name`);
  return (
    <article className={classes.card} data-figure={spec.name}>
      <header className={classes.head}>
        <h3>{name}</h3>
        <Help spec={spec} totals={totals} name={name} />
      </header>
      {totals ? <Values spec={spec} totals={totals} /> : <Skeleton h={30} w="55%" mt={2} />}
    </article>
  );
}

function Values({ spec, totals }: { spec: CardSpec; totals: StatisticsTotals }) {
  const { t, i18n } = useTranslation();
  const { unit, aim, details } = spec;
  const [now, before] = [spec.value(totals), spec.value(totals.before)];
  const change = changeOf({ now, before, aim, isPercent: unit === "percent" });
  const [first, second] = (details?.values(totals) ?? []).map((value) =>
    figureText(value, details?.unit ?? unit, i18n.language),
  );
  return (
    <>
      <p
        className={classes.value}
        data-colour={spec.name === "rebuffering" ? rebufferingColour(now, false) : undefined}
      >
        {spec.isAbout && now !== null && now > 0 && "≈\u00a0"}
        {figureText(now, unit, i18n.language)}
      </p>
      {details && (
        <Text size="xs" c="dimmed">
          {details.of === "startup"
            ? t("analytics.details.startup", { p75: first, p95: second })
            : t("analytics.details.transports", { server: first, peer: second })}
        </Text>
      )}
      <ChangeLine change={change} before={figureText(before, unit, i18n.language)} />
    </>
  );
}

function Help({ spec, totals, name }: CardProps & { name: string }) {
  const { t } = useTranslation();
  const thresholds = { orange: REBUFFERING_ORANGE_FROM, red: REBUFFERING_RED_FROM };
  return (
    <HelpPopover label={t("analytics.cards.help", { name })} title={name}>
      <Text size="sm">{t(`analytics.cards.${spec.name}.help`, thresholds)}</Text>
      {spec.hasMethod && totals && (
        <Text size="sm" mt={6}>
          {t("analytics.cards.method", { method: totals.footprint.method })}{" "}
          <Anchor component={Link} to={`/footprint/methods/${totals.footprint.method}`} size="sm">
            {t("analytics.cards.explain")}
          </Anchor>
        </Text>
      )}
    </HelpPopover>
  );
}
