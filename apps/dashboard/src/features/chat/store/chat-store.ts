import {
  AppError,
  CHAT_TYPING_DURATION_SEC,
  type ChatChanges,
  type ChatMessages,
  type ChatMessageView,
  type ChatPerson,
  type ChatRoomKind,
  type ChatRoomSummary,
  type ChatRoomView,
  MAX_CHAT_CATCH_UP_COUNT,
  routes,
} from "@shoal/contract";
import { chatConnection } from "../../../lib/chat-line.ts";
import { cacheUnseenCount } from "../../../lib/chat-unseen.ts";
import type { RealtimeSocket } from "../../../lib/realtime.ts";
import { call } from "../../../lib/session.ts";
import { createRecorderStore } from "../files/recorder-store.ts";
import { createDraftStore } from "./drafts.ts";
import { createOutbox } from "./outbox.ts";
import {
  appendPage,
  applyChanges,
  applyReportedChange,
  createRoomLog,
  hasGap,
  prependPage,
  type RoomLog,
} from "./room-log.ts";
import { cacheRoomView, changeRoomView } from "./room-query.ts";

/** A list of rooms by kind, or the results of a search. */
export interface RoomListKey {
  kind: ChatRoomKind | "all";
  isArchived: boolean;
  search: string;
}

export interface RoomList {
  status: "loading" | "ready" | "failed";
  error?: unknown;
  /** The cursor of the next page; null after the last one. */
  next: string | null;
  /** Uuids of the listed rooms. */
  uuids: ReadonlySet<string>;
  isLoadingMore: boolean;
}

/** The position that a list of messages should show. Each request creates a new object, even for the same position. */
export type MessagesTarget =
  | { to: "end" }
  | { to: "message"; id: string }
  | { to: "position"; position: number };

export interface Conversation {
  status: "loading" | "ready" | "failed";
  error?: unknown;
  log: RoomLog | undefined;
  isLoadingOlder: boolean;
  isLoadingNewer: boolean;
  target: MessagesTarget;
  /** Position after which messages of others were unread when the room was opened. */
  unreadFrom: number | undefined;
}

export interface ChatState {
  rooms: ReadonlyMap<string, ChatRoomSummary>;
  lists: ReadonlyMap<string, RoomList>;
  conversations: ReadonlyMap<string, Conversation>;
  /** The people who are typing, by the uuid of the room. */
  typing: ReadonlyMap<string, readonly ChatPerson[]>;
}

const PAGE_SIZE = 50;
const ROOMS_PAGE_SIZE = 50;
/** The time, in ms, for which changes are gathered and then applied together, because they arrive in bursts. */
const BATCH_DELAY_MS = 300;
/** The minimum interval between two reloads of the list, in ms. */
const REFRESH_INTERVAL_MS = 1_000;
/** The maximum number of changed rooms that are loaded individually if they are not on the first page of the list. */
const MAX_SINGLE_LOADS = 10;
/** The number of pages of missed changes above which a room is reloaded from its end instead. */
const MAX_MISSED_PAGES = 5;
const RETRY_DELAY_MS = 5_000;
const TYPING_INTERVAL_MS = 3_000;
/** The event key that stands for a change in any room. */
const EVERY_ROOM = "";

export type ChatStore = ReturnType<typeof createChatStore>;

export const listKey = ({ kind, isArchived, search }: RoomListKey): string =>
  `${kind}/${isArchived}/${search}`;

/**
 * Creates the chat of the signed-in user on one page: rooms, loaded conversations, pending messages and drafts. A store for
 * `useSyncExternalStore`, which is kept current while the page is connected and requests missed changes after reconnecting.
 * @param me the user's uuid.
 * @param owner distinguishes users and viewed clients in the browser's storage.
 * @param isOwner returns whether the user is currently signed in, in that client.
 */
