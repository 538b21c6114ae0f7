import { Alert, Button, Group, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { DateTimeField } from "../../components/ui/form/date-time-field.tsx";
import { useReportUnsaved } from "../../components/ui/form/unsaved.ts";
import { useUnguardedForm } from "../../components/ui/form/use-unguarded-form.ts";
import { isImmediate, readLocalText, scheduledDateOf, toLocalText } from "../../lib/local-moment.ts";
import { useMayModify } from "../../lib/user.ts";
import { useDeletionPlan } from "./use-deletion-plan.tsx";
import { SectionForm, VideoFormSection } from "./video-form-section.tsx";

/** Edits when the video is deleted (§2, delayed destruction). */
export function DeletionSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  return (
    <VideoFormSection
      section="deletion"
      hint={t("videoPage.deletion.hint")}
      video={video}
      // The key remounts the view when the date changes.
      view={<DeletionState key={video.deleteDate} video={video} />}
      form={(close) => <DeletionForm video={video} onEnd={close} />}
    />
  );
}

function DeletionState({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const { confirmClear } = useDeletionPlan(video);
  const mayModify = useMayModify();
  if (!video.deleteDate) return <Text>{t("videoPage.deletion.none")}</Text>;
  const date = scheduledDateOf(video.deleteDate);
  if (video.isDeleted) return <Text>{t("videoPage.deletedText", { date })}</Text>;
  return (
    <Group justify="space-between" gap="sm">
      <Text>{t("videoPage.deletion.planned", { date })}</Text>
      {mayModify && (
        <Button variant="default" size="xs" onClick={confirmClear}>
          {t("videoPage.deletion.clear")}
        </Button>
      )}
    </Group>
  );
}

function DeletionForm({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const { plan } = useDeletionPlan(video);
  const { form, fault, isSending, handleSubmit } = useUnguardedForm({
    initialValues: { deleteDate: toLocalText(video.deleteDate) },
    validate: ({ deleteDate }) => ({ deleteDate: !readLocalText(deleteDate) && t("dateTime.fault") }),
    send: ({ deleteDate }) => plan(readLocalText(deleteDate) ?? ""),
    onSent: (isPlanned) => isPlanned && onEnd(),
  });
  const { deleteDate } = form.getValues();
  const iso = readLocalText(deleteDate);
  useReportUnsaved(deleteDate !== toLocalText(video.deleteDate));
  return (
    <SectionForm
      edit={{ fault, isSending, handleSubmit }}
      onCancel={onEnd}
      confirm={t("videoPage.deletion.save")}
    >
      <DateTimeField name="deleteDate" {...form.getInputProps("deleteDate")} />
      <div role="status">
        {iso && isImmediate(iso, Date.now()) && (
          <Alert color="orange">{t("videoPage.deletion.atOnce")}</Alert>
        )}
      </div>
    </SectionForm>
  );
}
