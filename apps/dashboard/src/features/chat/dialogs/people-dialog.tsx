import { Button, CloseButton, Group, Stack, Text } from "@mantine/core";
import { type ChatRoomSummary, type ChatRoomView, routes } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { useAppForm } from "../../../components/ui/form/use-app-form.ts";
import { ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { useChatConnection } from "../../../lib/chat-line.ts";
import { errorText } from "../../../lib/error-text.ts";
import { call } from "../../../lib/session.ts";
import { RoomAvatar } from "../rooms/room-avatar.tsx";
import { roomTitle } from "../rooms/room-texts.ts";
import type { ChatStore } from "../store/chat-store.ts";
import { roomQuery } from "../store/room-query.ts";
import { DialogForm } from "./dialog-form.tsx";
import classes from "./dialogs.module.css";
import { PeopleSearch, toggleUuid } from "./people-search.tsx";

/** Opens the members of a room, with buttons to add and remove them where allowed. */
export function openPeopleDialog(chat: ChatStore, room: ChatRoomSummary): void {
  openDialog({ title: roomTitle(room), children: <RoomPeople chat={chat} room={room} /> }).catch(
    () => undefined,
  );
}

function RoomPeople({ chat, room }: { chat: ChatStore; room: ChatRoomSummary }) {
  const { t } = useTranslation();
  const query = useQuery(roomQuery(room.uuid));
  const { people: present } = useChatConnection();
  const [isAdding, setAdding] = useState(false);
  const [fault, setFault] = useState<string>();
  const [isRemoving, setRemoving] = useState(false);
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={query.refetch} />;
  if (!query.data) return <PageSkeleton blocks={1} />;
  const { people, can } = query.data;
  async function remove(uuid: string): Promise<void> {
    setFault(undefined);
    setRemoving(true);
    try {
      await call(routes.removeChatPerson, { params: { id: room.uuid, user: uuid } });
      await chat.readRoom(room.uuid);
    } catch (error) {
      setFault(errorText(error));
    } finally {
      setRemoving(false);
    }
  }
  if (isAdding)
    return (
      <AddPeople
        chat={chat}
        room={room}
        without={new Set(people.map(({ uuid }) => uuid))}
        onEnd={() => setAdding(false)}
      />
    );
  return (
    <Stack>
      <FormFault fault={fault} />
      <ul className={classes.people} aria-label={t("chat.peopleTitle")}>
        {people.map(({ uuid, username, standing }) => (
          <li key={uuid} className={classes.person}>
            <RoomAvatar name={username} presence={present.get(uuid) ?? "gone"} sizePx={30} />
            <span className={classes.names}>
              <Text span size="sm" truncate>
                {username}
              </Text>
              {standing !== "member" && (
                <Text span size="xs" c="dimmed">
                  {t(standing === "owner" ? "chat.owner" : "chat.agent")}
                </Text>
              )}
            </span>
            {can.includes("removePeople") && uuid !== chat.me && (
              <CloseButton
                aria-label={t("chat.remove", { name: username })}
                disabled={isRemoving}
                onClick={() => void remove(uuid)}
              />
            )}
          </li>
        ))}
      </ul>
      {can.includes("addPeople") && (
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setAdding(true)}>
            {t("chat.addPeople")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface AddPeopleValues extends Record<string, unknown> {
  users: string[];
}

interface AddPeopleProps {
  chat: ChatStore;
  room: ChatRoomSummary;
  without: ReadonlySet<string>;
  onEnd: () => void;
}

function AddPeople({ chat, room, without, onEnd }: AddPeopleProps) {
  const { t } = useTranslation();
  const { form, fault, isSending, handleSubmit } = useAppForm<AddPeopleValues, ChatRoomView>({
    initialValues: { users: [] },
    validate: ({ users }) => ({ users: users.length === 0 && t("chat.membersRequired") }),
    send: (body) => call(routes.addChatPeople, { params: { id: room.uuid }, body }),
    onSent(view) {
      chat.putView(view);
      onEnd();
    },
  });
  const { users } = form.values;
  return (
    <DialogForm
      fault={fault}
      isSending={isSending}
      submit={t("chat.add")}
      onSubmit={handleSubmit}
      onCancel={onEnd}
    >
      <PeopleSearch
        label={t("chat.addPeople")}
        error={form.errors.users as string | undefined}
        chosen={new Set(users)}
        without={without}
        onToggle={({ uuid }) => form.setFieldValue("users", toggleUuid(users, uuid))}
      />
    </DialogForm>
  );
}
