import type { ChatPresence } from "@shoal/contract";
import { IconFolder, IconHelp, IconUsers } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { initialsOf, personColour } from "../../../lib/person-color.ts";
import classes from "./room-avatar.module.css";

interface RoomAvatarProps {
  name: string;
  kind?: "person" | "room" | "project" | "support";
  /** Whether the person is online or away; only for private conversations. */
  presence?: ChatPresence | undefined;
  sizePx?: number;
}

const ROOM_ICONS = { room: IconUsers, project: IconFolder, support: IconHelp };

/** Shows the avatar of a conversation. The presence of a person is announced to screen readers. */
export function RoomAvatar({ name, kind = "person", presence, sizePx = 36 }: RoomAvatarProps) {
  const { t } = useTranslation();
  const Icon = kind === "person" ? undefined : ROOM_ICONS[kind];
  return (
    <span
      className={classes.avatar}
      style={{ width: sizePx, height: sizePx, background: personColour(name) }}
    >
      {Icon ? <Icon size={sizePx * 0.55} aria-hidden /> : <span aria-hidden>{initialsOf(name)}</span>}
      {presence && presence !== "gone" && (
        <span
          className={classes.presence}
          data-presence={presence}
          role="img"
          aria-label={t(`chat.presence.${presence}`)}
        />
      )}
    </span>
  );
}
