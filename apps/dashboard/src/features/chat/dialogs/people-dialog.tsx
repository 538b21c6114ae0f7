import { Button, CloseButton, Group, Stack, Text } from "@mantine/core";
import { type ChatRoomSummary, routes } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { useChatLine } from "../../../lib/chat-line.ts";
import { errorText } from "../../../lib/error-text.ts";
import { call } from "../../../lib/session.ts";
import { Face } from "../rooms/face.tsx";
import { roomTitle } from "../rooms/room-words.ts";
import type { ChatStore } from "../store/chat-store.ts";
import { roomQuery } from "../store/room-query.ts";
import classes from "./dialogs.module.css";
import { type Colleague, PeopleSearch } from "./people-search.tsx";

/** Who is in a room, and, where the reader may, adding and removing them. */
export function openPeople(chat: ChatStore, room: ChatRoomSummary): void {
  openDialog({ title: roomTitle(room), children: <People chat={chat} room={room} /> }).catch(() => undefined);
}

function People({ chat, room }: { chat: ChatStore; room: ChatRoomSummary }) {
  const { t } = useTranslation();
  const query = useQuery(roomQuery(room.uuid));
  const { people: present } = useChatLine();
  const [isAdding, setAdding] = useState(false);
  const [fault, setFault] = useState<string>();
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={query.refetch} />;
  if (!query.data) return <PageSkeleton blocks={1} />;
  const { people, can } = query.data;
  async function remove(uuid: string): Promise<void> {
    setFault(undefined);
    try {
      await call(routes.removeChatPerson, { params: { id: room.uuid, user: uuid } });
      await chat.readRoom(room.uuid);
    } catch (error) {
      setFault(errorText(error));
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
            <Face name={username} presence={present.get(uuid) ?? "gone"} sizePx={30} />
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

interface AddPeopleProps {
  chat: ChatStore;
  room: ChatRoomSummary;
  without: ReadonlySet<string>;
  onEnd: () => void;
}

function AddPeople({ chat, room, without, onEnd }: AddPeopleProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly Colleague[]>([]);
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  async function add(): Promise<void> {
    if (chosen.length === 0) {
      setFault(t("chat.membersRequired"));
      return;
    }
    setSending(true);
    setFault(undefined);
    try {
      const users = chosen.map(({ uuid }) => uuid);
      chat.putView(await call(routes.addChatPeople, { params: { id: room.uuid }, body: { users } }));
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
        label={t("chat.addPeople")}
        chosen={new Set(chosen.map(({ uuid }) => uuid))}
        without={without}
        onToggle={(person) =>
          setChosen(
            chosen.some(({ uuid }) => uuid === person.uuid)
              ? chosen.filter(({ uuid }) => uuid !== person.uuid)
              : [...chosen, person],
          )
        }
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onEnd}>
          {t("common.cancel")}
        </Button>
        <Button loading={isSending} onClick={() => void add()}>
          {t("chat.add")}
        </Button>
      </Group>
    </Stack>
  );
}
