import {
  Alert,
  Button,
  FileInput,
  Group,
  List,
  Progress,
  Select,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import {
  ArrivalReport,
  type ArrivalState,
  type ArrivalView,
  fillPath,
  MAX_ARRIVAL_UPLOAD_BYTES,
  routes,
} from "@shoal/contract";
import { IconArchive, IconDownload } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { figureText } from "../../../components/analytics/figure-text.ts";
import { sizeText } from "../../../components/files/size-text.ts";
import { Panel } from "../../../components/ui/panel.tsx";
import { StateBadge, type StateTone } from "../../../components/ui/state-badge.tsx";
import { ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { exactDateOf } from "../../../lib/dates.ts";
import { errorText } from "../../../lib/error-text.ts";
import { fetchFile } from "../../../lib/fetch-file.ts";
import { saveResponse } from "../../../lib/save-response.ts";
import { call } from "../../../lib/session.ts";
import { useCan } from "../../../lib/user.ts";
import { archiveUpload, useArchiveUpload } from "./archive-upload.ts";
import { arrivalsQuery, isOpen } from "./arrivals-query.ts";
import { RemoveButton } from "./remove-button.tsx";
import { PausedUpload, UploadingArchive } from "./uploading-archive.tsx";

const ARRIVAL_STATE_TONES: Record<ArrivalState, StateTone> = {
  uploading: "plain",
  checking: "plain",
  taking: "plain",
  done: "good",
  failed: "bad",
};
/** The kinds of imported objects in the order of the API contract, because the database does not preserve an order. */
const IMPORTED_KINDS = ArrivalReport.shape.taken.keyof().options;
const SKIPPED_KINDS = ArrivalReport.shape.notTaken.keyof().options;
const PROGRESS_PARTS = ["check", "videos", "access", "people"] as const;

/** Lists imports of archives from other installations, with their source, progress and report. */
export function ArchiveImports() {
  const { t } = useTranslation();
  const isManager = useCan("manager");
  return (
    <Panel title={t("arrivals.title")} text={t("arrivals.text")}>
      {/* The server returns the imports only to managers. */}
      {isManager ? <ArrivalList /> : <Text>{t("arrivals.managersOnly")}</Text>}
    </Panel>
  );
}

function ArrivalList() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(arrivalsQuery);
  const sending = useArchiveUpload();
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <PageSkeleton blocks={1} />;
  return (
    <>
      <NewArrival isBusy={data.some(isOpen) || sending !== undefined} />
      {data.length === 0 && !sending && <Text>{t("arrivals.empty")}</Text>}
      {sending && <UploadingArchive item={sending} />}
      {data
        .filter(({ state, uuid }) => state !== "uploading" || uuid !== sending?.uuid)
        .map((each) => (
          <ArrivalCard key={each.uuid} arrival={each} />
        ))}
    </>
  );
}

const ARCHIVE_SOURCES = ["link", "file"] as const;

function NewArrival({ isBusy }: { isBusy: boolean }) {
  const { t } = useTranslation();
  const [source, setSource] = useState<(typeof ARCHIVE_SOURCES)[number]>("link");
  const Form = source === "link" ? LinkForm : FileForm;
  return (
    <Stack gap="sm">
      <List size="sm">
        {PROGRESS_PARTS.map((part) => (
          <List.Item key={part}>{t(`arrivals.parts.${part}`)}</List.Item>
        ))}
      </List>
      <Select
        label={t("arrivals.source")}
        value={source}
        data={ARCHIVE_SOURCES.map((value) => ({ value, label: t(`arrivals.sources.${value}`) }))}
        allowDeselect={false}
        maw={320}
        disabled={isBusy}
        onChange={(value) => setSource(value === "file" ? "file" : "link")}
      />
      <Form isBusy={isBusy} />
    </Stack>
  );
}

function LinkForm({ isBusy }: { isBusy: boolean }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [url, setUrl] = useState("");
  const make = useMutation({
    mutationFn: () => call(routes.createArrival, { body: { url: url.trim() } }),
    onSuccess: () => setUrl(""),
    onSettled: () => queries.invalidateQueries({ queryKey: arrivalsQuery.queryKey }),
  });
  return (
    <ArrivalForm
      isBusy={isBusy}
      isMaking={make.isPending}
      isFilled={url.trim() !== ""}
      error={make.error}
      onSubmit={() => make.mutate()}
    >
      <TextInput
        type="url"
        required
        label={t("arrivals.url")}
        description={t("arrivals.urlHint")}
        placeholder="https://"
        value={url}
        disabled={isBusy}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
    </ArrivalForm>
  );
}

function FileForm({ isBusy }: { isBusy: boolean }) {
  const { t, i18n } = useTranslation();
  const limit = figureText(MAX_ARRIVAL_UPLOAD_BYTES, "bytes", i18n.language);
  const [file, setFile] = useState<File | null>(null);
  const isTooLarge = file !== null && file.size > MAX_ARRIVAL_UPLOAD_BYTES;
  function start(): void {
    if (!file) return;
    archiveUpload.start(file);
    setFile(null);
  }
  return (
    <ArrivalForm isBusy={isBusy} isFilled={file !== null && file.size > 0 && !isTooLarge} onSubmit={start}>
      <FileInput
        required
        accept=".tar,application/x-tar"
        label={t("arrivals.archiveFile")}
        description={t("arrivals.fileHint", { size: limit })}
        placeholder={t("arrivals.chooseFile")}
        value={file}
        disabled={isBusy}
        error={
          isTooLarge
            ? t("arrivals.fileTooLarge", { size: limit })
            : file?.size === 0 && t("arrivals.fileEmpty")
        }
        onChange={setFile}
      />
    </ArrivalForm>
  );
}

interface ArrivalFormProps {
  isBusy: boolean;
  isMaking?: boolean;
  isFilled: boolean;
  error?: Error | null;
  onSubmit: () => void;
  children: ReactNode;
}

function ArrivalForm({ isBusy, isMaking = false, isFilled, error, onSubmit, children }: ArrivalFormProps) {
  const { t } = useTranslation();
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }
  return (
    <Stack component="form" gap="sm" align="stretch" onSubmit={handleSubmit}>
      {children}
      <Group gap="sm">
        <Button
          type="submit"
          leftSection={<IconArchive size={16} />}
          loading={isMaking}
          disabled={isBusy || !isFilled}
        >
          {t("arrivals.make")}
        </Button>
        {isBusy && (
          <Text size="sm" c="dimmed">
            {t("arrivals.busy")}
          </Text>
        )}
      </Group>
      {error && <Alert color="red">{errorText(error)}</Alert>}
    </Stack>
  );
}

