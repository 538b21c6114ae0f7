import {
  AppError,
  type ChatRoomSummary,
  type ChatRoomView,
  PRIVATE_ROOM_EXISTS,
  routes,
} from "@shoal/contract";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { useCancel } from "../../../components/ui/form/unsaved.ts";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import { call } from "../../../lib/session.ts";
import type { ChatStore } from "../store/chat-store.ts";
import { DialogForm } from "./dialog-form.tsx";
import { PeopleSearch } from "./people-search.tsx";

/** Asks for a person, and opens a private conversation. */
export function openNewPrivateDialog(chat: ChatStore, onOpen: (room: ChatRoomSummary) => void): void {
  const closing = openDialog({
    title: i18next.t("chat.newPrivate"),
    children: (
      <NewPrivate
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

interface NewPrivateProps {
  chat: ChatStore;
  onEnd: (room?: ChatRoomSummary) => void;
}

interface NewPrivateValues extends Record<string, unknown> {
  users: string[];
}

function NewPrivate({ chat, onEnd }: NewPrivateProps) {
  const { t } = useTranslation();
  const handleCancel = useCancel(() => onEnd());
  /** The server's message that the conversation already exists. According to §8, it is shown unchanged. */
  const [existingRoomText, setExistingRoomText] = useState<string>();
  const { form, fault, isSending, handleSubmit } = useAppForm<NewPrivateValues, ChatRoomView>({
    initialValues: { users: [] },
    validate: ({ users }) => ({ users: users.length === 0 && t("chat.membersRequired") }),
    async send(body) {
      setExistingRoomText(undefined);
      for (const id of body.users) await call(routes.checkPrivateChatRoom, { params: { id } });
      return call(routes.createChatRoom, { body });
    },
    onSent(room) {
      chat.putView(room);
      onEnd(room);
    },
    onRefused(error) {
      if (!(error instanceof AppError && isExistingRoom(error))) return false;
      setExistingRoomText(error.message);
      return true;
    },
  });
  const { users } = form.values;
  return (
    <DialogForm
      fault={existingRoomText ?? fault}
      isSending={isSending}
      submit={t("chat.start")}
      onSubmit={handleSubmit}
      onCancel={handleCancel}
    >
      <PeopleSearch
        label={t("chat.with")}
        hint={t("chat.withHint")}
        error={form.errors.users as string | undefined}
        chosen={new Set(users)}
        onToggle={({ uuid }) => {
          form.setFieldValue("users", users.includes(uuid) ? [] : [uuid]);
          setExistingRoomText(undefined);
        }}
      />
    </DialogForm>
  );
}

const isExistingRoom = ({ code, message }: AppError) =>
  code === "private_room_exists" || message === PRIVATE_ROOM_EXISTS;
