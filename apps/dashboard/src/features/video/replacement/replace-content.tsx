import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { routes, type VideoView } from "@shoal/contract";
import { canReplace } from "@shoal/domain";
import { IconCloudUpload } from "@tabler/icons-react";
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { ReadOnly } from "../../../components/ui/read-only.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { useMayModify } from "../../../lib/user.ts";
import { Section } from "../section.tsx";
import { awaitReplacement, type ExpectedFile, type ReplacementStatus } from "./await-replacement.ts";
import { ReplaceFault, ReplaceInterrupted, ReplacePreparing, ReplaceSending } from "./replace-states.tsx";
import { useReplacementUpload } from "./replacement-uploads.ts";

/** The polling interval, in ms. Polling is needed because the progress of the new file does not change the video. */
const REFETCH_INTERVAL_MS = 2_000;

const replacementKey = (uuid: string) => ["video-replacement", uuid];
/** Query for the replacement of a video, reloaded when the video changes, because the new file may have caused the change. */
const replacementQuery = ({ uuid, lastModifyAt }: VideoView) =>
  queryOptions({
    queryKey: [...replacementKey(uuid), lastModifyAt],
    placeholderData: keepPreviousData,
    staleTime: 0,
    queryFn: ({ signal }) => call(routes.getReplacement, { params: { id: uuid } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.replacement ? REFETCH_INTERVAL_MS : false),
  });

/** Replaces the file of the video: shows the file picker, the progress, and the reason why a file could not be used. */
export function ReplaceContent({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return (
    <Section section="replace" hint={t("replacing.hint")} aside={<ReadOnly />}>
      <ReplacementProgress video={video} />
    </Section>
  );
}

function ReplacementProgress({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { uuid } = video;
  const { uploads, sending } = useReplacementUpload(uuid);
  const { data, error, isPending, refetch } = useQuery(replacementQuery(video));
  const isSending = sending !== undefined;
  useEffect(() => {
    if (!isSending) void queries.invalidateQueries({ queryKey: replacementKey(uuid) });
  }, [isSending, queries, uuid]);
  const replacement = data?.replacement ?? null;
  const arrival = useReplacedNotice(data && { ...data, isSending });
  async function giveUp(): Promise<void> {
    arrival.dismiss();
    await uploads.cancel(uuid);
    await call(routes.cancelReplacement, { params: { id: uuid } });
    await queries.invalidateQueries({ queryKey: replacementKey(uuid) });
    notify.success({ message: t("replacing.cancelled") });
  }
  const again = <ChooseReplacement video={video} isAgain />;
  if (sending)
    return <ReplaceSending sending={sending} onRetry={() => uploads.retry(uuid)} onGiveUp={giveUp} />;
  if (isPending) return <Skeleton h={90} radius="md" />;
  if (error && replacement === undefined) return <ReplacementFailed error={error} onRetry={refetch} />;
  if (!replacement) return <ChooseReplacement video={video} />;
  if (replacement.status === "error")
    return (
      <ReplaceFault replacement={replacement} onGiveUp={giveUp}>
        {again}
      </ReplaceFault>
    );
  if (["uploading", "upload_failed"].includes(replacement.status))
    return (
      <ReplaceInterrupted replacement={replacement} onGiveUp={giveUp}>
        {again}
      </ReplaceInterrupted>
    );
  return <ReplacePreparing replacement={replacement} onGiveUp={giveUp} />;
}

/** Notifies the user when the expected file has replaced the media. */
function useReplacedNotice(seen: ReplacementStatus | undefined): { dismiss: () => void } {
  const { t } = useTranslation();
  const awaited = useRef<ExpectedFile>(undefined);
  useEffect(() => {
    if (!seen) return;
    const next = awaitReplacement(awaited.current, seen);
    awaited.current = next.awaited;
    if (next.hasArrived) notify.success({ message: t("replacing.done") });
  }, [seen, t]);
  return {
    dismiss: () => {
      awaited.current = undefined;
    },
  };
}

function ReplacementFailed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation();
  return (
    <Stack align="flex-start">
      <FormFault fault={errorText(error)} title={t("replacing.loadFailed")} />
      <Button variant="default" onClick={() => void onRetry()}>
        {t("common.retry")}
      </Button>
    </Stack>
  );
}

function ChooseReplacement({ video, isAgain = false }: { video: VideoView; isAgain?: boolean }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  if (!isAgain && video.inAndOutOrigin && !canReplace(video))
    return <Text size="sm">{t("replacing.cut")}</Text>;
  if (!isAgain && (!canReplace(video) || video.isDeleted))
    return <Text size="sm">{t("replacing.busy")}</Text>;
  return (
    <Stack gap="sm">
      <Text size="sm">{t("replacing.unchanged")}</Text>
      {mayModify && <ReplacementPicker video={video} />}
    </Stack>
  );
}

/** Accepts one file by drag and drop or by a button, and asks for confirmation before it replaces the media. */
function ReplacementPicker({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const { uploads } = useReplacementUpload(video.uuid);
  function handleFiles([file]: File[]): void {
    if (!file) return;
    askConfirmation({
      title: t("replacing.question"),
      text: t("replacing.questionText", { name: file.name }),
      confirm: t("replacing.confirm"),
      isDangerous: true,
      run() {
        const isTaken = uploads.start(video.uuid, file);
        if (isTaken) notify.success({ message: t("replacing.started") });
        else notify.warning({ title: file.name, message: t("uploads.refused.not_a_video") });
      },
    });
  }
  return (
    <Dropzone
      px={14}
      py={10}
      onDrop={handleFiles}
      multiple={false}
      useFsAccessApi={false}
      inputProps={{ "aria-label": t("replacing.choose") }}
      aria-label={t("replacing.choose")}
    >
      <Group gap="sm" wrap="nowrap">
        <IconCloudUpload size={24} stroke={1.5} aria-hidden />
        <div>
          <Text fw={600} size="sm">
            {t("replacing.drop")}
          </Text>
          <Text size="sm" c="dimmed">
            {t("replacing.orBrowse")}
          </Text>
        </div>
      </Group>
    </Dropzone>
  );
}
