import { Anchor, Button, Text } from "@mantine/core";
import type { FootprintMonths } from "@shoal/contract";
import { IconLeaf } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import classes from "./footprint.module.css";
import { monthsQuery } from "./footprint-queries.ts";
import { estimateText, momentText, monthText, type Quantity, rangeTexts } from "./footprint-text.ts";
import { MethodChoice } from "./method-choice.tsx";

type Report = FootprintMonths["reports"][number];

/** The months that have reports, with every revision, and by what they are computed. */
export function MonthsView() {
  const { t } = useTranslation();
  const months = useQuery(monthsQuery);
  return (
    <>
      <PageHeader title={t("footprint.title")} />
      {months.data ? (
        <div className={classes.page}>
          <Text c="dimmed" maw={720}>
            {t("footprint.intro")}
          </Text>
          <MethodChoice months={months.data} />
          <Months months={months.data} />
        </div>
      ) : months.error ? (
        <ErrorState error={months.error} onRetry={months.refetch} />
      ) : (
        <PageSkeleton blocks={2} />
      )}
    </>
  );
}

function Months({ months: { reports, running, dueMonths, timeZone } }: { months: FootprintMonths }) {
  const { t } = useTranslation();
  if (reports.length === 0)
    return (
      <EmptyState
        icon={<IconLeaf size={34} />}
        title={t("footprint.none.title")}
        text={t("footprint.none.text")}
      >
        <Button component={Link} to={`/footprint/${running}`} variant="default">
          {t("footprint.none.show")}
        </Button>
      </EmptyState>
    );
  return (
    <Panel title={t("footprint.months")}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={classes.frame} tabIndex={0} aria-label={t("footprint.months")}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t("footprint.month")}</th>
              <th scope="col">{t("footprint.energy")}</th>
              <th scope="col">{t("footprint.carbon")}</th>
              <th scope="col" data-kind="text">
                {t("footprint.methodColumn")}
              </th>
            </tr>
          </thead>
          <tbody>
            <Unreported month={running} stand={t("footprint.soFar")} />
            {dueMonths.map((month) => (
              <Unreported key={month} month={month} stand={t("footprint.awaited")} />
            ))}
            {reports.map((report) => (
              <Row
                key={`${report.month} ${report.method} ${report.revision}`}
                report={report}
                timeZone={timeZone}
              />
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}

/** What there is of it is on its own page. */
function Unreported({ month, stand }: { month: string; stand: string }) {
  const { i18n } = useTranslation();
  return (
    <tr>
      <th scope="row">
        <Anchor component={Link} to={`/footprint/${month}`}>
          {monthText(month, i18n.language)}
        </Anchor>
        <small>{stand}</small>
      </th>
      <td>–</td>
      <td>–</td>
      <td data-kind="text">–</td>
    </tr>
  );
}

function Row({ report, timeZone }: { report: Report; timeZone: string }) {
  const { t, i18n } = useTranslation();
  const { month, method, revision, reason, madeAt, energyKwh, co2Grams } = report;
  const madeAtText = momentText(madeAt, i18n.language, timeZone);
  return (
    <tr>
      <th scope="row">
        <Anchor component={Link} to={`/footprint/${month}?method=${method}&revision=${revision}`}>
          {monthText(month, i18n.language)}
        </Anchor>
        <small>{t(`footprint.stand.${reason}`, { number: revision, madeAt: madeAtText })}</small>
      </th>
      <Estimate range={scaled(energyKwh)} quantity="wh" />
      <Estimate range={co2Grams} quantity="grams" />
      <td data-kind="text">{method}</td>
    </tr>
  );
}

function Estimate({ range, quantity }: { range: Report["energyKwh"]; quantity: Quantity }) {
  const { t, i18n } = useTranslation();
  return (
    <td>
      {estimateText(range.central, quantity, i18n.language)}
      <small>{t("footprint.range", rangeTexts(range, quantity, i18n.language))}</small>
    </td>
  );
}

const scaled = ({ low, central, high }: Report["energyKwh"]) => ({
  ...{ low: low * 1_000, central: central * 1_000, high: high * 1_000 },
});