export function createChatStore({
  me,
  owner,
  isOwner,
}: {
  me: string;
  owner: string;
  isOwner: () => boolean;
}) {
  const listeners = new Set<() => void>();
  let state: ChatState = { rooms: new Map(), lists: new Map(), conversations: new Map(), typing: new Map() };
  let socket: RealtimeSocket | undefined;
  let stopSocket: (() => void) | undefined;
  let entries = 0;
  const dirty = new Set<string>();
  /** Positions of the latest reported changes, by room. */
  const reportedPositions = new Map<string, number>();
  const gaps = new Set<string>();
  /** Rooms that the reader marked as unread, until they are opened or written in. */
  const kept = new Set<string>();
  /** The changed rooms that the last reload failed to load. */
  let failed: readonly string[] = [];
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  let gapTimer: ReturnType<typeof setTimeout> | undefined;
  let againTimer: ReturnType<typeof setTimeout> | undefined;
  const typingTimers = new Map<string, ReturnType<typeof setTimeout>>();
  const toldTyping = new Map<string, number>();
  const drafts = createDraftStore(owner);
  const recorder = createRecorderStore();
  const outbox = createOutbox({ owner, isOwner, onSent: handleMessage });

  function set(change: Partial<ChatState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  function putRooms(rooms: readonly ChatRoomSummary[]): void {
    const next = new Map(state.rooms);
    for (const room of rooms) {
      const known = next.get(room.uuid);
      // Ignores a response whose state of the room is older than the known state.
      if (!known || known.seq <= room.seq) next.set(room.uuid, room);
    }
    set({ rooms: next });
  }
  function dropRoom(uuid: string, error: unknown): void {
    const rooms = new Map(state.rooms);
    rooms.delete(uuid);
    const conversations = new Map(state.conversations);
    const left = conversations.get(uuid);
    if (left) conversations.set(uuid, { ...left, status: "failed", error, log: undefined });
    set({ rooms, conversations });
  }
  function changeRoom(uuid: string, change: Partial<ChatRoomSummary>): void {
    const room = state.rooms.get(uuid);
    if (room) set({ rooms: new Map(state.rooms).set(uuid, { ...room, ...change }) });
  }
  function changeList(key: string, change: Partial<RoomList>): void {
    const known = state.lists.get(key) ?? NO_LIST;
    set({ lists: new Map(state.lists).set(key, { ...known, ...change }) });
  }
  function changeConversation(room: string, change: Partial<Conversation>): void {
    const known = state.conversations.get(room);
    if (known) set({ conversations: new Map(state.conversations).set(room, { ...known, ...change }) });
  }

  // Rooms.

  async function loadList(of: RoomListKey): Promise<void> {
    const key = listKey(of);
    const known = state.lists.get(key);
    if (known?.isLoadingMore || (known?.status === "ready" && known.next === null)) return;
    const isFirst = known?.status !== "ready";
    changeList(key, isFirst ? { status: "loading" } : { isLoadingMore: true, error: undefined });
    try {
      const { rooms, next } = await call(routes.listChatRooms, {
        query: {
          kind: of.kind,
          isArchived: String(of.isArchived) as "true" | "false",
          limit: ROOMS_PAGE_SIZE,
          ...(of.search ? { search: of.search } : {}),
          ...(known?.next ? { cursor: known.next } : {}),
        },
      });
      putRooms(rooms);
      const uuids = new Set([...(known?.uuids ?? []), ...rooms.map(({ uuid }) => uuid)]);
      changeList(key, { status: "ready", next, uuids, isLoadingMore: false, error: undefined });
    } catch (error) {
      changeList(key, { ...(isFirst ? { status: "failed" as const } : {}), isLoadingMore: false, error });
    }
  }

  /** Reloads the rooms in which changes were reported. */
  async function refresh(): Promise<void> {
    const changed = [...dirty, ...failed];
    dirty.clear();
    failed = [];
    const before = [...state.rooms.keys()];
    try {
      const { rooms, next, unseenMessages } = await call(routes.listChatRooms, {
        query: { limit: ROOMS_PAGE_SIZE },
      });
      putRooms(rooms);
      cacheUnseenCount(unseenMessages);
      const listed = new Set(rooms.map(({ uuid }) => uuid));
      // Reloads expected rooms that the list lacks: while this page was disconnected, the reader may have left or archived them on another
      // page.
      const unlisted = next === null ? before.filter(isExpected) : [];
      const others = [...new Set([...changed, ...unlisted])].filter(
        (uuid) => uuid !== EVERY_ROOM && !listed.has(uuid),
      );
      // Leaves the rooms beyond the limit to the next reload of the list.
      for (const uuid of others.splice(MAX_SINGLE_LOADS)) if (changed.includes(uuid)) dirty.add(uuid);
      await Promise.all(others.map(readRoom));
    } catch {
      // The next change also reloads the rooms that failed, and reconnecting reloads everything.
      failed = changed;
    } finally {
      refreshTimer = setTimeout(() => {
        refreshTimer = undefined;
        if (dirty.size > 0) void refresh();
      }, REFRESH_INTERVAL_MS);
    }
  }
  /** Whether a known room is in the list of all rooms, which excludes archived rooms and the support rooms of other clients. */
  function isExpected(uuid: string): boolean {
    const room = state.rooms.get(uuid);
    return room !== undefined && !room.isArchived && room.kind !== "support";
  }
  function noteDirty(room: string): void {
    dirty.add(room);
    refreshTimer ??= setTimeout(() => void refresh(), BATCH_DELAY_MS);
  }

  async function readRoom(uuid: string): Promise<ChatRoomView | undefined> {
    try {
      const room = await call(routes.getChatRoom, { params: { id: uuid } });
      putView(room);
      return room;
    } catch (error) {
      if (error instanceof AppError && error.code === "chat_room_not_found") dropRoom(uuid, error);
      return undefined;
    }
  }
  function putView(room: ChatRoomView): void {
    putRooms([summaryOf(room)]);
    cacheRoomView(room);
  }

  // Conversations.

  async function load(
    room: string,
    target: MessagesTarget,
    query: Record<string, string | number>,
  ): Promise<void> {
    changeConversation(room, { target });
    try {
      const page = await listMessages(room, query);
      changeConversation(room, { status: "ready", log: createRoomLog(page), error: undefined, target });
      askForTold(room);
    } catch (error) {
      const hasLog = state.conversations.get(room)?.log !== undefined;
      if (!hasLog) changeConversation(room, { status: "failed", error });
      else throw error;
    }
  }

  /** Opens a room at the first unread message, or at the end. A room that was open before keeps its position. */
  async function open(uuid: string): Promise<void> {
    kept.delete(uuid);
    const known = state.conversations.get(uuid);
    const summary = state.rooms.get(uuid);
    if (known?.log) {
      const hasUnread = summary !== undefined && summary.unreadCount > 0;
      changeConversation(uuid, { unreadFrom: hasUnread ? summary.readPosition : undefined });
      return;
    }
    if (known?.status === "loading") return;
    set({ conversations: new Map(state.conversations).set(uuid, NO_CONVERSATION) });
    try {
      const room = summary ?? (await call(routes.getChatRoom, { params: { id: uuid } }));
      if (!summary) putView(room as ChatRoomView);
      const unreadFrom = room.unreadCount > 0 ? room.readPosition : undefined;
      changeConversation(uuid, { unreadFrom });
      const isFar = unreadFrom !== undefined;
      await load(
        uuid,
        isFar ? { to: "position", position: unreadFrom } : { to: "end" },
        isFar ? { around: unreadFrom } : {},
      );
    } catch (error) {
      changeConversation(uuid, { status: "failed", error });
    }
  }

  async function loadOlder(room: string): Promise<void> {
    const { log, isLoadingOlder } = state.conversations.get(room) ?? NO_CONVERSATION;
    const first = log?.messages[0];
    if (!log?.hasBefore || !first || isLoadingOlder) return;
    changeConversation(room, { isLoadingOlder: true });
    try {
      const page = await listMessages(room, { before: first.position });
      const now = state.conversations.get(room)?.log;
      // Ignores the page if another part of the room has been loaded in the meantime.
      const isThere = now?.messages[0]?._id === first._id;
      changeConversation(room, { isLoadingOlder: false, ...(isThere && { log: prependPage(now, page) }) });
    } catch (error) {
      changeConversation(room, { isLoadingOlder: false });
      throw error;
    }
  }
  async function loadNewer(room: string): Promise<void> {
    const { log, isLoadingNewer } = state.conversations.get(room) ?? NO_CONVERSATION;
    const last = log?.messages.at(-1);
    if (!log?.hasAfter || !last || isLoadingNewer) return;
    changeConversation(room, { isLoadingNewer: true });
    try {
      const page = await listMessages(room, { after: last.position });
      const now = state.conversations.get(room)?.log;
      if (now?.messages.at(-1)?._id === last._id) changeConversation(room, { log: appendPage(now, page) });
      askForTold(room);
    } finally {
      changeConversation(room, { isLoadingNewer: false });
    }
  }

  /** Shows a part of a room. @throws AppError if the target does not exist, or the server does not respond. */
  async function jump(room: string, target: MessagesTarget): Promise<void> {
    const { log } = state.conversations.get(room) ?? NO_CONVERSATION;
    const isThere =
      log !== undefined &&
      (target.to === "end"
        ? !log.hasAfter
        : target.to === "message" && log.messages.some(({ _id }) => _id === target.id));
    if (isThere) changeConversation(room, { target: { ...target } });
    else if (target.to === "end") await load(room, target, {});
    else if (target.to === "message") await load(room, target, { aroundMessage: target.id });
    else await load(room, target, { around: target.position });
  }
  /** Shows the first message after a time, given in ISO 8601. */
  async function jumpToDate(room: string, iso: string): Promise<void> {
    const page = await listMessages(room, { aroundDate: iso });
    const first = page.messages.find(({ timestamp }) => timestamp >= iso) ?? page.messages.at(-1);
    const target: MessagesTarget = first ? { to: "message", id: first._id } : { to: "end" };
    changeConversation(room, { status: "ready", log: createRoomLog(page), target });
    askForTold(room);
  }

  // Incoming events.

  function handleMessage(message: ChatMessageView): void {
    const { roomId: room } = message;
    reportedPositions.set(room, Math.max(message.seq, reportedPositions.get(room) ?? 0));
    const log = state.conversations.get(room)?.log;
    if (log) {
      const next = applyReportedChange(log, message);
      changeConversation(room, { log: next });
      if (hasGap(next)) noteGap(room);
    }
    const summary = state.rooms.get(room);
    const last = summary?.lastMessage;
    if (summary && message.position > summary.lastPosition)
      changeRoom(room, {
        lastMessage: message,
        lastPosition: message.position,
        lastUpdated: message.timestamp,
      });
    else if (last?._id === message._id && message.seq > last.seq) changeRoom(room, { lastMessage: message });
    if (message.sender_id) stopTyping(room, message.sender_id);
    if (message.sender_id === me && message.position === message.seq) kept.delete(room);
    noteDirty(room);
  }

  /**
   * Requests changes that were reported while a page of messages was loading, since they may be missing both from the page and from the
   * pushed changes.
   */
  function askForTold(room: string): void {
    const seq = state.conversations.get(room)?.log?.seq;
    if (seq !== undefined && (reportedPositions.get(room) ?? 0) > seq) noteGap(room);
  }
  function noteGap(room: string): void {
    gaps.add(room);
    gapTimer ??= setTimeout(() => {
      gapTimer = undefined;
      const openRooms = [...gaps].filter((each) => state.conversations.get(each)?.log !== undefined);
      gaps.clear();
      void catchUp(openRooms);
    }, BATCH_DELAY_MS);
  }

  /** Requests all changes of these rooms since the known positions. */
  async function catchUp(rooms: readonly string[]): Promise<void> {
    for (let at = 0; at < rooms.length; at += MAX_CHAT_CATCH_UP_COUNT)
      await catchUpSome(rooms.slice(at, at + MAX_CHAT_CATCH_UP_COUNT));
  }
  async function catchUpSome(rooms: readonly string[]): Promise<void> {
    let left = [...rooms];
    for (let page = 0; left.length > 0; page += 1) {
      const requests = left.flatMap((room) => {
        const since = state.conversations.get(room)?.log?.seq;
        return since === undefined ? [] : [{ room, since }];
      });
      if (requests.length === 0) return;
      if (page === MAX_MISSED_PAGES) {
        await Promise.all(left.map((room) => load(room, { to: "end" }, {})));
        return;
      }
      const answer = await call(routes.catchUpChat, { body: { rooms: requests } });
      cacheUnseenCount(answer.unseenMessages);
      for (const changes of answer.rooms) takeChanges(changes);
      const answered = new Set(answer.rooms.map(({ room }) => room));
      for (const { room } of requests)
        if (!answered.has(room)) dropRoom(room, new AppError("chat_room_not_found"));
      left = answer.rooms.filter(({ hasMore }) => hasMore).map(({ room }) => room);
    }
  }
  function takeChanges({ room, messages, seq }: ChatChanges): void {
    const log = state.conversations.get(room)?.log;
    if (log) changeConversation(room, { log: applyChanges(log, messages, seq) });
  }

  /** Catches up after reconnecting: requests missed changes first, and sends pending messages next. */
  async function comeBack(): Promise<void> {
    clearTimeout(againTimer);
    try {
      const read = [...state.conversations].filter(([, { log }]) => log !== undefined).map(([room]) => room);
      await catchUp(read);
      // Reloads the lists, because rooms may have changed unreported while the page was disconnected.
      if (state.lists.size > 0) noteDirty(EVERY_ROOM);
      outbox.flush();
    } catch {
      againTimer = setTimeout(() => void comeBack(), RETRY_DELAY_MS);
    }
  }

  function handleTyping({
    room,
    user,
    isTyping,
  }: {
    room: string;
    user: ChatPerson;
    isTyping: boolean;
  }): void {
    if (user.uuid === me) return;
    stopTyping(room, user.uuid);
    if (!isTyping) return;
    set({ typing: new Map(state.typing).set(room, [...(state.typing.get(room) ?? []), user]) });
    const key = `${room} ${user.uuid}`;
    typingTimers.set(
      key,
      setTimeout(() => stopTyping(room, user.uuid), CHAT_TYPING_DURATION_SEC * 1_000),
    );
  }
  function stopTyping(room: string, user: string): void {
    clearTimeout(typingTimers.get(`${room} ${user}`));
    const writing = state.typing.get(room) ?? [];
    if (!writing.some(({ uuid }) => uuid === user)) return;
    const others = writing.filter(({ uuid }) => uuid !== user);
    set({ typing: new Map(state.typing).set(room, others) });
  }

  const onRoom = ({ room }: { room: string }) => {
    noteDirty(room);
    void readRoom(room);
  };
  const onRead = ({ room, position }: { room: string; position: number }) => {
    changeRoom(room, { readPosition: position });
    noteDirty(room);
  };
  /** Reloads the room of a changed project, because archiving a project makes its room read-only. */
  const onProject = ({ uuid }: { uuid: string }) => {
    for (const room of state.rooms.values()) if (room.project === uuid) noteDirty(room.uuid);
  };
  const onLeft = ({ room }: { room: string }) => dropRoom(room, new AppError("chat_room_not_found"));
  const onSeen = ({ roomId, user, position }: { roomId: string; user: ChatPerson; position: number }) =>
    changeRoomView(roomId, (room) => ({
      ...room,
      people: room.people.map((person) =>
        person.uuid === user.uuid ? { ...person, readPosition: position } : person,
      ),
    }));

  function followLine(): void {
    const next = chatConnection.socket();
    if (next !== socket) {
      stopSocket?.();
      socket = next;
      stopSocket = next && listen(next);
    }
    const { isIn, entries: now } = chatConnection.getSnapshot();
    if (isIn && now !== entries) {
      entries = now;
      void comeBack();
    }
  }
  function listen(to: RealtimeSocket): () => void {
    to.on("newMessage", handleMessage);
    to.on("chat.changed", handleMessage);
    to.on("chat.typing", handleTyping);
    to.on("chat.room", onRoom);
    to.on("chat.read", onRead);
    to.on("chat.left", onLeft);
    to.on("project.changed", onProject);
    to.on("messageSeen", onSeen);
    return () => {
      to.off("newMessage", handleMessage);
      to.off("chat.changed", handleMessage);
      to.off("chat.typing", handleTyping);
      to.off("chat.room", onRoom);
      to.off("chat.read", onRead);
      to.off("chat.left", onLeft);
      to.off("project.changed", onProject);
      to.off("messageSeen", onSeen);
    };
  }

  let stopLine: (() => void) | undefined;
  return {
    me,
    drafts,
    outbox,
    recorder,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: (): ChatState => state,
    start(): void {
      const release = chatConnection.want();
      const unsubscribe = chatConnection.subscribe(followLine);
      stopLine = () => {
        unsubscribe();
        release();
      };
      followLine();
      outbox.start();
    },
    stop(): void {
      stopLine?.();
      stopSocket?.();
      stopSocket = undefined;
      socket = undefined;
      outbox.stop();
      recorder.discard();
      for (const timer of [refreshTimer, gapTimer, againTimer, ...typingTimers.values()]) clearTimeout(timer);
      refreshTimer = undefined;
      gapTimer = undefined;
    },
    loadList,
    open,
    async retry(room: string): Promise<void> {
      const conversations = new Map(state.conversations);
      conversations.delete(room);
      set({ conversations });
      await open(room);
    },
    loadOlder,
    loadNewer,
    jump,
    jumpToDate,
    readRoom,
    putView,
    dropRoom: (uuid: string) => dropRoom(uuid, new AppError("chat_room_not_found")),
    /** Merges the message that a call returned into its room. */
    take: handleMessage,
    putRoom: (room: ChatRoomSummary) => putRooms([room]),
    /** Marks the messages up to a position as read. */
    async markRead(room: string, position: number): Promise<void> {
      const known = state.rooms.get(room);
      if (kept.has(room) || (known && known.readPosition >= position)) return;
      const { readPosition, unseenMessages } = await call(routes.markChatRead, {
        params: { id: room },
        body: { position },
      });
      cacheUnseenCount(unseenMessages);
      takeRead(room, readPosition);
    },
    /** Marks all messages after a position as unread. */
    async markUnread(room: string, position: number): Promise<void> {
      kept.add(room);
      const { readPosition, unseenMessages } = await call(routes.markChatRead, {
        params: { id: room },
        body: { position, isBack: true },
      });
      cacheUnseenCount(unseenMessages);
      changeRoom(room, { readPosition });
      changeConversation(room, { unreadFrom: readPosition });
      noteDirty(room);
    },
    /** Reports that the reader is typing, or has stopped. */
    sendTyping(room: string, isTyping: boolean): void {
      const now = performance.now();
      const last = toldTyping.get(room);
      if (isTyping ? last !== undefined && now - last < TYPING_INTERVAL_MS : last === undefined) return;
      if (isTyping) toldTyping.set(room, now);
      else toldTyping.delete(room);
      if (chatConnection.getSnapshot().isIn) socket?.emit("chat.typing", { room, isTyping });
    },
  };

  function takeRead(room: string, readPosition: number): void {
    const known = state.rooms.get(room);
    if (!known) return;
    // If the last message has been read, nothing is unread. Otherwise, the server must count the unread messages.
    const isAll = readPosition >= known.lastPosition;
    changeRoom(room, { readPosition, ...(isAll ? { unreadCount: 0, mentionCount: 0 } : {}) });
    if (!isAll) noteDirty(room);
  }
}

const NO_LIST: RoomList = { status: "loading", next: "", uuids: new Set(), isLoadingMore: false };
const NO_CONVERSATION: Conversation = {
  status: "loading",
  log: undefined,
  isLoadingOlder: false,
  isLoadingNewer: false,
  target: { to: "end" },
  unreadFrom: undefined,
};

const listMessages = (room: string, query: Record<string, string | number>): Promise<ChatMessages> =>
  call(routes.listChatMessages, { params: { id: room }, query: { ...query, limit: PAGE_SIZE } });

/** Converts a fully loaded room to the summary that lists contain. */
function summaryOf(room: ChatRoomView): ChatRoomSummary {
  const summary: ChatRoomSummary & Partial<ChatRoomView> = { ...room };
  for (const name of ["users", "people", "createdAt", "revision"] as const) delete summary[name];
  return summary;
}
