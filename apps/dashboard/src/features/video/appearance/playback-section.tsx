import { Stack, Switch } from "@mantine/core";
import { routes, type VideoView } from "@shoal/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { ReadOnly } from "../../../components/ui/read-only.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { useMayModify } from "../../../lib/user.ts";
import { rememberVideo } from "../../../lib/video-cache.ts";
import { Section } from "../section.tsx";

/**
 * Edits autoplay and, unless the video is a live, whether viewers may download it. Each switch takes effect
 * immediately.
 */
export function PlaybackSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const isLocked = !useMayModify() || video.isDeleted;
  const params = { id: video.uuid };
  const onSuccess = (saved: VideoView) => {
    rememberVideo(queries, saved);
    notify.success({ message: t("videoPage.playback.saved") });
  };
  const autoplay = useMutation({
    mutationFn: (wanted: boolean) => call(routes.updateVideo, { params, body: { autoplay: wanted } }),
    onSuccess,
  });
  const download = useMutation({
    mutationFn: (wanted: boolean) => call(routes.setDownload, { params, body: { download: wanted } }),
    onSuccess,
  });
  const error = autoplay.error ?? download.error;
  return (
    <Section section="playback" aside={<ReadOnly />}>
      <Stack>
        <FormFault
          fault={error ? errorText(error) : undefined}
          title={t("videoPage.failed", { title: t("videoPage.sections.playback") })}
        />
        <Switch
          label={t("videoPage.playback.autoplay")}
          description={t("videoPage.playback.autoplayHint")}
          checked={autoplay.isPending ? autoplay.variables : video.autoplay}
          disabled={isLocked || autoplay.isPending}
          onChange={(event) => autoplay.mutate(event.currentTarget.checked)}
        />
        {video.type === "vod" && (
          <Switch
            label={t("videoPage.playback.download")}
            description={t("videoPage.playback.downloadHint")}
            checked={download.isPending ? download.variables : video.download}
            disabled={isLocked || download.isPending}
            onChange={(event) => download.mutate(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </Section>
  );
}
