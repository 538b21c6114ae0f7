import { type ChatRoomChoices, type ChatRoomSummary, routes } from "@shoal/contract";
import { errorText } from "../../../lib/error-text.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import type { ChatStore } from "../store/chat-store.ts";

/** Mutes, stars or archives a room for the reader only. */
export async function saveRoomChoices(
  chat: ChatStore,
  room: ChatRoomSummary,
  body: ChatRoomChoices,
): Promise<void> {
  try {
    chat.putRoom(await call(routes.chooseForChatRoom, { params: { id: room.uuid }, body }));
  } catch (error) {
    notify.failure({ message: errorText(error) });
  }
}

/** Assigns a support conversation to an administrator; null removes the assignment. @throws AppError of the call. */
export async function assignSupportRoom(
  chat: ChatStore,
  room: ChatRoomSummary,
  user: string | null,
): Promise<void> {
  const params = { id: room.uuid };
  chat.putView(await call(routes.handOverSupportChatRoom, { params, body: { user } }));
}
