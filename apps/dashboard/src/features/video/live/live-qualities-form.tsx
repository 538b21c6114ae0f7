import { Stack, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { QualitiesField, qualitiesText } from "../../../components/video/qualities/qualities-field.tsx";
import {
  haveFaults,
  type QualityRow,
  qualitiesOf,
  rowsOf,
} from "../../../components/video/qualities/quality-rows.ts";
import { notify } from "../../../lib/notify.ts";
import { FormFoot } from "../form-foot.tsx";
import { useVideoForm } from "../use-video-form.ts";
import { VideoConflict } from "../video-conflict.tsx";
import { useVideoChange } from "../video-state.ts";

interface Values extends Record<string, unknown> {
  isOptimized: boolean;
  inputQualities: QualityRow[];
}

/** The qualities of a live, from the next time that it begins. */
export function LiveQualitiesForm({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const edit = useQualitiesForm(video, onEnd);
  const { form } = edit;
  const { isOptimized, inputQualities } = form.getValues();
  const qualities = t("videoPage.encoding.qualities");
  return (
    <form onSubmit={edit.handleSubmit} noValidate>
      <Stack>
        <FormFault fault={edit.fault} title={t("videoPage.encoding.failed")} />
        <VideoConflict<Values>
          edit={edit}
          labels={{ isOptimized: qualities, inputQualities: qualities }}
          textOf={(field, value) =>
            field === "inputQualities"
              ? qualitiesText(value as QualityRow[])
              : t(value ? "profile.defaults.optimized" : "profile.defaults.custom")
          }
        />
        <QualitiesField
          isOptimized={isOptimized}
          rows={inputQualities}
          fault={form.errors.inputQualities}
          onMode={(next) => form.setFieldValue("isOptimized", next)}
          onRows={(rows) => form.setFieldValue("inputQualities", rows)}
        />
        <Text size="sm" c="dimmed">
          {t("live.fromNextStart")}
        </Text>
        <FormFoot isSending={edit.isSending} onCancel={onEnd} />
      </Stack>
    </form>
  );
}

function useQualitiesForm(video: VideoView, onEnd: () => void) {
  const { t } = useTranslation();
  const change = useVideoChange(video.uuid);
  return useVideoForm<Values>({
    video,
    valuesOf: ({ inputQualities }) => ({
      isOptimized: typeof inputQualities === "string",
      inputQualities: rowsOf(inputQualities),
    }),
    validate: ({ isOptimized, inputQualities }) => ({
      inputQualities: !isOptimized && haveFaults(inputQualities) && t("profile.defaults.fix"),
    }),
    save: ({ isOptimized, inputQualities }, revision) =>
      change({ inputQualities: qualitiesOf(isOptimized, inputQualities), revision }),
    onSaved() {
      notify.success({ message: t("live.saved") });
      onEnd();
    },
  });
}
