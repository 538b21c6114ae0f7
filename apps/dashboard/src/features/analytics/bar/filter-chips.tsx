import { Button, Group } from "@mantine/core";
import type { StatisticsDimension } from "@shoal/contract";
import { IconX } from "@tabler/icons-react";
import { type MouseEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useValueText } from "../../../components/analytics/value-text.ts";
import { type DimensionFilters, hasFilters, withoutValue } from "../address/analytics-address.ts";
import { useNames } from "../breakdown/use-names.ts";
import type { AnalyticsView } from "../use-analytics-view.ts";
import classes from "./bar.module.css";

/** Shows the active filters, each of which is removed with one click. */
export function FilterChips({ view }: { view: AnalyticsView }) {
  const { t } = useTranslation();
  const inUrl = view.state.filters;
  // A new URL takes effect slightly later, and a second chip must not restore the first.
  const [choice, setChoice] = useState({ of: inUrl, left: inUrl });
  const filters = choice.of === inUrl ? choice.left : inUrl;
  const handleRemove = (left: DimensionFilters) => setChoice({ of: inUrl, left });
  if (!hasFilters(filters)) return null;
  const dimensions = Object.keys(filters) as StatisticsDimension[];
  return (
    <Group component="ul" gap="xs" aria-label={t("analytics.filters.label")}>
      {dimensions.map((dimension) => (
        <DimensionChips
          key={dimension}
          view={view}
          dimension={dimension}
          filters={filters}
          onRemove={handleRemove}
        />
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

interface DimensionChipsProps {
  view: AnalyticsView;
  dimension: StatisticsDimension;
  filters: DimensionFilters;
  /** Called when a chip is clicked. @param left the other filters. */
  onRemove: (left: DimensionFilters) => void;
}

function DimensionChips({ view, dimension, filters, onRemove }: DimensionChipsProps) {
  const { t } = useTranslation();
  const values = filters[dimension] ?? [];
  const names = useNames(view.question, dimension, values);
  const textOf = useValueText(dimension);
  return values.map((value) => {
    const left = withoutValue(filters, dimension, value);
    const texts = {
      dimension: t(`analytics.dimensions.${dimension}`),
      value: textOf(value, names.get(value) ?? null),
    };
    return (
      <li key={value}>
        <Link
          to={view.linkTo({ filters: left })}
          preventScrollReset
          onClick={(event) => opensHere(event) && onRemove(left)}
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

/** Whether a click on a link opens it in this tab. */
const opensHere = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !(altKey || ctrlKey || metaKey || shiftKey);
