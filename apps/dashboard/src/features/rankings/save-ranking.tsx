import { Button } from "@mantine/core";
import type { StatisticsFigures, StatisticsRanking } from "@shoal/contract";
import { writeCsv } from "@shoal/domain/csv";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { fileNameFor, saveText } from "../../components/analytics/files/save-file.ts";
import { useRankedText } from "./ranked-name.tsx";
import type { RankingPanelProps } from "./use-rankings-view.ts";

interface SaveRankingProps extends RankingPanelProps {
  rows: StatisticsRanking["rows"];
  title: string;
}

/** Saves the displayed ranking, with all figures of both periods, as a CSV file. */
export function SaveRanking({ view: { period, timeZone }, state, rows, title }: SaveRankingProps) {
  const { t } = useTranslation();
  const textOf = useRankedText(state.of);
  function handleSave(): void {
    const name = fileNameFor({ subject: t("rankings.title"), topic: title, period, timeZone });
    saveText(
      rankingCsvOf(rows, ({ value, label }) => textOf(value, label)),
      `${name}.csv`,
    );
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={16} aria-hidden />}
      title={t("analytics.chart.csvHint")}
      disabled={rows.length === 0}
      onClick={handleSave}
    >
      {t("analytics.chart.csv")}
    </Button>
  );
}

type RankingRow = StatisticsRanking["rows"][number];

/** Writes a ranking as CSV. The columns are named as in the API contract, whose names include units. Each column occurs once per period. */
function rankingCsvOf(rows: readonly RankingRow[], nameOf: (row: RankingRow) => string): string {
  const fields = Object.keys(rows[0]?.figures ?? {}) as (keyof StatisticsFigures)[];
  const header = [
    "rank",
    "value",
    "name",
    ...fields,
    "before.rank",
    ...fields.map((name) => `before.${name}`),
  ];
  return writeCsv(
    header,
    rows.map((row) => [
      row.rank,
      row.value,
      nameOf(row),
      ...fields.map((name) => row.figures[name]),
      row.before?.rank ?? null,
      ...fields.map((name) => row.before?.figures[name] ?? null),
    ]),
  );
}
