import type { CommentView } from "@shoal/contract";
import { IconFileTypePdf, IconPhotoOff, IconPlayerPlayFilled } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "../../../components/files/files.module.css";
import { formatClock } from "../../../lib/times.ts";
import { useReview } from "../review-context.ts";
import { usePicture } from "./use-picture.ts";

interface PictureThumbnailProps {
  comment: string;
  attachment: CommentView["attachments"][number];
  onOpen: () => void;
}

/** A thumbnail that opens a picture, or saves a video or PDF. */
export function PictureThumbnail({ comment, attachment, onOpen }: PictureThumbnailProps) {
  const { t } = useTranslation();
  const { files } = useReview();
  const { uuid, name, preview } = attachment;
  const { url, isMissing } = usePicture(files, comment, uuid, preview?.hasPicture);
  const isFilm = preview?.kind === "video";
  const isPdf = preview?.kind === "pdf";
  const [isBroken, setBroken] = useState(false);
  return (
    <button
      type="button"
      className={classes.thumbnail}
      aria-label={t(isFilm || isPdf ? "attachments.download" : "attachments.open", { name })}
      title={name}
      onClick={onOpen}
    >
      {isMissing || isBroken ? (
        <IconPhotoOff size={22} aria-hidden />
      ) : (
        url && <img src={url} alt="" onError={() => setBroken(true)} />
      )}
      {isFilm && (
        <span className={classes.film}>
          <IconPlayerPlayFilled size={10} aria-hidden />
          {preview.duration !== null && formatClock(preview.duration)}
        </span>
      )}
      {isPdf && (
        <span className={classes.film}>
          <IconFileTypePdf size={12} aria-hidden />
          PDF
        </span>
      )}
    </button>
  );
}
