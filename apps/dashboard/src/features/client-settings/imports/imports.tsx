import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { fillPath, IMPORT_SOURCE_KINDS, type ImportState, type ImportView, routes } from "@shoal/contract";
import { IconDownload } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { Panel } from "../../../components/ui/panel.tsx";
import { StateBadge, type StateTone } from "../../../components/ui/state-badge.tsx";
import { ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { exactDateOf } from "../../../lib/dates.ts";
import { errorText } from "../../../lib/error-text.ts";
import { fetchFile } from "../../../lib/fetch-file.ts";
import { saveResponse } from "../../../lib/save-response.ts";
import { call } from "../../../lib/session.ts";
import { useCan } from "../../../lib/user.ts";
import { ImportRowList } from "./import-rows.tsx";
import { importsQuery } from "./imports-query.ts";
import { NewImport } from "./new-import.tsx";

const IMPORT_STATE_TONES: Record<ImportState, StateTone> = {
  reading: "plain",
  ready: "plain",
  running: "plain",
  paused: "warning",
  done: "good",
  cancelled: "plain",
  failed: "bad",
};

/** Imports lists of videos from other services: shows them before they are started, and their results. */
export function Imports() {
  const { t } = useTranslation();
  const isEditor = useCan("editor");
  return (
    <Stack gap="lg" maw={1080}>
      <Panel title={t("imports.title")} text={t("imports.text")}>
        {/* The server returns the imports only to editors. */}
        {isEditor ? <ImportList /> : <Text>{t("imports.editorsOnly")}</Text>}
      </Panel>
    </Stack>
  );
}

function ImportList() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(importsQuery);
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <PageSkeleton blocks={1} />;
  return (
    <>
      <NewImport />
      {data.length === 0 && <Text>{t("imports.empty")}</Text>}
      {data.map((each) => (
        <ImportCard key={each.uuid} made={each} />
      ))}
    </>
  );
}

function ImportCard({ made }: { made: ImportView }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(made.state === "ready");
  const { counts, state, fault, ignoredFields } = made;
  const good = counts.waiting + counts.fetching + counts.imported + counts.failed + counts.cancelled;
  const source = IMPORT_SOURCE_KINDS.find((kind) => kind === made.kind);
  const facts = [
    ...(source ? [t(`imports.sources.${source}.name`)] : []),
    source
      ? t("imports.videos", { count: good + counts.broken + counts.present })
      : t("imports.lines", { count: good + counts.broken }),
    ...(counts.imported > 0 ? [t("imports.imported", { count: counts.imported })] : []),
    ...(counts.fetching > 0 ? [t("imports.fetching", { count: counts.fetching })] : []),
    ...(counts.present > 0 ? [t("imports.present", { count: counts.present })] : []),
    ...(counts.failed > 0 ? [t("imports.failedCount", { count: counts.failed })] : []),
    ...(counts.broken > 0 ? [t("imports.broken", { count: counts.broken })] : []),
    exactDateOf(made.createdAt),
    ...(made.user ? [t("imports.by", { user: made.user })] : []),
  ];
  const isBegun = made.startedAt !== null;
  return (
    <Stack component="article" variant="sunken" gap="sm" aria-label={made.name}>
      <Group justify="space-between" align="flex-start" gap="8px 24px">
        <Stack gap={4} flex="1 1 260px" miw={0} style={{ overflowWrap: "anywhere" }}>
          <Text fw={600}>{made.name}</Text>
          <Text size="sm" c="dimmed">
            {facts.join(" · ")}
          </Text>
        </Stack>
        <StateBadge tone={IMPORT_STATE_TONES[state]}>{t(`imports.states.${state}`)}</StateBadge>
      </Group>
      {fault && fault !== "user" && (
        <Alert color={state === "failed" ? "red" : "yellow"}>{t(`imports.faults.${fault}`)}</Alert>
      )}
      {ignoredFields.length > 0 && (
        <Text size="sm">
          {t(source ? "imports.ignoredFiles" : "imports.ignored", { fields: ignoredFields.join(", ") })}
        </Text>
      )}
      {source && state === "ready" && <Text size="sm">{t(`imports.sources.${source}.missing`)}</Text>}
      {isBegun && good > 0 && (
        <Progress
          value={(100 * (counts.imported + counts.failed)) / good}
          aria-label={t("imports.progress")}
          animated={state === "running"}
        />
      )}
      <ImportActions made={made} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      {isOpen && (state !== "reading" || source) && <ImportRowList made={made} />}
    </Stack>
  );
}

function ImportActions({
  made,
  isOpen,
  onToggle,
}: {
  made: ImportView;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { uuid: id, state, counts } = made;
  const source = IMPORT_SOURCE_KINDS.find((kind) => kind === made.kind);
  const params = { id };
  const refresh = () => queries.invalidateQueries({ queryKey: importsQuery.queryKey });
  const start = useMutation({
    mutationFn: () => call(routes.startImport, { params }),
    onSettled: refresh,
  });
  const pause = useMutation({
    mutationFn: () => call(routes.pauseImport, { params }),
    onSettled: refresh,
  });
  const report = useMutation({
    mutationFn: async () =>
      saveResponse(await fetchFile(fillPath(routes.exportImportReport.path, params), {}), `import-${id}.csv`),
  });
  const fault = start.error ?? pause.error ?? report.error;
  const confirm = (kind: "cancel" | "delete") =>
    askConfirmation({
      title: t(`imports.${kind}Title`),
      text: t(`imports.${kind}Text`),
      confirm: t(`imports.${kind}Confirm`),
      isDangerous: true,
      async run() {
        try {
          await call(kind === "cancel" ? routes.cancelImport : routes.deleteImport, { params });
        } finally {
          // The list is reloaded even after an error, because another user may already have made the change.
          await refresh();
        }
      },
    });
  const isStartable = (state === "ready" && counts.waiting > 0) || state === "paused";
  const isOver = state === "done" || state === "cancelled" || state === "failed";
  return (
    <>
      {fault && <Alert color="red">{errorText(fault)}</Alert>}
      <Group gap="xs">
        {isStartable && (
          <Button size="xs" loading={start.isPending} onClick={() => start.mutate()}>
            {state === "paused" ? t("imports.resume") : t("imports.start", { count: counts.waiting })}
          </Button>
        )}
        {(state === "running" || state === "reading") && (
          <Button size="xs" variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
            {t("imports.pause")}
          </Button>
        )}
        {(state !== "reading" || source) && state !== "failed" && (
          <Button size="xs" variant="default" aria-expanded={isOpen} onClick={onToggle}>
            {t(source ? "imports.showVideos" : "imports.show")}
          </Button>
        )}
        {state !== "reading" && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={15} />}
            loading={report.isPending}
            onClick={() => report.mutate()}
          >
            {t("imports.report")}
          </Button>
        )}
        {!isOver && (
          <Button size="xs" variant="default" onClick={() => confirm("cancel")}>
            {t("imports.cancel")}
          </Button>
        )}
        {isOver && (
          <Button size="xs" variant="default" onClick={() => confirm("delete")}>
            {t("imports.delete")}
          </Button>
        )}
      </Group>
    </>
  );
}
