import { Group, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import type { VideoView } from "@shoal/contract";
import { IconCloudUpload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { notify } from "../../lib/notify.ts";
import { useReplacementUpload } from "./replacement-uploads.ts";

/** Takes one file, by drag and drop or by a button, and asks before it begins to take the place of the media. */
export function ReplacementPicker({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const { uploads } = useReplacementUpload(video.uuid);
  function handleFiles([file]: File[]): void {
    if (!file) return;
    askConfirmation({
      title: t("replacing.question"),
      text: t("replacing.questionText", { name: file.name }),
      confirm: t("replacing.confirm"),
      isDangerous: true,
      run() {
        const isTaken = uploads.start(video.uuid, file);
        if (isTaken) notify.success({ message: t("replacing.started") });
        else notify.warning({ title: file.name, message: t("uploads.refused.not_a_video") });
      },
    });
  }
  return (
    <Dropzone
      px={14}
      py={10}
      onDrop={handleFiles}
      multiple={false}
      useFsAccessApi={false}
      inputProps={{ "aria-label": t("replacing.choose") }}
      aria-label={t("replacing.choose")}
    >
      <Group gap="sm" wrap="nowrap">
        <IconCloudUpload size={24} stroke={1.5} aria-hidden />
        <div>
          <Text fw={600} size="sm">
            {t("replacing.drop")}
          </Text>
          <Text size="sm" c="dimmed">
            {t("replacing.orBrowse")}
          </Text>
        </div>
      </Group>
    </Dropzone>
  );
}
