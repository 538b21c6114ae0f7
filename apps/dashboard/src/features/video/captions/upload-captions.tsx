import { Group, Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { CAPTIONS_FILE_MAX_BYTES, type VideoView } from "@shoal/contract";
import { IconFileUpload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../../lib/notify.ts";
import { UploadForm } from "./upload-form.tsx";

interface Pending {
  key: number;
  file: File;
}
let taken = 0;

/** Takes files by drag and drop or by a dialog; each is told its language before it is sent. */
export function UploadCaptions({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  const [pending, setPending] = useState<Pending[]>([]);
  function handleFiles(files: File[]): void {
    const large = files.filter(({ size }) => size > CAPTIONS_FILE_MAX_BYTES);
    for (const { name } of large) notify.warning({ title: name, message: t("captions.tooLarge") });
    const fitting = files.filter((file) => !large.includes(file));
    setPending((before) => [
      ...before,
      ...fitting.map((file) => {
        taken += 1;
        return { key: taken, file };
      }),
    ]);
  }
  return (
    <Stack>
      {pending.map(({ key, file }) => (
        <UploadForm
          key={key}
          video={video}
          file={file}
          onEnd={() => setPending((before) => before.filter((each) => each.key !== key))}
        />
      ))}
      <Dropzone
        p={14}
        onDrop={handleFiles}
        multiple
        useFsAccessApi={false}
        inputProps={{ "aria-label": t("captions.choose") }}
        aria-label={t("captions.choose")}
      >
        <Group gap={10} justify="center" wrap="nowrap" ta="center">
          <IconFileUpload size={22} stroke={1.5} aria-hidden />
          <Text size="sm">
            <strong>{t("captions.drop")}</strong> {t("captions.orBrowse")}
          </Text>
        </Group>
      </Dropzone>
    </Stack>
  );
}
