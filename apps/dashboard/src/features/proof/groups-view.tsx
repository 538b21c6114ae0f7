import { Box, Text } from "@mantine/core";
import type { ProofComparison, ProofInterval, ProofReport } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { StackedTable } from "../../components/analytics/stacked-table.tsx";
import { IntervalPlot } from "./interval-plot.tsx";
import classes from "./proof.module.css";
import { differenceText, metricText, numberText } from "./proof-text.ts";

/** Compares the control group with the viewers who use peers: the conclusion, the intervals, and the same data as a table. */
export function GroupsView({ report }: { report: ProofReport }) {
  const { t } = useTranslation();
  return (
    <>
      <ul className={classes.sentences}>
        {report.metrics.map((each) => (
          <li key={each.metric}>
            <ConclusionSentence comparison={each} />
            <IntervalPlot with={each.with} without={each.without} />
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        <span className={classes.key} data-group="with" /> {t("proof.with")}{" "}
        <span className={classes.key} data-group="without" /> {t("proof.without")}
      </Text>
      <GroupsTable report={report} />
    </>
  );
}

function ConclusionSentence({ comparison: { metric, verdict } }: { comparison: ProofComparison }) {
  const { t, i18n } = useTranslation();
  const text = (value: number) => differenceText(value, metric, i18n.language);
  const values = {
    metric: t(`proof.metrics.${metric}`),

    by: text(verdict.by),
    low: text(verdict.low),
    high: text(verdict.high),
  };
  return <Text>{t(`proof.verdict.${verdict.code}`, values)}</Text>;
}

function GroupsTable({ report }: { report: ProofReport }) {
  const { t, i18n } = useTranslation();
  const count = (value: number) => numberText(value, i18n.language);
  return (
    <Box component="section" style={{ overflowX: "auto" }} tabIndex={0} aria-label={t("proof.figures")}>
      <StackedTable className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("proof.figure")}</th>
            <th scope="col">{t("proof.with")}</th>
            <th scope="col">{t("proof.without")}</th>
            <th scope="col">{t("proof.difference")}</th>
          </tr>
        </thead>
        <tbody>
          {(["sessions", "viewers", "hours"] as const).map((name) => (
            <tr key={name}>
              <th scope="row">{t(`proof.sizes.${name}`)}</th>
              <td data-title={t("proof.with")}>{count(report.with[name])}</td>
              <td data-title={t("proof.without")}>{count(report.without[name])}</td>
              <td data-title={t("proof.difference")}>–</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t("proof.sizes.median")}</th>
            <td data-title={t("proof.with")}>
              {metricText(report.with.startupMedianMs, "startup", i18n.language)}
            </td>
            <td data-title={t("proof.without")}>
              {metricText(report.without.startupMedianMs, "startup", i18n.language)}
            </td>
            <td data-title={t("proof.difference")}>–</td>
          </tr>
          {report.metrics.map(({ metric, ...each }) => (
            <tr key={metric}>
              <th scope="row">{t(`proof.metrics.${metric}`)}</th>
              <TableCell title={t("proof.with")} interval={each.with} metric={metric} />
              <TableCell title={t("proof.without")} interval={each.without} metric={metric} />
              <TableCell
                title={t("proof.difference")}
                interval={each.difference}
                metric={metric}
                isDifference
              />
            </tr>
          ))}
        </tbody>
      </StackedTable>
    </Box>
  );
}

interface TableCellProps {
  /** The column's title, which narrow screens show beside the value because rows become cards. */
  title: string;
  interval: ProofInterval;
  metric: ProofComparison["metric"];
  isDifference?: boolean;
}

function TableCell({ title, interval, metric, isDifference = false }: TableCellProps) {
  const { t, i18n } = useTranslation();
  const textOf = isDifference ? differenceText : metricText;
  const text = (value: number | null) => textOf(value, metric, i18n.language);
  return (
    <td data-title={title}>
      {text(interval.value)}
      {interval.low !== null && interval.high !== null && (
        <small>{t("proof.range", { low: text(interval.low), high: text(interval.high) })}</small>
      )}
    </td>
  );
}
