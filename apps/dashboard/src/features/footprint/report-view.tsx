import { Anchor, Select, Text } from "@mantine/core";
import type { FootprintReport } from "@shoal/contract";
import { IconLeaf } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { dateOf, dayInWords, monthText } from "../../lib/dates.ts";
import classes from "./footprint.module.css";
import { isMissing, monthsQuery, reportQuery, type WhichReport } from "./footprint-queries.ts";
import { methodOf } from "./footprint-text.ts";
import { MakeBeside } from "./make-beside.tsx";
import { ReportBreakdowns } from "./report-breakdowns.tsx";
import { ReportResults } from "./report-results.tsx";
import { SaveReport } from "./save-report.tsx";

/** One month: its result with ranges, what it was made of, and the same as files. */
export function ReportView({ month }: { month: string }) {
  const { t, i18n } = useTranslation();
  const which = useWhich();
  const report = useQuery(reportQuery(month, which));
  return (
    <>
      <PageHeader title={t("footprint.titleOf", { month: monthText(month, i18n.language) })}>
        <Which month={month} report={report.data} />
        {report.data && <SaveReport report={report.data} which={which} />}
        <Anchor component={Link} to="/footprint" size="sm">
          {t("footprint.back")}
        </Anchor>
      </PageHeader>
      {report.data ? (
        <Report report={report.data} />
      ) : report.error ? (
        <Failed error={report.error} onRetry={report.refetch} />
      ) : (
        <PageSkeleton />
      )}
    </>
  );
}

function useWhich(): WhichReport {
  const [address] = useSearchParams();
  const method = methodOf(address.get("method"));
  const revision = Number(address.get("revision"));
  return {
    ...(method ? { method } : {}),
    ...(method && Number.isInteger(revision) && revision > 0 ? { revision } : {}),
  };
}

/** The reports that there are of the month. */
function Which({ month, report }: { month: string; report: FootprintReport | undefined }) {
  const { t } = useTranslation();
  const [, setAddress] = useSearchParams();
  const { data } = useQuery(monthsQuery);
  const options = (data?.reports ?? [])
    .filter((each) => each.month === month)
    .map(({ method, revision }) => ({
      value: `${method} ${revision}`,
      label: `${method} · ${t("footprint.revision", { number: revision })}`,
    }));
  if (!report || report.revision === null || options.length < 2) return null;
  return (
    <Select
      aria-label={t("footprint.which")}
      data={options}
      value={`${report.method.id} ${report.revision}`}
      allowDeselect={false}
      onChange={(value) => {
        const [method = "", revision = ""] = value?.split(" ") ?? [];
        setAddress({ method, revision });
      }}
    />
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation();
  if (!isMissing(error)) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      icon={<IconLeaf size={34} />}
      title={t("footprint.missing.title")}
      text={t("footprint.missing.text")}
    />
  );
}

function Report({ report }: { report: FootprintReport }) {
  const { t, i18n } = useTranslation();
  const { from, to, timeZone, revision, reason, madeAt, asOf, method } = report;
  const moment = (iso: string) => dateOf(iso, timeZone);
  const period = {
    from: dayInWords(from, i18n.language, timeZone),
    to: dayInWords(new Date(Date.parse(to) - 1).toISOString(), i18n.language, timeZone),
  };
  return (
    <div className={classes.page}>
      <div>
        <Text>{t("footprint.period", { ...period, zone: timeZone })}</Text>
        <Text>
          {t(`footprint.stand.${reason}`, { number: revision, madeAt: moment(madeAt), asOf: moment(asOf) })}
        </Text>
        <Text>
          {method.title}, {method.publisher} ({method.year}).{" "}
          <Anchor component={Link} to={`/footprint/methods/${method.id}`}>
            {t("footprint.method.explain")}
          </Anchor>
        </Text>
      </div>
      {report.consumption.length === 0 ? (
        <EmptyState
          icon={<IconLeaf size={34} />}
          title={t("footprint.empty.title")}
          text={t("footprint.empty.text")}
        />
      ) : (
        <>
          <ReportResults report={report} />
          <ReportBreakdowns report={report} />
        </>
      )}
      {revision !== null && <MakeBeside report={report} />}
    </div>
  );
}
