import { Button, Group, Loader, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ChatMessageView, type ChatRoomSummary, routes } from "@shoal/contract";
import { IconCheck, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { FormFault } from "../../../components/ui/form/form-fault.tsx";
import { staleMark } from "../../../components/ui/stale-mark.ts";
import { errorText } from "../../../lib/error-text.ts";
import { CHAT_KEY } from "../../../lib/list-keys.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { Face } from "../rooms/face.tsx";
import { faceOf } from "../rooms/room-row.tsx";
import { roomTitle } from "../rooms/room-words.ts";
import type { ChatStore } from "../store/chat-store.ts";
import classes from "./dialogs.module.css";

/** Asks to which room a message is forwarded. */
export function openForward(chat: ChatStore, message: ChatMessageView): void {
  const closing = openDialog({
    title: i18next.t("chat.forwardTitle"),
    children: <Forward chat={chat} message={message} onEnd={() => void closing.then((close) => close())} />,
  });
  // The reader was told that it could not be fetched.
  closing.catch(() => undefined);
}

interface ForwardProps {
  chat: ChatStore;
  message: ChatMessageView;
  onEnd: () => void;
}

const SEARCH_AFTER_MS = 250;
const SHOWN_MAX = 50;

function Forward({ chat, message, onEnd }: ForwardProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), SEARCH_AFTER_MS);
  const [chosen, setChosen] = useState<ChatRoomSummary>();
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  /** Sent again after a fault, it is there once. */
  const [id] = useState(() => crypto.randomUUID());
  const query = useQuery({
    queryKey: [CHAT_KEY, "forward", search],
    queryFn: ({ signal }) =>
      call(routes.listChatRooms, { query: { limit: SHOWN_MAX, ...(search ? { search } : {}) } }, { signal }),
    placeholderData: (before) => before,
  });
  const rooms = query.data?.rooms.filter(({ can }) => can.includes("write"));
  async function send(): Promise<void> {
    if (!chosen) {
      setFault(t("chat.roomRequired"));
      return;
    }
    setSending(true);
    setFault(undefined);
    try {
      const body = { messageId: id, fromRoom: message.roomId, fromMessage: message._id };
      chat.take(await call(routes.forwardChatMessage, { params: { id: chosen.uuid }, body }));
      notify.success({ message: t("chat.forwardedTo", { room: roomTitle(chosen) }) });
      onEnd();
    } catch (error) {
      setFault(errorText(error));
      setSending(false);
    }
  }
  return (
    <Stack>
      <FormFault fault={fault} />
      <div className={classes.search}>
        <TextInput
          label={t("chat.forwardTo")}
          placeholder={t("chat.search")}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          maxLength={200}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {query.isError && (
          <Text size="sm" role="alert">
            {errorText(query.error)}
          </Text>
        )}
        {query.isPending && <Loader size="sm" aria-label={t("chat.loading")} />}
        <ul className={classes.people} {...staleMark(query.isPlaceholderData)}>
          {rooms?.map((room) => (
            <li key={room.uuid}>
              <UnstyledButton
                className={classes.person}
                aria-pressed={room.uuid === chosen?.uuid}
                onClick={() => {
                  setChosen(room);
                  setFault(undefined);
                }}
              >
                <Face name={roomTitle(room)} kind={faceOf(room.kind)} sizePx={30} />
                <Text span size="sm" truncate flex={1}>
                  {roomTitle(room)}
                </Text>
                {room.uuid === chosen?.uuid && <IconCheck size={17} aria-hidden />}
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {rooms?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t("chat.empty.search")}
          </Text>
        )}
      </div>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onEnd}>
          {t("common.cancel")}
        </Button>
        <Button loading={isSending} onClick={() => void send()}>
          {t("chat.forward")}
        </Button>
      </Group>
    </Stack>
  );
}
