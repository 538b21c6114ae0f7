import { Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { isCameraLive } from "../../../components/video/is-camera-live.ts";
import { EncodingMode } from "../../../components/video/qualities/encoding-mode.tsx";
import { QualitiesField, qualitiesText } from "../../../components/video/qualities/qualities-field.tsx";
import {
  haveFaults,
  type QualityRow,
  qualitiesOf,
  rowsOf,
} from "../../../components/video/qualities/quality-rows.ts";
import { notify } from "../../../lib/notify.ts";
import { useVideoForm } from "../use-video-form.ts";
import { SectionForm } from "../video-form-section.tsx";
import { useVideoChange } from "../video-state.ts";

interface LiveQualitiesValues extends Record<string, unknown> {
  encoding: VideoView["encoding"];
  isOptimized: boolean;
  inputQualities: QualityRow[];
}

/** Edits the qualities of a live, which apply from its next start. */
export function LiveQualitiesForm({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const edit = useQualitiesForm(video, onEnd);
  const { form } = edit;
  const conflict = useConflictTexts();
  const { encoding, isOptimized, inputQualities } = form.getValues();
  return (
    <SectionForm<LiveQualitiesValues>
      edit={edit}
      {...conflict}
      onCancel={onEnd}
      failed={t("videoPage.encoding.failed")}
    >
      {!isCameraLive(video) && (
        <EncodingMode value={encoding} onChange={(mode) => form.setFieldValue("encoding", mode)} />
      )}
      {encoding === "encoding" ? (
        <QualitiesField
          isOptimized={isOptimized}
          rows={inputQualities}
          fault={form.errors.inputQualities}
          onMode={(next) => form.setFieldValue("isOptimized", next)}
          onRows={(rows) => form.setFieldValue("inputQualities", rows)}
        />
      ) : (
        <Text size="sm">{t("live.copyHint")}</Text>
      )}
      <Text size="sm" c="dimmed">
        {t("live.fromNextStart")}
      </Text>
    </SectionForm>
  );
}

/** Returns functions that name fields and their values, for the notice about a conflict. */
function useConflictTexts() {
  const { t } = useTranslation();
  const qualities = t("videoPage.encoding.qualities");
  const textOf = (field: string, value: unknown) => {
    if (field === "inputQualities") return qualitiesText(value as QualityRow[]);
    if (field === "isOptimized") return t(value ? "profile.defaults.optimized" : "profile.defaults.custom");
    return t(`profile.encoding.modes.${value as VideoView["encoding"]}`);
  };
  const labels = { encoding: t("profile.encoding.mode"), isOptimized: qualities, inputQualities: qualities };
  return { labels, textOf };
}

function useQualitiesForm(video: VideoView, onEnd: () => void) {
  const { t } = useTranslation();
  const change = useVideoChange(video.uuid);
  return useVideoForm<LiveQualitiesValues>({
    video,
    valuesOf: ({ encoding, inputQualities }) => ({
      encoding,
      isOptimized: typeof inputQualities === "string",
      inputQualities: rowsOf(inputQualities),
    }),
    validate: ({ encoding, isOptimized, inputQualities }) => ({
      inputQualities:
        encoding === "encoding" && !isOptimized && haveFaults(inputQualities) && t("profile.defaults.fix"),
    }),
    save: ({ encoding, isOptimized, inputQualities }, revision) => {
      const qualities =
        encoding === "encoding" ? { inputQualities: qualitiesOf(isOptimized, inputQualities) } : {};
      return change({ encoding, ...qualities, revision });
    },
    onSaved() {
      notify.success({ message: t("live.saved") });
      onEnd();
    },
  });
}
