import { Button, Group } from "@mantine/core";
import type { StatisticsDimension } from "@shoal/contract";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useValueText } from "../../../components/analytics/value-text.ts";
import { hasFilters, withoutValue } from "../address/analytics-address.ts";
import { useNames } from "../breakdown/use-names.ts";
import type { AnalyticsView } from "../use-analytics-view.ts";
import classes from "./bar.module.css";

/** Shows the active filters, each of which is removed with one click. */
export function FilterChips({ view }: { view: AnalyticsView }) {
  const { t } = useTranslation();
  const { filters } = view.state;
  if (!hasFilters(filters)) return null;
  const dimensions = Object.keys(filters) as StatisticsDimension[];
  return (
    <Group component="ul" gap="xs" aria-label={t("analytics.filters.label")}>
      {dimensions.map((dimension) => (
        <DimensionChips key={dimension} view={view} dimension={dimension} values={filters[dimension] ?? []} />
      ))}
      <li>
        <Button
          component={Link}
          to={view.linkTo({ filters: {} })}
          preventScrollReset
          variant="subtle"
          size="compact-sm"
        >
          {t("analytics.filters.clear")}
        </Button>
      </li>
    </Group>
  );
}

function DimensionChips({
  view,
  dimension,
  values,
}: {
  view: AnalyticsView;
  dimension: StatisticsDimension;
  values: readonly string[];
}) {
  const { t } = useTranslation();
  const names = useNames(view.question, dimension, values);
  const textOf = useValueText(dimension);
  const { filters } = view.state;
  return values.map((value) => {
    const texts = {
      dimension: t(`analytics.dimensions.${dimension}`),
      value: textOf(value, names.get(value) ?? null),
    };
    return (
      <li key={value}>
        <Link
          to={view.linkTo({ filters: withoutValue(filters, dimension, value) })}
          preventScrollReset
          className={classes.chip}
          aria-label={t("analytics.filters.remove", texts)}
        >
          <span>{t("analytics.filters.chip", texts)}</span>
          <IconX size={14} aria-hidden />
        </Link>
      </li>
    );
  });
}
