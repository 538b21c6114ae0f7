import { Group, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import i18next from "i18next";
import { openDialog } from "./dialogs.tsx";

const AUTO_CLOSE_DELAY_MS = 3_000; // §2: the modal that confirms a copy closes after 3 s

/** Confirms a copy to the clipboard in a modal that closes automatically. */
export async function showCopiedNotice(text: string): Promise<void> {
  const close = await openDialog({
    title: i18next.t("common.copied"),
    size: "sm",
    children: (
      <Group gap="sm" wrap="nowrap" role="status">
        <IconCircleCheck size={22} color="var(--shoal-good)" aria-hidden style={{ flex: "none" }} />
        <Text size="sm">{text}</Text>
      </Group>
    ),
  });
  setTimeout(close, AUTO_CLOSE_DELAY_MS);
}
