import { Alert, Switch } from "@mantine/core";
import { routes, type VideoView } from "@shoal/contract";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { EncodingMode } from "../../../components/video/qualities/encoding-mode.tsx";
import { QualitiesField, qualitiesText } from "../../../components/video/qualities/qualities-field.tsx";
import {
  haveFaults,
  type QualityRow,
  qualitiesOf,
  rowsOf,
} from "../../../components/video/qualities/quality-rows.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { cacheVideo } from "../../../lib/video-cache.ts";
import { useVideoForm } from "../use-video-form.ts";
import { SectionForm } from "../video-form-section.tsx";

interface EncodingValues extends Record<string, unknown> {
  encoding: VideoView["encoding"];
  isOptimized: boolean;
  inputQualities: QualityRow[];
  firstPass: boolean;
}

/** Edits the encoding settings of the video. Saving encodes it again, after a confirmation. */
export function EncodingForm({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const edit = useEncodingForm(video, onEnd);
  const { form } = edit;
  const conflict = useConflictTexts();
  const handleSubmit = useConfirmedSubmit(edit);
  const { encoding, isOptimized, inputQualities } = form.getValues();
  return (
    <SectionForm<EncodingValues>
      edit={{ ...edit, handleSubmit }}
      {...conflict}
      onCancel={onEnd}
      failed={t("videoPage.encoding.failed")}
      confirm={t("videoPage.encoding.confirm")}
    >
      <EncodingMode value={encoding} onChange={(mode) => form.setFieldValue("encoding", mode)} />
      {encoding === "encoding" && (
        <>
          <QualitiesField
            isOptimized={isOptimized}
            rows={inputQualities}
            fault={form.errors.inputQualities}
            onMode={(next) => form.setFieldValue("isOptimized", next)}
            onRows={(rows) => form.setFieldValue("inputQualities", rows)}
          />
          <Switch
            label={t("profile.encoding.firstPass")}
            description={t("profile.encoding.firstPassHint")}
            key={form.key("firstPass")}
            {...form.getInputProps("firstPass", { type: "checkbox" })}
          />
        </>
      )}
      <Alert color="orange" icon={<IconAlertTriangle />}>
        {t("videoPage.encoding.warning")}
      </Alert>
    </SectionForm>
  );
}

/** Returns functions that name fields and their values, for the notice about a conflict. */
function useConflictTexts() {
  const { t } = useTranslation();
  const qualities = t("videoPage.encoding.qualities");
  const labels = {
    encoding: t("profile.encoding.mode"),
    isOptimized: qualities,
    inputQualities: qualities,
    firstPass: t("profile.encoding.firstPass"),
  };
  const textOf = (field: string, value: unknown) => {
    if (field === "inputQualities") return qualitiesText(value as QualityRow[]);
    if (field === "isOptimized") return t(value ? "profile.defaults.optimized" : "profile.defaults.custom");
    if (field === "firstPass") return t(value ? "videoPage.encoding.on" : "videoPage.encoding.off");
    return t(`profile.encoding.modes.${value as VideoView["encoding"]}`);
  };
  return { labels, textOf };
}

function useEncodingForm(video: VideoView, onEnd: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return useVideoForm<EncodingValues>({
    video,
    valuesOf: ({ encoding, inputQualities, firstPass }) => ({
      encoding,
      isOptimized: typeof inputQualities === "string",
      inputQualities: rowsOf(inputQualities),
      firstPass,
    }),
    validate: ({ encoding, isOptimized, inputQualities }) => ({
      inputQualities:
        encoding === "encoding" && !isOptimized && haveFaults(inputQualities) && t("profile.defaults.fix"),
    }),
    async save({ encoding, isOptimized, inputQualities, firstPass }, revision) {
      const qualities =
        encoding === "encoding" ? { inputQualities: qualitiesOf(isOptimized, inputQualities) } : {};
      const body = { encoding, firstPass, ...qualities, revision };
      const saved = await call(routes.setRepresentations, { params: { id: video.uuid }, body });
      notify.success({ message: t("videoPage.encoding.saved") });
      return cacheVideo(queries, saved);
    },
    onSaved: onEnd,
  });
}

/** Returns a submit handler that asks for confirmation first, because the change makes the video unavailable for a while. */
function useConfirmedSubmit({ form, handleSubmit, isChanged }: ReturnType<typeof useEncodingForm>) {
  const { t } = useTranslation();
  return (event: SyntheticEvent<HTMLFormElement>) => {
    if (!isChanged || form.validate().hasErrors) {
      handleSubmit(event);
      return;
    }
    event.preventDefault();
    askConfirmation({
      title: t("videoPage.encoding.question"),
      text: t("videoPage.encoding.warning"),
      confirm: t("videoPage.encoding.confirm"),
      run: () => handleSubmit(),
    });
  };
}
