import { Alert, Stack, Text } from "@mantine/core";
import { AppError, type CaptionNote, type FieldError, type VideoView } from "@shoal/contract";
import { readCaptionsName } from "@shoal/domain";
import { IconAlertCircle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { useReportUnsaved } from "../../../components/ui/form/unsaved.ts";
import { useUnguardedForm } from "../../../components/ui/form/use-unguarded-form.ts";
import { usePreview } from "../../../components/video/preview/use-preview.ts";
import { notify } from "../../../lib/notify.ts";
import { loadVideo } from "../../../lib/video-cache.ts";
import { FormFooter } from "../video-form-section.tsx";
import classes from "./captions.module.css";
import { uploadCaptions } from "./captions-api.ts";
import { COMMON_LANGUAGES } from "./languages.ts";
import { TrackFields, type TrackValues, useTrackFaults } from "./track-fields.tsx";

const MAX_SHOWN_FAULTS = 8;
/** Lists the errors in lines in a subtitle file. */
function FileFaults({ name, fields }: { name: string; fields: readonly FieldError[] }) {
  const { t } = useTranslation();
  const rest = fields.length - MAX_SHOWN_FAULTS;
  return (
    <div role="alert" style={{ display: "contents" }}>
      <Alert
        color="red"
        role="presentation"
        icon={<IconAlertCircle />}
        title={t("captions.uploadFailed", { name })}
      >
        <ul style={{ margin: 0, paddingLeft: 18 }}>
          {fields.slice(0, MAX_SHOWN_FAULTS).map(({ path, reason }) => {
            const line = /^lines\.(\d+)/.exec(path)?.[1];
            return <li key={`${path} ${reason}`}>{line ? t("captions.line", { line, reason }) : reason}</li>;
          })}
          {rest > 0 && <li>{t("captions.moreLines", { count: rest })}</li>}
        </ul>
      </Alert>
    </div>
  );
}

interface UploadFormProps {
  video: VideoView;
  file: File;
  onEnd: () => void;
}

/** Asks for a file's language and kind, which are guessed from its name, and uploads the file. */
export function UploadForm({ video, file, onEnd }: UploadFormProps) {
  const { t } = useTranslation();
  const { form, fault, faults, isSending, handleSubmit } = useUploadForm({ video, file, onEnd });
  const place = useRef<HTMLFormElement>(null);
  useReportUnsaved(true);
  useEffect(() => place.current?.querySelector("input")?.focus(), []);
  return (
    <form
      ref={place}
      className={classes.card}
      onSubmit={handleSubmit}
      noValidate
      aria-label={t("captions.newFrom", { name: file.name })}
    >
      <Stack>
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {t("captions.newFrom", { name: file.name })}
        </Text>
        <FormFault fault={fault} />
        {faults && <FileFaults name={file.name} fields={faults} />}
        <TrackFields form={form} />
        <FormFooter isSending={isSending} onCancel={onEnd} confirm={t("captions.add")} />
      </Stack>
    </form>
  );
}

/** The maximum number of notes that are shown. Further notes are of the same kinds. */
const MAX_SHOWN_NOTES = 3;

/** Describes the cues that were omitted or moved when the file was read. */
function notesText(notes: readonly CaptionNote[], t: TFunction): string {
  const shown = notes
    .slice(0, MAX_SHOWN_NOTES)
    .map(({ kind, line, movedSec }) =>
      t("captions.line", { line, reason: t(`captions.notes.${kind}`, { seconds: movedSec }) }),
    );
  const count = notes.length - shown.length;
  return [...shown, ...(count > 0 ? [t("captions.moreLines", { count })] : [])].join(". ");
}

function useUploadForm({ video, file, onEnd }: UploadFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const preview = usePreview();
  const validate = useTrackFaults();
  const [faults, setFaults] = useState<readonly FieldError[]>();
  const guess = readCaptionsName(file.name, COMMON_LANGUAGES);
  const initialValues: TrackValues = {
    language: guess.language ?? "",
    label: "",
    kind: guess.kind,
    isDefault: false,
  };
  const app = useUnguardedForm({
    initialValues,
    validate,
    send(values) {
      setFaults(undefined);
      return uploadCaptions(video.uuid, { ...values, file });
    },
    async onSent(track) {
      const captions = t("captions.count", { count: track.cueCount });
      const about = { name: track.label, captions, charset: track.charset.toUpperCase() };
      const key = track.charset === "utf-8" ? "captions.added" : "captions.addedAs";
      notify.success({ message: t(key, about) });
      if (track.notes.length > 0) notify.warning({ title: file.name, message: notesText(track.notes, t) });
      onEnd();
      preview.showCaptions(track);
      await loadVideo(queries, video.uuid);
    },
    onRefused(error) {
      const isOfFile = error instanceof AppError && error.code === "captions_file_unreadable";
      if (isOfFile) setFaults(error.fields ?? []);
      return isOfFile;
    },
  });
  return { ...app, faults };
}
