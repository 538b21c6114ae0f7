import { Stack, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { SeekFields } from "../../../components/live/seek-fields.tsx";
import {
  findSeekFault,
  SEEK_BACK_DEFAULT_SEC,
  type SeekValues,
  seekBodyOf,
} from "../../../components/live/seek-values.ts";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { notify } from "../../../lib/notify.ts";
import { FormFoot } from "../form-foot.tsx";
import { useVideoForm } from "../use-video-form.ts";
import { VideoConflict } from "../video-conflict.tsx";
import { useVideoChange } from "../video-state.ts";

interface Values extends SeekValues, Record<string, unknown> {}

/** How far viewers of a live may go back, from the next time that it begins. */
export function SeekForm({ video, onEnd }: { video: VideoView; onEnd: () => void }) {
  const { t } = useTranslation();
  const edit = useSeekForm(video, onEnd);
  const { form } = edit;
  const labels = { seekLive: t("live.seek.allow"), liveToKeepDuration: t("live.seek.duration") };
  return (
    <form onSubmit={edit.handleSubmit} noValidate>
      <Stack>
        <FormFault fault={edit.fault} />
        <VideoConflict<Values>
          edit={edit}
          labels={labels}
          textOf={(field, value) =>
            field === "seekLive"
              ? t(value ? "videoPage.encoding.on" : "videoPage.encoding.off")
              : String(value)
          }
        />
        <SeekFields
          seekLive={form.getValues().seekLive}
          onSeek={(seekLive) => form.setFieldValue("seekLive", seekLive)}
          duration={form.getInputProps("liveToKeepDuration")}
        />
        <Text size="sm" c="dimmed">
          {t("live.fromNextStart")}
        </Text>
        <FormFoot isSending={edit.isSending} onCancel={onEnd} />
      </Stack>
    </form>
  );
}

function useSeekForm(video: VideoView, onEnd: () => void) {
  const { t } = useTranslation();
  const change = useVideoChange(video.uuid);
  return useVideoForm<Values>({
    video,
    valuesOf: ({ seekLive, liveToKeepDuration }) => ({
      seekLive,
      liveToKeepDuration: liveToKeepDuration ?? SEEK_BACK_DEFAULT_SEC,
    }),
    validate: (values) => ({ liveToKeepDuration: findSeekFault(values, t) }),
    save: (values, revision) => change({ ...seekBodyOf(values), revision }),
    onSaved() {
      notify.success({ message: t("live.saved") });
      onEnd();
    },
  });
}
