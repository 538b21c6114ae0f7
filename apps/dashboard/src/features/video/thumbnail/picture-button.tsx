import { Button, FileButton } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

/** Takes a picture from the reader's disk. */
export function PictureButton({ isBusy, onChoose }: { isBusy: boolean; onChoose: (file: File) => void }) {
  const { t } = useTranslation();
  const reset = useRef<() => void>(null);
  function handleFile(file: File | null): void {
    // The same file can be chosen again.
    reset.current?.();
    if (file) onChoose(file);
  }
  return (
    <FileButton
      resetRef={reset}
      accept="image/png,image/jpeg,image/webp"
      inputProps={{ "aria-label": t("thumbnail.upload") }}
      onChange={handleFile}
    >
      {(props) => (
        <Button
          {...props}
          size="xs"
          variant="default"
          disabled={isBusy}
          leftSection={<IconUpload size={15} />}
        >
          {t("thumbnail.upload")}
        </Button>
      )}
    </FileButton>
  );
}
