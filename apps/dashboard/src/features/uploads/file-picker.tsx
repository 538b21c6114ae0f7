import { Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconCloudUpload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { addFiles } from "./add-files.ts";
import classes from "./file-picker.module.css";

/** Accepts files by drag and drop or by a button. Rejected files are listed with the reason. */
export function FilePicker({ isSmall }: { isSmall: boolean }) {
  const { t } = useTranslation();
  return (
    <Dropzone
      className={classes.zone}
      data-small={isSmall}
      onDrop={(files) => void addFiles(files).catch(() => undefined)}
      multiple
      useFsAccessApi={false}
      inputProps={{ "aria-label": t("uploads.choose") }}
      aria-label={t("uploads.choose")}
    >
      <div className={classes.inside}>
        <IconCloudUpload size={isSmall ? 22 : 40} stroke={1.5} aria-hidden />
        <div>
          <Text fw={600} size="sm">
            {t("uploads.drop")}
          </Text>
          <Text size="sm" c="dimmed">
            {t("uploads.orBrowse")}
          </Text>
        </div>
      </div>
    </Dropzone>
  );
}
