import {
  AppError,
  type BodyOf,
  LIVE_CHAT_RETENTION_DAYS,
  type LiveChatView,
  MAX_LIVE_CHAT_PAGE_SIZE,
  type ModeratedLiveChatMessage,
  type QueryOf,
  type ResponseOf,
  type routes,
} from "@shoal/contract";
import { tidyLiveChatText } from "@shoal/domain";
import { CSV_START, writeCsvLine } from "@shoal/domain/csv";
import type { Updateable } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createVideosRepository, videoNotFound } from "../../media/videos/index.ts";
import { isOpenNow, liveSecOf, presentModerated } from "./live-chats.present.ts";
import {
  type ChatKey,
  createLiveChatsRepository,
  type FoundMessage,
  type RunningChat,
  settingsOf,
} from "./live-chats.repository.ts";
import type { LiveChatMessageRow } from "./live-chats.table.ts";

const EXPORT_BATCH = 1_000;

type LiveChatsRepository = ReturnType<typeof createLiveChatsRepository>;
type LiveChatChange = BodyOf<typeof routes.setLiveChat>;

/**
 * Manages chats for users of the client. Every call throws AppError "video_not_found" unless the video is a live of the client.
 */
export function createLiveChatsService({ db }: { db: Database }) {
  async function keyOf(tx: Tx, { clientUuid }: Actor, uuid: string): Promise<ChatKey> {
    const video = await createVideosRepository(tx).findVideo(clientUuid, uuid);
    if (video?.type !== "live") throw videoNotFound();
    return { client_uuid: clientUuid, video_uuid: uuid };
  }

  async function getChat(repository: LiveChatsRepository, key: ChatKey): Promise<RunningChat> {
    const chat = await repository.findChat(key.client_uuid, key.video_uuid);
    if (!chat) throw videoNotFound();
    return chat;
  }

  /** Locks the chat of a live, creating it if needed, and changes it. */
  function inChat<T>(
    actor: Actor,
    uuid: string,
    work: (chats: LiveChatsRepository, chat: RunningChat, tx: Tx) => Promise<T>,
  ): Promise<T> {
    return db.transaction().execute(async (tx) => {
      const key = await keyOf(tx, actor, uuid);
      const chats = createLiveChatsRepository(tx);
      await chats.makeSure(key);
      await chats.lock(key);
      return work(chats, await getChat(chats, key), tx);
    });
  }

  async function present(repository: LiveChatsRepository, key: ChatKey): Promise<LiveChatView> {
    const chat = await repository.findChat(key.client_uuid, key.video_uuid);
    if (!chat) return NEW_CHAT;
    const { messages, held } = await repository.count(key);
    return {
      ...settingsOf(chat),
      revision: chat.revision,
      seq: chat.seq,
      isOpen: isOpenNow(chat, Date.now()),
      messageCount: messages,
      heldCount: held,
    };
  }

  async function change(
    chats: LiveChatsRepository,
    chat: RunningChat,
    id: string,
    columns: Updateable<LiveChatMessageRow>,
  ): Promise<void> {
    await chats.updateMessage(chat, id, { ...columns, seq: chat.seq + 1 });
    await chats.update(chat, { seq: chat.seq + 1 });
  }

  async function getMessage(
    chats: LiveChatsRepository,
    chat: RunningChat,
    id: string,
  ): Promise<FoundMessage> {
    const message = await chats.findMessage(chat, id);
    if (!message) throw messageNotFound();
    return message;
  }

  return {
    async getLiveChat(actor: Actor, uuid: string): Promise<LiveChatView> {
      return present(createLiveChatsRepository(db), await keyOf(db, actor, uuid));
    },

    /** @throws AppError "edit_conflict" for an old revision. */
    async setLiveChat(
      actor: Actor,
      uuid: string,
      { revision, ...wanted }: LiveChatChange,
    ): Promise<LiveChatView> {
      return inChat(actor, uuid, async (chats, chat, tx) => {
        if (revision !== undefined && revision !== chat.revision)
          throw new AppError("edit_conflict", `Someone else changed this chat: revision ${chat.revision}`);
        const settings = { ...settingsOf(chat), ...wanted };
        await chats.update(chat, {
          is_on: settings.isOn,
          slow_sec: settings.slowSec,
          writers: settings.writers,
          held_words: settings.heldWords,
          consent: settings.consent,
          kept_days: settings.keptDays,
          revision: chat.revision + 1,
          seq: chat.seq + 1,
        });
        if (settings.isOn !== chat.is_on) {
          const videos = createVideosRepository(tx);
          for (const copy of (await chats.listCopies(chat)).toSorted())
            await videos.recordChange(actor.clientUuid, copy);
        }
        return present(chats, chat);
      });
    },

    async listMessages(
      actor: Actor,
      uuid: string,
      { since, before, only }: QueryOf<typeof routes.listLiveChatMessages>,
    ): Promise<ResponseOf<typeof routes.listLiveChatMessages>> {
      const key = await keyOf(db, actor, uuid);
      const chats = createLiveChatsRepository(db);
      const chat = await chats.findChat(key.client_uuid, key.video_uuid);
      if (!chat) return { messages: [], seq: 0, hasMore: false };
      const limit = MAX_LIVE_CHAT_PAGE_SIZE;
      const rows =
        since === undefined
          ? await chats.listBefore(key, { before, only, limit })
          : await chats.listSince(key, since, limit);
      const isFull = rows.length === limit;
      return {
        messages: rows.map((row) => presentModerated(row, chat)),
        // Changes between the two queries above are listed again by the next call.
        seq:
          since === undefined ? chat.seq : isFull ? (rows.at(-1)?.seq ?? since) : Math.max(since, chat.seq),
        hasMore: isFull,
      };
    },

    /** @throws AppError "bad_request" if the cleaned text is empty, or if another author has used the id. */
    write(
      actor: Actor,
      uuid: string,
      { messageId: id, text }: BodyOf<typeof routes.writeLiveChatMessage>,
    ): Promise<ModeratedLiveChatMessage> {
      return inChat(actor, uuid, async (chats, chat) => {
        const author = actor.userUuid;
        const known = await chats.findMessage(chat, id);
        if (known && known.author !== author)
          throw badFieldError("messageId", "is already in use by someone else");
        if (known) return presentModerated(known, chat);
        const kept = tidyLiveChatText(text);
        if (kept === "") throw badFieldError("text", "is empty");
        const at = new Date();
        const seq = chat.seq + 1;
        await chats.addMessages([
          {
            video_uuid: uuid,
            client_uuid: actor.clientUuid,
            id,
            author,
            position: seq,
            seq,
            name: actor.username,
            is_host: true,
            is_member: true,
            kind: "message",
            text: kept,
            state: "shown",
            created_at: at,
            seen_at: at,
          },
        ]);
        await chats.update(chat, { seq });
        return presentModerated(await getMessage(chats, chat, id), chat);
      });
    },

    /** @throws AppError "chat_message_not_found"; "illegal_transition" for a deleted message. */
    moderateMessage(
      actor: Actor,
      uuid: string,
      id: string,
      { state, isPinned, answer }: BodyOf<typeof routes.moderateLiveChatMessage>,
    ): Promise<ModeratedLiveChatMessage> {
      return inChat(actor, uuid, async (chats, chat) => {
        const message = await getMessage(chats, chat, id);
        const isGone = message.state === "deleted";
        if (isGone && (state === "shown" || isPinned || answer))
          throw new AppError("illegal_transition", "This message was deleted");
        const kept = answer === undefined ? undefined : tidyLiveChatText(answer);
        await change(chats, chat, id, {
          ...(state === undefined ? {} : { state }),
          ...(state === "deleted" ? { text: "", answer: null, answer_name: null } : {}),
          ...(kept === undefined || state === "deleted"
            ? {}
            : { answer: kept === "" ? null : kept, answer_name: kept === "" ? null : actor.username }),
        });
        const next = { ...chat, seq: chat.seq + 1 };
        const pinned = pinnedAfter(chat.pinned_id, id, state === "deleted" ? false : isPinned);
        if (pinned !== chat.pinned_id) {
          // The previously pinned message is sent again without its pin.
          if (chat.pinned_id !== null && chat.pinned_id !== id) await change(chats, next, chat.pinned_id, {});
          await chats.update(chat, { pinned_id: pinned });
        }
        return presentModerated(await getMessage(chats, chat, id), { ...chat, pinned_id: pinned });
      });
    },

    /** @throws AppError "user_not_found" unless the author is a viewer who has written in this chat. */
    moderateAuthor(
      actor: Actor,
      uuid: string,
      author: string,
      { mutedForSec, isBanned, deletesMessages }: BodyOf<typeof routes.moderateLiveChatAuthor>,
    ): Promise<void> {
      return inChat(actor, uuid, async (chats, chat) => {
        const [known] = await chats.listAuthors(chat, [author]);
        if (!known) throw new AppError("user_not_found", "No viewer of this chat has this name");
        if (mutedForSec !== undefined)
          await chats.updateAuthor(chat, author, {
            muted_until: mutedForSec === 0 ? null : new Date(Date.now() + mutedForSec * 1_000),
          });
        if (isBanned !== undefined)
          await chats.updateAuthor(chat, author, { banned_at: isBanned ? new Date() : null });
        const seq = deletesMessages ? await chats.deleteMessagesOf(chat, author, chat.seq) : chat.seq;
        const pin =
          chat.pinned_id === null || !deletesMessages
            ? undefined
            : await chats.findMessage(chat, chat.pinned_id);
        await chats.update(chat, { seq, ...(pin?.state === "deleted" ? { pinned_id: null } : {}) });
      });
    },

    /** Streams the messages as a CSV file. @throws before the first line. */
    async exportCsv(actor: Actor, uuid: string): Promise<AsyncGenerator<string>> {
      const key = await keyOf(db, actor, uuid);
      const chats = createLiveChatsRepository(db);
      const chat = await chats.findChat(key.client_uuid, key.video_uuid);
      async function* lines() {
        yield CSV_START + writeCsvLine(CSV_COLUMNS);
        let after = 0;
        while (chat) {
          const rows = await chats.listAfter(key, after, EXPORT_BATCH);
          yield rows.map((row) => writeCsvLine(fieldsOf(row, chat))).join("");
          after = rows.at(-1)?.position ?? after;
          if (rows.length < EXPORT_BATCH) return;
        }
      }
      return lines();
    },
  };
}
export type LiveChatsService = ReturnType<typeof createLiveChatsService>;

/** The settings of a chat that were never changed. */
const NEW_CHAT: LiveChatView = {
  isOn: false,
  slowSec: 0,
  writers: "everybody",
  heldWords: [],
  consent: "",
  keptDays: LIVE_CHAT_RETENTION_DAYS,
  revision: 0,
  seq: 0,
  isOpen: false,
  messageCount: 0,
  heldCount: 0,
};

const CSV_COLUMNS = ["at", "liveSec", "name", "role", "kind", "state", "text", "answer", "answeredBy"];

const fieldsOf = (row: FoundMessage, chat: RunningChat) => [
  row.created_at.toISOString(),
  liveSecOf(row, chat),
  row.name,
  row.is_host ? "host" : row.is_member ? "member" : "viewer",
  row.kind,
  row.state,
  row.text,
  row.answer,
  row.answer_name,
];

function pinnedAfter(pinned: string | null, id: string, isPinned: boolean | undefined): string | null {
  if (isPinned === undefined) return pinned;
  if (isPinned) return id;
  return pinned === id ? null : pinned;
}

const messageNotFound = () => new AppError("chat_message_not_found", "No such message");
const badFieldError = (path: string, reason: string) =>
  new AppError("bad_request", "Some fields are not valid", [{ path, reason }]);
