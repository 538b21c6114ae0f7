import { Stack } from "@mantine/core";
import { type CaptionTrack, routes, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { useReportUnsaved } from "../../../components/ui/form/unsaved.ts";
import { useUnguardedForm } from "../../../components/ui/form/use-unguarded-form.ts";
import { usePreview } from "../../../components/video/preview/use-preview.ts";
import { findOwnChanges } from "../../../lib/edit-conflict.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { loadVideo } from "../../../lib/video-cache.ts";
import { FormFooter } from "../video-form-section.tsx";
import classes from "./captions.module.css";
import { languageName } from "./languages.ts";
import { TrackFields, type TrackValues, useTrackFaults } from "./track-fields.tsx";

interface DetailsFormProps {
  video: VideoView;
  track: CaptionTrack;
  onEnd: () => void;
}

/** Edits the language, name and kind of an existing track. */
export function DetailsForm({ video, track, onEnd }: DetailsFormProps) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const preview = usePreview();
  const validate = useTrackFaults();
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => place.current?.querySelector("input")?.focus(), []);
  const { language, label, kind, isDefault } = track;
  const initialValues: TrackValues = { language, label, kind, isDefault };
  const { form, fault, isSending, handleSubmit } = useUnguardedForm({
    initialValues,
    validate,
    send: (values) =>
      call(routes.changeCaptions, {
        params: { id: video.uuid, captionsId: track.uuid },
        body: {
          revision: track.revision,
          ...values,
          label: values.label.trim() || languageName(values.language, values.language, values.language),
        },
      }),
    async onSent(saved) {
      notify.success({ message: t("captions.saved", { name: saved.label }) });
      onEnd();
      preview.showCaptions(saved);
      await loadVideo(queries, video.uuid);
    },
    onRefused: () => {
      // Loads the changes by others. The entered values are kept and can be saved again.
      void loadVideo(queries, video.uuid);
      return false;
    },
  });
  useReportUnsaved(Object.keys(findOwnChanges(initialValues, form.getValues())).length > 0);
  return (
    <form
      ref={place}
      className={classes.card}
      onSubmit={handleSubmit}
      noValidate
      aria-label={`${languageName(language, i18n.language, language)}, ${label}`}
    >
      <Stack>
        <FormFault fault={fault} />
        <TrackFields form={form} />
        <FormFooter isSending={isSending} onCancel={onEnd} />
      </Stack>
    </form>
  );
}
