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
import { cacheVideo } from "../../../lib/video-cache.ts";
import { Section } from "../section.tsx";
import { isUnkept } from "../video-state.ts";

/**
 * Edits autoplay, and whether viewers may download the video. For a live, the download setting applies to its recordings (§4). Each switch
 * takes effect immediately.
 */
export function PlaybackSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const isLocked = !useMayModify() || video.isDeleted;
  const isNotKept = isUnkept(video);
  const params = { id: video.uuid };
  const onSuccess = (saved: VideoView) => {
    cacheVideo(queries, saved);
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
        <Switch
          label={t("videoPage.playback.download")}
          description={t(`videoPage.playback.${hintOf(video)}`)}
          checked={download.isPending ? download.variables : video.download}
          disabled={isLocked || isNotKept || download.isPending}
          onChange={(event) => download.mutate(event.currentTarget.checked)}
        />
      </Stack>
    </Section>
  );
}

const hintOf = (video: VideoView) => {
  if (isUnkept(video)) return "notKept";
  return video.type === "live" ? "downloadHintOfLive" : "downloadHint";
};
