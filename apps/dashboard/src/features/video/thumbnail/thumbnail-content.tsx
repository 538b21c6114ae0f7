import { Alert, Box, Button, FileButton, Group, Loader, Stack, Text } from "@mantine/core";
import { AppError, fillPath, MAX_THUMBNAIL_BYTES, routes, type VideoView } from "@shoal/contract";
import { IconCamera, IconPhotoOff, IconUpload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { ReadOnly } from "../../../components/ui/read-only.tsx";
import { usePreviewTime } from "../../../components/video/preview/use-preview.ts";
import { Thumbnail } from "../../../components/video/thumbnail.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { fetchFile } from "../../../lib/fetch-file.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { formatClock } from "../../../lib/times.ts";
import { useMayModify } from "../../../lib/user.ts";
import { cacheVideo } from "../../../lib/video-cache.ts";
import { Section } from "../section.tsx";
import { MomentPicker } from "./moment-picker.tsx";
import classes from "./thumbnail-content.module.css";

/** Shows the thumbnail, and replaces it with the preview's current frame, a given time, or an uploaded image. */
export function ThumbnailContent({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const mayModify = useMayModify();
  const isLocked = !mayModify || video.isDeleted;
  return (
    <Section section="thumbnail" hint={t("thumbnail.hint")} aside={<ReadOnly />}>
      <Stack>
        <CurrentThumbnail video={video} />
        {!isLocked && <ThumbnailChoice video={video} />}
      </Stack>
    </Section>
  );
}

function CurrentThumbnail({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const isWorking = video.thumbnailState === "working";
  return (
    <Group component="figure" gap="10px 16px" aria-busy={isWorking}>
      <Box
        pos="relative"
        flex="none"
        w="min(100%, 256px)"
        bdrs={10}
        style={{ overflow: "hidden" }}
        role="img"
        aria-label={t("thumbnail.present")}
      >
        <Thumbnail video={{ ...video, duration: null }} />
        {isWorking && (
          <div className={classes.veil}>
            <Loader color="white" size="sm" />
          </div>
        )}
      </Box>
      <Box role="status" component="figcaption" flex="1 1 180px" fz="var(--mantine-font-size-sm)" c="dimmed">
        {t(`thumbnail.${captionOf(video)}`)}
      </Box>
    </Group>
  );
}

/** Returns the text that explains the origin of the thumbnail. For a live, no moment is selected automatically. */
function captionOf({ type, thumbnailState, customThumbnail, manifest }: VideoView) {
  if (thumbnailState === "working") return "making";
  if (type === "live" && !manifest.thumbnail) return "missing";
  return customThumbnail ? "custom" : "automatic";
}

function ThumbnailChoice({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const wish = useMutation({
    mutationFn: (wanted: ThumbnailRequest) => requestThumbnail(video.uuid, wanted),
    onSuccess: (saved) => cacheVideo(queries, saved),
  });
  const reset = useMutation({
    mutationFn: () => call(routes.resetThumbnail, { params: { id: video.uuid } }),
    onSuccess(saved) {
      cacheVideo(queries, saved);
      notify.success({ message: t("thumbnail.resetDone") });
    },
  });
  const error = wish.error ?? reset.error;
  const isBusy = wish.isPending || reset.isPending;
  return (
    <>
      {video.thumbnailState === "failed" && !isBusy && (
        <Alert color="red" role="alert" icon={<IconPhotoOff />} title={t("thumbnail.failedTitle")}>
          {t("thumbnail.failed")}
        </Alert>
      )}
      <FormFault fault={error ? thumbnailFault(error) : undefined} title={t("thumbnail.refused")} />
      <Group gap="xs">
        {video.type === "vod" && (
          <UseShownFrameButton video={video} isBusy={isBusy} onAccept={(sec) => wish.mutate({ sec })} />
        )}
        <PictureButton isBusy={isBusy} onChoose={(file) => wish.mutate({ file })} />
        {video.customThumbnail && (
          <Button size="xs" variant="default" disabled={isBusy} onClick={() => reset.mutate()}>
            {t("thumbnail.reset")}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t("thumbnail.uploadHint")}
      </Text>
      {video.type === "vod" && (
        <MomentChoice video={video} isBusy={isBusy} onAccept={(sec) => wish.mutate({ sec })} />
      )}
    </>
  );
}

interface PickFrameProps {
  video: VideoView;
  isBusy: boolean;
  onAccept: (sec: number) => void;
}

/** Selects a moment for the thumbnail once the video has frames to choose from. */
function MomentChoice(props: PickFrameProps) {
  const { t } = useTranslation();
  return props.video.playable ? (
    <MomentPicker {...props} />
  ) : (
    <Text size="sm">{t("thumbnail.notPlayable")}</Text>
  );
}

/** The button that uses the frame shown at the time of the click, even if playback continues. */
function UseShownFrameButton({ video, isBusy, onAccept }: PickFrameProps) {
  const { t } = useTranslation();
  const sec = usePreviewTime()?.sec;
  return (
    <Button
      size="xs"
      leftSection={<IconCamera size={15} />}
      disabled={isBusy || sec === undefined || !video.playable}
      onClick={() => onAccept(sec ?? 0)}
    >
      {sec === undefined
        ? t("thumbnail.takeShown")
        : t("thumbnail.takeShownAt", { time: formatClock(Math.floor(sec)) })}
    </Button>
  );
}

/** The requested thumbnail: a moment of the video, or an uploaded image. */
type ThumbnailRequest = { sec: number } | { file: File };

/** Requests another thumbnail; the response says that the thumbnail is being generated. @throws AppError of the call. */
async function requestThumbnail(uuid: string, wish: ThumbnailRequest): Promise<VideoView> {
  if ("sec" in wish)
    return call(routes.takeThumbnail, {
      params: { id: uuid, t: String(Math.round(wish.sec * 1000) / 1000) },
    });
  if (wish.file.size > MAX_THUMBNAIL_BYTES) throw new AppError("file_too_large");
  const { method, path, multipart } = routes.uploadThumbnail;
  const body = new FormData();
  body.set(multipart.file, wish.file);
  const response = await fetchFile(fillPath(path, { id: uuid }), { method, body });
  return (await response.json()) as VideoView;
}

/** Explains in the reader's language why a thumbnail was rejected. */
function thumbnailFault(error: unknown): string {
  const { code, fields = [] } = error as Partial<AppError>;
  const reason = fields.find(({ path }) => path === routes.uploadThumbnail.multipart.file)?.reason ?? "";
  if (reason.includes("pixels a side")) return i18next.t("thumbnail.reasons.pixels");
  if (code === "file_too_large") return i18next.t("thumbnail.reasons.bytes");
  if (reason === "must not move") return i18next.t("thumbnail.reasons.moving");
  if (reason !== "") return i18next.t("thumbnail.reasons.format");
  return errorText(error);
}

/** Uploads an image from the reader's disk. */
function PictureButton({ isBusy, onChoose }: { isBusy: boolean; onChoose: (file: File) => void }) {
  const { t } = useTranslation();
  const reset = useRef<() => void>(null);
  function handleFile(file: File | null): void {
    // Resetting the input lets the same file be selected again.
    reset.current?.();
    if (file) onChoose(file);
  }
  return (
    <FileButton
      resetRef={reset}
      accept="image/png,image/jpeg,image/webp"
      inputProps={{ "aria-label": t("thumbnail.upload") }}
      onChange={handleFile}
    >
      {(props) => (
        <Button
          {...props}
          size="xs"
          variant="default"
          disabled={isBusy}
          leftSection={<IconUpload size={15} />}
        >
          {t("thumbnail.upload")}
        </Button>
      )}
    </FileButton>
  );
}
