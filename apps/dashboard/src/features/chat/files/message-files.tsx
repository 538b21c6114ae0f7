import { Anchor } from "@mantine/core";
import type { ChatMessageView } from "@shoal/contract";
import { IconFile } from "@tabler/icons-react";
import classes from "./message-files.module.css";

/** The files of a message, to be downloaded. */
export function MessageFiles({ message: { files } }: { message: ChatMessageView }) {
  if (files.length === 0) return null;
  return (
    <ul className={classes.files}>
      {files.map(({ uuid, name, url }) => (
        <li key={uuid} className={classes.file}>
          <IconFile size={16} aria-hidden />
          <Anchor href={url} size="sm" truncate>
            {name}
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
