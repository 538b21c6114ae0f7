import { ActionIcon, FileButton, Tooltip } from "@mantine/core";
import { IconPaperclip } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { sizeText } from "./size-text.ts";

interface AttachButtonProps {
  maxBytes: number;
  /** The `accept` of the file input; all files by default. */
  accept?: string;
  size?: number;
  variant?: "default" | "subtle";
  onFiles: (files: File[]) => void;
}

/** Opens the browser's file picker. */
export function AttachButton({
  maxBytes,
  accept,
  size = 34,
  variant = "default",
  onFiles,
}: AttachButtonProps) {
  const { t } = useTranslation();
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      multiple
      {...(accept ? { accept } : {})}
      resetRef={reset}
      onChange={(files) => {
        // Resetting the input lets the same file be chosen again.
        reset.current?.();
        onFiles(files);
      }}
    >
      {(props) => (
        <Tooltip label={t("attachments.hint", { size: sizeText(maxBytes) })}>
          <ActionIcon {...props} size={size} variant={variant} color="gray" aria-label={t("attachments.add")}>
            <IconPaperclip size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </FileButton>
  );
}
