import { ActionIcon, Button, CloseButton, Progress, Text } from "@mantine/core";
import { type CommentView, routes } from "@shoal/contract";
import { IconFile, IconRefresh } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import classes from "../../../components/files/files.module.css";
import { sizeText } from "../../../components/files/size-text.ts";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { notify, notifyUnreachable } from "../../../lib/notify.ts";
import { saveResponse } from "../../../lib/save-response.ts";
import { formatClock } from "../../../lib/times.ts";
import { useCommentsContext } from "../comments/comments-context.ts";
import { useReview } from "../review-context.ts";
import type { SentFile } from "./file-sender.ts";
import { PictureThumbnail } from "./picture-thumbnail.tsx";

type Attachment = CommentView["attachments"][number];

/** Shows the files of a comment: pictures as thumbnails, other files by name and size, and files being sent. */
export function CommentAttachments({ comment }: { comment: CommentView }) {
  const { t } = useTranslation();
  const { may } = useReview();
  const { sender } = useCommentsContext();
  const sent = useSyncExternalStore(sender.subscribe, sender.getSnapshot);
  const onTheirWay = sent.filter((each) => each.comment === comment.uuid);
  const { attachments, author } = comment;
  if (attachments.length + onTheirWay.length === 0) return null;
  const mayRemove = may("comment") && (comment.isMine || may("resolveAny"));
  return (
    <ul className={classes.files} aria-label={t("attachments.of", { name: author.name })}>
      {attachments.map((attachment) => (
        <AttachmentItem
          key={attachment.uuid}
          comment={comment}
          attachment={attachment}
          mayRemove={mayRemove}
        />
      ))}
      {onTheirWay.map((file) => (
        <SendingItem key={file.id} file={file} />
      ))}
    </ul>
  );
}

interface ItemProps {
  comment: CommentView;
  attachment: Attachment;
  mayRemove: boolean;
}

function AttachmentItem({ comment, attachment, mayRemove }: ItemProps) {
  const { t } = useTranslation();
  const { call, files } = useReview();
  const { store } = useCommentsContext();
  const { uuid, name, bytes, preview } = attachment;
  async function save(): Promise<void> {
    try {
      await saveResponse(await files.read(comment.uuid, uuid), name);
    } catch (error) {
      notify.failure({ message: errorText(error) });
      void store.catchUp();
    }
  }
  const remove = () =>
    askConfirmation({
      title: t("attachments.removeTitle", { name }),
      text: t("attachments.removeText"),
      confirm: t("attachments.removeNow"),
      isDangerous: true,
      async run() {
        const params = { id: comment.uuid, attachment: uuid };
        store.merge(await call(routes.deleteAttachment, { params }));
      },
    });
  async function openViewer(): Promise<void> {
    const [{ PictureViewer }, { CommentPicture }] = await Promise.all([
      import("../../../components/files/picture-viewer.tsx"),
      import("./comment-picture.tsx"),
    ]).catch(notifyUnreachable);
    const pictures = comment.attachments.filter(isPicture);
    await openDialog({
      title: t("attachments.pictures"),
      size: "xl",
      children: (
        <PictureViewer
          pictures={pictures}
          first={uuid}
          show={(picture) => <CommentPicture files={files} comment={comment.uuid} picture={picture} />}
          save={async (picture) => saveResponse(await files.read(comment.uuid, picture.uuid), picture.name)}
        />
      ),
    });
  }
  const isSaved = hasThumbnailOnly(attachment);
  return (
    <li className={classes.file} data-picture={isPicture(attachment) || isSaved}>
      {isPicture(attachment) || isSaved ? (
        <PictureThumbnail
          comment={comment.uuid}
          attachment={attachment}
          onOpen={() => void (isSaved ? save() : openViewer())}
        />
      ) : (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          className={classes.save}
          leftSection={<IconFile size={16} aria-hidden />}
          aria-label={t("attachments.download", { name })}
          onClick={() => void save()}
        >
          {name}
        </Button>
      )}
      <Text span size="xs" c="dimmed">
        {preview?.kind === "audio" && preview.duration !== null
          ? `${formatClock(preview.duration)} · ${sizeText(bytes)}`
          : isLocked(attachment)
            ? `${t("attachments.locked")} · ${sizeText(bytes)}`
            : sizeText(bytes)}
      </Text>
      {mayRemove && <CloseButton size="sm" aria-label={t("attachments.remove", { name })} onClick={remove} />}
    </li>
  );
}

/**
 * Whether a file has a thumbnail, but a click saves it instead of opening it. This applies to videos, and to PDFs whose first page could be
 * rendered.
 */
const hasThumbnailOnly = ({ preview }: Attachment) =>
  (preview?.kind === "video" || preview?.kind === "pdf") && preview.hasPicture;

/** Whether a PDF requires a password, so that its first page could not be rendered. */
const isLocked = ({ preview }: Attachment) => preview?.kind === "pdf" && !preview.hasPicture;

const isPicture = ({ mediaType }: Pick<Attachment, "mediaType">) => mediaType.startsWith("image/");

function SendingItem({ file: { id, name, share, state, error } }: { file: SentFile }) {
  const { t } = useTranslation();
  const { sender } = useCommentsContext();
  return (
    <li className={classes.file} data-wide="true">
      <IconFile size={16} aria-hidden />
      <span className={classes.name}>{name}</span>
      {state === "failed" ? (
        <>
          <Text span size="xs" c="var(--shoal-bad)" role="alert">
            {t("attachments.failed", { reason: errorText(error) })}
          </Text>
          <ActionIcon
            size={26}
            variant="subtle"
            color="gray"
            aria-label={t("attachments.retry", { name })}
            onClick={() => sender.retry(id)}
          >
            <IconRefresh size={16} />
          </ActionIcon>
        </>
      ) : (
        <Progress
          value={share * 100}
          size="sm"
          className={classes.progress}
          aria-label={t("attachments.sending", { name })}
        />
      )}
      <CloseButton
        size="sm"
        aria-label={t(state === "failed" ? "attachments.giveUp" : "attachments.cancel", { name })}
        onClick={() => sender.cancel(id)}
      />
    </li>
  );
}
