import { Loader, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { PICTURE_MAX_BYTES, type PictureView } from "@shoal/contract";
import { IconPhotoPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./pictures.module.css";
import { usePictureUpload } from "./use-picture-upload.ts";

/** Takes pictures into the bank by drag and drop or by a button. */
export function PictureDrop({ onAdded }: { onAdded?: (picture: PictureView) => void }) {
  const { t } = useTranslation();
  const { send, sending } = usePictureUpload(onAdded);
  return (
    <Dropzone
      className={classes.drop}
      onDrop={(files) => void send(files)}
      disabled={sending !== undefined}
      multiple
      useFsAccessApi={false}
      inputProps={{ "aria-label": t("pictures.choose"), accept: "image/*,.avif" }}
      aria-label={t("pictures.choose")}
    >
      <div className={classes.dropInside}>
        {sending ? <Loader size={22} /> : <IconPhotoPlus size={24} stroke={1.5} aria-hidden />}
        <div role="status">
          <Text fw={600} size="sm" className={classes.name}>
            {sending ? t("pictures.sending", { name: sending }) : t("pictures.drop")}
          </Text>
          <Text size="sm" c="dimmed">
            {t("pictures.browse", { size: PICTURE_MAX_BYTES / 1e6 })}
          </Text>
        </div>
      </div>
    </Dropzone>
  );
}
