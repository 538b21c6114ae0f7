import type { ChatRoomSummary } from "@shoal/contract";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { DateField } from "../../../components/ui/form/date-field.tsx";
import { useCancel } from "../../../components/ui/form/unsaved.ts";
import { useUnguardedForm } from "../../../components/ui/form/use-unguarded-form.ts";
import type { ChatStore } from "../store/chat-store.ts";
import { DialogForm } from "./dialog-form.tsx";

/** Asks for a day, and shows its first message or the next message. */
export function openJumpToDateDialog(chat: ChatStore, room: ChatRoomSummary): void {
  const closing = openDialog({
    title: i18next.t("chat.toDate"),
    children: <JumpToDate chat={chat} room={room} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

interface JumpToDateProps {
  chat: ChatStore;
  room: ChatRoomSummary;
  onEnd: () => void;
}

function JumpToDate({ chat, room, onEnd }: JumpToDateProps) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  const { form, fault, isSending, handleSubmit } = useUnguardedForm({
    initialValues: { day: "" },
    validate: ({ day }) => ({ day: !day && t("chat.dayRequired") }),
    // The day starts at midnight in the reader's time zone.
    send: ({ day }) => chat.jumpToDate(room.uuid, new Date(`${day}T00:00:00`).toISOString()),
    onSent: onEnd,
  });
  return (
    <DialogForm
      fault={fault}
      isSending={isSending}
      submit={t("chat.show")}
      onSubmit={handleSubmit}
      onCancel={handleCancel}
    >
      <DateField label={t("chat.day")} data-autofocus {...form.getInputProps("day")} />
    </DialogForm>
  );
}
