import {
  ActionIcon,
  Badge,
  Box,
  Button,
  Group,
  Menu,
  ScrollArea,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { createRandomUuid } from "@shoal/client/upload";
import { fillPath, type ModeratedLiveChatMessage, routes } from "@shoal/contract";
import { IconCheck, IconDotsVertical, IconDownload, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatTime } from "../../../lib/dates.ts";
import { downloadText } from "../../../lib/download-text.ts";
import { errorText } from "../../../lib/error-text.ts";
import { fetchFile } from "../../../lib/fetch-file.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import { StateBadge } from "../../ui/state-badge.tsx";
import { ErrorState } from "../../ui/states.tsx";
import { useApplyMessage, useApplySanction, useLiveChatMessages } from "./chat-query.ts";

const TIMEOUT_SEC = 600;
const MAX_TEXT_LENGTH = 300;
const LIST_HEIGHT = 380;
/**
 * The height of the message list on a separate page. It leaves room for the page's header and the input field, also on a phone in landscape
 * orientation.
 */
const FULL_PAGE_HEIGHT = "max(220px, calc(100dvh - 330px))";

type MessageChange = Parameters<typeof changeMessage>[2];

const changeMessage = (
  uuid: string,
  messageId: string,
  body: { state?: "shown" | "deleted"; isPinned?: boolean; answer?: string },
) => call(routes.moderateLiveChatMessage, { params: { id: uuid, messageId }, body });

/** Shows the messages of a chat, with moderation. @param isAlone whether the chat fills a separate page. */
export function ChatModeration({ uuid, isAlone = false }: { uuid: string; isAlone?: boolean }) {
  const { data, error, refetch } = useLiveChatMessages(uuid);
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  return <MessageList uuid={uuid} isAlone={isAlone} messages={data?.messages ?? NO_MESSAGES} />;
}

const NO_MESSAGES: readonly ModeratedLiveChatMessage[] = [];

interface MessageListProps {
  uuid: string;
  isAlone: boolean;
  /** The messages of the chat, oldest first. */
  messages: readonly ModeratedLiveChatMessage[];
}

function MessageList({ uuid, isAlone, messages }: MessageListProps) {
  const { t } = useTranslation();
  const { viewport, handleScroll } = useStickToEnd(messages);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={600}>{t("liveChat.messages")}</Text>
        <ExportButton uuid={uuid} />
      </Group>
      <ScrollArea.Autosize
        mah={isAlone ? FULL_PAGE_HEIGHT : LIST_HEIGHT}
        type="auto"
        offsetScrollbars="y"
        viewportRef={viewport}
        viewportProps={{ tabIndex: 0 }}
        onScrollPositionChange={handleScroll}
      >
        {messages.length === 0 && (
          <Text size="sm" c="dimmed">
            {t("liveChat.none")}
          </Text>
        )}
        <Stack gap={4} component="ol" m={0} p={0} style={{ listStyle: "none" }}>
          {messages.map((message) => (
            <MessageLine key={message.id} uuid={uuid} message={message} />
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <HostForm uuid={uuid} />
    </Stack>
  );
}

/** The distance from the end, in pixels, within which a list follows new messages. */
const NEAR_END_PX = 40;

/** Keeps a list scrolled to its newest message, next to the input field, unless the reader has scrolled up. */
function useStickToEnd(messages: readonly ModeratedLiveChatMessage[]) {
  const viewport = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the messages change
  useLayoutEffect(() => {
    if (viewport.current && isAtEnd.current) viewport.current.scrollTop = viewport.current.scrollHeight;
  }, [messages]);
  return {
    viewport,
    handleScroll(): void {
      if (!viewport.current) return;
      const { scrollTop, scrollHeight, clientHeight } = viewport.current;
      isAtEnd.current = scrollHeight - scrollTop - clientHeight <= NEAR_END_PX;
    },
  };
}

function MessageLine({ uuid, message }: { uuid: string; message: ModeratedLiveChatMessage }) {
  const { t } = useTranslation();
  const [isAnswering, setAnswering] = useState(false);
  const apply = useApplyMessage(uuid);
  const change = useMutation({
    mutationFn: (body: MessageChange) => changeMessage(uuid, message.id, body),
    onSuccess(changed) {
      apply(changed);
      setAnswering(false);
    },
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  const { name, text, state, kind, answer, atMs, isPinned, isHost, isBanned, mutedUntil } = message;
  return (
    <Box component="li">
      <Group wrap="nowrap" align="flex-start" justify="space-between" gap="xs">
        <Box style={{ overflowWrap: "anywhere", minWidth: 0 }}>
          <Text span fw={600} size="sm" mr={6} dir="auto">
            {name}
          </Text>
          <Text span size="xs" c="dimmed" mr={6}>
            {formatTime(new Date(atMs).toISOString())}
          </Text>
          {isHost && (
            <Badge size="xs" mr={4}>
              {t("liveChat.host")}
            </Badge>
          )}
          {state === "held" && (
            <Box component="span" mr={4}>
              <StateBadge tone="warning">{t("liveChat.held")}</StateBadge>
            </Box>
          )}
          {kind === "question" && (
            <Badge size="xs" mr={4} variant="light">
              {t("liveChat.question")}
            </Badge>
          )}
          {isPinned && (
            <Badge size="xs" mr={4} variant="outline">
              {t("liveChat.pinned")}
            </Badge>
          )}
          {(isBanned || isMuted(mutedUntil)) && (
            <StateBadge tone="bad">{t(isBanned ? "liveChat.banned" : "liveChat.timedOut")}</StateBadge>
          )}
          <Text size="sm" dir="auto">
            {state === "deleted" ? t("liveChat.messagesDeleted") : text}
          </Text>
          {answer && (
            <Text size="sm" c="dimmed" dir="auto">
              {t("liveChat.answerOf", { name: answer.name })} {answer.text}
            </Text>
          )}
        </Box>
        <LineMenu
          uuid={uuid}
          message={message}
          onChange={(body) => change.mutate(body)}
          onAnswer={() => setAnswering(true)}
        />
      </Group>
      {state === "held" && (
        <Group gap="xs" mt={4} role="group" aria-label={t("liveChat.decide", { name })}>
          <Button
            size="compact-sm"
            leftSection={<IconCheck size={15} aria-hidden />}
            disabled={change.isPending}
            onClick={() => change.mutate({ state: "shown" })}
          >
            {t("liveChat.showNow")}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconTrash size={15} aria-hidden />}
            disabled={change.isPending}
            onClick={() => change.mutate({ state: "deleted" })}
          >
            {t("liveChat.deleteNow")}
          </Button>
        </Group>
      )}
      {isAnswering && <ReplyForm onSend={(value) => change.mutateAsync({ answer: value })} />}
    </Box>
  );
}

const isMuted = (until: string | null): boolean => until !== null && Date.parse(until) > Date.now();

interface LineMenuProps {
  uuid: string;
  message: ModeratedLiveChatMessage;
  onChange: (body: MessageChange) => void;
  onAnswer: () => void;
}

function LineMenu({ uuid, message, onChange, onAnswer }: LineMenuProps) {
  const { t } = useTranslation();
  const { author, state, kind, isPinned, isMember, isBanned, mutedUntil } = message;
  const apply = useApplySanction(uuid);
  const sanction = useMutation({
    mutationFn: (body: { mutedForSec?: number; isBanned?: boolean; deletesMessages?: boolean }) =>
      call(routes.moderateLiveChatAuthor, { params: { id: uuid, author }, body }),
    onSuccess(_, { mutedForSec, isBanned: isNowBanned }) {
      if (isNowBanned !== undefined) apply(author, { isBanned: isNowBanned });
      if (mutedForSec !== undefined)
        apply(author, {
          mutedUntil: mutedForSec === 0 ? null : new Date(Date.now() + mutedForSec * 1_000).toISOString(),
        });
      notify.success({ message: t("liveChat.done") });
    },
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  // Messages held for moderation have buttons for the decision instead of a menu.
  if (state === "held" && isMember) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t("liveChat.actions", { name: message.name })}>
          <IconDotsVertical size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {state === "shown" && (
          <Menu.Item onClick={() => onChange({ isPinned: !isPinned })}>
            {t(isPinned ? "liveChat.unpin" : "liveChat.pin")}
          </Menu.Item>
        )}
        {kind === "question" && state === "shown" && (
          <Menu.Item onClick={onAnswer}>{t("liveChat.answer")}</Menu.Item>
        )}
        {state === "shown" && (
          <Menu.Item c="var(--shoal-bad)" onClick={() => onChange({ state: "deleted" })}>
            {t("liveChat.delete")}
          </Menu.Item>
        )}
        {!isMember && (
          <>
            {state === "shown" && <Menu.Divider />}
            {!isBanned && (
              <Menu.Item
                onClick={() => sanction.mutate({ mutedForSec: isMuted(mutedUntil) ? 0 : TIMEOUT_SEC })}
              >
                {t(isMuted(mutedUntil) ? "liveChat.endTimeOut" : "liveChat.timeOut")}
              </Menu.Item>
            )}
            <Menu.Item
              c="var(--shoal-bad)"
              onClick={() => sanction.mutate({ isBanned: !isBanned, deletesMessages: !isBanned })}
            >
              {t(isBanned ? "liveChat.unban" : "liveChat.ban")}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function ReplyForm({ onSend }: { onSend: (answer: string) => Promise<unknown> }) {
  const { t } = useTranslation();
  return <TextForm label={t("liveChat.answer")} button={t("liveChat.answer")} onSend={onSend} />;
}

function HostForm({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const apply = useApplyMessage(uuid);
  const write = useMutation({
    mutationFn: ({ messageId, text }: { messageId: string; text: string }) =>
      call(routes.writeLiveChatMessage, { params: { id: uuid }, body: { messageId, text } }),
    onSuccess: apply,
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  return (
    <TextForm
      label={t("liveChat.write")}
      button={t("liveChat.send")}
      onSend={(text, messageId) => write.mutateAsync({ messageId, text })}
    />
  );
}

interface TextFormProps {
  label: string;
  button: string;
  /** Sends the text. Failures are shown as notifications. @param id stays the same when a failed text is sent again. */
  onSend: (text: string, id: string) => Promise<unknown>;
}

/** A field for a short text, which stays in the field until it has been sent. */
function TextForm({ label, button, onSend }: TextFormProps) {
  const [text, setText] = useState("");
  const [isSending, setSending] = useState(false);
  const attempt = useRef({ of: "", id: "" });
  async function send(): Promise<void> {
    if (text.trim() === "" || isSending) return;
    if (attempt.current.of !== text) attempt.current = { of: text, id: createRandomUuid() };
    setSending(true);
    const isSent = await onSend(text, attempt.current.id).then(
      () => true,
      () => false,
    );
    setSending(false);
    if (!isSent) return;
    attempt.current = { of: "", id: "" };
    setText((now) => (now === text ? "" : now));
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label={label}
          placeholder={label}
          maxLength={MAX_TEXT_LENGTH}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isSending}>
          {button}
        </Button>
      </Group>
    </form>
  );
}

function ExportButton({ uuid }: { uuid: string }) {
  const { t } = useTranslation();
  const save = useMutation({
    mutationFn: async () => {
      const response = await fetchFile(fillPath(routes.exportLiveChat.path, { id: uuid }), {});
      downloadText(`chat-${uuid}.csv`, await response.blob());
    },
    onError: (error) => notify.failure({ message: errorText(error) }),
  });
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={15} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {t("liveChat.export")}
    </Button>
  );
}
