import type { ChatPresence } from "@shoal/contract";
import { IconFolder, IconHelp, IconUsers } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./face.module.css";

interface FaceProps {
  name: string;
  kind?: "person" | "room" | "project" | "support";
  /** Of a person. */
  presence?: ChatPresence | undefined;
  sizePx?: number;
}

/** Colours on which white text stands out 4.5:1. */
const COLOURS = ["#0b62d6", "#0b757c", "#5a45c4", "#a1470f", "#8a2a7c", "#1d6b3f", "#8c3a3a", "#4d5d73"];

function colourOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return COLOURS[sum % COLOURS.length] ?? "#4d5d73";
}

const ICONS = { room: IconUsers, project: IconFolder, support: IconHelp };

/** Who or what a conversation is with; whether a person is there is read out, too. */
export function Face({ name, kind = "person", presence, sizePx = 36 }: FaceProps) {
  const { t } = useTranslation();
  const Icon = kind === "person" ? undefined : ICONS[kind];
  const [initial = ""] = name.trim();
  return (
    <span className={classes.face} style={{ width: sizePx, height: sizePx, background: colourOf(name) }}>
      {Icon ? <Icon size={sizePx * 0.55} aria-hidden /> : <span aria-hidden>{initial.toUpperCase()}</span>}
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
