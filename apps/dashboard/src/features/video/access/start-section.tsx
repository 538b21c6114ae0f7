import { Alert, Button, Group, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { DateTimeField } from "../../../components/ui/form/date-time-field.tsx";
import { useConflictSafeSave } from "../../../components/video/use-conflict-safe-save.ts";
import { isEditConflict } from "../../../lib/edit-conflict.ts";
import { errorText } from "../../../lib/error-text.ts";
import { isImmediate, readLocalText, scheduledDateOf, toLocalText } from "../../../lib/local-moment.ts";
import { notify } from "../../../lib/notify.ts";
import { useMayModify } from "../../../lib/user.ts";
import { useVideoForm } from "../use-video-form.ts";
import { SectionForm, VideoFormSection } from "../video-form-section.tsx";
import { useVideoChange } from "../video-state.ts";

/** Edits when viewers can start to watch the video (§2, delayed start). */
export function StartSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return (
    <VideoFormSection
      section="start"
      hint={t("videoPage.start.hint")}
      video={video}
      // The key remounts the view when the date has changed.
      view={<StartState key={video.startDate} video={video} />}
      form={(close) => <StartForm video={video} onEnd={close} />}
    />
  );
}

function StartState({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const change = useVideoChange(video.uuid);
  const saveSafely = useConflictSafeSave(video, ({ startDate }) => startDate);
  const mayModify = useMayModify();
  if (!video.startDate) return <Text>{t("videoPage.start.none")}</Text>;
  const date = scheduledDateOf(video.startDate);
  const confirmClear = () =>
    askConfirmation({
      title: t("videoPage.start.clearQuestion"),
      text: t("videoPage.start.clearText", { date }),
      confirm: t("videoPage.start.clear"),
      failed: {
        textOf: (error) => (isEditConflict(error) ? t("shared.conflict.again") : errorText(error)),
      },
      async run() {
        await saveSafely((revision) => change({ startDate: null, revision }));
        notify.success({ message: t("videoPage.start.savedAtOnce") });
      },
    });
  return (
    <Group justify="space-between" gap="sm">
      <Text>{t("videoPage.start.planned", { date })}</Text>
      {mayModify && (
        <Button variant="default" size="xs" onClick={confirmClear}>
          {t("videoPage.start.clear")}
        </Button>
      )}
    </Group>
  );
}

function StartForm({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const change = useVideoChange(video.uuid);
  const edit = useVideoForm({
    video,
    valuesOf: ({ startDate }) => ({ startDate: toLocalText(startDate) }),
    validate: ({ startDate }) => ({ startDate: !readLocalText(startDate) && t("dateTime.fault") }),
    save: ({ startDate }, revision) => change({ startDate: readLocalText(startDate) ?? null, revision }),
    onSaved({ startDate }) {
      notify.success({ message: t(startDate ? "videoPage.start.saved" : "videoPage.start.savedAtOnce") });
      onEnd();
    },
  });
  const iso = readLocalText(edit.form.getValues().startDate);
  return (
    <SectionForm edit={edit} onCancel={onEnd} labels={{ startDate: t("dateTime.label") }}>
      <DateTimeField name="startDate" {...edit.form.getInputProps("startDate")} />
      <div role="status">
        {iso && isImmediate(iso, Date.now()) && <Alert color="orange">{t("videoPage.start.atOnce")}</Alert>}
      </div>
    </SectionForm>
  );
}
