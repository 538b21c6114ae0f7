import { Alert, Box, Button, Group, Loader, Stack, Text, Title } from "@mantine/core";
import {
  type DoctorReport,
  type FindingView,
  type LastDoctorReport,
  type RepairView,
  routes,
} from "@shoal/contract";
import { IconAlertTriangle, IconCircleCheck, IconClock, IconStethoscope } from "@tabler/icons-react";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AdminNav } from "../../components/admin/admin-nav.tsx";
import { sizeText } from "../../components/files/size-text.ts";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { StateBadge, type StateTone } from "../../components/ui/state-badge.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import { errorText } from "../../lib/error-text.ts";
import { numberText } from "../../lib/figures.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";

/** Polling interval in ms while a check is running. */
const REFETCH_INTERVAL_MS = 2_000;

const reportQuery = queryOptions({
  queryKey: ["doctor"],
  queryFn: ({ signal }) => call(routes.getDoctorReport, {}, { signal }),
  refetchInterval: (query) => (query.state.data?.check ? REFETCH_INTERVAL_MS : false),
});

/**
 * The tone of each kind of finding: `bad` if viewers miss content, `plain` if the finding only takes up space. Findings with the default
 * tone may become bad.
 */
const FINDING_TONES: Partial<Record<FindingView["kind"], StateTone>> = {
  missing_media: "bad",
  short_media: "bad",
  damaged_media: "bad",
  lost_video: "bad",
  orphan_media: "plain",
  unknown_media: "plain",
};

/**
 * Shows the result of the last comparison of database, media store, queue and analytics, which runs daily and on
 * demand.
 */
export function DoctorPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(reportQuery);
  return (
    <>
      <AdminNav />
      <PageHeader title={t("doctor.title")}>
        {/* Without this wrapper, the button would fill the width of a phone. */}
        <div>{data && <CheckButton isChecking={data.check !== null} />}</div>
      </PageHeader>
      {data ? <RepairAnswer {...data} /> : <ReportPending error={error} onRetry={refetch} />}
    </>
  );
}

function CheckButton({ isChecking }: { isChecking: boolean }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: () => call(routes.startDoctorCheck, {}),
    onSuccess: (answer) => queries.setQueryData(reportQuery.queryKey, answer),
    onError(error) {
      notify.failure({ message: errorText(error) });
      // Reloads the report, because the check may already have been started by another user.
      void queries.invalidateQueries(reportQuery);
    },
  });
  return (
    <Button
      leftSection={<IconStethoscope size={17} aria-hidden />}
      disabled={isChecking}
      loading={start.isPending}
      onClick={() => start.mutate()}
    >
      {t("doctor.checkNow")}
    </Button>
  );
}

function ReportPending({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return error ? <ErrorState error={error} onRetry={onRetry} /> : <PageSkeleton blocks={2} />;
}

const REPAIR_TONES: Record<RepairView["state"], StateTone> = {
  wanted: "plain",
  sent: "plain",
  repaired: "good",
  failed: "bad",
};

function RepairAnswer({ report, check, repairs }: LastDoctorReport) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      {check && <CheckProgress check={check} />}
      {report ? (
        <ReportContent report={report} repairs={repairs} />
      ) : (
        !check && (
          <EmptyState icon={<IconClock size={34} />} title={t("doctor.none")} text={t("doctor.noneText")} />
        )
      )}
    </Stack>
  );
}

function CheckProgress({ check: { startedAt, seen } }: { check: NonNullable<LastDoctorReport["check"]> }) {
  const { t } = useTranslation();
  return (
    <Alert
      role="status"
      color="blue"
      variant="light"
      icon={<Loader size={18} />}
      title={t("doctor.checking")}
    >
      {/* The numbers change every 2 s, too often for screen readers to announce them. */}
      <Text size="sm" aria-live="off">
        {t("doctor.soFar", { at: formatDateTime(startedAt), ...useCheckedTexts(seen) })}
      </Text>
    </Alert>
  );
}

function ReportContent({ report, repairs }: { report: DoctorReport; repairs: LastDoctorReport["repairs"] }) {
  const { t } = useTranslation();
  const seen = useCheckedTexts(report.seen);
  return (
    <>
      <Text c="dimmed">{t("doctor.seen", { at: formatDateTime(report.endedAt), ...seen })}</Text>
      {report.faults.map((fault) => (
        <Alert key={fault} color="orange" icon={<IconAlertTriangle />} title={t("doctor.fault")}>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {fault}
          </Text>
        </Alert>
      ))}
      {report.findings.map((finding) => (
        <FindingItem key={finding.kind} finding={finding} />
      ))}
      {repairs.length > 0 && <RepairList repairs={repairs} />}
      {report.findings.length === 0 && report.faults.length === 0 && (
        <EmptyState
          icon={<IconCircleCheck size={34} />}
          title={t("doctor.well")}
          text={t("doctor.wellText")}
        />
      )}
    </>
  );
}

function useCheckedTexts({ objects, bytes, videos, checksums }: DoctorReport["seen"]) {
  const { i18n } = useTranslation();
  const number = (value: number) => numberText(value, i18n.language);
  return {
    objects: number(objects),
    size: sizeText(bytes),
    videos: number(videos),
    checksums: number(checksums),
  };
}

/** Lists the running and finished repairs, latest first. */
function RepairList({ repairs }: Pick<LastDoctorReport, "repairs">) {
  const { t } = useTranslation();
  return (
    <Box component="section" variant="panel" p="lg">
      <Title order={2} size="h4" mb={4}>
        {t("doctor.repairs")}
      </Title>
      <Text mb="sm">{t("doctor.repairsText")}</Text>
      <Stack gap="xs">
        {repairs.map(({ object, state, changedAt }) => (
          <Group key={`${object} ${changedAt}`} gap="sm" wrap="nowrap" align="start">
            <StateBadge tone={REPAIR_TONES[state]}>{t(`doctor.repairStates.${state}`)}</StateBadge>
            <Box>
              <Text size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
                {object}
              </Text>
              <Text size="sm" c="dimmed">
                {formatDateTime(changedAt)}
              </Text>
            </Box>
          </Group>
        ))}
      </Stack>
    </Box>
  );
}

function FindingItem({ finding: { kind, count, bytes, named, repairing } }: { finding: FindingView }) {
  const { t, i18n } = useTranslation();
  return (
    <Box component="section" variant="panel" p="lg">
      <Group gap="sm" mb={4}>
        <StateBadge tone={FINDING_TONES[kind] ?? "warning"}>{numberText(count, i18n.language)}</StateBadge>
        <Title order={2} size="h4">
          {t(`doctor.kinds.${kind}.title`)}
        </Title>
        {bytes > 0 && <Text c="dimmed">{sizeText(bytes)}</Text>}
      </Group>
      <Text mb="sm">{t(`doctor.kinds.${kind}.text`)}</Text>
      {repairing > 0 && <Text mb="sm">{t("doctor.repairing", { count: repairing })}</Text>}
      <Box component="ul" m={0} pl="md">
        {named.map((name) => (
          <Text key={name} component="li" size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
        ))}
      </Box>
      {count > named.length && (
        <Text size="sm" c="dimmed" mt={4}>
          {t("doctor.more", { count: count - named.length })}
        </Text>
      )}
    </Box>
  );
}
