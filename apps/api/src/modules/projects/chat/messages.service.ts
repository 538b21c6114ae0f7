import { randomUUID } from "node:crypto";
import {
  AppError,
  type ChatAction,
  type ChatChanges,
  type ChatMessageListQuery,
  type ChatMessages,
  type ChatMessageView,
  type CreateChatMessage,
  MAX_CHAT_PAGE_SIZE,
  MAX_CHAT_PINS,
  MAX_CHAT_REACTIONS,
  type SeenChatMessage,
  type UpdateChatMessage,
} from "@shoal/contract";
import { canInChat, tidyChatText } from "@shoal/domain";
import type { Insertable, Updateable } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import type { JobQueue } from "../../../platform/queue/job-queue.ts";
import { type FileEdge, presentMessage, withSeen } from "./chat.present.ts";
import type { ChatFileRow, ChatMessageRow } from "./chat.table.ts";
import { type ChatCaller, isAgent, roomStateOf, seesAllSupport, standingOf } from "./chat-caller.ts";
import { fieldFault, messageNotFound, notAllowedError, roomNotFound } from "./chat-errors.ts";
import type { ChatLimits } from "./chat-limits.ts";
import type { ChatNotifier } from "./chat-notifier.ts";
import { createMessagesRepository, type FoundMessage } from "./messages.repository.ts";
import { requestPreview } from "./request-preview.ts";
import { createRoomsRepository, type FoundRoom } from "./rooms.repository.ts";

export interface MessagesDeps {
  db: Database;
  notifier: ChatNotifier;
  limits: ChatLimits;
  edge: FileEdge;
  queue: Pick<JobQueue, "send">;
}

/** The parts of a message besides its text. */
interface MessageParts {
  files?: readonly Omit<Insertable<ChatFileRow>, "room_uuid" | "message_id" | "client_uuid">[];
  forwarded?: { sender: string; at: Date };
}

/** If a page sends no id, the same text from the same person within this time counts as one message. */
const SAME_TEXT_WINDOW_SEC = 5;
const MAX_WORDS = 10;

/**
 * Finds a room that the caller is in. Administrators who view no client in particular can open all support rooms.
 * @throws AppError "chat_room_not_found".
 */
export async function getRoomOfCaller(tx: Tx, caller: ChatCaller, uuid: string): Promise<FoundRoom> {
  const rooms = createRoomsRepository(tx);
  const room = await rooms.findRoom(caller, uuid);
  if (room) return room;
  const foreign = seesAllSupport(caller) ? await rooms.findSupportRoom(caller, uuid) : undefined;
  if (!foreign) throw roomNotFound();
  return foreign;
}

/** @throws AppError "forbidden". */
export function assertMay(caller: ChatCaller, room: FoundRoom, action: ChatAction): void {
  if (!canInChat(standingOf(caller, room), action, roomStateOf(room))) throw notAllowedError();
}

/** Whether the caller wrote a message. API keys are identified by name. */
const isSentBy = ({ sender_uuid, sender }: FoundMessage, { key, userUuid, username }: ChatCaller): boolean =>
  key ? sender_uuid === null && sender === username : sender_uuid === userUuid;

/** Returns messages with their files and reactions. */
export async function presentMessages(
  tx: Tx,
  rows: readonly FoundMessage[],
  edge: FileEdge,
): Promise<ChatMessageView[]> {
  const messages = createMessagesRepository(tx);
  const reactions = await messages.listReactions(rows);
  const files = await messages.listFiles(rows);
  const keyOf = (row: { room_uuid: string; message_id: string }) => `${row.room_uuid}/${row.message_id}`;
  const reactionsOf = Map.groupBy(reactions, keyOf);
  const filesOf = Map.groupBy(files, keyOf);
  return rows.map((row) => {
    const key = `${row.room_uuid}/${row.id}`;
    return presentMessage(
      row,
      { reactions: reactionsOf.get(key) ?? [], files: filesOf.get(key) ?? [] },
      edge,
    );
  });
}

