import {
  AppError,
  type ChatAnswer,
  ChatMessageId,
  type ChatPresence,
  type EnteredChat,
  SentChatMessage,
  Uuid,
} from "@shoal/contract";
import { passesGuard } from "@shoal/domain";
import type { Socket } from "socket.io";
import { z } from "zod";
import type { Database } from "../../../platform/database.ts";
import { TokenBucket } from "../../../platform/rate.ts";
import type { Realtime, SocketData, SocketViewer } from "../../../platform/realtime/realtime.ts";
import { type ChatCaller, isAgent } from "./chat-caller.ts";
import type { ChatLimits } from "./chat-limits.ts";
import { AGENTS_ROOM, chatRoomOf, chattersOf } from "./chat-notifier.ts";
import type { MessagesService } from "./messages.service.ts";
import { createRoomsRepository } from "./rooms.repository.ts";
import type { RoomsService } from "./rooms.service.ts";

/**
 * The pause between checks of membership. People who leave a room stop receiving its messages within twice this time plus one database
 * query.
 */
const RECHECK_PAUSE_MS = 2_000;
/** The maximum number of joins per socket and second. A page joins each of its rooms when it opens. */
const JOINS_PER_SEC = 20;
const JOINS_BURST = 1_000;
const TYPINGS_PER_SEC = 4;
const STATES_PER_SEC = 2;

const SeenEvent = z.object({ roomId: Uuid, messageId: ChatMessageId });
const PresenceState = z.enum(["here", "away"]);
const TypingEvent = z.object({ room: Uuid, isTyping: z.boolean() });

export interface ChatSocketsDeps {
  db: Database;
  realtime: Pick<Realtime, "sockets" | "emit">;
  rooms: RoomsService;
  messages: MessagesService;
  limits: ChatLimits;
  onError: (error: unknown) => void;
}

type Page = Socket & { data: SocketData };

/**
 * Serves chat over sockets: the specification's events for plain clients (§7), and the events of our own pages, which enter all
 * of their rooms at once. Sockets store nothing beyond what calls store. Presence is part of the sockets, which all replicas can
 * list.
 */
