import { Button, Group, Stack } from "@mantine/core";
import type { ChatRoomSummary } from "@shoal/contract";
import i18next from "i18next";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { DateField } from "../../../components/ui/form/date-field.tsx";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { errorText } from "../../../lib/error-text.ts";
import type { ChatStore } from "../store/chat-store.ts";

/** Asks for a day, and shows the first message since then. */
export function openJumpToDate(chat: ChatStore, room: ChatRoomSummary): void {
  const closing = openDialog({
    title: i18next.t("chat.toDate"),
    children: <JumpToDate chat={chat} room={room} onEnd={() => void closing.then((close) => close())} />,
  });
  // The reader was told that it could not be fetched.
  closing.catch(() => undefined);
}

interface JumpToDateProps {
  chat: ChatStore;
  room: ChatRoomSummary;
  onEnd: () => void;
}

function JumpToDate({ chat, room, onEnd }: JumpToDateProps) {
  const { t } = useTranslation();
  const [day, setDay] = useState("");
  const [fault, setFault] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  async function jump(event: FormEvent): Promise<void> {
    event.preventDefault();
    // The beginning of the reader's own day.
    const from = new Date(`${day}T00:00:00`);
    if (Number.isNaN(from.getTime())) {
      setFault(t("chat.dayRequired"));
      return;
    }
    setAsking(true);
    setFault(undefined);
    try {
      await chat.jumpToDate(room.uuid, from.toISOString());
      onEnd();
    } catch (error) {
      setFault(errorText(error));
      setAsking(false);
    }
  }
  return (
    <form onSubmit={(event) => void jump(event)} noValidate>
      <Stack>
        <FormFault fault={fault} />
        <DateField label={t("chat.day")} value={day} data-autofocus onChange={setDay} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onEnd}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" loading={isAsking}>
            {t("chat.show")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
