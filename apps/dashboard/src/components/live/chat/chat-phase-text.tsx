import { Text } from "@mantine/core";
import type { LiveChatView } from "@shoal/contract";
import { liveChatClosesAtMs, liveChatPhaseOf, liveStageOf } from "@shoal/domain";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { browserZone, clockTimeOf } from "../../../lib/dates.ts";
import { videoQuery } from "../../../lib/video-cache.ts";

interface ChatPhaseTextProps {
  uuid: string;
  chat: Pick<LiveChatView, "isOn" | "isOpen">;
}

/** Explains whether viewers can write in the chat, and until when once the live is over. */
export function ChatPhaseText({ uuid, chat }: ChatPhaseTextProps) {
  const { t } = useTranslation();
  const { data: video } = useQuery(videoQuery(uuid));
  const closesAtMs = video?.live ? liveChatClosesAtMs(video.live) : undefined;
  const stage = video && liveStageOf(video, Date.now());
  // After a restart, the live still has the end of its previous run, so its stage is checked too.
  const isOver = closesAtMs !== undefined && (stage === "ended" || stage === "error");
  const time = closesAtMs === undefined ? "" : clockTimeOf(closesAtMs, browserZone());
  return (
    <Text size="sm" c="dimmed">
      {t(`liveChat.phases.${liveChatPhaseOf(chat, isOver)}`, { time })}
    </Text>
  );
}
