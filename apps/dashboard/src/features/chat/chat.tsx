import { type ChatRoomSummary, routes } from "@shoal/contract";
import { IconMessages } from "@tabler/icons-react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../components/ui/states.tsx";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import classes from "./chat.module.css";
import { Conversation } from "./conversation/conversation.tsx";
import { RoomList } from "./rooms/room-list.tsx";
import { ChatContext, useCurrentUserChat } from "./store/use-chat.ts";

interface ChatProps {
  /** The uuid of the room that is shown. */
  room: string | undefined;
  /** Id of a message of the room, named in the URL. */
  message?: string | undefined;
  /** Opens a room, at the message if one is given. */
  onOpen: (room: ChatRoomSummary, message?: string) => void;
  onBack: () => void;
  /** Content above the list of rooms, such as the window's or page's own header. */
  children?: ReactNode;
}

/**
 * Shows the list of rooms and the open room, for the page, the window and the pop-out: side by side if both fit, otherwise one at a time.
 */
export function Chat({ room, message, onOpen, onBack, children }: ChatProps) {
  const { t } = useTranslation();
  const chat = useCurrentUserChat();
  useEffect(() => chat?.recorder.attach(), [chat]);
  if (!chat) return null;
  async function openSupport(): Promise<void> {
    try {
      const view = await call(routes.openSupportChatRoom, {});
      chat?.putView(view);
      onOpen(view);
    } catch (error) {
      notify.failure({ message: errorText(error) });
    }
  }
  async function openFound(uuid: string, id: string): Promise<void> {
    const found = chat?.getSnapshot().rooms.get(uuid) ?? (await chat?.readRoom(uuid));
    if (!found) return;
    onOpen(found, id);
    // If the URL already names the message, it does not change, so the room is told to show the message again.
    if (uuid === room && id === message) void chat?.jump(uuid, { to: "message", id }).catch(() => undefined);
  }
  return (
    <ChatContext value={chat}>
      <div className={classes.chat}>
        <div className={classes.sides} data-open={room !== undefined}>
          <div className={classes.rooms}>
            {children}
            <RoomList
              current={room}
              onOpen={onOpen}
              onSupport={() => void openSupport()}
              onFound={(uuid, id) => void openFound(uuid, id)}
            />
          </div>
          <div className={classes.conversation}>
            {room === undefined ? (
              <EmptyState
                icon={<IconMessages size={34} />}
                title={t("chat.choose")}
                text={t("chat.chooseText")}
              />
            ) : (
              <Conversation key={room} uuid={room} wanted={message} onOpen={onOpen} onBack={onBack} />
            )}
          </div>
        </div>
      </div>
    </ChatContext>
  );
}
