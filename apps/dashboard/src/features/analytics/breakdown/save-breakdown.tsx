import { Button } from "@mantine/core";
import { routes, type StatisticsBreakdown, type StatisticsFigures } from "@shoal/contract";
import { writeCsv } from "@shoal/domain/csv";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { fileNameFor, saveText } from "../../../components/analytics/files/save-file.ts";
import { useValueText } from "../../../components/analytics/value-text.ts";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import type { AnalyticsView } from "../use-analytics-view.ts";

type BreakdownRow = StatisticsBreakdown["rows"][number];
/** The maximum number of rows that the API returns in one response. */
const ROWS_PER_REQUEST = 100;

interface SaveBreakdownProps {
  view: AnalyticsView;
  subject: string;
  isOff: boolean;
}

/** Saves all values of a dimension as a CSV file, not only the values on the page. */
export function SaveBreakdown({ view, subject, isOff }: SaveBreakdownProps) {
  const { t } = useTranslation();
  const { state, period, timeZone } = view;
  const textOf = useValueText(state.by);
  const topic = t(`analytics.dimensions.${state.by}`);
  const save = useMutation({
    mutationFn: async () => {
      const rows = await loadAllRows(view);
      const name = fileNameFor({ subject, topic, period, timeZone });
      saveText(
        breakdownCsvOf(rows, (row) => textOf(row.value, row.label)),
        `${name}.csv`,
      );
    },
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={16} aria-hidden />}
      title={t("analytics.chart.csvHint")}
      disabled={isOff}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t("analytics.chart.csv")}
    </Button>
  );
}

async function loadAllRows({ question, state: { by, sort, order } }: AnalyticsView): Promise<BreakdownRow[]> {
  const rows: BreakdownRow[] = [];
  for (let page = 1; ; page += 1) {
    const query = { ...question, dimension: by, sort, order, page, pagesize: ROWS_PER_REQUEST };
    const answer = await call(routes.getStatisticsBreakdown, { query });
    rows.push(...answer.rows);
    if (rows.length >= answer.size || answer.rows.length === 0) return rows;
  }
}

/** Writes the rows as CSV. The columns are named as in the API contract, whose names include units. */
function breakdownCsvOf(rows: readonly BreakdownRow[], nameOf: (row: BreakdownRow) => string): string {
  const fields = Object.keys(rows[0]?.figures ?? {}) as (keyof StatisticsFigures)[];
  return writeCsv(
    ["value", "name", ...fields],
    rows.map((row) => [row.value, nameOf(row), ...fields.map((field) => row.figures[field])]),
  );
}
