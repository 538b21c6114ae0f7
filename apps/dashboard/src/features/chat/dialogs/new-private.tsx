import { Button, Group, Stack } from "@mantine/core";
import { AppError, type ChatRoomSummary, PRIVATE_ROOM_EXISTS, routes } from "@shoal/contract";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { call } from "../../../lib/session.ts";
import type { ChatStore } from "../store/chat-store.ts";
import { type Colleague, PeopleSearch } from "./people-search.tsx";

/** Asks with whom, and opens a private conversation. */
export function openNewPrivate(chat: ChatStore, onOpen: (room: ChatRoomSummary) => void): void {
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
  // The reader was told that it could not be fetched.
  closing.catch(() => undefined);
}

interface NewPrivateProps {
  chat: ChatStore;
  onEnd: (room?: ChatRoomSummary) => void;
}

function NewPrivate({ chat, onEnd }: NewPrivateProps) {
  const { t } = useTranslation();
  const [person, setPerson] = useState<Colleague>();
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  async function start(): Promise<void> {
    if (!person) {
      setFault(t("chat.membersRequired"));
      return;
    }
    setSending(true);
    setFault(undefined);
    try {
      await call(routes.checkPrivateChatRoom, { params: { id: person.uuid } });
      const room = await call(routes.createChatRoom, { body: { users: [person.uuid] } });
      chat.putView(room);
      onEnd(room);
    } catch (error) {
      // §8: whom one has a conversation with already, the server says, and its message is shown as it comes.
      setFault(error instanceof AppError && isThere(error) ? error.message : errorText(error));
      setSending(false);
    }
  }
  return (
    <Stack>
      <FormFault fault={fault} />
      <PeopleSearch
        label={t("chat.with")}
        hint={t("chat.withHint")}
        chosen={new Set(person ? [person.uuid] : [])}
        onToggle={(next) => {
          setPerson(next.uuid === person?.uuid ? undefined : next);
          setFault(undefined);
        }}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onEnd()}>
          {t("common.cancel")}
        </Button>
        <Button loading={isSending} onClick={() => void start()}>
          {t("chat.start")}
        </Button>
      </Group>
    </Stack>
  );
}

const isThere = ({ code, message }: AppError) =>
  code === "private_room_exists" || message === PRIVATE_ROOM_EXISTS;
