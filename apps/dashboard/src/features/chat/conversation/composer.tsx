import { ActionIcon, Button, CloseButton, Loader, Text } from "@mantine/core";
import { type ChatRoomSummary, MAX_CHAT_MENTIONS, MAX_CHAT_TEXT_LENGTH } from "@shoal/contract";
import { IconMicrophone, IconSend2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, type RefObject, Suspense, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { AttachButton } from "../../../components/files/attach-button.tsx";
import { ChosenList, FileRefusals } from "../../../components/files/chosen-list.tsx";
import type { ChosenFiles } from "../../../components/files/use-chosen-files.ts";
import {
  type Mentionable,
  MentionField,
  type MentionFieldHandle,
} from "../../../components/mentions/mention-field.tsx";
import { mentionsIn } from "../../../components/mentions/mentions.ts";
import { EmojiButton } from "../emoji/emoji-button.tsx";
import { isIosWithoutAudio } from "../files/audio-format.ts";
import { CHAT_ACCEPTED_TYPES } from "../files/chat-limits.ts";
import type { RecorderState } from "../files/recorder-store.ts";
import type { FileToSend } from "../files/send-chat-file.ts";
import { roomTitle } from "../rooms/room-texts.ts";
import { roomQuery } from "../store/room-query.ts";
import { useChat, useChatState, useDraft, useRecorder } from "../store/use-chat.ts";
import classes from "./conversation.module.css";

const LazyRecorder = lazy(async () => ({ default: (await import("../files/recorder.tsx")).Recorder }));

/** The name that mentions everyone in a room, as `@room`. */
const ROOM_MENTION = "room";
/**
 * The maximum length of the message field's text. It exceeds the limit of messages, so that pasted text is not cut off and an error is
 * shown instead.
 */
const MAX_TYPED_LENGTH = 200_000;

interface ComposerProps {
  room: ChatRoomSummary;
  field: RefObject<MentionFieldHandle | null>;
  /** The files to be sent with the message, which can be dropped anywhere on the conversation. */
  chosen: ChosenFiles;
  /** Called on Arrow Up in an empty field. */
  onUp: () => void;
  onOpen: (room: ChatRoomSummary) => void;
}

/** Edits and sends a message. The draft is kept for its room, both on this page and in the browser's storage. */
export function Composer({ room, field, chosen, onUp, onOpen }: ComposerProps) {
  const { t } = useTranslation();
  const chat = useChat();
  const { uuid, can } = room;
  const draft = useDraft(uuid);
  const { data: view } = useQuery(roomQuery(uuid));
  const [fault, setFault] = useState<string>();
  const recording = useRecorder();
  const isRecording = recording?.room === uuid;
  const hasNoAudio = isIosWithoutAudio();
  const people = useMemo<Mentionable[]>(() => {
    const others = (view?.people ?? []).filter((person) => person.uuid !== chat.me);
    return can.includes("mentionRoom")
      ? [...others, { username: ROOM_MENTION, name: t("chat.everybody") }]
      : others;
  }, [view, can, chat.me, t]);
  useEffect(() => () => chat.sendTyping(uuid, false), [chat, uuid]);

  if (!can.includes("write"))
    return (
      <Text size="sm" c="dimmed" className={classes.composer}>
        {t("chat.readOnly")}
      </Text>
    );
  const { text, replyTo } = draft;
  const { length } = text.trim();
  function send(): void {
    if (length === 0 && chosen.kept.length === 0) return;
    const mentioned = mentionsIn(
      text,
      people.map(({ username }) => username),
    );
    const mentions = mentioned.filter((name) => name !== ROOM_MENTION);
    if (length > MAX_CHAT_TEXT_LENGTH) {
      setFault(t("chat.tooLong", { count: MAX_CHAT_TEXT_LENGTH, length }));
      return;
    }
    if (mentions.length > MAX_CHAT_MENTIONS) {
      setFault(t("chat.tooManyMentions", { count: MAX_CHAT_MENTIONS }));
      return;
    }
    chat.outbox.add({
      room: uuid,
      content: text.trim(),
      replyTo,
      mentions,
      mentionsRoom: mentions.length < mentioned.length,
      files: chosen.kept.map((file) => ({ file })),
    });
    chat.drafts.set(uuid, { text: "" });
    chosen.clear();
    chat.sendTyping(uuid, false);
    setFault(undefined);
    showEnd();
    field.current?.focus();
  }
  /** Sends a recording. The typed text is kept. */
  function sendRecorded(recorded: FileToSend): void {
    chat.outbox.add({
      room: uuid,
      content: "",
      replyTo,
      mentions: [],
      mentionsRoom: false,
      files: [recorded],
    });
    endReply();
    showEnd();
    endRecording();
  }
  function endRecording(): void {
    chat.recorder.discard();
    requestAnimationFrame(() => field.current?.focus());
  }
  function showEnd(): void {
    // Scrolls to the end of the list, where the sent message appears.
    void chat.jump(uuid, { to: "end" }).catch(() => undefined);
  }
  const endReply = () => chat.drafts.set(uuid, { text });
  return (
    <div className={classes.composer}>
      {replyTo && (
        <div className={classes.reply}>
          <div className={classes.titles}>
            <Text size="xs" fw={650} truncate>
              {t("chat.replyTo", { name: replyTo.sender })}
            </Text>
            <Text size="xs" c="dimmed" truncate dir="auto">
              {replyTo.content}
            </Text>
          </div>
          <CloseButton
            size="sm"
            aria-label={t("chat.endReply")}
            title={t("chat.endReply")}
            onClick={endReply}
          />
        </div>
      )}
      <ChosenList chosen={chosen} />
      <FileRefusals refused={chosen.refused} limits={chosen.limits} />
      {isRecording && (
        <Suspense fallback={<Loader size="sm" aria-label={t("app.loading")} />}>
          <LazyRecorder
            state={recording}
            recorder={chat.recorder}
            onSend={sendRecorded}
            onEnd={endRecording}
          />
        </Suspense>
      )}
      {recording && !isRecording && recording.is !== "refused" && (
        <RecordingElsewhere recording={recording} onOpen={onOpen} />
      )}
      <div className={classes.writing} hidden={isRecording}>
        {/* The place for buttons that add anything other than text. */}
        <AttachButton
          maxBytes={chosen.limits.maxBytes}
          accept={CHAT_ACCEPTED_TYPES}
          size={36}
          variant="subtle"
          onFiles={(files) => chosen.add(files)}
        />
        <EmojiButton
          label={t("chat.emoji.insert")}
          size={36}
          onChoose={(emoji) => field.current?.insert(emoji)}
        />
        <div className={classes.field}>
          <MentionField
            handle={field}
            label={t("chat.composer", { room: roomTitle(room) })}
            listLabel={t("chat.mentionList")}
            placeholder={t("chat.placeholder")}
            value={text}
            people={people}
            error={fault}
            minRows={1}
            maxLength={MAX_TYPED_LENGTH}
            isSentByEnter
            onChange={(value) => {
              chat.drafts.set(uuid, { ...draft, text: value });
              chat.sendTyping(uuid, value.trim() !== "");
              setFault(undefined);
            }}
            onSubmit={send}
            onUp={onUp}
            {...(replyTo ? { onCancel: endReply } : {})}
          />
        </div>
        {!hasNoAudio && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t("chat.audio.record")}
            title={t("chat.audio.record")}
            disabled={recording !== undefined && recording.is !== "refused"}
            onClick={() => void chat.recorder.start(uuid)}
          >
            <IconMicrophone size={20} />
          </ActionIcon>
        )}
        <ActionIcon
          size={36}
          aria-label={t("chat.send")}
          title={t("chat.sendHint")}
          disabled={length === 0 && chosen.kept.length === 0}
          onClick={send}
        >
          <IconSend2 size={19} />
        </ActionIcon>
      </div>
      {hasNoAudio && (
        <Text size="xs" c="dimmed">
          {t("chat.audio.ios")}
        </Text>
      )}
    </div>
  );
}

/** Explains that a recording in another room continues while its author looks at this room. */
function RecordingElsewhere({
  recording,
  onOpen,
}: {
  recording: RecorderState;
  onOpen: (room: ChatRoomSummary) => void;
}) {
  const { t } = useTranslation();
  const chat = useChat();
  const room = useChatState(({ rooms }) => rooms.get(recording.room));
  const name = room ? roomTitle(room) : "";
  return (
    <div className={classes.elsewhere} role="status">
      <Text size="sm" truncate>
        {t(recording.is === "recorded" ? "chat.audio.waitsIn" : "chat.audio.goesOnIn", { room: name })}
      </Text>
      {room && (
        <Button size="compact-sm" variant="default" onClick={() => onOpen(room)}>
          {t("chat.audio.goBack")}
        </Button>
      )}
      <CloseButton
        size="sm"
        aria-label={t("chat.audio.discard")}
        title={t("chat.audio.discard")}
        onClick={() => chat.recorder.discard()}
      />
    </div>
  );
}
