import { type ChatMessageView, type ChatRoomSummary, routes } from "@shoal/contract";
import i18next from "i18next";
import { askConfirmation } from "../../../components/ui/dialogs/confirm.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { messageSummary } from "../rooms/room-texts.ts";
import type { ChatStore } from "../store/chat-store.ts";

const MAX_EXCERPT_LENGTH = 200;

/** Runs the call that changes a message, shows the changed message, and reports failures. */
async function runMessageChange(chat: ChatStore, action: () => Promise<ChatMessageView>): Promise<void> {
  try {
    chat.take(await action());
  } catch (error) {
    notify.failure({ message: errorText(error) });
  }
}

export function toggleReaction(
  chat: ChatStore,
  { _id, roomId }: ChatMessageView,
  reaction: string,
  isOn: boolean,
): void {
  const route = isOn ? routes.addChatReaction : routes.deleteChatReaction;
  void runMessageChange(chat, () => call(route, { params: { messageId: _id }, body: { reaction, roomId } }));
}

export function pinMessage(
  chat: ChatStore,
  { _id, roomId }: ChatMessageView,
  isPinned: boolean,
): Promise<void> {
  const params = { roomId, messageId: _id };
  return runMessageChange(chat, () => call(routes.pinChatMessage, { params, body: { isPinned } }));
}

/** Deletes a message after a confirmation, because deleted messages cannot be restored. */
export function confirmDelete(chat: ChatStore, message: ChatMessageView): void {
  askConfirmation({
    title: i18next.t("chat.deleteTitle"),
    text: i18next.t("chat.deleteText", { text: messageSummary(message).slice(0, MAX_EXCERPT_LENGTH) }),
    confirm: i18next.t("chat.delete"),
    isDangerous: true,
    async run() {
      const params = { roomId: message.roomId, messageId: message._id };
      chat.take(await call(routes.deleteChatMessage, { params }));
    },
  });
}

export function markUnreadFrom(chat: ChatStore, { roomId, position }: ChatMessageView): void {
  chat
    .markUnread(roomId, position - 1)
    .catch((error: unknown) => notify.failure({ message: errorText(error) }));
}

/** Starts a reply to a message in the draft of its room. */
export function startReply(chat: ChatStore, message: ChatMessageView): void {
  const { _id: id, sender, roomId } = message;
  const replyTo = { id, sender, content: messageSummary(message).slice(0, MAX_EXCERPT_LENGTH) };
  chat.drafts.set(roomId, { ...chat.drafts.get(roomId), replyTo });
}

export const canEditMessage = (message: ChatMessageView, room: ChatRoomSummary, me: string): boolean =>
  room.can.includes("write") &&
  message.sender_id === me &&
  !message.deleted &&
  message.forwarded === null &&
  message.content !== "";

/** Users can delete their own messages even where writing is no longer possible, such as in the room of an archived project. */
export const canDeleteMessage = (message: ChatMessageView, room: ChatRoomSummary, me: string): boolean =>
  !message.deleted && (message.sender_id === me || room.can.includes("deleteAny"));