export function createChatSockets({ db, realtime, rooms, messages, limits, onError }: ChatSocketsDeps) {
  const io = realtime.sockets;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let rechecking: Promise<void> = Promise.resolve();

  /** Finds the caller of a socket with their current names and roles. @throws AppError "forbidden" for a user without chat. */
  async function callerOf({
    userUuid,
    clientUuid,
    roles,
    isGuest,
    isPasswordModified,
  }: SocketViewer): Promise<ChatCaller> {
    const user = isGuest ? undefined : await createRoomsRepository(db).findUser(userUuid);
    if (!user || !passesGuard({ roles, isPasswordModified }, "member"))
      throw new AppError("forbidden", "Your role does not allow this");
    return {
      userUuid,
      clientUuid,
      roles: user.roles,
      username: user.username,
      ownClientUuid: user.client_uuid,
    };
  }

  async function join(socket: Page, uuid: string): Promise<void> {
    const caller = await callerOf(socket.data.viewer);
    const room = await messages.getRoomFor(caller, uuid);
    // Rooms are checked by membership, and any user of the client becomes a member by opening the support room.
    if (!room.is_member && !isAgent(caller))
      await createRoomsRepository(db).addMembers(room, [caller.userUuid]);
    if (!socket.connected) return;
    await socket.join(chatRoomOf(room.uuid));
    socket.emit("joined", { roomId: room.uuid });
  }

  async function enter(socket: Page, state: "here" | "away"): Promise<EnteredChat> {
    const caller = await callerOf(socket.data.viewer);
    const memberships = await createRoomsRepository(db).listMemberships([caller.userUuid]);
    const own = memberships.filter(({ client_uuid }) => client_uuid === caller.clientUuid);
    if (!socket.connected) return { isIn: false };
    // Users who view another client are not shown as present there.
    const isShown = caller.clientUuid === caller.ownClientUuid;
    const before = socket.data.chat;
    socket.data.chat = { clientUuid: caller.clientUuid, state, isShown };
    await socket.join([
      chattersOf(caller.userUuid),
      presenceRoomOf(caller.clientUuid),
      ...own.map(({ room_uuid }) => chatRoomOf(room_uuid)),
      ...(isAgent(caller) ? [AGENTS_ROOM] : []),
    ]);
    const people = await sendPresence(socket, before, socket.data.chat);
    return { isIn: true, people: [...people].map(([user, each]) => ({ user, state: each })) };
  }

  /**
   * Lists the presence of a client's users from all their pages except this one; only from this replica if another does not
   * respond.
   */
  async function listOthers(socket: Page, clientUuid: string): Promise<Map<string, ChatPresence>> {
    const room = presenceRoomOf(clientUuid);
    const found = await io
      .in(room)
      .fetchSockets()
      .catch((error: unknown) => {
        onError(error);
        return io.local.in(room).fetchSockets();
      });
    const people = new Map<string, ChatPresence>();
    for (const { id, data } of found) {
      if (id === socket.id || !data.chat?.isShown || data.chat.clientUuid !== clientUuid) continue;
      const { userUuid } = data.viewer;
      people.set(userUuid, joinStates(people.get(userUuid), data.chat.state));
    }
    return people;
  }

  /**
   * Announces how a page changes its user's presence, unless their other pages already determine it.
   * @returns the presence of all users afterwards.
   */
  async function sendPresence(
    socket: Page,
    before: SocketData["chat"],
    now: SocketData["chat"],
  ): Promise<Map<string, ChatPresence>> {
    const clientUuid = now?.clientUuid ?? before?.clientUuid;
    if (clientUuid === undefined) return new Map();
    const people = await listOthers(socket, clientUuid);
    const user = socket.data.viewer.userUuid;
    const others = people.get(user);
    const stateWith = (chat: SocketData["chat"]) => (chat?.isShown ? joinStates(others, chat.state) : others);
    const state = stateWith(now);
    if (state !== stateWith(before))
      realtime.emit(clientUuid, "chat.presence", { user, state: state ?? "gone" });
    if (state) people.set(user, state);
    return people;
  }

  function serve(socket: Page): void {
    const rates = {
      joins: new TokenBucket(JOINS_PER_SEC, Date.now(), JOINS_BURST),
      typings: new TokenBucket(TYPINGS_PER_SEC),
      states: new TokenBucket(STATES_PER_SEC),
    };
    // Requests of a page are handled one at a time, in order.
    let last: Promise<unknown> = Promise.resolve();
    const inTurn = (work: () => Promise<unknown>) => {
      last = last.then(work).catch(onError);
    };
    const answering = (answer: unknown, work: () => Promise<Extract<ChatAnswer, { ok: true }>>) =>
      inTurn(async () => {
        const reply = await work().catch(refusalOf);
        if (typeof answer === "function") answer(reply);
      });
    socket.on("room", (wanted: unknown, answer: unknown) => {
      answering(answer, async () => {
        if (!rates.joins.tryConsume()) throw tooManyJoinsError();
        await join(socket, parseSent(Uuid, wanted));
        return { ok: true };
      });
    });
    socket.on("sendMessage", (sent: unknown, answer: unknown) => {
      answering(answer, async () => {
        // The message is counted before the database is queried.
        limits.consume(socket.data.viewer.userUuid);
        const { roomId, messageId, _id, content, replyMessage } = parseSent(SentChatMessage, sent);
        const message = await messages.createSentMessage(await callerOf(socket.data.viewer), roomId, {
          messageId: messageId ?? _id,
          content,
          replyMessage,
          mentions: [],
          mentionsRoom: false,
        });
        return { ok: true, message };
      });
    });
    socket.on("messageSeen", (sent: unknown, answer: unknown) => {
      answering(answer, async () => {
        if (!rates.joins.tryConsume()) throw tooManyJoinsError();
        const { roomId, messageId } = parseSent(SeenEvent, sent);
        await rooms.markSeen(await callerOf(socket.data.viewer), roomId, messageId);
        return { ok: true };
      });
    });
    socket.on("chat.enter", (wanted: unknown, answer: unknown) => {
      if (typeof answer !== "function") return;
      const state = PresenceState.safeParse(wanted);
      if (!state.success) return answer({ isIn: false });
      inTurn(async () => {
        const entering = async () => {
          limits.consume(socket.data.viewer.userUuid, "entry");
          return enter(socket, state.data);
        };
        answer(await entering().catch(outside));
      });
    });
    socket.on("chat.state", (wanted: unknown) => {
      const state = PresenceState.safeParse(wanted);
      const { chat } = socket.data;
      if (!chat || !state.success || state.data === chat.state || !rates.states.tryConsume()) return;
      const now = { ...chat, state: state.data };
      socket.data.chat = now;
      inTurn(() => sendPresence(socket, chat, now));
    });
    socket.on("chat.typing", (sent: unknown) => {
      const typing = TypingEvent.safeParse(sent);
      if (!typing.success || !rates.typings.tryConsume()) return;
      const { room, isTyping } = typing.data;
      if (!socket.rooms.has(chatRoomOf(room))) return;
      inTurn(async () => {
        const { userUuid: uuid, username } = await callerOf(socket.data.viewer);
        socket.volatile
          .to(chatRoomOf(room))
          .emit("chat.typing", { room, user: { uuid, username }, isTyping });
      });
    });
    socket.on("disconnect", () => {
      const { chat } = socket.data;
      if (chat) inTurn(() => sendPresence(socket, chat, undefined));
    });
  }

  /** Removes sockets of this replica from rooms that their users have left, and adds them to new rooms. */
  async function recheck(): Promise<void> {
    const pages = [...io.of("/").sockets.values()].filter(
      ({ data, rooms: joined }) => data.chat !== undefined || [...joined].some(isChatRoom),
    );
    if (pages.length === 0) return;
    const users = [...new Set(pages.map(({ data }) => data.viewer.userUuid))];
    const ofAgents = pages.flatMap(({ data, rooms: joined }) => (isAgent(data.viewer) ? [...joined] : []));
    const ofSupport = new Set(
      (
        await createRoomsRepository(db).listSupportOf([...new Set(ofAgents.filter(isChatRoom).map(uuidOf))])
      ).map(chatRoomOf),
    );
    const byUser = Map.groupBy(
      await createRoomsRepository(db).listMemberships(users),
      ({ user_uuid }) => user_uuid,
    );
    for (const socket of pages) {
      const { viewer, chat } = socket.data;
      const own = byUser.get(viewer.userUuid) ?? [];
      const mayBeIn = new Set(own.map(({ room_uuid }) => chatRoomOf(room_uuid)));
      for (const room of [...socket.rooms].filter(isChatRoom)) {
        // Administrators are in support rooms by their role; a user who loses the role loses the socket too.
        if (mayBeIn.has(room) || (isAgent(viewer) && ofSupport.has(room))) continue;
        await socket.leave(room);
        socket.emit("chat.left", { room: uuidOf(room) });
      }
      if (!chat) continue;
      for (const { room_uuid, client_uuid } of own) {
        if (client_uuid !== chat.clientUuid || socket.rooms.has(chatRoomOf(room_uuid))) continue;
        await socket.join(chatRoomOf(room_uuid));
        socket.emit("chat.room", { room: room_uuid });
      }
    }
  }

  const repeat = () => {
    timer = setTimeout(() => {
      rechecking = recheck()
        .catch(onError)
        .then(() => {
          if (!isStopped) repeat();
        });
    }, RECHECK_PAUSE_MS);
  };

  /**
   * Returns the response for an error. Errors in the request are reported to the page; other errors are bugs and have no details.
   */
  function refusalOf(error: unknown): ChatAnswer {
    if (error instanceof AppError) return { ok: false, code: error.code, message: error.message };
    onError(error);
    return { ok: false, code: "internal_error", message: "Something went wrong" };
  }

  function outside(error: unknown): EnteredChat {
    if (!(error instanceof AppError)) onError(error);
    return { isIn: false };
  }

  return {
    start(): void {
      io.on("connection", (socket) => serve(socket as Page));
      repeat();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await rechecking;
    },
  };
}

const ROOM_PREFIX = chatRoomOf("");
const isChatRoom = (room: string) => room.startsWith(ROOM_PREFIX);
const uuidOf = (room: string) => room.slice(ROOM_PREFIX.length);
/** Combines the presence of two pages of a user. One visible page is enough. */
const joinStates = (one: ChatPresence | undefined, other: ChatPresence): ChatPresence =>
  one === "here" ? one : other;
const presenceRoomOf = (clientUuid: string) => `chat-presence:${clientUuid}`;
const tooManyJoinsError = () =>
  new AppError("too_many_requests", "You are sending too fast: wait a second and send again");

/** @throws AppError "bad_request" naming the error. */
function parseSent<T>(schema: z.ZodType<T>, sent: unknown): T {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError("bad_request", `${issue?.path.join(".") || "What was sent"}: ${issue?.message}`);
}
