import { Anchor, Text } from "@mantine/core";
import type { ChatFile, ChatMessageView } from "@shoal/contract";
import { IconDownload, IconFile, IconFileTypePdf } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { sizeText } from "../../../components/files/size-text.ts";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { notifyUnreachable } from "../../../lib/notify.ts";
import { AudioPlayer } from "./audio-player.tsx";
import classes from "./message-files.module.css";

/** The files of a message: pictures that open, video and sound that play, all others to be downloaded. */
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
          ) : (
            <Other file={file} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The edge sends it as what is saved: the page stays. */
function download(url: string | undefined): void {
  if (url) window.location.assign(url);
}

const PICTURE_MAX_PX = { width: 320, height: 220 };

/** Its place is as large as it will be, so that nothing moves when it comes. */
function Picture({ file, onOpen }: { file: ChatFile; onOpen: () => void }) {
  const { t } = useTranslation();
  const [isBroken, setBroken] = useState(false);
  const { name, url, thumbnail, width, height } = file;
  if (isBroken || !width || !height) return <Other file={file} />;
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
      <img src={thumbnail ?? url} alt="" loading="lazy" onError={() => setBroken(true)} />
    </button>
  );
}

function Video({ file }: { file: ChatFile }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <div className={classes.media}>
      {!isBroken && (
        <video
          className={classes.video}
          src={file.url}
          {...(file.thumbnail ? { poster: file.thumbnail } : {})}
          controls
          preload="metadata"
          aria-label={file.name}
          onError={() => setBroken(true)}
        />
      )}
      <Other file={file} />
    </div>
  );
}

function Sound({ file }: { file: ChatFile }) {
  const { t } = useTranslation();
  const { name, url, duration, waveform, audio } = file;
  return (
    <div className={classes.media}>
      <AudioPlayer
        url={url}
        label={audio ? t("chat.audio.message") : name}
        durationSec={duration}
        waveform={waveform}
      />
      {!audio && <Other file={file} />}
    </div>
  );
}

function Other({ file: { name, url, size, kind } }: { file: ChatFile }) {
  const { t } = useTranslation();
  const Icon = kind === "pdf" ? IconFileTypePdf : IconFile;
  return (
    <Anchor
      href={url}
      className={classes.other}
      aria-label={t("attachments.download", { name })}
      underline="never"
    >
      <Icon size={20} aria-hidden className={classes.icon} />
      <span className={classes.name}>{name}</span>
      <Text span size="xs" c="dimmed" className={classes.size}>
        {sizeText(size)}
      </Text>
      <IconDownload size={16} aria-hidden className={classes.icon} />
    </Anchor>
  );
}
