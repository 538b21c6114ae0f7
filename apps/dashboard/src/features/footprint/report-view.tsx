import { Anchor, Button, Group, Select, Text } from "@mantine/core";
import { type FootprintMethodId, type FootprintReport, fillPath, routes } from "@shoal/contract";
import { IconDownload, IconLeaf } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { formatDateTime, formatLongDate, monthText } from "../../lib/dates.ts";
import { errorText } from "../../lib/error-text.ts";
import { fetchFile } from "../../lib/fetch-file.ts";
import { notify } from "../../lib/notify.ts";
import { saveResponse } from "../../lib/save-response.ts";
import { call } from "../../lib/session.ts";
import { useCan } from "../../lib/user.ts";
import classes from "./footprint.module.css";
import {
  FOOTPRINT_KEY,
  isMissing,
  monthsQuery,
  type ReportSelection,
  reportQuery,
} from "./footprint-queries.ts";
import { methodOf } from "./footprint-text.ts";
import { useMethodOptions } from "./method-choice.tsx";
import { ReportBreakdowns } from "./report-breakdowns.tsx";
import { ReportResults } from "./report-results.tsx";

/** Shows one month: its result with ranges, its breakdown, and the same data as files. */
export function ReportView({ month }: { month: string }) {
  const { t, i18n } = useTranslation();
  const which = useSelectedReport();
  const report = useQuery(reportQuery(month, which));
  return (
    <>
      <PageHeader title={t("footprint.titleOf", { month: monthText(month, i18n.language) })}>
        <ReportSelect month={month} report={report.data} />
        {report.data && <SaveReport report={report.data} which={which} />}
        <Anchor component={Link} to="/footprint" size="sm">
          {t("footprint.back")}
        </Anchor>
      </PageHeader>
      {report.data ? (
        <MonthReport report={report.data} />
      ) : report.error ? (
        <ReportFailure error={report.error} onRetry={report.refetch} />
      ) : (
        <PageSkeleton />
      )}
    </>
  );
}

function useSelectedReport(): ReportSelection {
  const [address] = useSearchParams();
  const method = methodOf(address.get("method"));
  const revision = Number(address.get("revision"));
  return {
    ...(method ? { method } : {}),
    ...(method && Number.isInteger(revision) && revision > 0 ? { revision } : {}),
  };
}

/** Selects one of the available reports of the month. */
function ReportSelect({ month, report }: { month: string; report: FootprintReport | undefined }) {
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

function ReportFailure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
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

function MonthReport({ report }: { report: FootprintReport }) {
  const { t, i18n } = useTranslation();
  const { from, to, timeZone, revision, reason, madeAt, asOf, method } = report;
  const moment = (iso: string) => formatDateTime(iso, timeZone);
  const period = {
    from: formatLongDate(from, i18n.language, timeZone),
    to: formatLongDate(new Date(Date.parse(to) - 1).toISOString(), i18n.language, timeZone),
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
      {revision !== null && <ComparisonForm report={report} />}
    </div>
  );
}

/** Lets managers create a report of the same month with another method, for comparison. */
function ComparisonForm({ report: { month, method } }: { report: FootprintReport }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [, setAddress] = useSearchParams();
  const [chosen, setChosen] = useState<FootprintMethodId>();
  const options = useMethodOptions().filter(({ value }) => value !== method.id);
  const mayMake = useCan("manager");
  const make = useMutation({
    mutationFn: (wanted: FootprintMethodId) =>
      call(routes.makeFootprintReport, { params: { month }, body: { method: wanted } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: FOOTPRINT_KEY });
      notify.success({ message: t("footprint.method.made") });
    },
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  // Passed with the call, so that it is not called after the user has left the page.
  const showMade = (made: FootprintReport) =>
    setAddress({ method: made.method.id, revision: String(made.revision) });
  if (!mayMake) return null;
  return (
    <Panel title={t("footprint.method.beside")} text={t("footprint.method.besideHint")}>
      <div className={classes.row}>
        <Select
          label={t("footprint.method.label")}
          data={options}
          value={chosen ?? null}
          w="min(420px, 100%)"
          onChange={(value) => setChosen(methodOf(value))}
        />
        <Button
          disabled={!chosen}
          loading={make.isPending}
          onClick={() => {
            if (chosen) make.mutate(chosen, { onSuccess: showMade });
          }}
        >
          {t("footprint.method.make")}
        </Button>
      </div>
    </Panel>
  );
}

interface SaveReportProps {
  report: FootprintReport;
  which: ReportSelection;
}

/** Downloads the report as files, under the names given by the server. */
function SaveReport({ report: { month }, which }: SaveReportProps) {
  const { t, i18n } = useTranslation();
  const save = useMutation({
    mutationFn: async (kind: "pdf" | "csv") => {
      const route = kind === "pdf" ? routes.exportFootprintPdf : routes.exportFootprintCsv;
      const query = new URLSearchParams();
      if (which.method) query.set("method", which.method);
      if (which.revision) query.set("revision", String(which.revision));
      if (kind === "pdf") query.set("language", i18n.language.toUpperCase());
      const response = await fetchFile(`${fillPath(route.path, { month })}?${query}`, {});
      await saveResponse(response, `footprint-${month}.${kind}`);
    },
    onError: () => notify.failure({ message: t("footprint.failed") }),
  });
  return (
    <Group gap="sm" align="flex-end">
      {(["pdf", "csv"] as const).map((kind) => (
        <Button
          key={kind}
          variant="default"
          leftSection={<IconDownload size={18} />}
          title={t(`footprint.${kind}Hint`)}
          loading={save.isPending && save.variables === kind}
          onClick={() => save.mutate(kind)}
        >
          {t(`footprint.${kind}`)}
        </Button>
      ))}
    </Group>
  );
}
