import { Box, Group, Loader, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { MAX_PICTURE_BYTES, type PictureView } from "@shoal/contract";
import { IconPhotoPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { usePictureUpload } from "./use-picture-upload.ts";

/** Uploads pictures to the library by drag and drop or a button. */
export function PictureDrop({ onAdded }: { onAdded?: (picture: PictureView) => void }) {
  const { t } = useTranslation();
  const { send, sending } = usePictureUpload(onAdded);
  return (
    <Dropzone
      onDrop={(files) => void send(files)}
      disabled={sending !== undefined}
      multiple
      useFsAccessApi={false}
      inputProps={{ "aria-label": t("pictures.choose"), accept: "image/*,.avif" }}
      aria-label={t("pictures.choose")}
    >
      <Group gap={14} wrap="nowrap">
        {sending ? <Loader size={22} /> : <IconPhotoPlus size={24} stroke={1.5} aria-hidden />}
        <Box role="status" miw={0}>
          <Text fw={600} size="sm" style={{ overflowWrap: "anywhere" }}>
            {sending ? t("pictures.sending", { name: sending }) : t("pictures.drop")}
          </Text>
          <Text size="sm" c="dimmed">
            {t("pictures.browse", { size: MAX_PICTURE_BYTES / 1e6 })}
          </Text>
        </Box>
      </Group>
    </Dropzone>
  );
}
