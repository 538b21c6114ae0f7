import {
  AppError,
  CHAT_ROOMS_A_DAY,
  type ChatRoomChoices,
  type ChatRoomListQuery,
  type ChatRoomSummary,
  type ChatRoomView,
  type ChatSettings,
  type CreateChatRoom,
  MAX_CHAT_CUSTOM_ROOMS,
  MAX_CHAT_PEOPLE,
  MAX_CHAT_ROOMS,
} from "@shoal/contract";
import type { Database, Tx } from "../../../platform/database.ts";
import { createProjectsRepository } from "../projects/index.ts";
import { userNotFound } from "../teams/index.ts";
import { type FileEdge, presentRoom, presentWholeRoom } from "./chat.present.ts";
import { type ChatCaller, isAgent, seesAllSupport } from "./chat-caller.ts";
import { fieldFault, messageNotFound, privateRoomExists, roomNotFound } from "./chat-errors.ts";
import type { ChatLimits } from "./chat-limits.ts";
import type { ChatNotifier } from "./chat-notifier.ts";
import { createMessagesRepository } from "./messages.repository.ts";
import { assertMay, getRoomOfCaller, presentMessages } from "./messages.service.ts";
import { createRoomsRepository, type FoundRoom, type RoomCursor } from "./rooms.repository.ts";

export interface RoomsDeps {
  db: Database;
  notifier: ChatNotifier;
  limits: ChatLimits;
  edge: FileEdge;
}

