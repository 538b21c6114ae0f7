import { Stack, Text, UnstyledButton } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { createPreviewLink } from "../../../components/video/preview/preview-link.ts";
import { PreviewContext, usePreview, usePreviewTime } from "../../../components/video/preview/use-preview.ts";
import { storyboardQuery, tilePictureOf } from "../../../components/video/storyboard/storyboard.ts";
import { timeText } from "../../../lib/clock-text.ts";
import { useMayModify } from "../../../lib/user.ts";
import { VideoFormSection } from "../video-form-section.tsx";
import { isUnkept } from "../video-state.ts";
import { ChaptersFiles } from "./chapters-files.tsx";
import { ChaptersForm } from "./chapters-form.tsx";
import classes from "./chapters-section.module.css";

const WIDTH_PX = 80;
/** An unconnected preview for lives, whose real preview does not show the times of the recordings. */
const NO_PREVIEW = createPreviewLink();

/** Shows a thumbnail of the video at a second; an empty frame while no thumbnail is available. */
function ChapterPicture({ video, sec }: { video: VideoView; sec: number }) {
  const { data } = useQuery(storyboardQuery(video));
  const storyboard = data?.storyboard;
  const tile = storyboard?.tiles.findLast(({ start }) => start <= sec) ?? storyboard?.tiles[0];
  return (
    <span className={classes.picture} aria-hidden>
      {storyboard && tile && (
        <span
          style={{
            ...tilePictureOf(tile, storyboard.sheets),
            display: "block",
            transform: `scale(${WIDTH_PX / tile.width})`,
            transformOrigin: "0 0",
          }}
        />
      )}
    </span>
  );
}

/** Edits the named points of the timeline (§2, chapters); for a live, the chapters of its recordings. */
export function ChaptersSection({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const isLive = video.type === "live";
  const section = (
    <VideoFormSection
      section="chapters"
      hint={t(`videoPage.${hintOf(video)}`)}
      video={video}
      isLocked={isUnkept(video)}
      view={<ChaptersView video={video} />}
      form={(close) => <ChaptersForm video={video} onEnd={close} />}
    />
  );
  return isLive ? <PreviewContext value={NO_PREVIEW}>{section}</PreviewContext> : section;
}

const hintOf = (video: VideoView) => {
  if (isUnkept(video)) return "playback.notKept";
  return video.type === "live" ? "chapters.hintOfLive" : "chapters.hint";
};

function ChaptersView({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const canImport = useMayModify() && !video.isDeleted && !isUnkept(video);
  return (
    <Stack>
      {video.chapters.length === 0 ? (
        <Text>{t("videoPage.chapters.none")}</Text>
      ) : (
        <ChapterList video={video} />
      )}
      <ChaptersFiles video={video} canImport={canImport} />
    </Stack>
  );
}

function ChapterList({ video }: { video: VideoView }) {
  const { chapters } = video;
  const { t } = useTranslation();
  const preview = usePreview();
  const sec = usePreviewTime()?.sec;
  const current = chapters.findLast(({ start }) => sec !== undefined && start <= sec);
  return (
    <ol className={classes.list}>
      {chapters.map((chapter) => (
        <li key={chapter.start} data-current={chapter === current}>
          {video.type === "vod" && <ChapterPicture video={video} sec={chapter.start} />}
          <UnstyledButton
            className={classes.time}
            disabled={sec === undefined}
            aria-label={t("videoPage.chapters.goTo", { time: timeText(chapter.start) })}
            onClick={() => preview.playFrom(chapter.start)}
          >
            {timeText(chapter.start)}
          </UnstyledButton>
          <span>{chapter.title}</span>
        </li>
      ))}
    </ol>
  );
}
