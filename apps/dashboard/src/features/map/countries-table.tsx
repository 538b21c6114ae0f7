import { Box, Stack, Text, Title } from "@mantine/core";
import type { StatisticsSort } from "@shoal/contract";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { analyticsLinkOf } from "../../components/analytics/analytics-link.ts";
import { figureText } from "../../components/analytics/figure-text.ts";
import { METRICS } from "../../components/analytics/metrics.ts";
import { useValueText } from "../../components/analytics/value-text.ts";
import type { CountryRow } from "./map-queries.ts";
import classes from "./tables.module.css";
import type { MapView } from "./use-map-view.ts";

interface CountriesTableProps {
  view: MapView;
  rows: readonly CountryRow[];
  /** The viewers of unknown location, who are not on the map but are included in the totals. */
  unknown: CountryRow | undefined;
}

/** Lists the countries of the map, for screen readers and because some countries are too small to draw. */
export function CountriesTable({ view, rows, unknown }: CountriesTableProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const nameOf = useValueText("country");
  const { metric } = view.state;
  return (
    <Stack component="section" variant="panel" gap="sm" aria-labelledby={titleId}>
      <Title order={2} fz="lg" id={titleId}>
        {t("map.countries.title")}
      </Title>
      {rows.length === 0 && !unknown ? (
        <Box component="p" m={0} mt="sm" mb="sm" c="dimmed">
          {t("map.countries.empty")}
        </Box>
      ) : (
        <Box
          component="section"
          mah={460}
          style={{ overflow: "auto" }}
          tabIndex={0}
          aria-labelledby={titleId}
        >
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t("rankings.columns.country")}</th>
                <th scope="col">{t(`rankings.metrics.${metric}`)}</th>
                {metric !== "views" && <th scope="col">{t("rankings.metrics.views")}</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ value: code, label, figures }) => (
                <tr key={code}>
                  <th scope="row">
                    <Link to={analyticsLinkOf({ kind: "country", value: code }, view.state)}>
                      {nameOf(code, label)}
                    </Link>
                  </th>
                  <CountryFigures metric={metric} figures={figures} />
                </tr>
              ))}
              {unknown && (
                <tr>
                  <th scope="row">
                    <Text span inherit c="dimmed">
                      {t("map.countries.unknown")}
                    </Text>
                  </th>
                  <CountryFigures metric={metric} figures={unknown.figures} />
                </tr>
              )}
            </tbody>
          </table>
        </Box>
      )}
    </Stack>
  );
}

function CountryFigures({ metric, figures }: { metric: StatisticsSort; figures: CountryRow["figures"] }) {
  const { i18n } = useTranslation();
  const { unit, value } = METRICS[metric];
  return (
    <>
      <td>{figureText(value(figures), unit, i18n.language)}</td>
      {metric !== "views" && <td>{figureText(figures.views, "count", i18n.language)}</td>}
    </>
  );
}
