import { Anchor, Skeleton, Stack, Text, Title } from "@mantine/core";
import { REBUFFERING_ORANGE_FROM, REBUFFERING_RED_FROM, type StatisticsTotals } from "@shoal/contract";
import { rebufferingColour } from "@shoal/domain";
import { Fragment, memo, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { changeOf } from "../../../components/analytics/change.ts";
import { ChangeLine } from "../../../components/analytics/change-line.tsx";
import { figureText } from "../../../components/analytics/figure-text.ts";
import { HelpPopover } from "../../../components/ui/help-popover.tsx";
import { useScrollToCurrent } from "../../../components/ui/scroll-to-current.ts";
import { staleMark } from "../../../components/ui/stale-mark.ts";
import type { AnalyticsView } from "../use-analytics-view.ts";
import { type CardSpec, LEADING_CARDS, OTHER_CARDS } from "./card-specs.ts";
import classes from "./cards.module.css";
import { PeakCard } from "./peak-card.tsx";

interface MoreFiguresProps extends Pick<AnalyticsView, "question" | "timeZone"> {
  /** The figures of the period; undefined until they have loaded. */
  totals: StatisticsTotals | undefined;
  /** Whether the figures shown belong to the previous query because the current query is still loading. */
  isStale: boolean;
}

/**
 * Shows the figures without a chart, each with its change from the previous period. Selecting another chart or breakdown does not affect
 * them.
 */
export const MoreFigures = memo(function MoreFigures({
  question,
  timeZone,
  totals,
  isStale,
}: MoreFiguresProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Stack
      component="section"
      variant="panel"
      gap={14}
      aria-labelledby={titleId}
      {...staleMark(isStale, !totals || isStale)}
    >
      <Title order={2} fz="lg" id={titleId}>
        {t("analytics.cards.more")}
      </Title>
      <div className={classes.cards}>
        {OTHER_CARDS.map((spec) => (
          <Fragment key={spec.name}>
            <article className={classes.card} data-figure={spec.name}>
              <Figure spec={spec} totals={totals} />
            </article>
            {spec.name === "viewers" && <PeakCard question={question} timeZone={timeZone} />}
          </Fragment>
        ))}
      </div>
    </Stack>
  );
});

interface LeadingFiguresProps extends Pick<MoreFiguresProps, "totals" | "isStale"> {
  view: AnalyticsView;
}

/** Shows the main figures of the period, each of which selects its own chart below. */
export function LeadingFigures({ view: { state, linkTo }, totals, isStale }: LeadingFiguresProps) {
  const { t } = useTranslation();
  const bar = useScrollToCurrent<HTMLElement>(state.chart);
  return (
    <nav
      ref={bar}
      className={classes.leading}
      aria-label={t("analytics.cards.label")}
      {...staleMark(isStale, !totals || isStale)}
    >
      {LEADING_CARDS.map((spec) => (
        <article
          key={spec.name}
          className={classes.lead}
          data-figure={spec.name}
          data-chosen={spec.chart === state.chart}
        >
          <Figure spec={spec} totals={totals}>
            <Link
              to={linkTo({ chart: spec.chart })}
              preventScrollReset
              aria-current={spec.chart === state.chart ? "true" : undefined}
            >
              {t(`analytics.cards.${spec.name}.name`)}
            </Link>
          </Figure>
        </article>
      ))}
    </nav>
  );
}

interface FigureProps {
  spec: CardSpec;
  totals: StatisticsTotals | undefined;
  /** The name of the figure as a link to its chart. */
  children?: ReactNode;
}

function Figure({ spec, totals, children }: FigureProps) {
  const { t } = useTranslation();
  const name = t(`analytics.cards.${spec.name}.name`);
  return (
    <>
      <header className={classes.head}>
        <h3>{children ?? name}</h3>
        <FigureHelp spec={spec} totals={totals} name={name} />
      </header>
      {totals ? <FigureValues spec={spec} totals={totals} /> : <Skeleton h={28} w="55%" mt={2} />}
    </>
  );
}

function FigureValues({ spec, totals }: { spec: CardSpec; totals: StatisticsTotals }) {
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
        <Text size="xs" c="dimmed" className={classes.details ?? ""}>
          {details.of === "startup"
            ? t("analytics.details.startup", { p75: first, p95: second })
            : t("analytics.details.transports", { server: first, peer: second })}
        </Text>
      )}
      <ChangeLine change={change} before={figureText(before, unit, i18n.language)} />
    </>
  );
}

function FigureHelp({ spec, totals, name }: Pick<FigureProps, "spec" | "totals"> & { name: string }) {
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
