import { Anchor, Text } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import type { ChatFile, ChatMessageView } from "@shoal/contract";
import { IconDownload, IconFile, IconFileTypePdf } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { sizeText } from "../../../components/files/size-text.ts";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { notifyUnreachable } from "../../../lib/notify.ts";
import { formatClock } from "../../../lib/times.ts";
import { AudioPlayer } from "./audio-player.tsx";
import classes from "./message-files.module.css";

/** Shows the files of a message: pictures can be enlarged, video and audio played, all others downloaded. */
export function MessageFiles({ message: { files, sender } }: { message: ChatMessageView }) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  const pictures = files.filter(({ kind }) => kind === "picture");
  async function view(first: string): Promise<void> {
    const viewer = await import("../../../components/files/picture-viewer.tsx").catch(notifyUnreachable);
    const { LargePicture, PictureViewer } = viewer;
    const urls = new Map(pictures.map(({ uuid, url }) => [uuid, url]));
    await openDialog({
      title: t("attachments.pictures"),
      size: "xl",
      children: (
        <PictureViewer
          pictures={pictures.map(({ uuid, name, size }) => ({ uuid, name, bytes: size }))}
          first={first}
          show={({ uuid, name }) => <LargePicture name={name} url={urls.get(uuid)} />}
          save={async ({ uuid }) => startDownload(urls.get(uuid))}
        />
      ),
    });
  }
  return (
    <ul className={classes.files} aria-label={t("attachments.of", { name: sender })}>
      {files.map((file) => (
        <li key={file.uuid} className={classes.file}>
          {file.kind === "picture" ? (
            <MessagePicture file={file} onOpen={() => void view(file.uuid)} />
          ) : file.kind === "video" ? (
            <MessageVideo file={file} />
          ) : file.kind === "audio" ? (
            <MessageAudio file={file} />
          ) : file.kind === "pdf" ? (
            <MessagePdf file={file} />
          ) : (
            <OtherFile file={file} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Starts a download. The edge server sends the file as an attachment, so the browser does not leave the page. */
function startDownload(url: string | undefined): void {
  if (url) window.location.assign(url);
}

const MAX_PICTURE_PX = { width: 320, height: 220 };

/** Shows a picture. Its space is reserved, so that the messages around it do not move when it loads. */
function MessagePicture({ file, onOpen }: { file: ChatFile; onOpen: () => void }) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(0);
  const { name, url, thumbnail, type, width, height } = file;
  const isStill = useReducedMotion();
  // Only the original of a GIF is animated, so the thumbnail is used only for users who prefer reduced motion.
  const isSmall = thumbnail !== null && (type !== "image/gif" || isStill);
  const shown = (isSmall ? [thumbnail, url] : [url])[failed];
  if (shown === undefined || !width || !height) return <OtherFile file={file} />;
  const scale = Math.min(1, MAX_PICTURE_PX.width / width, MAX_PICTURE_PX.height / height);
  return (
    <button
      type="button"
      className={classes.picture}
      style={{ width: Math.max(48, width * scale), aspectRatio: `${width} / ${height}` }}
      aria-label={t("attachments.open", { name })}
      title={name}
      onClick={onOpen}
    >
      <img src={shown} alt="" loading="lazy" onError={() => setFailed(failed + 1)} />
    </button>
  );
}

const MAX_PAGE_PX = { width: 240, height: 240 };
const MAX_VIDEO_PX = { width: 400, height: 300 };

/** Shows a video. If its poster and duration are known, the file is not loaded before playback starts. */
function MessageVideo({ file }: { file: ChatFile }) {
  const [isBroken, setBroken] = useState(false);
  const [isStarted, setStarted] = useState(false);
  const { url, name, thumbnail, duration, width, height } = file;
  const scale =
    width && height ? Math.min(MAX_VIDEO_PX.width / width, MAX_VIDEO_PX.height / height) : undefined;
  return (
    <div className={classes.media}>
      {!isBroken && (
        <div className={classes.film}>
          <video
            className={classes.video}
            src={url}
            {...(thumbnail ? { poster: thumbnail } : {})}
            {...(scale && width && height
              ? { style: { width: width * scale, aspectRatio: `${width} / ${height}` } }
              : {})}
            controls
            preload={thumbnail ? "none" : "metadata"}
            aria-label={name}
            onPlay={() => setStarted(true)}
            onError={() => setBroken(true)}
          />
          {thumbnail && duration !== null && !isStarted && (
            <span className={classes.length}>{formatClock(Math.floor(duration))}</span>
          )}
        </div>
      )}
      <OtherFile file={file} />
    </div>
  );
}

/** Plays an uploaded audio file, shown with its name and a download button, or an audio message, shown without them. */
function MessageAudio({ file }: { file: ChatFile }) {
  const { t } = useTranslation();
  const { name, url, duration, waveform, audio, size } = file;
  return (
    <AudioPlayer
      url={url}
      label={audio ? t("chat.audio.message") : name}
      durationSec={duration}
      waveform={waveform}
      {...(audio ? {} : { file: { name, size } })}
    />
  );
}

/** Shows a PDF with a preview of its first page above the name. */
function MessagePdf({ file }: { file: ChatFile }) {
  const [isBroken, setBroken] = useState(false);
  const { thumbnail, width, height } = file;
  if (!thumbnail || !width || !height || isBroken) return <OtherFile file={file} />;
  const scale = Math.min(1, MAX_PAGE_PX.width / width, MAX_PAGE_PX.height / height);
  return (
    <OtherFile file={file}>
      <span className={classes.page}>
        <img
          src={thumbnail}
          alt=""
          loading="lazy"
          style={{ width: width * scale, aspectRatio: `${width} / ${height}` }}
          onError={() => setBroken(true)}
        />
      </span>
    </OtherFile>
  );
}

interface OtherFileProps {
  file: ChatFile;
  /** A picture of the file's content, which appears over the file's name. */
  children?: ReactNode;
}

function OtherFile({ file: { name, url, size, kind, isLocked }, children }: OtherFileProps) {
  const { t } = useTranslation();
  const Icon = kind === "pdf" ? IconFileTypePdf : IconFile;
  return (
    <Anchor
      href={url}
      className={classes.other}
      data-shown={children !== undefined}
      aria-label={
        isLocked
          ? `${t("attachments.download", { name })}. ${t("attachments.locked")}`
          : t("attachments.download", { name })
      }
      underline="never"
    >
      {children}
      <Icon size={20} aria-hidden className={classes.icon} />
      <span className={classes.name}>{name}</span>
      <Text span size="xs" c="dimmed" className={classes.size}>
        {isLocked ? `${t("attachments.locked")} · ${sizeText(size)}` : sizeText(size)}
      </Text>
      <IconDownload size={16} aria-hidden className={classes.icon} />
    </Anchor>
  );
}
