import { Button, Group, Stack } from "@mantine/core";
import type { ChatRoomSummary } from "@shoal/contract";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { errorText } from "../../../lib/error-text.ts";
import { handOver } from "../conversation/room-choices.ts";
import type { ChatStore } from "../store/chat-store.ts";
import { type Colleague, PeopleSearch } from "./people-search.tsx";

/** Asks which administrator looks after a support conversation from now on. */
export function openHandOver(chat: ChatStore, room: ChatRoomSummary): void {
  const closing = openDialog({
    title: i18next.t("chat.handOver"),
    children: <HandOver chat={chat} room={room} onEnd={() => void closing.then((close) => close())} />,
  });
  // The reader was told that it could not be fetched.
  closing.catch(() => undefined);
}

interface HandOverProps {
  chat: ChatStore;
  room: ChatRoomSummary;
  onEnd: () => void;
}

function HandOver({ chat, room, onEnd }: HandOverProps) {
  const { t } = useTranslation();
  const [person, setPerson] = useState<Colleague>();
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  async function send(): Promise<void> {
    if (!person) {
      setFault(t("chat.membersRequired"));
      return;
    }
    setSending(true);
    setFault(undefined);
    try {
      await handOver(chat, room, person.uuid);
      onEnd();
    } catch (error) {
      setFault(errorText(error));
      setSending(false);
    }
  }
  return (
    <Stack>
      <FormFault fault={fault} />
      <PeopleSearch
        label={t("chat.handOverTo")}
        hint={t("chat.handOverHint")}
        chosen={new Set(person ? [person.uuid] : [])}
        onToggle={(next) => {
          setPerson(next);
          setFault(undefined);
        }}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onEnd}>
          {t("common.cancel")}
        </Button>
        <Button loading={isSending} onClick={() => void send()}>
          {t("chat.handOverDo")}
        </Button>
      </Group>
    </Stack>
  );
}
