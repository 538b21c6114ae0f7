import { Text } from "@mantine/core";
import type { LiveDelay, VideoView } from "@shoal/contract";
import { isLiveRunning } from "@shoal/domain";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { DelayField } from "../../../components/live/delay-field.tsx";
import { seekChangesOf } from "../../../components/live/delay-values.ts";
import { LatencyField } from "../../../components/live/latency-field.tsx";
import { useLatencyText } from "../../../components/live/latency-text.ts";
import { RecordingFields } from "../../../components/live/recording-fields.tsx";
import {
  findSeekFault,
  type RecordingValues,
  recordingBodyOf,
  SEEK_BACK_DEFAULT_SEC,
} from "../../../components/live/recording-values.ts";
import { isCameraLive } from "../../../components/video/is-camera-live.ts";
import { notify } from "../../../lib/notify.ts";
import { useVideoForm } from "../use-video-form.ts";
import { SectionForm } from "../video-form-section.tsx";
import { useVideoChange } from "../video-state.ts";

interface RecordingFormValues extends RecordingValues, Record<string, unknown> {
  /** The delay, which can be selected only for cameras. */
  directStream: LiveDelay;
}

/** Edits the settings of a camera live that can change before its next start: latency, recording, and the rewind window. */
export function RecordingForm({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const edit = useRecordingForm(video, onEnd);
  const { form } = edit;
  const latencyText = useLatencyText();
  const labels = {
    keepLive: t("live.keep.allow"),
    seekLive: t("live.seek.allow"),
    liveToKeepDuration: t("live.seek.duration"),
    targetLatencySec: t("live.latency.label"),
    directStream: t("live.delay.label"),
  };
  const values = form.getValues();
  return (
    <SectionForm
      edit={edit}
      onCancel={onEnd}
      labels={labels}
      textOf={(field, value) =>
        field === "targetLatencySec" ? latencyText(value as number | null) : conflictTextOf(t, field, value)
      }
    >
      {isCameraLive(video) && (
        <DelayField
          name="keep"
          value={values.directStream}
          isLocked={video.live ? isLiveRunning(video.live.state) : false}
          onChange={(next) => form.setValues(seekChangesOf(values.directStream, next))}
        />
      )}
      <RecordingFields
        values={values}
        onChange={(changes) => form.setValues(changes)}
        duration={form.getInputProps("liveToKeepDuration")}
        isSeekOff={values.directStream === "no"}
      />
      {values.directStream !== "no" && (
        <LatencyField
          value={values.targetLatencySec}
          onChange={(targetLatencySec) => form.setValues({ targetLatencySec })}
        />
      )}
      <Text size="sm" c="dimmed">
        {t("live.fromNextStart")}
      </Text>
    </SectionForm>
  );
}

function conflictTextOf(t: TFunction, field: keyof RecordingFormValues, value: unknown): string {
  if (field === "directStream") return t(`live.delay.names.${value as LiveDelay}`);
  if (typeof value === "boolean") return t(value ? "videoPage.encoding.on" : "videoPage.encoding.off");
  return String(value);
}

function useRecordingForm(video: VideoView, onEnd: () => void) {
  const { t } = useTranslation();
  const change = useVideoChange(video.uuid);
  return useVideoForm<RecordingFormValues>({
    video,
    valuesOf: ({ keepLive, seekLive, liveToKeepDuration, targetLatencySec, directStream }) => ({
      keepLive,
      seekLive,
      targetLatencySec,
      directStream: directStream ?? "yes",
      liveToKeepDuration: liveToKeepDuration ?? SEEK_BACK_DEFAULT_SEC,
    }),
    validate: (values) => ({ liveToKeepDuration: findSeekFault(values, t) }),
    save: (values, revision) =>
      change({
        ...recordingBodyOf(values),
        ...(isCameraLive(video) ? { directStream: values.directStream } : {}),
        revision,
      }),
    onSaved() {
      notify.success({ message: t("live.saved") });
      onEnd();
    },
  });
}