function ArrivalCard({ arrival }: { arrival: ArrivalView }) {
  const { t } = useTranslation();
  const { state, fault, faultPath, report, sizeBytes } = arrival;
  const title = t("arrivals.of", { date: exactDateOf(arrival.createdAt) });
  const facts = [
    ...(arrival.fileName === null ? [] : [arrival.fileName]),
    ...(sizeBytes > 0 ? [sizeText(sizeBytes)] : []),
    ...(report ? [t("arrivals.videos", { count: report.taken.videos })] : []),
    ...(arrival.user ? [t("arrivals.by", { user: arrival.user })] : []),
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
        <StateBadge tone={ARRIVAL_STATE_TONES[state]}>{t(`arrivals.states.${state}`)}</StateBadge>
      </Group>
      {fault && (
        <Alert color="red" style={{ overflowWrap: "anywhere" }}>
          {t(`arrivals.faults.${fault}`)}
          {faultPath !== null && <Text size="sm">{t("arrivals.file", { path: faultPath })}</Text>}
          {!report && <Text size="sm">{t("arrivals.nothing")}</Text>}
        </Alert>
      )}
      {state === "uploading" && <PausedUpload arrival={arrival} />}
      {isOpen(arrival) && state !== "uploading" && <ArrivalProgress arrival={arrival} />}
      {report && <Report report={report} />}
      {state !== "uploading" && <ArrivalActions arrival={arrival} />}
    </Stack>
  );
}

function ArrivalProgress({ arrival }: { arrival: ArrivalView }) {
  const { t } = useTranslation();
  const { state, checkedBytes, sizeBytes, arrivedCount, fileCount } = arrival;
  const [done, all] = state === "checking" ? [checkedBytes, sizeBytes] : [arrivedCount, fileCount];
  return (
    <>
      <Progress value={all > 0 ? (100 * done) / all : 0} aria-label={t("arrivals.progress")} animated />
      <Text size="sm">
        {state === "checking"
          ? t("arrivals.checked", { checked: sizeText(checkedBytes), all: sizeText(sizeBytes) })
          : t("arrivals.arrived", { arrived: arrivedCount, count: fileCount })}
      </Text>
    </>
  );
}

function Report({ report }: { report: ArrivalReport }) {
  const { t } = useTranslation();
  const { taken, notTaken, dropped, closedCount, hasBakedRules } = report;
  const lines = [
    ...IMPORTED_KINDS.filter((kind) => taken[kind] > 0).map((kind) =>
      t(`arrivals.taken.${kind}`, { count: taken[kind] }),
    ),
    ...SKIPPED_KINDS.filter((kind) => notTaken[kind] > 0).map((kind) =>
      t(`arrivals.notTaken.${kind}`, { count: notTaken[kind] }),
    ),
    ...Object.entries(dropped).map(([kind, count]) => t("arrivals.dropped", { kind, count })),
  ];
  return (
    <>
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      {closedCount > 0 && <Alert color="yellow">{t("arrivals.closed", { count: closedCount })}</Alert>}
      {hasBakedRules && <Text size="sm">{t("arrivals.bakedRules")}</Text>}
    </>
  );
}

function ArrivalActions({ arrival }: { arrival: ArrivalView }) {
  const { t } = useTranslation();
  const { uuid: id, report } = arrival;
  const params = { id };
  const codes = useMutation({
    mutationFn: async () =>
      saveResponse(
        await fetchFile(fillPath(routes.exportArrivalCodes.path, params), {}),
        `embed-codes-${id}.csv`,
      ),
  });
  const kind = isOpen(arrival) ? "stop" : "forget";
  return (
    <>
      {codes.error && <Alert color="red">{errorText(codes.error)}</Alert>}
      <Group gap="xs">
        {report && (
          <Button
            size="xs"
            leftSection={<IconDownload size={15} />}
            loading={codes.isPending}
            onClick={() => codes.mutate()}
          >
            {t("arrivals.codes")}
          </Button>
        )}
        <RemoveButton
          label={t(`arrivals.${kind}`)}
          question={{
            title: t(`arrivals.${kind}Title`),
            text: t(`arrivals.${kind}Text`),
            confirm: t(`arrivals.${kind}Confirm`),
          }}
          queryKey={arrivalsQuery.queryKey}
          run={() => call(routes.deleteArrival, { params })}
        />
      </Group>
    </>
  );
}
