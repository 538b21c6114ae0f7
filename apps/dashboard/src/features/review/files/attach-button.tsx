import { ActionIcon, FileButton, Tooltip } from "@mantine/core";
import { COMMENT_ATTACHMENT_MAX_BYTES } from "@shoal/contract";
import { IconPaperclip } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { sizeText } from "./size-text.ts";

/** Opens the browser's choice of files. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation();
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      multiple
      resetRef={reset}
      onChange={(files) => {
        // The same file can be chosen again.
        reset.current?.();
        onFiles(files);
      }}
    >
      {(props) => (
        <Tooltip label={t("attachments.hint", { size: sizeText(COMMENT_ATTACHMENT_MAX_BYTES) })}>
          <ActionIcon {...props} size={34} variant="default" aria-label={t("attachments.add")}>
            <IconPaperclip size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </FileButton>
  );
}
