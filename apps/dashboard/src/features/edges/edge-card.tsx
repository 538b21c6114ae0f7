import { Group, Stack, Text, Title } from "@mantine/core";
import type { EdgeReport, EdgeView } from "@shoal/contract";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { type Fact, FactList } from "../../components/ui/fact-list.tsx";
import type { texts } from "../../i18n/en/edges.ts";
import { numberFormat } from "../../lib/figures.ts";
import { ageText, bytesText, findProblems, hostText, offloadText } from "./edge-texts.ts";
import classes from "./edges.module.css";

/** Shows one edge: its problems, viewers, and recent activity. */
export function EdgeCard({ edge }: { edge: EdgeView }) {
  const { t } = useTranslation();
  const { url, report, missedBy } = edge;
  const problems = findProblems(edge);
  return (
    <Stack component="article" variant="panel" gap="sm" aria-label={hostText(url)}>
      <Group component="header" gap="sm" align="baseline" justify="space-between" wrap="nowrap">
        <Title order={2} miw={0} fz={17} style={{ overflowWrap: "anywhere" }}>
          {hostText(url)}
        </Title>
        <span className={classes.state} data-good={problems.length === 0}>
          {t(`edges.states.${report ? (problems.length === 0 ? "good" : "faulty") : "away"}`)}
        </span>
      </Group>
      {report && (
        <Text c="dimmed" fz="sm">
          {t("edges.version", { version: report.version, age: ageText(report.startedAtMs) })}
        </Text>
      )}
      {problems.length > 0 && (
        <ul className={classes.problems}>
          {problems.map((problem) => (
            <li key={problem}>
              <IconAlertTriangle size={16} aria-hidden />
              <span>
                {t(`edges.problems.${problem}`, {
                  count: missedBy,
                  bytes: bytesText(report?.spoolBytes ?? 0),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {report && <EdgeFigures report={report} />}
    </Stack>
  );
}

function EdgeFigures({ report }: { report: EdgeReport }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => numberFormat(i18n.language).format(value);
  const { viewers, rooms, placesTaken, waiting, admitted, failed, spoolBytes } = report;
  const now: Fact[] = [
    [t("edges.viewers"), number(viewers)],
    [t("edges.rooms"), number(rooms)],
    ...(placesTaken + waiting > 0
      ? [[t("edges.places"), t("edges.placesOf", { taken: placesTaken, waiting })] as const]
      : []),
    [t("edges.offload"), offloadText(report)],
    [t("edges.spool"), bytesText(spoolBytes)],
  ];
  const lately: Fact[] = [
    [t("edges.admitted"), number(admitted)],
    [t("edges.refused"), <RefusalReasons key="refused" report={report} />],
    [t("edges.failed"), number(failed)],
  ];
  return (
    <>
      <FactList facts={now} />
      <Title order={3} mt={4} fz="sm">
        {t("edges.lately", { count: Math.max(1, Math.round(report.countedSec / 60)) })}
      </Title>
      <FactList facts={lately} />
    </>
  );
}

/** Shows the number of rejected viewers, with the reasons below. */
function RefusalReasons({ report: { refused, limited } }: { report: EdgeReport }) {
  const { i18n } = useTranslation();
  const reasonText = useReasonText();
  const number = (value: number) => numberFormat(i18n.language).format(value);
  const reasons = [
    ...Object.entries(refused).map(([code, count]) => ({ text: reasonText.refused(code), count })),
    ...Object.entries(limited).map(([by, count]) => ({ text: reasonText.limited(by), count })),
  ].toSorted((a, b) => b.count - a.count);
  return (
    <>
      {number(reasons.reduce((sum, { count }) => sum + count, 0))}
      {reasons.length > 0 && (
        <ul className={classes.reasons}>
          {reasons.map(({ text, count }) => (
            <li key={text}>
              {text} · {number(count)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type RefusalName = keyof typeof texts.edges.refusals;
type LimitName = keyof typeof texts.edges.limits;

/** Returns a function that writes the reason for a rejection. Unknown reasons from another version are shown unchanged. */
function useReasonText() {
  const { t, i18n } = useTranslation();
  return {
    refused: (code: string): string =>
      i18n.exists(`edges.refusals.${code}`) ? t(`edges.refusals.${code as RefusalName}`) : code,
    limited: (by: string): string =>
      i18n.exists(`edges.limits.${by}`) ? t(`edges.limits.${by as LimitName}`) : by,
  };
}
