import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { messageSummary } from "../rooms/room-texts.ts";
import type { RoomLog } from "../store/room-log.ts";
import { useChat } from "../store/use-chat.ts";

/**
 * The time, in ms, during which new messages are gathered into one announcement, so that screen reader users can follow a busy
 * conversation.
 */
const BATCH_DELAY_MS = 1_500;
/** Maximum number of messages that are read out. Further messages are only counted. */
const MAX_ANNOUNCED = 2;
const MAX_TEXT_LENGTH = 200;

/** Announces new messages by others to screen readers. */
export function useAnnouncedMessages(room: string, { messages, hasAfter }: RoomLog): string {
  const { t } = useTranslation();
  const { me } = useChat();
  const known = useRef<{ room: string; position: number }>(undefined);
  const [spoken, setSpoken] = useState("");
  /** Time at which the first unannounced message arrived. */
  const sinceMs = useRef<number>(undefined);
  const end = messages.at(-1)?.position ?? 0;
  useEffect(() => {
    if (known.current?.room !== room || hasAfter) {
      known.current = { room, position: end };
      sinceMs.current = undefined;
      return;
    }
    const { position } = known.current;
    if (end <= position) return;
    sinceMs.current ??= performance.now();
    const timer = setTimeout(
      () => {
        sinceMs.current = undefined;
        known.current = { room, position: end };
        const come = messages.filter(
          (message) => message.position > position && message.sender_id !== me && !message.deleted,
        );
        if (come.length === 0) return;
        const text =
          come.length > MAX_ANNOUNCED
            ? t("chat.heardMany", { count: come.length })
            : come
                .map((message) =>
                  t("chat.heard", {
                    name: message.sender,
                    text: messageSummary(message).slice(0, MAX_TEXT_LENGTH),
                  }),
                )
                .join(" ");
        // Screen readers announce a text only if it differs from the previous text, so a repeated text gets an invisible space.
        setSpoken((before) => (before === text ? `${text}\u00a0` : text));
      },
      Math.max(0, sinceMs.current + BATCH_DELAY_MS - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [room, messages, hasAfter, end, me, t]);
  return spoken;
}
