import { Radio, Stack, TextInput } from "@mantine/core";
import { MAX_TITLE_LENGTH, routes, type VideoView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useReportUnsaved } from "../../../components/ui/form/unsaved.ts";
import { useUnguardedForm } from "../../../components/ui/form/use-unguarded-form.ts";
import { findCutFaults, rangeOf } from "../../../components/video/range/cut-range.ts";
import { FastRange } from "../../../components/video/range/fast-range.tsx";
import { RangeField } from "../../../components/video/range/range-field.tsx";
import { timeText } from "../../../lib/clock-text.ts";
import { findOwnChanges } from "../../../lib/edit-conflict.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { loadVideo } from "../../../lib/video-cache.ts";
import { SectionForm } from "../video-form-section.tsx";

/** Selects a range on the preview's timeline and cuts it out (§2, cut-versions). */
export function CutForm({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit } = useCutForm(video, onEnd);
  return (
    <SectionForm edit={{ fault, isSending, handleSubmit }} onCancel={onEnd} confirm={t("videoPage.cuts.cut")}>
      <RangeField
        video={video}
        values={form.getValues()}
        errors={form.errors}
        onChange={(edge, text) => form.setFieldValue(edge, text)}
      />
      <TextInput
        label={t("videoPage.cuts.title")}
        description={t("videoPage.cuts.titleHint")}
        maxLength={MAX_TITLE_LENGTH}
        {...form.getInputProps("title")}
      />
      <Radio.Group label={t("videoPage.cuts.mode")} {...form.getInputProps("mode")}>
        <Stack gap="xs" mt={6}>
          <Radio
            value="accurate"
            label={t("videoPage.cuts.accurate")}
            description={t("videoPage.cuts.accurateHint")}
          />
          <Radio
            value="fast"
            label={t("videoPage.cuts.fast")}
            description={<FastRange video={video} texts={form.getValues()} />}
          />
        </Stack>
      </Radio.Group>
    </SectionForm>
  );
}

function useCutForm(video: VideoView, onEnd: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const durationSec = video.duration ?? 0;
  const initialValues = { start: "00:00", end: timeText(durationSec), title: "", mode: "accurate" };
  const edit = useUnguardedForm({
    initialValues,
    validate(values) {
      const { start, end } = findCutFaults(values, durationSec);
      return {
        start: start && t(`videoPage.cuts.faults.${start}`),
        end: end && t(`videoPage.cuts.faults.${end}`),
      };
    },
    send({ title, mode, ...texts }) {
      const { start = 0, end = 0 } = rangeOf(texts);
      const named = title.trim() ? { title: title.trim() } : {};
      return call(routes.cutVideo, {
        body: { uuid: video.uuid, start, end, transcode: mode === "accurate", ...named },
      });
    },
    async onSent(cut) {
      notify.success({ message: t("videoPage.cuts.made", { title: cut.title }) });
      onEnd();
      await loadVideo(queries, video.uuid);
    },
  });
  useReportUnsaved(Object.keys(findOwnChanges(initialValues, edit.form.getValues())).length > 0);
  return edit;
}
