import { Alert, Box, Group, Stack, Text, Title } from "@mantine/core";
import {
  type DoctorReport,
  type FindingView,
  type LastDoctorReport,
  type RepairView,
  routes,
} from "@shoal/contract";
import { IconAlertTriangle, IconCircleCheck, IconClock } from "@tabler/icons-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AdminNav } from "../../components/admin/admin-nav.tsx";
import { sizeText } from "../../components/files/size-text.ts";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { StateBadge, type StateTone } from "../../components/ui/state-badge.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { dateOf } from "../../lib/dates.ts";
import { numberText } from "../../lib/figures.ts";
import { call } from "../../lib/session.ts";

const reportQuery = queryOptions({
  queryKey: ["doctor"],
  queryFn: ({ signal }) => call(routes.getDoctorReport, {}, { signal }),
});

/** What viewers miss, what may become that, and what only takes room. */
const TONES: Partial<Record<FindingView["kind"], StateTone>> = {
  missing_media: "bad",
  short_media: "bad",
  damaged_media: "bad",
  lost_video: "bad",
  orphan_media: "plain",
  unknown_media: "plain",
};

/** What the last daily comparison of database, media store, queue and analytics found. */
export function DoctorPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(reportQuery);
  return (
    <>
      <AdminNav />
      <PageHeader title={t("doctor.title")} />
      {data ? <Answer {...data} /> : <NoAnswer error={error} onRetry={refetch} />}
    </>
  );
}

function NoAnswer({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return error ? <ErrorState error={error} onRetry={onRetry} /> : <PageSkeleton blocks={2} />;
}

const REPAIR_TONES: Record<RepairView["state"], StateTone> = {
  wanted: "plain",
  sent: "plain",
  repaired: "good",
  failed: "bad",
};

function Answer({ report, repairs }: LastDoctorReport) {
  const { t } = useTranslation();
  if (!report)
    return <EmptyState icon={<IconClock size={34} />} title={t("doctor.none")} text={t("doctor.noneText")} />;
  return (
    <Stack gap="md">
      <Seen report={report} />
      {report.faults.map((fault) => (
        <Alert key={fault} color="orange" icon={<IconAlertTriangle />} title={t("doctor.fault")}>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {fault}
          </Text>
        </Alert>
      ))}
      {report.findings.map((finding) => (
        <Finding key={finding.kind} finding={finding} />
      ))}
      {repairs.length > 0 && <Repairs repairs={repairs} />}
      {report.findings.length === 0 && report.faults.length === 0 && (
        <EmptyState
          icon={<IconCircleCheck size={34} />}
          title={t("doctor.well")}
          text={t("doctor.wellText")}
        />
      )}
    </Stack>
  );
}

function Seen({ report: { endedAt, seen } }: { report: DoctorReport }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => numberText(value, i18n.language);
  return (
    <Text c="dimmed">
      {t("doctor.seen", {
        at: dateOf(endedAt),
        objects: number(seen.objects),
        size: sizeText(seen.bytes),
        videos: number(seen.videos),
        checksums: number(seen.checksums),
      })}
    </Text>
  );
}

/** The running and finished repairs, latest first. */
function Repairs({ repairs }: Pick<LastDoctorReport, "repairs">) {
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
                {dateOf(changedAt)}
              </Text>
            </Box>
          </Group>
        ))}
      </Stack>
    </Box>
  );
}

function Finding({ finding: { kind, count, bytes, named, repairing } }: { finding: FindingView }) {
  const { t, i18n } = useTranslation();
  return (
    <Box component="section" variant="panel" p="lg">
      <Group gap="sm" mb={4}>
        <StateBadge tone={TONES[kind] ?? "warning"}>{numberText(count, i18n.language)}</StateBadge>
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
