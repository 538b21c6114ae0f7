import { type ChatMessageView, routes } from "@shoal/contract";
import { plainChatText } from "@shoal/domain";
import i18next from "i18next";
import { useEffect } from "react";
import { chatUrlOf } from "../../lib/chat-address.ts";
import { chatConnection } from "../../lib/chat-line.ts";
import { desktopNotices } from "../../lib/desktop-notices.ts";
import { CHAT_KEY } from "../../lib/list-keys.ts";
import { meQuery, queryClient } from "../../lib/queries.ts";
import type { RealtimeSocket } from "../../lib/realtime.ts";
import { call } from "../../lib/session.ts";

const MAX_TEXT_LENGTH = 200;
const ROOM_STALE_TIME_MS = 60_000;

const isPageActive = () => document.visibilityState === "visible" && document.hasFocus();

/**
 * Shows private messages and mentions as desktop notifications while the reader is on another page; messages in muted rooms show no
 * notification.
 */
async function showNotice(message: ChatMessageView): Promise<void> {
  const me = queryClient.getQueryData(meQuery.queryKey);
  if (!me || message.sender_id === me.uuid || isPageActive() || !desktopNotices.isOn()) return;
  const { roomId } = message;
  const room = await queryClient.fetchQuery({
    queryKey: [CHAT_KEY, "room", roomId],
    queryFn: () => call(routes.getChatRoom, { params: { id: roomId } }),
    staleTime: ROOM_STALE_TIME_MS,
    retry: false,
  });
  const isMentioned =
    message.mentionsRoom || message.mentions.some((name) => name.toLowerCase() === me.username.toLowerCase());
  if (room.isMuted || room.isArchived || !(room.kind === "private" || isMentioned)) return;
  const title =
    room.kind === "private"
      ? message.sender
      : i18next.t("chatButton.noticeTitle", { name: message.sender, room: room.roomName });
  const notice = new Notification(title, {
    body: plainChatText(message.content).slice(0, MAX_TEXT_LENGTH) || i18next.t("chatButton.noticeFile"),
    // The tag makes all pages in the browser share a single notification for the message.
    tag: message._id,
  });
  notice.onclick = () => {
    window.focus();
    window.location.hash = chatUrlOf(room, message._id);
    notice.close();
  };
}

/** Receives new messages in the reader's rooms while a page is open. */
export function useDesktopNotices(): void {
  useEffect(() => {
    let socket: RealtimeSocket | undefined;
    const handle = (message: ChatMessageView) => void showNotice(message).catch(() => undefined);
    function follow(): void {
      const next = chatConnection.socket();
      if (next === socket) return;
      socket?.off("newMessage", handle);
      socket = next;
      next?.on("newMessage", handle);
    }
    const stop = chatConnection.subscribe(follow);
    follow();
    return () => {
      stop();
      socket?.off("newMessage", handle);
    };
  }, []);
}
