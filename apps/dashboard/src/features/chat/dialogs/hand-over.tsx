import type { ChatRoomSummary } from "@shoal/contract";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { useCancel } from "../../../components/ui/form/unsaved.ts";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import { assignSupportRoom } from "../conversation/room-choices.ts";
import type { ChatStore } from "../store/chat-store.ts";
import { DialogForm } from "./dialog-form.tsx";
import { PeopleSearch } from "./people-search.tsx";

/** Asks for the administrator to whom a support conversation is assigned. */
export function openHandOverDialog(chat: ChatStore, room: ChatRoomSummary): void {
  const closing = openDialog({
    title: i18next.t("chat.handOver"),
    children: <HandOver chat={chat} room={room} onEnd={() => void closing.then((close) => close())} />,
  });
  // Ignores the rejection: the user has already been informed that the dialog could not be loaded.
  closing.catch(() => undefined);
}

interface HandOverProps {
  chat: ChatStore;
  room: ChatRoomSummary;
  onEnd: () => void;
}

function HandOver({ chat, room, onEnd }: HandOverProps) {
  const { t } = useTranslation();
  const handleCancel = useCancel(onEnd);
  const { form, fault, isSending, handleSubmit } = useAppForm({
    initialValues: { person: "" },
    validate: ({ person }) => ({ person: !person && t("chat.membersRequired") }),
    send: ({ person }) => assignSupportRoom(chat, room, person),
    onSent: onEnd,
  });
  const { person } = form.values;
  return (
    <DialogForm
      fault={fault}
      isSending={isSending}
      submit={t("chat.handOverDo")}
      onSubmit={handleSubmit}
      onCancel={handleCancel}
    >
      <PeopleSearch
        label={t("chat.handOverTo")}
        hint={t("chat.handOverHint")}
        error={form.errors.person as string | undefined}
        chosen={new Set([person])}
        onToggle={({ uuid }) => form.setFieldValue("person", uuid)}
      />
    </DialogForm>
  );
}
