import { Box } from "@mantine/core";
import { FOOTPRINT_DIMENSIONS, type FootprintBreakdownRow, type FootprintReport } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { figureText } from "../../components/analytics/figure-text.ts";
import { StackedTable } from "../../components/analytics/stacked-table.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { countryName } from "../../lib/display-names.ts";
import classes from "./footprint.module.css";
import { estimateText, rangeTexts } from "./footprint-text.ts";

const TRANSLATED_VALUES = ["phone", "tablet", "laptop", "desktop", "tv", "fixed", "mobile"] as const;

/** Breaks down the month by country, device and network. */
export function ReportBreakdowns({ report }: { report: FootprintReport }) {
  return FOOTPRINT_DIMENSIONS.map((dimension) => (
    <BreakdownTable
      key={dimension}
      dimension={dimension}
      rows={report.breakdown.filter((row) => row.dimension === dimension)}
    />
  ));
}

interface BreakdownTableProps {
  dimension: FootprintBreakdownRow["dimension"];
  rows: readonly FootprintBreakdownRow[];
}

function BreakdownTable({ dimension, rows }: BreakdownTableProps) {
  const { t } = useTranslation();
  const title = t(`footprint.by.${dimension}`);
  return (
    <Panel title={title}>
      <Box component="section" style={{ overflowX: "auto" }} tabIndex={0} aria-label={title}>
        <StackedTable className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t(`footprint.of.${dimension}`)}</th>
              <th scope="col">{t("footprint.columns.hours")}</th>
              <th scope="col">{t("footprint.columns.delivered")}</th>
              <th scope="col">{t("footprint.columns.byPeers")}</th>
              <th scope="col">{t("footprint.columns.uploaded")}</th>
              <th scope="col">{t("footprint.energy")}</th>
              <th scope="col">{t("footprint.carbon")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <BreakdownRow key={row.value} row={row} />
            ))}
          </tbody>
        </StackedTable>
      </Box>
    </Panel>
  );
}

function BreakdownRow({ row }: { row: FootprintBreakdownRow }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const gigabytes = (value: number) => figureText(value * 1e9, "bytes", language);
  const { low, central, high } = row.energyKwh;
  const energyWh = { low: low * 1_000, central: central * 1_000, high: high * 1_000 };
  return (
    <tr>
      <th scope="row">{useValueText(row)}</th>
      <td data-title={t("footprint.columns.hours")}>{figureText(row.hours, "hours", language)}</td>
      <td data-title={t("footprint.columns.delivered")}>{gigabytes(row.deliveredGb)}</td>
      <td data-title={t("footprint.columns.byPeers")}>{gigabytes(row.peerGb)}</td>
      <td data-title={t("footprint.columns.uploaded")}>{gigabytes(row.uploadedGb)}</td>
      <td data-title={t("footprint.energy")}>
        {estimateText(energyWh.central, "wh", language)}
        <small>{t("footprint.range", rangeTexts(energyWh, "wh", language))}</small>
      </td>
      <td data-title={t("footprint.carbon")}>
        {estimateText(row.co2Grams.central, "grams", language)}
        <small>{t("footprint.range", rangeTexts(row.co2Grams, "grams", language))}</small>
      </td>
    </tr>
  );
}

/** Returns the name of a country. An unknown code is shown unchanged. */
function useValueText({ dimension, value }: FootprintBreakdownRow): string {
  const { t, i18n } = useTranslation();
  if (value === "" || value === "unknown") return t("footprint.values.unknown");
  const word = TRANSLATED_VALUES.find((each) => each === value);
  if (dimension !== "country") return word ? t(`footprint.values.${word}`) : value;
  if (!/^[A-Z]{2}$/.test(value)) return value;
  return countryName(value, i18n.language);
}