/** Manages messages of chat. Every call throws AppError "chat_room_not_found" if the caller is not in the room. */
export function createMessagesService({ db, notifier, limits, edge, queue }: MessagesDeps) {
  const present = (tx: Tx, rows: readonly FoundMessage[]) => presentMessages(tx, rows, edge);

  async function read(tx: Tx, room: FoundRoom, id: string): Promise<ChatMessageView> {
    const row = await createMessagesRepository(tx).findMessage(room, id);
    const [view] = row ? await present(tx, [row]) : [];
    if (!view) throw messageNotFound();
    return view;
  }

  /** Runs work while the room is locked. @param work receives the sequence number before its change. */
  function inRoom<T>(
    caller: ChatCaller,
    roomUuid: string,
    work: (tx: Tx, room: FoundRoom, seq: number) => Promise<T>,
  ): Promise<T> {
    return db.transaction().execute(async (tx) => {
      const found = await getRoomOfCaller(tx, caller, roomUuid);
      const locked = await createRoomsRepository(tx).lockRoom(caller, found);
      if (!locked) throw roomNotFound();
      // The room is read after it was locked, so that a user who left in the meantime can no longer write.
      const room = await getRoomOfCaller(tx, caller, roomUuid);
      return work(tx, room, locked.seq);
    });
  }

  /**
   * Returns the given usernames without duplicates. @throws AppError "bad_request" naming the usernames of people outside the
   * room.
   */
  async function findMentioned(tx: Tx, room: FoundRoom, names: readonly string[]) {
    if (names.length === 0) return { mentions: [], mention_uuids: [] };
    const people = await createRoomsRepository(tx).listPeople(room.client_uuid, room.uuid);
    const byName = new Map(people.map((person) => [person.username.toLowerCase(), person]));
    const faults = names.flatMap((name, n) =>
      byName.has(name.toLowerCase()) ? [] : [{ path: `mentions.${n}`, reason: `User ${name} not found` }],
    );
    if (faults.length > 0) throw new AppError("bad_request", faults[0]?.reason, faults);
    const found = [...new Set(names.map((name) => byName.get(name.toLowerCase())))].filter(
      (person) => person !== undefined,
    );
    return {
      mentions: found.map(({ username }) => username),
      mention_uuids: found.map(({ uuid }) => uuid),
    };
  }

  /** @param isNew whether the bytes are new, since forwarded files have already been checked. */
  async function addFileTo(
    tx: Tx,
    room: FoundRoom,
    messageId: string,
    file: NonNullable<MessageParts["files"]>[number],
    isNew: boolean,
  ): Promise<void> {
    const row = { ...file, room_uuid: room.uuid, message_id: messageId, client_uuid: room.client_uuid };
    await createMessagesRepository(tx).addFile(row);
    if (isNew) await requestPreview(tx, queue, row);
  }

  interface MessageInRoom {
    view: ChatMessageView;
    room: FoundRoom;
  }
  type Written = MessageInRoom & { lastAt: Date | undefined };

  /** Writes a message once. @param parts makes its parts, and runs only if no message with its id exists yet. */
  async function write(
    tx: Tx,
    caller: ChatCaller,
    { room, seq }: { room: FoundRoom; seq: number },
    wanted: Omit<CreateChatMessage, "_id"> & { messageId: string },
    { files = [], forwarded }: MessageParts = {},
  ): Promise<Written> {
    const messages = createMessagesRepository(tx);
    const before = await messages.findMessage(room, wanted.messageId);
    if (before) {
      if (!isSentBy(before, caller)) throw fieldFault("messageId", "is already in use by someone else");
      const [view] = await present(tx, [before]);
      if (!view) throw messageNotFound();
      return { view, room, lastAt: undefined };
    }
    assertMay(caller, room, "write");
    if (wanted.mentionsRoom) assertMay(caller, room, "mentionRoom");
    const replyId = wanted.replyMessage ?? null;
    if (replyId !== null && !(await messages.findMessage(room, replyId)))
      throw fieldFault("replyMessage", "is not a message of this room");
    const position = seq + 1;
    const message: Insertable<ChatMessageRow> = {
      room_uuid: room.uuid,
      id: wanted.messageId,
      client_uuid: room.client_uuid,
      position,
      seq: position,
      sender_uuid: caller.key ? null : caller.userUuid,
      sender_name: caller.username,
      is_agent: room.kind === "support" && isAgent(caller),
      text: wanted.content,
      reply_id: replyId,
      ...(await findMentioned(tx, room, wanted.mentions)),
      mentions_room: wanted.mentionsRoom,
      forwarded_sender: forwarded?.sender ?? null,
      forwarded_at: forwarded?.at ?? null,
    };
    await messages.addMessage(message);
    for (const file of files) await addFileTo(tx, room, wanted.messageId, file, forwarded === undefined);
    const { lastAt } = await messages.advance(room, position, {
      isByAgent: isAgent(caller),
      isSupport: room.kind === "support",
    });
    // A message marks everything above it as read by its author.
    if (!caller.key) await createRoomsRepository(tx).markRead(room, caller, { position, isBack: false });
    return { view: await read(tx, room, wanted.messageId), room, lastAt };
  }

  function notifyWritten({ view, room, lastAt }: Written): ChatMessageView {
    if (lastAt) notifier.notifyWritten(room, { ...view, seen: {} }, lastAt);
    return view;
  }

  /** Adds the people who have seen a message, as calls of the old API return it (§3). */
  async function addSeen({ view, room }: MessageInRoom): Promise<SeenChatMessage> {
    return withSeen(view, await createRoomsRepository(db).listPeople(room.client_uuid, room.uuid));
  }

  /** Notifies the room of a message; nobody else has seen one that was just written. */
  async function notifyAndAddSeen(written: Written): Promise<SeenChatMessage> {
    const view = notifyWritten(written);
    return written.lastAt ? { ...view, seen: {} } : addSeen(written);
  }

  /** Normalises the text of a message before it is stored. @throws AppError "bad_request" if nothing remains. */
  function tidy(content: string): string {
    const text = tidyChatText(content);
    if (text === "") throw fieldFault("content", "is empty");
    return text;
  }

  /** Changes a message. @param decide returns its new columns; undefined leaves the message unchanged. */
  async function change(
    caller: ChatCaller,
    roomUuid: string,
    id: string,
    decide: (tx: Tx, row: FoundMessage, room: FoundRoom) => Promise<Updateable<ChatMessageRow> | undefined>,
  ): Promise<MessageInRoom> {
    limits.consume(caller.userUuid);
    const done = await inRoom(caller, roomUuid, async (tx, room, seq) => {
      const messages = createMessagesRepository(tx);
      const row = await messages.findMessage(room, id);
      if (!row) throw messageNotFound();
      const columns = await decide(tx, row, room);
      if (columns) {
        await messages.updateMessage(room, id, { ...columns, seq: seq + 1 });
        await messages.advance(room, seq + 1);
      }
      return { room, view: await read(tx, room, id), isChanged: columns !== undefined };
    });
    if (done.isChanged) notifier.notifyChanged(done.room, done.view);
    return done;
  }

  const assertThere = (row: FoundMessage) => {
    if (row.deleted_at !== null) throw messageNotFound();
  };

  return {
    getRoomFor: (caller: ChatCaller, uuid: string) => getRoomOfCaller(db, caller, uuid),

    /**
     * @throws AppError "bad_request" for an empty text, a reply to an unknown message, a mention of a person who is not in
     * the room, and an id that someone else used; "too_many_requests".
     */
    async createMessage(
      caller: ChatCaller,
      roomUuid: string,
      wanted: CreateChatMessage,
      parts: MessageParts = {},
    ): Promise<SeenChatMessage> {
      limits.consume(caller.userUuid);
      const content = parts.files || parts.forwarded ? tidyChatText(wanted.content) : tidy(wanted.content);
      const messageId = wanted.messageId ?? wanted._id ?? randomUUID();
      return notifyAndAddSeen(
        await inRoom(caller, roomUuid, (tx, room, seq) =>
          write(tx, caller, { room, seq }, { ...wanted, content, messageId }, parts),
        ),
      );
    },

    /**
     * Creates a message for a page that may send no id: a message that it has just sent is not written twice. The caller applies
     * the rate limit.
     */
    async createSentMessage(
      caller: ChatCaller,
      roomUuid: string,
      wanted: CreateChatMessage,
    ): Promise<SeenChatMessage> {
      const content = tidy(wanted.content);
      return notifyAndAddSeen(
        await inRoom(caller, roomUuid, async (tx, room, seq) => {
          const messageId =
            wanted.messageId ??
            wanted._id ??
            (await createMessagesRepository(tx).findRecent(
              room,
              caller.userUuid,
              content,
              SAME_TEXT_WINDOW_SEC,
            )) ??
            randomUUID();
          return write(tx, caller, { room, seq }, { ...wanted, content, messageId });
        }),
      );
    },

    /**
     * Adds a file to the caller's message, which is created if it does not exist.
     * @param most the maximum number of files per message.
     */
    async addFile(
      caller: ChatCaller,
      roomUuid: string,
      wanted: CreateChatMessage & { messageId: string },
      { file, most }: { file: NonNullable<MessageParts["files"]>[number]; most: number },
    ): Promise<{ view: SeenChatMessage; isThere: boolean }> {
      limits.consume(caller.userUuid);
      const done = await inRoom(caller, roomUuid, async (tx, room, seq) => {
        const messages = createMessagesRepository(tx);
        const row = await messages.findMessage(room, wanted.messageId);
        if (!row) {
          const content = tidyChatText(wanted.content);
          return write(tx, caller, { room, seq }, { ...wanted, content }, { files: [file] });
        }
        if (!isSentBy(row, caller)) throw fieldFault("messageId", "is already in use by someone else");
        assertThere(row);
        assertMay(caller, room, "write");
        const before = await messages.listFiles([row]);
        if (before.some(({ uuid }) => uuid === file.uuid))
          return { room, view: await read(tx, room, row.id), lastAt: undefined, isThere: true };
        if (before.length >= most) throw fieldFault("file", `exceeds the maximum of ${most} files`);
        await addFileTo(tx, room, row.id, file, true);
        await messages.updateMessage(room, row.id, { seq: seq + 1 });
        await messages.advance(room, seq + 1);
        return { room, view: await read(tx, room, row.id), lastAt: undefined, isChanged: true };
      });
      if ("isChanged" in done) notifier.notifyChanged(done.room, done.view);
      return { view: await notifyAndAddSeen(done), isThere: "isThere" in done };
    },

    /** @throws AppError "forbidden" unless the caller is the author, "chat_message_not_found", "edit_conflict". */
    updateMessage: (
      caller: ChatCaller,
      roomUuid: string,
      id: string,
      { content, mentions, revision }: UpdateChatMessage,
    ): Promise<SeenChatMessage> =>
      change(caller, roomUuid, id, async (tx, row, room) => {
        if (!isSentBy(row, caller)) throw notAllowedError();
        assertThere(row);
        assertMay(caller, room, "write");
        if (revision !== undefined && revision !== row.revision)
          throw new AppError("edit_conflict", "This message was changed on another page: read it again");
        const text = tidy(content);
        if (text === row.text && mentions === undefined) return undefined;
        return {
          text,
          ...(mentions === undefined ? {} : await findMentioned(tx, room, mentions)),
          edited_at: new Date(),
          revision: row.revision + 1,
        };
      }).then(addSeen),

    /** Deletes the text, files and reactions of a message; its row stays. */
    deleteMessage: (caller: ChatCaller, roomUuid: string, id: string): Promise<SeenChatMessage> =>
      change(caller, roomUuid, id, async (tx, row, room) => {
        if (!isSentBy(row, caller)) assertMay(caller, room, "deleteAny");
        if (row.deleted_at !== null) return undefined;
        const messages = createMessagesRepository(tx);
        await messages.removeFiles(row);
        await messages.removeReactions(row);
        return {
          text: "",
          mentions: [],
          mention_uuids: [],
          mentions_room: false,
          pinned_by: null,
          pinned_at: null,
          deleted_at: new Date(),
          revision: row.revision + 1,
        };
      }).then(addSeen),

    /**
     * A repeated call changes nothing. @throws AppError "bad_request" for too many different reactions, "forbidden" in a room that
     * is read-only.
     */
    react: (
      caller: ChatCaller,
      { roomUuid, id, emoji, isOn }: { roomUuid: string; id: string; emoji: string; isOn: boolean },
    ): Promise<SeenChatMessage> =>
      change(caller, roomUuid, id, async (tx, row, room) => {
        assertThere(row);
        if (room.is_read_only) throw notAllowedError();
        const messages = createMessagesRepository(tx);
        if (!isOn) return (await messages.removeReaction(row, caller.userUuid, emoji)) ? {} : undefined;
        const given = new Set((await messages.listReactions([row])).map((reaction) => reaction.emoji));
        if (!given.has(emoji) && given.size >= MAX_CHAT_REACTIONS)
          throw fieldFault("reaction", `exceeds the maximum of ${MAX_CHAT_REACTIONS} different reactions`);
        return (await messages.addReaction(row, caller, emoji)) ? {} : undefined;
      }).then(addSeen),

    pin: (caller: ChatCaller, roomUuid: string, id: string, isPinned: boolean): Promise<ChatMessageView> =>
      change(caller, roomUuid, id, async (tx, row, room) => {
        assertThere(row);
        assertMay(caller, room, "pin");
        if (isPinned === (row.pinned_by !== null)) return undefined;
        if (!isPinned) return { pinned_by: null, pinned_at: null };
        if ((await createMessagesRepository(tx).countPins(room)) >= MAX_CHAT_PINS)
          throw fieldFault("isPinned", `exceeds the maximum of ${MAX_CHAT_PINS} pinned messages`);
        return { pinned_by: caller.username, pinned_at: new Date() };
      }).then(({ view }) => view),

    /** Copies a message with its files; both messages share the bytes. */
    async forward(
      caller: ChatCaller,
      roomUuid: string,
      from: { room: string; id: string; messageId: string | undefined },
    ): Promise<ChatMessageView> {
      limits.consume(caller.userUuid);
      const source = await getRoomOfCaller(db, caller, from.room);
      return notifyWritten(
        await inRoom(caller, roomUuid, async (tx, room, seq) => {
          const messages = createMessagesRepository(tx);
          const row = await messages.findMessage(source, from.id);
          if (!row) throw messageNotFound();
          assertThere(row);
          const files = await messages.lockFiles(row);
          return write(
            tx,
            caller,
            { room, seq },
            {
              messageId: from.messageId ?? randomUUID(),
              content: row.text,
              mentions: [],
              mentionsRoom: false,
            },
            {
              forwarded: {
                sender: row.forwarded_sender ?? row.sender,
                at: row.forwarded_at ?? row.created_at,
              },
              files: files.map(({ room_uuid: _room, message_id: _message, ...file }) => ({
                ...file,
                uuid: randomUUID(),
              })),
            },
          );
        }),
      );
    },

    async listMessages(
      caller: ChatCaller,
      roomUuid: string,
      query: ChatMessageListQuery,
    ): Promise<ChatMessages> {
      const { before, after, around, aroundMessage, aroundDate, limit } = query;
      const room = await getRoomOfCaller(db, caller, roomUuid);
      const messages = createMessagesRepository(db);
      const listOlder = async (place: number | undefined, count: number) => {
        const found =
          place === undefined
            ? await messages.listLatest(room, count + 1)
            : await messages.listBefore(room, place, count + 1);
        return { rows: found.slice(0, count).toReversed(), hasMore: found.length > count };
      };
      const listNewer = async (place: number, count: number) => {
        const found = await messages.listFrom(room, place, count + 1);
        return { rows: found.slice(0, count), hasMore: found.length > count };
      };
      const answer = async (
        older: { rows: FoundMessage[]; hasMore: boolean },
        newer: { rows: FoundMessage[]; hasMore: boolean },
      ): Promise<ChatMessages> => ({
        messages: await present(db, [...older.rows, ...newer.rows]),
        hasBefore: older.hasMore,
        hasAfter: newer.hasMore,
        // The sequence number is read before the messages, so that a change committed in between is returned twice instead of being
        // missed.
        seq: room.seq,
        readPosition: room.read_position,
      });
      const nothing = (hasMore: boolean) => ({ rows: [], hasMore });
      if (before === undefined && after !== undefined)
        return answer(
          nothing((await messages.listBefore(room, after + 1, 1)).length > 0),
          await listNewer(after + 1, limit),
        );
      const middle =
        before !== undefined
          ? undefined
          : (around ??
            (aroundMessage === undefined
              ? aroundDate === undefined
                ? undefined
                : ((await messages.findPositionAt(room, new Date(aroundDate))) ?? room.seq + 1)
              : (await messages.findMessage(room, aroundMessage))?.position));
      if (before === undefined && aroundMessage !== undefined && middle === undefined)
        throw messageNotFound();
      if (middle !== undefined) {
        const newer = await listNewer(middle, Math.ceil(limit / 2));
        return answer(await listOlder(middle, limit - newer.rows.length), newer);
      }
      const older = await listOlder(before, limit);
      return answer(
        older,
        nothing(before !== undefined && (await messages.listFrom(room, before, 1)).length > 0),
      );
    },

    /** Lists a page in the older call's format, newest first. */
    async listPage(caller: ChatCaller, roomUuid: string, page: { number: number; size: number }) {
      const room = await getRoomOfCaller(db, caller, roomUuid);
      const messages = createMessagesRepository(db);
      const rows = await messages.listLatest(room, page.size, (page.number - 1) * page.size);
      const people = await createRoomsRepository(db).listPeople(room.client_uuid, room.uuid);
      return {
        _embedded: (await present(db, rows)).map((message) => withSeen(message, people)),
        _size: room.message_count,
      };
    },

    async getLastMessage(caller: ChatCaller, roomUuid: string) {
      const room = await getRoomOfCaller(db, caller, roomUuid);
      const [last] = await present(db, await createMessagesRepository(db).listLast([room]));
      if (!last) return { lastMessage: null };
      const people = await createRoomsRepository(db).listPeople(room.client_uuid, room.uuid);
      return { lastMessage: withSeen(last, people) };
    },

    async listChanges(
      caller: ChatCaller,
      roomUuid: string,
      { since, limit }: { since: number; limit: number },
    ): Promise<ChatChanges> {
      const room = await getRoomOfCaller(db, caller, roomUuid);
      const found = await createMessagesRepository(db).listChanges(room, since, limit + 1);
      const page = found.slice(0, limit);
      return {
        room: room.uuid,
        messages: await present(db, page),
        seq: page.at(-1)?.seq ?? since,
        hasMore: found.length > limit,
      };
    },

    /**
     * Lists the missed changes of several rooms; rooms that the caller is no longer in are left out. One query finds the rooms
     * without changes, which are most of them.
     */
    async catchUp(
      caller: ChatCaller,
      wanted: readonly { room: string; since: number }[],
    ): Promise<ChatChanges[]> {
      const found: ChatChanges[] = [];
      const seqOf = await createRoomsRepository(db).listSeqs(
        caller,
        wanted.map(({ room }) => room),
      );
      for (const { room, since } of wanted) {
        if ((seqOf.get(room) ?? Infinity) <= since) {
          found.push({ room, messages: [], seq: since, hasMore: false });
          continue;
        }
        const changes = await this.listChanges(caller, room, { since, limit: MAX_CHAT_PAGE_SIZE }).catch(
          (error: unknown) => {
            if (error instanceof AppError && error.code === "chat_room_not_found") return undefined;
            throw error;
          },
        );
        if (changes) found.push(changes);
      }
      return found;
    },

    async listPins(caller: ChatCaller, roomUuid: string): Promise<ChatMessageView[]> {
      const room = await getRoomOfCaller(db, caller, roomUuid);
      return present(db, await createMessagesRepository(db).listPins(room, MAX_CHAT_PINS));
    },

    /**
     * @throws AppError "bad_request" for a cursor that no page returned, "chat_room_not_found", "user_not_found",
     * "too_many_requests".
     */
    async search(
      caller: ChatCaller,
      query: {
        search: string;
        room?: string | undefined;
        from?: string | undefined;
        cursor?: string | undefined;
        limit: number;
      },
    ) {
      limits.consume(caller.userUuid, "search");
      if (query.room !== undefined) await getRoomOfCaller(db, caller, query.room);
      const words = (query.search.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, MAX_WORDS);
      const [sender] =
        query.from === undefined
          ? []
          : await createRoomsRepository(db).findUsers(caller.clientUuid, [query.from]);
      if (query.from !== undefined && !sender)
        throw new AppError("user_not_found", `User ${query.from} not found`);
      if (words.length === 0) return { messages: [], next: null };
      const found = await createMessagesRepository(db).search(caller, words, {
        room: query.room,
        from: sender?.uuid,
        after: query.cursor === undefined ? undefined : parseSearchCursor(query.cursor),
        limit: query.limit + 1,
      });
      const page = found.slice(0, query.limit);
      const last = page.at(-1);
      const views = await present(db, page);
      const uuids = [...new Set(page.map(({ room_uuid }) => room_uuid))];
      const rooms = await createRoomsRepository(db).listAmong(caller, uuids);
      const names = new Map(rooms.map(({ uuid, title }) => [uuid, title]));
      return {
        messages: views.map((view) => ({ ...view, roomName: names.get(view.roomId) ?? "" })),
        next: found.length > query.limit && last ? `${last.created_us}.${last.room_uuid}.${last.id}` : null,
      };
    },
  };
}
export type MessagesService = ReturnType<typeof createMessagesService>;

function parseSearchCursor(cursor: string) {
  const [, createdUs, room, id] = /^(\d{1,16})\.([0-9a-f-]{36})\.([A-Za-z0-9_-]{1,64})$/.exec(cursor) ?? [];
  if (createdUs === undefined || room === undefined || id === undefined)
    throw fieldFault("cursor", "is not a cursor from an earlier page");
  return { createdUs: Number(createdUs), room, id };
}
