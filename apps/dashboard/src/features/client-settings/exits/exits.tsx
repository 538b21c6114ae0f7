import { Alert, Button, Group, List, Progress, Stack, Text } from "@mantine/core";
import { type ExitState, type ExitView, routes } from "@shoal/contract";
import { IconArchive, IconDownload } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { sizeText } from "../../../components/files/size-text.ts";
import { CopyButton } from "../../../components/ui/copy-button.tsx";
import { Panel } from "../../../components/ui/panel.tsx";
import { StateBadge, type StateTone } from "../../../components/ui/state-badge.tsx";
import { ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { exactDateOf } from "../../../lib/dates.ts";
import { errorText } from "../../../lib/error-text.ts";
import { call } from "../../../lib/session.ts";
import { useCan } from "../../../lib/user.ts";
import { ArchiveImports } from "./arrivals.tsx";
import { exitsQuery } from "./exits-query.ts";
import { RemoveButton } from "./remove-button.tsx";

const EXIT_STATE_TONES: Record<ExitState, StateTone> = { making: "plain", ready: "good", failed: "bad" };
const ARCHIVE_PARTS = ["media", "texts", "figures", "projects", "chat"] as const;

/** Exports all data of the client as one archive, which can be requested, followed and downloaded. */
export function Exports() {
  const { t } = useTranslation();
  const isManager = useCan("manager");
  return (
    <Stack gap="lg" maw={1080}>
      <Panel title={t("exits.title")} text={t("exits.text")}>
        {/* The server returns the archives only to managers. */}
        {isManager ? <ExportList /> : <Text>{t("exits.managersOnly")}</Text>}
      </Panel>
      <ArchiveImports />
    </Stack>
  );
}

function ExportList() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(exitsQuery);
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <PageSkeleton blocks={1} />;
  return (
    <>
      <NewExport />
      {data.length === 0 && <Text>{t("exits.empty")}</Text>}
      {data.map((each) => (
        <ExportCard key={each.uuid} exit={each} />
      ))}
    </>
  );
}

function NewExport() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: () => call(routes.createExit, {}),
    onSettled: () => queries.invalidateQueries({ queryKey: exitsQuery.queryKey }),
  });
  return (
    <Stack gap="sm" align="flex-start">
      <List size="sm">
        {ARCHIVE_PARTS.map((part) => (
          <List.Item key={part}>{t(`exits.parts.${part}`)}</List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed">
        {t("exits.notInIt")}
      </Text>
      <Button leftSection={<IconArchive size={16} />} loading={make.isPending} onClick={() => make.mutate()}>
        {t("exits.make")}
      </Button>
      {make.error && <Alert color="red">{errorText(make.error)}</Alert>}
    </Stack>
  );
}

function ExportCard({ exit }: { exit: ExitView }) {
  const { t } = useTranslation();
  const { state, fault, fileCount, checkedCount, missingCount } = exit;
  const title = t("exits.of", { date: exactDateOf(exit.snapshotAt) });
  const facts = [
    ...(fileCount > 0 ? [t("exits.files", { count: fileCount })] : []),
    ...(state === "ready" ? [sizeText(exit.sizeBytes)] : []),
    ...(exit.user ? [t("exits.by", { user: exit.user })] : []),
  ];
  return (
    <Stack component="article" variant="sunken" gap="sm" aria-label={title}>
      <Group justify="space-between" align="flex-start" gap="8px 24px">
        <Stack gap={4} flex="1 1 260px" miw={0} style={{ overflowWrap: "anywhere" }}>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed">
            {facts.join(" · ")}
          </Text>
        </Stack>
        <StateBadge tone={EXIT_STATE_TONES[state]}>{t(`exits.states.${state}`)}</StateBadge>
      </Group>
      {fault && <Alert color="red">{t(`exits.faults.${fault}`)}</Alert>}
      {missingCount > 0 && <Alert color="yellow">{t("exits.missing", { count: missingCount })}</Alert>}
      {state === "making" && (
        <>
          <Progress
            value={fileCount > 0 ? (100 * checkedCount) / fileCount : 0}
            aria-label={t("exits.progress")}
            animated
          />
          <Text size="sm">
            {fileCount > 0
              ? t("exits.checked", { checked: checkedCount, count: fileCount })
              : t("exits.listing")}
          </Text>
        </>
      )}
      {exit.deletedAt && <Text size="sm">{t("exits.until", { date: exactDateOf(exit.deletedAt) })}</Text>}
      <ExportActions exit={exit} />
    </Stack>
  );
}

function ExportActions({ exit: { uuid: id, state } }: { exit: ExitView }) {
  const { t } = useTranslation();
  const params = { id };
  const link = useMutation({ mutationFn: () => call(routes.createExitLink, { params }) });
  const kind = state === "making" ? "stop" : "delete";
  return (
    <>
      {link.error && <Alert color="red">{errorText(link.error)}</Alert>}
      {link.data && (
        <Stack gap="xs" role="status">
          <Text size="sm">{t("exits.link", { date: exactDateOf(link.data.expiresAt) })}</Text>
          <Group gap="xs">
            <Button component="a" href={link.data.url} size="xs" leftSection={<IconDownload size={15} />}>
              {t("exits.download")}
            </Button>
            <CopyButton size="xs" text={link.data.url} label={t("exits.copy")} />
          </Group>
        </Stack>
      )}
      <Group gap="xs">
        {state === "ready" && !link.data && (
          <Button size="xs" loading={link.isPending} onClick={() => link.mutate()}>
            {t("exits.makeLink")}
          </Button>
        )}
        <RemoveButton
          label={t(`exits.${kind}`)}
          question={{
            title: t(`exits.${kind}Title`),
            text: t(`exits.${kind}Text`),
            confirm: t(`exits.${kind}Confirm`),
          }}
          queryKey={exitsQuery.queryKey}
          run={() => call(routes.deleteExit, { params })}
        />
      </Group>
    </>
  );
}
