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
import { PeopleSearch, toggleUuid } from "./people-search.tsx";

/** Asks for a name and members, and opens the new room. */
export function openNewRoomDialog(chat: ChatStore, onOpen: (room: ChatRoomSummary) => void): void {
  const closing = openDialog({
    title: i18next.t("chat.newRoom"),
    children: (
      <NewRoom
        chat={chat}
        onEnd={(room) => {
          void closing.then((close) => close());
          if (room) onOpen(room);
        }}
      />
    ),
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

interface NewRoomValues extends Record<string, unknown> {
  roomName: string;
  users: string[];
}

function NewRoom({ chat, onEnd }: { chat: ChatStore; onEnd: (room?: ChatRoomSummary) => void }) {
  const { t } = useTranslation();
  const handleCancel = useCancel(() => onEnd());
  const { form, fault, isSending, handleSubmit } = useAppForm<NewRoomValues, ChatRoomView>({
    initialValues: { roomName: "", users: [] },
    validate: ({ roomName, users }) => ({
      roomName: !roomName.trim() && t("chat.nameRequired"),
      users: users.length === 0 && t("chat.membersRequired"),
    }),
    send: (body) => call(routes.createChatRoom, { body }),
    onSent(room) {
      chat.putView(room);
      onEnd(room);
    },
  });
  const { users } = form.values;
  return (
    <DialogForm
      fault={fault}
      isSending={isSending}
      submit={t("chat.create")}
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
      <PeopleSearch
        label={t("chat.members")}
        hint={t("chat.membersHint")}
        error={form.errors.users as string | undefined}
        chosen={new Set(users)}
        onToggle={({ uuid }) => form.setFieldValue("users", toggleUuid(users, uuid))}
      />
    </DialogForm>
  );
}
