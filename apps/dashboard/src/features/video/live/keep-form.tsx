import { Stack, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { KeepFields } from "../../../components/live/keep-fields.tsx";
import {
  findSeekFault,
  type KeepValues,
  keepBodyOf,
  SEEK_BACK_DEFAULT_SEC,
} from "../../../components/live/keep-values.ts";
import { LatencyField } from "../../../components/live/latency-field.tsx";
import { useLatencyText } from "../../../components/live/latency-text.ts";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { notify } from "../../../lib/notify.ts";
import { FormFoot } from "../form-foot.tsx";
import { useVideoForm } from "../use-video-form.ts";
import { VideoConflict } from "../video-conflict.tsx";
import { useVideoChange } from "../video-state.ts";

interface Values extends KeepValues, Record<string, unknown> {}

/** What stays of a live, and how far its viewers may go back, from the next time that it begins. */
export function KeepForm({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const edit = useKeepForm(video, onEnd);
  const { form } = edit;
  const latencyText = useLatencyText();
  const textOf = (field: string, value: unknown) => {
    if (field === "targetLatencySec") return latencyText(value as number | null);
    return typeof value === "boolean"
      ? t(value ? "videoPage.encoding.on" : "videoPage.encoding.off")
      : String(value);
  };
  const labels = {
    keepLive: t("live.keep.allow"),
    seekLive: t("live.seek.allow"),
    liveToKeepDuration: t("live.seek.duration"),
    targetLatencySec: t("live.latency.label"),
  };
  return (
    <form onSubmit={edit.handleSubmit} noValidate>
      <Stack>
        <FormFault fault={edit.fault} />
        <VideoConflict<Values> edit={edit} labels={labels} textOf={textOf} />
        <KeepFields
          values={form.getValues()}
          onChange={(values) => form.setValues(values)}
          duration={form.getInputProps("liveToKeepDuration")}
        />
        <LatencyField
          value={form.getValues().targetLatencySec}
          onChange={(targetLatencySec) => form.setValues({ targetLatencySec })}
        />
        <Text size="sm" c="dimmed">
          {t("live.fromNextStart")}
        </Text>
        <FormFoot isSending={edit.isSending} onCancel={onEnd} />
      </Stack>
    </form>
  );
}

function useKeepForm(video: VideoView, onEnd: () => void) {
  const { t } = useTranslation();
  const change = useVideoChange(video.uuid);
  return useVideoForm<Values>({
    video,
    valuesOf: ({ keepLive, seekLive, liveToKeepDuration, targetLatencySec }) => ({
      keepLive,
      seekLive,
      targetLatencySec,
      liveToKeepDuration: liveToKeepDuration ?? SEEK_BACK_DEFAULT_SEC,
    }),
    validate: (values) => ({ liveToKeepDuration: findSeekFault(values, t) }),
    save: (values, revision) => change({ ...keepBodyOf(values), revision }),
    onSaved() {
      notify.success({ message: t("live.saved") });
      onEnd();
    },
  });
}
