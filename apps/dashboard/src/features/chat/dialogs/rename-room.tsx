import { TextInput } from "@mantine/core";
import { type ChatRoomSummary, type ChatRoomView, MAX_CHAT_ROOM_NAME_LENGTH, routes } from "@shoal/contract";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { useCancel } from "../../../components/ui/form/unsaved.ts";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import { call } from "../../../lib/session.ts";
import type { ChatStore } from "../store/chat-store.ts";
import { DialogForm } from "./dialog-form.tsx";

/** Asks for a new name for a room. */
export function openRenameDialog(chat: ChatStore, room: ChatRoomSummary): void {
  const closing = openDialog({
    title: i18next.t("chat.renameTitle"),
    children: <RenameRoom chat={chat} room={room} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

interface RenameRoomProps {
  chat: ChatStore;
  room: ChatRoomSummary;
  onEnd: () => void;
}

function RenameRoom({ chat, room, onEnd }: RenameRoomProps) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  const { form, fault, isSending, handleSubmit } = useAppForm<{ roomName: string }, ChatRoomView>({
    initialValues: { roomName: room.roomName },
    validate: ({ roomName }) => ({ roomName: !roomName.trim() && t("chat.nameRequired") }),
    send: (body) => call(routes.updateChatRoom, { params: { id: room.uuid }, body }),
    onSent(view) {
      chat.putView(view);
      onEnd();
    },
  });
  return (
    <DialogForm
      fault={fault}
      isSending={isSending}
      submit={t("chat.save")}
      onSubmit={handleSubmit}
      onCancel={handleCancel}
    >
      <TextInput
        label={t("chat.roomName")}
        maxLength={MAX_CHAT_ROOM_NAME_LENGTH}
        required
        data-autofocus
        {...form.getInputProps("roomName")}
      />
    </DialogForm>
  );
}
