import { Text } from "@mantine/core";
import { createRandomUuid } from "@shoal/client/upload";
import { type ChatMessageView, type ChatRoomSummary, routes } from "@shoal/contract";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { useCancel } from "../../../components/ui/form/unsaved.ts";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { RoomAvatar } from "../rooms/room-avatar.tsx";
import { avatarOf } from "../rooms/room-row.tsx";
import { roomTitle } from "../rooms/room-texts.ts";
import type { ChatStore } from "../store/chat-store.ts";
import { ChoiceSearch } from "./choice-search.tsx";
import { DialogForm } from "./dialog-form.tsx";

/** Asks for the room to forward a message to. */
export function openForwardDialog(chat: ChatStore, message: ChatMessageView): void {
  const closing = openDialog({
    title: i18next.t("chat.forwardTitle"),
    children: <Forward chat={chat} message={message} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

interface ForwardProps {
  chat: ChatStore;
  message: ChatMessageView;
  onEnd: () => void;
}

function Forward({ chat, message, onEnd }: ForwardProps) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  /** The id of the new message, which makes retries idempotent. */
  const [id] = useState(() => createRandomUuid());
  const { form, fault, isSending, handleSubmit } = useAppForm({
    initialValues: { room: undefined as ChatRoomSummary | undefined },
    validate: ({ room }) => ({ room: !room && t("chat.roomRequired") }),
    send: ({ room }) =>
      call(routes.forwardChatMessage, {
        params: { id: room?.uuid ?? "" },
        body: { messageId: id, fromRoom: message.roomId, fromMessage: message._id },
      }),
    onSent(forwarded, { room }) {
      chat.take(forwarded);
      if (room) notify.success({ message: t("chat.forwardedTo", { room: roomTitle(room) }) });
      onEnd();
    },
  });
  const { room: chosen } = form.values;
  return (
    <DialogForm
      fault={fault}
      isSending={isSending}
      submit={t("chat.forward")}
      onSubmit={handleSubmit}
      onCancel={handleCancel}
    >
      <ChoiceSearch
        name="forward"
        label={t("chat.forwardTo")}
        error={form.errors.room as string | undefined}
        placeholder={t("chat.search")}
        empty={t("chat.empty.search")}
        find={async (query, signal) => (await call(routes.listChatRooms, { query }, { signal })).rooms}
        isOffered={({ can }) => can.includes("write")}
        chosen={new Set(chosen ? [chosen.uuid] : [])}
        onToggle={(room) => form.setFieldValue("room", room)}
      >
        {(room) => (
          <>
            <RoomAvatar name={roomTitle(room)} kind={avatarOf(room.kind)} sizePx={30} />
            <Text span size="sm" truncate flex={1}>
              {roomTitle(room)}
            </Text>
          </>
        )}
      </ChoiceSearch>
    </DialogForm>
  );
}
