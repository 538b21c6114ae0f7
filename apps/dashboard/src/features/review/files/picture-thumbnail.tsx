import type { CommentView } from "@shoal/contract";
import { IconPhotoOff } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "../../../components/files/files.module.css";
import { useReview } from "../review-context.ts";
import { usePicture } from "./use-picture.ts";

interface PictureThumbnailProps {
  comment: string;
  attachment: CommentView["attachments"][number];
  onOpen: () => void;
}

/** A small picture that opens the large one. */
export function PictureThumbnail({ comment, attachment: { uuid, name }, onOpen }: PictureThumbnailProps) {
  const { t } = useTranslation();
  const { files } = useReview();
  const { url, isMissing } = usePicture(files, comment, uuid);
  const [isBroken, setBroken] = useState(false);
  return (
    <button
      type="button"
      className={classes.thumbnail}
      aria-label={t("attachments.open", { name })}
      title={name}
      onClick={onOpen}
    >
      {isMissing || isBroken ? (
        <IconPhotoOff size={22} aria-hidden />
      ) : (
        url && <img src={url} alt="" onError={() => setBroken(true)} />
      )}
    </button>
  );
}
