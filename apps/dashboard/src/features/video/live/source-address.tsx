import { Button, Group, Text, TextInput } from "@mantine/core";
import { MAX_SOURCE_URL_LENGTH, type VideoView } from "@shoal/contract";
import { isLiveRunning } from "@shoal/domain";
import { IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isSourceUrl } from "../../../components/live/source-url.ts";
import { useReportUnsaved } from "../../../components/ui/form/unsaved.ts";
import { useUnguardedForm } from "../../../components/ui/form/use-unguarded-form.ts";
import { useConflictSafeSave } from "../../../components/video/use-conflict-safe-save.ts";
import { isEditConflict } from "../../../lib/edit-conflict.ts";
import { notify } from "../../../lib/notify.ts";
import { useMayModify } from "../../../lib/user.ts";
import { SectionForm } from "../video-form-section.tsx";
import { useVideoChange } from "../video-state.ts";

/** Shows the URL of a pulled live without credentials, and lets editors change it. */
export function SourceAddress({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const mayModify = useMayModify() && !video.isDeleted;
  const [isEditing, setEditing] = useState(false);
  if (isEditing && mayModify) return <SourceForm video={video} onEnd={() => setEditing(false)} />;
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {t("live.source.from", { url: video.sourceUrl })}
      </Text>
      {mayModify && (
        <Button
          size="xs"
          variant="default"
          style={{ flexShrink: 0 }}
          leftSection={<IconPencil size={15} />}
          onClick={() => setEditing(true)}
        >
          {t("live.source.change")}
        </Button>
      )}
    </Group>
  );
}

function SourceForm({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit } = useSourceForm(video, onEnd);
  const isRunning = video.live ? isLiveRunning(video.live.state) : false;
  return (
    <SectionForm edit={{ fault, isSending, handleSubmit }} onCancel={onEnd}>
      <TextInput
        label={t("live.source.next")}
        description={t(isRunning ? "live.source.goesOver" : "live.source.whole")}
        placeholder={t("live.source.placeholder")}
        name="url"
        inputMode="url"
        autoComplete="off"
        autoFocus
        maxLength={MAX_SOURCE_URL_LENGTH}
        {...form.getInputProps("url")}
      />
    </SectionForm>
  );
}

function useSourceForm(video: VideoView, onEnd: () => void) {
  const { t } = useTranslation();
  const change = useVideoChange(video.uuid);
  // Compares revisions, because the API never returns the URL's credentials: any newer revision may have changed them.
  const saveSafely = useConflictSafeSave(video, ({ revision }) => revision);
  const [isForeign, setForeign] = useState(false);
  const edit = useUnguardedForm({
    name: "source",
    initialValues: { url: "" },
    validate: ({ url }) => ({ url: !isSourceUrl(url) && t("live.source.invalid") }),
    send: ({ url }) => saveSafely((revision) => change({ url: url.trim(), revision })),
    onRefused(error) {
      setForeign(isEditConflict(error));
      return isEditConflict(error);
    },
    onSent() {
      notify.success({ message: t("live.source.changed") });
      onEnd();
    },
  });
  useReportUnsaved(edit.form.getValues().url !== "");
  return { ...edit, fault: isForeign ? t("live.source.changedMeanwhile") : edit.fault };
}
