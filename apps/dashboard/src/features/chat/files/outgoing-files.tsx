import { CloseButton, Progress, Text } from "@mantine/core";
import { IconFile } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { sizeText } from "../../../components/files/size-text.ts";
import type { OutgoingMessage } from "../store/outbox.ts";
import { useChat } from "../store/use-chat.ts";
import classes from "./message-files.module.css";

/** Lists the files of a message being sent, each with its progress. */
export function OutgoingFiles({ outgoing: { id, files } }: { outgoing: OutgoingMessage }) {
  const { t } = useTranslation();
  const { outbox } = useChat();
  if (files.length === 0) return null;
  return (
    <ul className={classes.sending}>
      {files.map(({ id: fileId, name, sizeBytes, share }) => (
        <li key={fileId}>
          <IconFile size={16} aria-hidden className={classes.icon} />
          <Text span size="sm" truncate>
            {name}
          </Text>
          <Text span size="xs" c="dimmed" className={classes.size}>
            {sizeText(sizeBytes)}
          </Text>
          <Progress
            value={share * 100}
            size="sm"
            className={classes.progress}
            aria-label={t("attachments.sending", { name })}
          />
          <CloseButton
            size="sm"
            aria-label={t("attachments.cancel", { name })}
            onClick={() => outbox.discardFile(id, fileId)}
          />
        </li>
      ))}
    </ul>
  );
}
