import { Anchor, Text } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import type { ChatFile, ChatMessageView } from "@shoal/contract";
import { IconDownload, IconFile, IconFileTypePdf } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { sizeText } from "../../../components/files/size-text.ts";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { notifyUnreachable } from "../../../lib/notify.ts";
import { clockOf } from "../../../lib/times.ts";
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
          save={async ({ uuid }) => download(urls.get(uuid))}
        />
      ),
    });
  }
  return (
    <ul className={classes.files} aria-label={t("attachments.of", { name: sender })}>
      {files.map((file) => (
        <li key={file.uuid} className={classes.file}>
          {file.kind === "picture" ? (
            <Picture file={file} onOpen={() => void view(file.uuid)} />
          ) : file.kind === "video" ? (
            <Video file={file} />
          ) : file.kind === "audio" ? (
            <Sound file={file} />
          ) : file.kind === "pdf" ? (
            <Pdf file={file} />
          ) : (
            <Other file={file} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Starts a download. The edge sends the file as an attachment, so the page stays open. */
function download(url: string | undefined): void {
  if (url) window.location.assign(url);
}

const PICTURE_MAX_PX = { width: 320, height: 220 };

/** Shows a picture whose space is reserved, so that nothing moves when it loads. */
function Picture({ file, onOpen }: { file: ChatFile; onOpen: () => void }) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(0);
  const { name, url, thumbnail, type, width, height } = file;
  const isStill = useReducedMotion();
  // The original of a GIF is animated, so it is shown unless the user prefers reduced motion.
  const isSmall = thumbnail !== null && (type !== "image/gif" || isStill);
  const shown = (isSmall ? [thumbnail, url] : [url])[failed];
  if (shown === undefined || !width || !height) return <Other file={file} />;
  const scale = Math.min(1, PICTURE_MAX_PX.width / width, PICTURE_MAX_PX.height / height);
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

const PAGE_MAX_PX = { width: 240, height: 240 };
const VIDEO_MAX_PX = { width: 400, height: 300 };

/** Shows a video, which is not loaded before it is played if its poster and duration are known. */
function Video({ file }: { file: ChatFile }) {
  const [isBroken, setBroken] = useState(false);
  const [isStarted, setStarted] = useState(false);
  const { url, name, thumbnail, duration, width, height } = file;
  const scale =
    width && height ? Math.min(VIDEO_MAX_PX.width / width, VIDEO_MAX_PX.height / height) : undefined;
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
            <span className={classes.length}>{clockOf(Math.floor(duration))}</span>
          )}
        </div>
      )}
      <Other file={file} />
    </div>
  );
}

/** Plays an audio file: an uploaded one with its name and download, an audio message without. */
function Sound({ file }: { file: ChatFile }) {
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
function Pdf({ file }: { file: ChatFile }) {
  const [isBroken, setBroken] = useState(false);
  const { thumbnail, width, height } = file;
  if (!thumbnail || !width || !height || isBroken) return <Other file={file} />;
  const scale = Math.min(1, PAGE_MAX_PX.width / width, PAGE_MAX_PX.height / height);
  return (
    <Other file={file}>
      <span className={classes.page}>
        <img
          src={thumbnail}
          alt=""
          loading="lazy"
          style={{ width: width * scale, aspectRatio: `${width} / ${height}` }}
          onError={() => setBroken(true)}
        />
      </span>
    </Other>
  );
}

interface OtherProps {
  file: ChatFile;
  /** A picture of the file's content, shown above the name. */
  children?: ReactNode;
}

function Other({ file: { name, url, size, kind, isLocked }, children }: OtherProps) {
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
