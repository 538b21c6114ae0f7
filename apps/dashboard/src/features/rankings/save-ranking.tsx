import { Button } from "@mantine/core";
import type { StatisticsRanking } from "@shoal/contract";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { fileNameFor, saveText } from "../../components/analytics/files/save-file.ts";
import { useRankedText } from "./ranked-name.tsx";
import { writeRankingFile } from "./ranking-file.ts";
import type { RankingPanelProps } from "./use-rankings-view.ts";

interface SaveRankingProps extends RankingPanelProps {
  rows: StatisticsRanking["rows"];
  title: string;
}

/** Saves a ranking as it is shown, with all figures of both periods, as a CSV file. */
export function SaveRanking({ view: { period, timeZone }, state, rows, title }: SaveRankingProps) {
  const { t } = useTranslation();
  const textOf = useRankedText(state.of);
  function handleSave(): void {
    const name = fileNameFor({ subject: t("rankings.title"), topic: title, period, timeZone });
    saveText(
      writeRankingFile(rows, ({ value, label }) => textOf(value, label)),
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