/** Manages rooms of chat. Every call throws AppError "chat_room_not_found" if the caller is not in the room. */
export function createRoomsService({ db, notifier, limits, edge }: RoomsDeps) {
  async function presentAll(
    tx: Tx,
    caller: ChatCaller,
    rows: readonly FoundRoom[],
  ): Promise<ChatRoomSummary[]> {
    const last = await createMessagesRepository(tx).listLast(rows);
    const views = await presentMessages(tx, last, edge);
    const byRoom = new Map(views.map((view) => [view.roomId, view]));
    return rows.map((row) => presentRoom(row, caller, byRoom.get(row.uuid) ?? null));
  }

  async function presentOne(tx: Tx, caller: ChatCaller, row: FoundRoom): Promise<ChatRoomSummary> {
    const [summary] = await presentAll(tx, caller, [row]);
    if (!summary) throw roomNotFound();
    return summary;
  }

  const presentWhole = async (tx: Tx, caller: ChatCaller, row: FoundRoom): Promise<ChatRoomView> =>
    presentWholeRoom(
      row,
      await createRoomsRepository(tx).listPeople(row.client_uuid, row.uuid),
      await presentOne(tx, caller, row),
    );

  const readWhole = async (tx: Tx, caller: ChatCaller, uuid: string) =>
    presentWhole(tx, caller, await getRoomOfCaller(tx, caller, uuid));

  /** Locks a room, and reads it after that, so that a user who was removed in the meantime can no longer change it. */
  async function lockRoomOfCaller(tx: Tx, caller: ChatCaller, uuid: string): Promise<FoundRoom> {
    const found = await getRoomOfCaller(tx, caller, uuid);
    if (!(await createRoomsRepository(tx).lockRoom(caller, found))) throw roomNotFound();
    return getRoomOfCaller(tx, caller, uuid);
  }

  async function countUnseen(caller: ChatCaller): Promise<number> {
    const rooms = createRoomsRepository(db);
    const own = await rooms.countUnseen(caller);
    return seesAllSupport(caller) ? own + (await rooms.countWaiting(caller)) : own;
  }

  /** Finds users of the client by name or uuid, except the caller. @throws AppError "bad_request" naming all unknown users. */
  async function findOthers(tx: Tx, caller: ChatCaller, wanted: readonly string[]) {
    const found = await createRoomsRepository(tx).findUsers(caller.clientUuid, wanted);
    const isMeant = (name: string) =>
      found.some(({ uuid, username }) => [uuid, username.toLowerCase()].includes(name.toLowerCase()));
    const faults = wanted.flatMap((name, n) =>
      isMeant(name) ? [] : [{ path: `users.${n}`, reason: `User ${name} not found` }],
    );
    if (faults.length > 0) throw new AppError("bad_request", faults[0]?.reason, faults);
    return found.filter(({ uuid }) => uuid !== caller.userUuid);
  }

  /** @throws AppError "chat_rooms_full". */
  async function assertRoomForOne(tx: Tx, caller: ChatCaller, kind: "private" | "custom"): Promise<void> {
    const made = await createRoomsRepository(tx).countForAdding(caller.clientUuid);
    if (made.all >= MAX_CHAT_ROOMS || (kind === "custom" && made.custom >= MAX_CHAT_CUSTOM_ROOMS))
      throw new AppError("chat_rooms_full", "Your organization has too many rooms: delete some first");
  }

  /** @throws AppError "chat_rooms_a_day". */
  async function assertNotTooManyToday(tx: Tx, caller: ChatCaller): Promise<void> {
    if ((await createRoomsRepository(tx).countMadeToday(caller)) >= CHAT_ROOMS_A_DAY)
      throw new AppError(
        "chat_rooms_a_day",
        `You created ${CHAT_ROOMS_A_DAY} rooms in 24 hours: try again later`,
      );
  }

  async function createPrivate(caller: ChatCaller, other: { uuid: string; username: string }) {
    const me = { uuid: caller.userUuid, username: caller.username };
    const pair = [me, other].toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1));
    return db.transaction().execute(async (tx) => {
      const rooms = createRoomsRepository(tx);
      await assertRoomForOne(tx, caller, "private");
      const uuid = await rooms.addRoom({
        client_uuid: caller.clientUuid,
        kind: "private",
        pair: pair.map((each) => each.uuid),
        pair_names: pair.map((each) => each.username),
      });
      if (uuid === undefined) throw privateRoomExists();
      const members = pair.map((each) => each.uuid);
      await rooms.addMembers({ uuid, client_uuid: caller.clientUuid, seq: 0 }, members);
      return { view: await readWhole(tx, caller, uuid), members };
    });
  }

  const createCustom = (caller: ChatCaller, name: string, others: readonly { uuid: string }[]) =>
    db.transaction().execute(async (tx) => {
      const rooms = createRoomsRepository(tx);
      await assertRoomForOne(tx, caller, "custom");
      await assertNotTooManyToday(tx, caller);
      const uuid = await rooms.addRoom({
        client_uuid: caller.clientUuid,
        kind: "custom",
        name,
        owner_uuid: caller.userUuid,
        maker_uuid: caller.userUuid,
      });
      if (uuid === undefined) throw roomNotFound();
      const members = [caller.userUuid, ...others.map((each) => each.uuid)];
      await rooms.addMembers({ uuid, client_uuid: caller.clientUuid, seq: 0 }, members);
      return { view: await readWhole(tx, caller, uuid), members };
    });

  async function markRead(caller: ChatCaller, room: FoundRoom, position: number, isBack: boolean) {
    limits.consume(caller.userUuid, "read");
    if (position > room.seq) throw fieldFault("position", "is after the last message of this room");
    const rooms = createRoomsRepository(db);
    const marked = await rooms.markRead(room, caller, { position, isBack });
    if (!marked) throw roomNotFound();
    if (marked.isMoved) {
      const [last] = await createMessagesRepository(db).listBefore(room, marked.position + 1, 1);
      const user = { uuid: caller.userUuid, username: caller.username };
      notifier.sendSeen(room, user, { position: marked.position, messageId: last?.id ?? "", isBack });
    }
    return { readPosition: marked.position, unseenMessages: await countUnseen(caller) };
  }

  return {
    countUnseen,

    /** @param uuid the uuid of the room, or of its team or project. */
    async getRoom(caller: ChatCaller, uuid: string): Promise<ChatRoomView> {
      const room =
        (await createRoomsRepository(db).findNamedRoom(caller, uuid)) ??
        (await getRoomOfCaller(db, caller, uuid));
      return presentWhole(db, caller, room);
    },

    async listRooms(caller: ChatCaller, { cursor, limit, kind, isArchived, search }: ChatRoomListQuery) {
      const found = await createRoomsRepository(db).listRooms(caller, {
        kind,
        search,
        isArchived: isArchived === "true",
        after: cursor === undefined ? undefined : parseCursor(cursor),
        limit: limit + 1,
      });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return {
        rooms: await presentAll(db, caller, page),
        next: found.length > limit && last ? `${Number(last.is_starred)}.${last.last_us}.${last.uuid}` : null,
        unseenMessages: await countUnseen(caller),
      };
    },

    listAll: async (caller: ChatCaller) =>
      presentAll(db, caller, await createRoomsRepository(db).listRooms(caller, {})),

    async listPage(caller: ChatCaller, page: { number: number; size: number }) {
      const rooms = createRoomsRepository(db);
      const rows = await rooms.listRooms(caller, { limit: page.size, offset: (page.number - 1) * page.size });
      const people = await rooms.listPeopleByRoom(
        caller.clientUuid,
        rows.map(({ uuid }) => uuid),
      );
      const summaries = await presentAll(db, caller, rows);
      const views = summaries.flatMap((summary, n): ChatRoomView[] => {
        const row = rows[n];
        return row ? [presentWholeRoom(row, people.get(row.uuid) ?? [], summary)] : [];
      });
      return { _embedded: views, _size: await rooms.countRooms(caller) };
    },

    /**
     * Administrators who view a client are not among its users: they reply in its support room.
     * @throws AppError "forbidden" for such administrators, "bad_request" naming unknown users, "private_room_exists",
     * "too_many_requests".
     */
    async createRoom(caller: ChatCaller, { roomName, users }: CreateChatRoom): Promise<ChatRoomView> {
      limits.consume(caller.userUuid);
      if (caller.clientUuid !== caller.ownClientUuid)
        throw new AppError("forbidden", "Administrators can write to a client only in its support room");
      const others = await findOthers(db, caller, users);
      const [first] = others;
      if (roomName === "" && others.length !== 1)
        throw fieldFault("roomName", "is required for a room of several users");
      const { view, members } =
        roomName === "" && first
          ? await createPrivate(caller, first)
          : await createCustom(caller, roomName, others);
      notifier.join(view.uuid, members);
      return view;
    },

    /** @throws AppError "user_not_found", "private_room_exists". */
    async checkPrivate(caller: ChatCaller, user: string): Promise<{ isFree: boolean }> {
      const rooms = createRoomsRepository(db);
      const [found] = await rooms.findUsers(caller.clientUuid, [user]);
      if (!found) throw userNotFound(user);
      const pair = [caller.userUuid, found.uuid].toSorted();
      if (await rooms.findPrivateRoom(caller.clientUuid, pair)) throw privateRoomExists();
      return { isFree: found.uuid !== caller.userUuid };
    },

    /** Renames a room, which counts as a write because everyone in it is notified. @throws AppError "too_many_requests". */
    async rename(caller: ChatCaller, uuid: string, name: string): Promise<ChatRoomView> {
      limits.consume(caller.userUuid);
      const room = await getRoomOfCaller(db, caller, uuid);
      assertMay(caller, room, "rename");
      const rooms = createRoomsRepository(db);
      await rooms.updateRoom(room.client_uuid, uuid, { name });
      const view = await readWhole(db, caller, uuid);
      notifier.notifyRoom(
        uuid,
        view.people.map((person) => person.uuid),
      );
      return view;
    },

    async addPeople(caller: ChatCaller, uuid: string, users: readonly string[]): Promise<ChatRoomView> {
      limits.consume(caller.userUuid);
      const { view, added } = await db.transaction().execute(async (tx) => {
        const room = await lockRoomOfCaller(tx, caller, uuid);
        assertMay(caller, room, "addPeople");
        const others = await findOthers(tx, caller, users);
        const rooms = createRoomsRepository(tx);
        const added = await rooms.addMembers(
          room,
          others.map((each) => each.uuid),
        );
        const view = await readWhole(tx, caller, uuid);
        if (view.people.length > MAX_CHAT_PEOPLE)
          throw fieldFault("users", `exceeds the maximum of ${MAX_CHAT_PEOPLE} users`);
        return { view, added };
      });
      notifier.join(uuid, added);
      if (added.length > 0)
        notifier.notifyRoom(
          uuid,
          view.people.map((person) => person.uuid),
        );
      return view;
    },

    /** @throws AppError "user_not_found" if the user is not in the room, "too_many_requests". */
    async removePerson(caller: ChatCaller, uuid: string, user: string): Promise<void> {
      limits.consume(caller.userUuid);
      const { person, left } = await db.transaction().execute(async (tx) => {
        // Otherwise the last two people, leaving at the same time, would each see the other and leave an empty room.
        const room = await lockRoomOfCaller(tx, caller, uuid);
        const rooms = createRoomsRepository(tx);
        const [person] = await rooms.findUsers(caller.clientUuid, [user]);
        assertMay(caller, room, person?.uuid === caller.userUuid ? "leave" : "removePeople");
        if (!person || !(await rooms.removeMember(room.client_uuid, uuid, person.uuid)))
          throw userNotFound(user);
        const left = await rooms.listPeople(room.client_uuid, uuid);
        if (left.length === 0) await rooms.deleteRoom(room.client_uuid, uuid);
        return { person, left };
      });
      notifier.leave(uuid, person.uuid);
      notifier.notifyRoom(
        uuid,
        left.map((each) => each.uuid),
      );
    },

    async choose(caller: ChatCaller, uuid: string, choices: ChatRoomChoices): Promise<ChatRoomSummary> {
      const room = await getRoomOfCaller(db, caller, uuid);
      const rooms = createRoomsRepository(db);
      if (!room.is_member) await rooms.addMembers(room, [caller.userUuid], isAgent(caller));
      const { isMuted, isStarred, isArchived } = choices;
      await rooms.updateMember(room.client_uuid, uuid, caller.userUuid, {
        ...(isMuted === undefined ? {} : { is_muted: isMuted }),
        ...(isStarred === undefined ? {} : { is_starred: isStarred }),
        ...(isArchived === undefined ? {} : { is_archived: isArchived }),
      });
      notifier.notifyRoom(uuid, [caller.userUuid]);
      return presentOne(db, caller, await getRoomOfCaller(db, caller, uuid));
    },

    /** @throws AppError "project_not_found" if the caller is not in the project. */
    async openProjectRoom(caller: ChatCaller, projectUuid: string): Promise<ChatRoomView> {
      const projects = createProjectsRepository(db);
      const isIn = caller.key
        ? (await projects.findProject(caller, projectUuid)) !== undefined
        : (await projects.listUserUuids(caller.clientUuid, projectUuid)).includes(caller.userUuid);
      if (!isIn) throw new AppError("project_not_found", "No such project");
      const rooms = createRoomsRepository(db);
      const found = await rooms.findNamedRoom(caller, projectUuid);
      if (found) return presentWhole(db, caller, found);
      const made = await db.transaction().execute(async (tx) => {
        const added = createRoomsRepository(tx);
        const uuid = await added.addRoom({
          client_uuid: caller.clientUuid,
          kind: "project",
          project_uuid: projectUuid,
        });
        if (uuid !== undefined) await added.syncRoom(caller.clientUuid, uuid);
        return uuid;
      });
      const room = await rooms.findNamedRoom(caller, projectUuid);
      if (!room) throw roomNotFound();
      const view = await presentWhole(db, caller, room);
      if (made !== undefined)
        notifier.join(
          room.uuid,
          view.people.map((person) => person.uuid),
        );
      return view;
    },

    /** Opens the support room, which makes the caller a member. */
    async openSupportRoom(caller: ChatCaller): Promise<ChatRoomView> {
      const rooms = createRoomsRepository(db);
      if (!(await rooms.findOwnSupportRoom(caller)))
        await rooms.addRoom({ client_uuid: caller.clientUuid, kind: "support" });
      const room = await rooms.findOwnSupportRoom(caller);
      if (!room) throw roomNotFound();
      const added = await rooms.addMembers(room, [caller.userUuid], isAgent(caller));
      if (added.length > 0) notifier.join(room.uuid, added);
      return readWhole(db, caller, room.uuid);
    },

    async listSupport(
      caller: ChatCaller,
      { search, cursor, limit }: { search?: string | undefined; cursor?: string | undefined; limit: number },
    ) {
      if (cursor !== undefined && !/^\d{1,9}$/.test(cursor))
        throw fieldFault("cursor", "is not a cursor from an earlier page");
      const offset = Number(cursor ?? 0);
      const found = await createRoomsRepository(db).listSupportRooms(caller, {
        search,
        limit: limit + 1,
        offset,
      });
      return {
        rooms: await presentAll(db, caller, found.slice(0, limit)),
        next: found.length > limit ? String(offset + limit) : null,
      };
    },

    /** @throws AppError "user_not_found" unless the user is an administrator. */
    async handOver(caller: ChatCaller, uuid: string, user: string | null): Promise<ChatRoomView> {
      const rooms = createRoomsRepository(db);
      const room = (await rooms.findRoom(caller, uuid)) ?? (await rooms.findSupportRoom(caller, uuid));
      if (!room) throw roomNotFound();
      assertMay(caller, room, "handOver");
      const agent = user === null ? null : await rooms.findAgent(user);
      if (agent === undefined) throw userNotFound(user ?? "");
      await rooms.updateRoom(room.client_uuid, uuid, { assignee_uuid: agent?.uuid ?? null });
      notifier.notifySupport(room);
      const changed = await rooms.findSupportRoom(caller, uuid);
      if (!changed) throw roomNotFound();
      return presentWhole(db, caller, changed);
    },

    /** @throws AppError "bad_request" for a position after the last message. */
    markRead: async (caller: ChatCaller, uuid: string, place: { position: number; isBack: boolean }) =>
      markRead(caller, await getRoomOfCaller(db, caller, uuid), place.position, place.isBack),

    /** @throws AppError "chat_message_not_found". */
    async markSeen(caller: ChatCaller, uuid: string, messageId: string) {
      const room = await getRoomOfCaller(db, caller, uuid);
      const message = await createMessagesRepository(db).findMessage(room, messageId);
      if (!message) throw messageNotFound();
      return markRead(caller, room, message.position, false);
    },

    listPeople: async (
      caller: ChatCaller,
      { search, limit }: { search?: string | undefined; limit: number },
    ) =>
      (await createRoomsRepository(db).listUsers(caller, search, limit)).map(
        ({ uuid, username, name, room }) => ({ uuid, username, name, privateRoom: room }),
      ),

    getSettings: async ({ userUuid }: ChatCaller): Promise<ChatSettings> => ({
      isMailed: await createRoomsRepository(db).getSettings(userUuid),
    }),

    async setSettings({ userUuid }: ChatCaller, { isMailed }: ChatSettings): Promise<ChatSettings> {
      await createRoomsRepository(db).saveSettings(userUuid, isMailed);
      return { isMailed };
    },

    /** Turns off mails about chat for the user of a token. @returns whether the token exists. */
    endMails: (token: string): Promise<boolean> => createRoomsRepository(db).endMails(token),
  };
}
export type RoomsService = ReturnType<typeof createRoomsService>;

function parseCursor(cursor: string): RoomCursor {
  const [, isStarred, lastUs, uuid] = /^([01])\.(\d{1,16})\.([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (lastUs === undefined || uuid === undefined)
    throw fieldFault("cursor", "is not a cursor from an earlier page");
  return { isStarred: isStarred === "1", lastUs: Number(lastUs), uuid };
}
