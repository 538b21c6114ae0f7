import { Alert, Anchor, Button, Group, Select, Text } from "@mantine/core";
import { type ProofReport, type ProofState, routes } from "@shoal/contract";
import { addMonths } from "@shoal/domain/months";
import { IconDownload, IconScale } from "@tabler/icons-react";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { UnsavedChanges } from "../../components/ui/form/unsaved-changes.tsx";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { Panel } from "../../components/ui/panel.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { formatDateTime, monthText } from "../../lib/dates.ts";
import { fetchFile } from "../../lib/fetch-file.ts";
import { notify } from "../../lib/notify.ts";
import { saveResponse } from "../../lib/save-response.ts";
import { call } from "../../lib/session.ts";
import { GroupsView } from "./groups-view.tsx";
import classes from "./proof.module.css";
import { numberText } from "./proof-text.ts";
import { isEmptyReport, reportToOpen } from "./report-to-open.ts";
import { SettingsForm } from "./settings-form.tsx";

/** The polling interval in ms, which equals the interval at which sessions are counted. */
const REFETCH_INTERVAL_MS = 60_000;
const MAX_SHOWN_MONTHS = 12;

const proofQuery = (month: string | null) =>
  queryOptions({
    queryKey: ["proof", month],
    queryFn: ({ signal }) => call(routes.getProof, { query: month === null ? {} : { month } }, { signal }),
    refetchInterval: REFETCH_INTERVAL_MS,
  });

/** Loads the report of the selected month, or of the month chosen by `reportToOpen` if none is selected. */
function useProofReport(month: string | null) {
  const requested = useQuery(proofQuery(month));
  const isOpening = month === null && requested.data !== undefined && isEmptyReport(requested.data);
  const previousMonth = requested.data ? addMonths(requested.data.month, -1) : null;
  const previous = useQuery({ ...proofQuery(previousMonth), enabled: isOpening });
  if (!isOpening) return requested;
  // Shows the current month even if the previous month failed to load.
  const data = previous.error ? requested.data : reportToOpen(requested.data, previous.data);
  return { data, error: null, refetch: requested.refetch };
}

/** Shows the effect of peers: a small control group plays without peers, and the page compares it with the other viewers. */
export function ProofPage() {
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const month = address.get("month");
  const proof = useProofReport(month);
  // Keeps the last report, so that the selector of months stays visible while another month is loading or unavailable.
  const last = useRef<ProofReport>(undefined);
  if (proof.data) last.current = proof.data;
  const known = proof.data ?? (last.current && month ? { ...last.current, month } : last.current);
  return (
    <>
      <PageHeader title={t("proof.title")}>
        {known && <ProofTools report={known} onMonth={(next) => setAddress({ month: next })} />}
      </PageHeader>
      {proof.data ? (
        <div className={classes.page}>
          <ProofIntro />
          <StateLine state={proof.data.state} timeZone={proof.data.timeZone} />
          <ProofFigures report={proof.data} />
          <UnsavedChanges isLeftByTabs>
            <SettingsForm report={proof.data} />
          </UnsavedChanges>
        </div>
      ) : proof.error ? (
        <ErrorState error={proof.error} onRetry={proof.refetch} />
      ) : (
        <PageSkeleton />
      )}
    </>
  );
}

function ProofIntro() {
  const { t } = useTranslation();
  return (
    <div>
      <Text c="dimmed" maw={720}>
        {t("proof.intro")}
      </Text>
      <Anchor component={Link} to="/analytics" size="sm">
        {t("proof.back")}
      </Anchor>
    </div>
  );
}

function ProofTools({ report, onMonth }: { report: ProofReport; onMonth: (month: string) => void }) {
  const { t, i18n } = useTranslation();
  const running = useQuery(proofQuery(null)).data?.month ?? report.month;
  const months = Array.from({ length: MAX_SHOWN_MONTHS }, (_, index) => addMonths(running, -index));
  const save = useMutation({
    mutationFn: async () => {
      const response = await fetchFile(`${routes.exportProofCsv.path}?month=${report.month}`, {});
      await saveResponse(response, `proof-${report.month}.csv`);
    },
    onError: () => notify.failure({ message: t("proof.saveFailed") }),
  });
  return (
    <Group gap="xs" align="stretch">
      <Select
        aria-label={t("proof.month")}
        data={months.map((value) => ({ value, label: monthText(value, i18n.language) }))}
        value={report.month}
        allowDeselect={false}
        onChange={(value) => value && onMonth(value)}
      />
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        CSV
      </Button>
    </Group>
  );
}

function StateLine({ state, timeZone }: { state: ProofState; timeZone: string }) {
  const { t, i18n } = useTranslation();
  const { code, stop, sessions, sessionsNeeded, startedAt } = state;
  if (code === "off") return <Alert color="gray">{t("proof.state.off")}</Alert>;
  const at = stop?.at ?? startedAt ?? "";
  const values = {
    sessions: numberText(sessions, i18n.language, 0),
    needed: sessionsNeeded,

    at: formatDateTime(at, timeZone),
    value: numberText(stop?.value ?? 0, i18n.language, 3),
  };
  if (stop)
    return (
      <Alert color="red" title={t("proof.state.stopped", values)}>
        {t(`proof.stop.${stop.reason}`, values)}
      </Alert>
    );
  return (
    <Alert color="teal">{t(`proof.state.${code === "running" ? "running" : "gathering"}`, values)}</Alert>
  );
}

function ProofFigures({ report }: { report: ProofReport }) {
  const { t } = useTranslation();
  if (isEmptyReport(report))
    return (
      <EmptyState
        icon={<IconScale size={34} aria-hidden />}
        title={t("proof.none.title")}
        text={t("proof.none.text")}
      />
    );
  return (
    <Panel title={t("proof.figures")} text={t("proof.figuresHint")}>
      <GroupsView report={report} />
    </Panel>
  );
}
