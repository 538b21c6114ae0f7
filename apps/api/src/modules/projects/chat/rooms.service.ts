import {
  AppError,
  CHAT_CUSTOM_ROOMS_MAX_COUNT,
  CHAT_PEOPLE_MAX_COUNT,
  CHAT_ROOMS_A_DAY,
  CHAT_ROOMS_MAX_COUNT,
  type ChatRoomChoices,
  type ChatRoomListQuery,
  type ChatRoomSummary,
  type ChatRoomView,
  type ChatSettings,
  type CreateChatRoom,
} from "@shoal/contract";
import type { Database, Tx } from "../../../platform/database.ts";
import { createProjectsRepository } from "../projects/index.ts";
import { userNotFound } from "../teams/index.ts";
import { type FileEdge, presentRoom, presentWholeRoom } from "./chat.present.ts";
import { type ChatAsker, isAgent, seesAllSupport } from "./chat-asker.ts";
import { fieldFault, messageNotFound, privateRoomExists, roomNotFound } from "./chat-errors.ts";
import type { ChatLimits } from "./chat-limits.ts";
import type { ChatTeller } from "./chat-teller.ts";
import { createMessagesRepository } from "./messages.repository.ts";
import { assertMay, getRoomFor, presentMessages } from "./messages.service.ts";
import { createRoomsRepository, type FoundRoom, type RoomCursor } from "./rooms.repository.ts";

export interface RoomsDeps {
  db: Database;
  teller: ChatTeller;
  limits: ChatLimits;
  edge: FileEdge;
}

/** Rooms of chat. Every call throws AppError "chat_room_not_found" if the caller is not in the room. */
export function createRoomsService({ db, teller, limits, edge }: RoomsDeps) {
  async function presentAll(
    tx: Tx,
    asker: ChatAsker,
    rows: readonly FoundRoom[],
  ): Promise<ChatRoomSummary[]> {
    const last = await createMessagesRepository(tx).listLast(rows);
    const views = await presentMessages(tx, last, edge);
    const byRoom = new Map(views.map((view) => [view.roomId, view]));
    return rows.map((row) => presentRoom(row, asker, byRoom.get(row.uuid) ?? null));
  }

  async function presentOne(tx: Tx, asker: ChatAsker, row: FoundRoom): Promise<ChatRoomSummary> {
    const [summary] = await presentAll(tx, asker, [row]);
    if (!summary) throw roomNotFound();
    return summary;
  }

  const presentWhole = async (tx: Tx, asker: ChatAsker, row: FoundRoom): Promise<ChatRoomView> =>
    presentWholeRoom(
      row,
      await createRoomsRepository(tx).listPeople(row.client_uuid, row.uuid),
      await presentOne(tx, asker, row),
    );

  const readWhole = async (tx: Tx, asker: ChatAsker, uuid: string) =>
    presentWhole(tx, asker, await getRoomFor(tx, asker, uuid));

  async function countUnseen(asker: ChatAsker): Promise<number> {
    const rooms = createRoomsRepository(db);
    const own = await rooms.countUnseen(asker);
    return seesAllSupport(asker) ? own + (await rooms.countWaiting(asker)) : own;
  }

  /** Users of the client by name or uuid, except the caller. @throws AppError "bad_request" naming all unknown ones. */
  async function findOthers(tx: Tx, asker: ChatAsker, wanted: readonly string[]) {
    const found = await createRoomsRepository(tx).findUsers(asker.clientUuid, wanted);
    const isMeant = (name: string) =>
      found.some(({ uuid, username }) => [uuid, username.toLowerCase()].includes(name.toLowerCase()));
    const faults = wanted.flatMap((name, n) =>
      isMeant(name) ? [] : [{ path: `users.${n}`, reason: `User ${name} not found` }],
    );
    if (faults.length > 0) throw new AppError("bad_request", faults[0]?.reason, faults);
    return found.filter(({ uuid }) => uuid !== asker.userUuid);
  }

  /** @throws AppError "chat_rooms_full". */
  async function assertRoomForOne(tx: Tx, asker: ChatAsker, kind: "private" | "custom"): Promise<void> {
    const made = await createRoomsRepository(tx).countMade(asker.clientUuid);
    if (made.all >= CHAT_ROOMS_MAX_COUNT || (kind === "custom" && made.custom >= CHAT_CUSTOM_ROOMS_MAX_COUNT))
      throw new AppError("chat_rooms_full", "Your organisation has too many rooms: delete some first");
  }

  /** @throws AppError "chat_rooms_a_day". */
  async function assertNotTooManyToday(tx: Tx, asker: ChatAsker): Promise<void> {
    if ((await createRoomsRepository(tx).countMadeToday(asker)) >= CHAT_ROOMS_A_DAY)
      throw new AppError(
        "chat_rooms_a_day",
        `You made ${CHAT_ROOMS_A_DAY} rooms within 24 hours: wait for a while`,
      );
  }

  async function createPrivate(asker: ChatAsker, other: { uuid: string; username: string }) {
    const me = { uuid: asker.userUuid, username: asker.username };
    const pair = [me, other].toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1));
    return db.transaction().execute(async (tx) => {
      const rooms = createRoomsRepository(tx);
      await assertRoomForOne(tx, asker, "private");
      const uuid = await rooms.addRoom({
        client_uuid: asker.clientUuid,
        kind: "private",
        pair: pair.map((each) => each.uuid),
        pair_names: pair.map((each) => each.username),
      });
      if (uuid === undefined) throw privateRoomExists();
      const members = pair.map((each) => each.uuid);
      await rooms.addMembers({ uuid, client_uuid: asker.clientUuid, seq: 0 }, members);
      return { view: await readWhole(tx, asker, uuid), members };
    });
  }

  const createCustom = (asker: ChatAsker, name: string, others: readonly { uuid: string }[]) =>
    db.transaction().execute(async (tx) => {
      const rooms = createRoomsRepository(tx);
      await assertRoomForOne(tx, asker, "custom");
      await assertNotTooManyToday(tx, asker);
      const uuid = await rooms.addRoom({
        client_uuid: asker.clientUuid,
        kind: "custom",
        name,
        owner_uuid: asker.userUuid,
        maker_uuid: asker.userUuid,
      });
      if (uuid === undefined) throw roomNotFound();
      const members = [asker.userUuid, ...others.map((each) => each.uuid)];
      await rooms.addMembers({ uuid, client_uuid: asker.clientUuid, seq: 0 }, members);
      return { view: await readWhole(tx, asker, uuid), members };
    });

  async function markRead(asker: ChatAsker, room: FoundRoom, position: number, isBack: boolean) {
    limits.take(asker.userUuid, "read");
    if (position > room.seq) throw fieldFault("position", "lies behind the last message of this room");
    const rooms = createRoomsRepository(db);
    const marked = await rooms.markRead(room, asker, { position, isBack });
    if (marked.isMoved) {
      const [last] = await createMessagesRepository(db).listBefore(room, marked.position + 1, 1);
      const user = { uuid: asker.userUuid, username: asker.username };
      teller.sendSeen(room, user, { position: marked.position, messageId: last?.id ?? "", isBack });
    }
    return { readPosition: marked.position, unseenMessages: await countUnseen(asker) };
  }

  return {
    countUnseen,

    /** @param uuid of the room, or of its team or project. */
    async getRoom(asker: ChatAsker, uuid: string): Promise<ChatRoomView> {
      const room =
        (await createRoomsRepository(db).findNamedRoom(asker, uuid)) ?? (await getRoomFor(db, asker, uuid));
      return presentWhole(db, asker, room);
    },

    async listRooms(asker: ChatAsker, { cursor, limit, kind, isArchived, search }: ChatRoomListQuery) {
      const found = await createRoomsRepository(db).listRooms(asker, {
        kind,
        search,
        isArchived: isArchived === "true",
        after: cursor === undefined ? undefined : parseCursor(cursor),
        limit: limit + 1,
      });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return {
        rooms: await presentAll(db, asker, page),
        next: found.length > limit && last ? `${Number(last.is_starred)}.${last.last_us}.${last.uuid}` : null,
        unseenMessages: await countUnseen(asker),
      };
    },

    listAll: async (asker: ChatAsker) =>
      presentAll(db, asker, await createRoomsRepository(db).listRooms(asker, {})),

    async listPage(asker: ChatAsker, page: { number: number; size: number }) {
      const rooms = createRoomsRepository(db);
      const rows = await rooms.listRooms(asker, { limit: page.size, offset: (page.number - 1) * page.size });
      const views: ChatRoomView[] = [];
      for (const [n, summary] of (await presentAll(db, asker, rows)).entries()) {
        const row = rows[n];
        if (row)
          views.push(presentWholeRoom(row, await rooms.listPeople(row.client_uuid, row.uuid), summary));
      }
      return { _embedded: views, _size: await rooms.countRooms(asker) };
    },

    /** @throws AppError "bad_request" naming unknown users, "private_room_exists", "too_many_requests". */
    async createRoom(asker: ChatAsker, { roomName, users }: CreateChatRoom): Promise<ChatRoomView> {
      limits.take(asker.userUuid);
      const others = await findOthers(db, asker, users);
      const [first] = others;
      if (roomName === "" && others.length !== 1)
        throw fieldFault("roomName", "is needed for a room of several users");
      const { view, members } =
        roomName === "" && first
          ? await createPrivate(asker, first)
          : await createCustom(asker, roomName, others);
      teller.join(view.uuid, members);
      return view;
    },

    /** @throws AppError "user_not_found", "private_room_exists". */
    async checkPrivate(asker: ChatAsker, user: string): Promise<{ isFree: boolean }> {
      const rooms = createRoomsRepository(db);
      const [found] = await rooms.findUsers(asker.clientUuid, [user]);
      if (!found) throw userNotFound(user);
      const pair = [asker.userUuid, found.uuid].toSorted();
      if (await rooms.findPrivateRoom(asker.clientUuid, pair)) throw privateRoomExists();
      return { isFree: found.uuid !== asker.userUuid };
    },

    async rename(asker: ChatAsker, uuid: string, name: string): Promise<ChatRoomView> {
      const room = await getRoomFor(db, asker, uuid);
      assertMay(asker, room, "rename");
      const rooms = createRoomsRepository(db);
      await rooms.updateRoom(room.client_uuid, uuid, { name });
      const view = await readWhole(db, asker, uuid);
      teller.notifyRoom(
        uuid,
        view.people.map((person) => person.uuid),
      );
      return view;
    },

    async addPeople(asker: ChatAsker, uuid: string, users: readonly string[]): Promise<ChatRoomView> {
      const { view, added } = await db.transaction().execute(async (tx) => {
        const room = await getRoomFor(tx, asker, uuid);
        assertMay(asker, room, "addPeople");
        const others = await findOthers(tx, asker, users);
        const rooms = createRoomsRepository(tx);
        const locked = await rooms.lockRoom(asker, room);
        const seq = locked?.seq ?? room.seq;
        const added = await rooms.addMembers(
          { ...room, seq },
          others.map((each) => each.uuid),
        );
        const view = await readWhole(tx, asker, uuid);
        if (view.people.length > CHAT_PEOPLE_MAX_COUNT)
          throw fieldFault("users", `exceeds the maximum of ${CHAT_PEOPLE_MAX_COUNT}`);
        return { view, added };
      });
      teller.join(uuid, added);
      if (added.length > 0)
        teller.notifyRoom(
          uuid,
          view.people.map((person) => person.uuid),
        );
      return view;
    },

    /** @throws AppError "user_not_found" if the user is not in the room. */
    async removePerson(asker: ChatAsker, uuid: string, user: string): Promise<void> {
      const { person, left } = await db.transaction().execute(async (tx) => {
        const room = await getRoomFor(tx, asker, uuid);
        const rooms = createRoomsRepository(tx);
        const [person] = await rooms.findUsers(asker.clientUuid, [user]);
        assertMay(asker, room, person?.uuid === asker.userUuid ? "leave" : "removePeople");
        if (!person || !(await rooms.removeMember(room.client_uuid, uuid, person.uuid)))
          throw userNotFound(user);
        const left = await rooms.listPeople(room.client_uuid, uuid);
        if (left.length === 0) await rooms.deleteRoom(room.client_uuid, uuid);
        return { person, left };
      });
      teller.leave(uuid, person.uuid);
      teller.notifyRoom(
        uuid,
        left.map((each) => each.uuid),
      );
    },

    async choose(asker: ChatAsker, uuid: string, choices: ChatRoomChoices): Promise<ChatRoomSummary> {
      const room = await getRoomFor(db, asker, uuid);
      const rooms = createRoomsRepository(db);
      if (!room.is_member) await rooms.addMembers(room, [asker.userUuid], isAgent(asker));
      const { isMuted, isStarred, isArchived } = choices;
      await rooms.updateMember(room.client_uuid, uuid, asker.userUuid, {
        ...(isMuted === undefined ? {} : { is_muted: isMuted }),
        ...(isStarred === undefined ? {} : { is_starred: isStarred }),
        ...(isArchived === undefined ? {} : { is_archived: isArchived }),
      });
      teller.notifyRoom(uuid, [asker.userUuid]);
      return presentOne(db, asker, await getRoomFor(db, asker, uuid));
    },

    /** @throws AppError "project_not_found" if the caller is not in the project. */
    async openProjectRoom(asker: ChatAsker, projectUuid: string): Promise<ChatRoomView> {
      const projects = createProjectsRepository(db);
      const isIn = asker.key
        ? (await projects.findProject(asker, projectUuid)) !== undefined
        : (await projects.listUserUuids(asker.clientUuid, projectUuid)).includes(asker.userUuid);
      if (!isIn) throw new AppError("project_not_found", "No such project");
      const rooms = createRoomsRepository(db);
      const found = await rooms.findNamedRoom(asker, projectUuid);
      if (found) return presentWhole(db, asker, found);
      const made = await db.transaction().execute(async (tx) => {
        const added = createRoomsRepository(tx);
        const uuid = await added.addRoom({
          client_uuid: asker.clientUuid,
          kind: "project",
          project_uuid: projectUuid,
        });
        if (uuid !== undefined) await added.syncRoom(asker.clientUuid, uuid);
        return uuid;
      });
      const room = await rooms.findNamedRoom(asker, projectUuid);
      if (!room) throw roomNotFound();
      const view = await presentWhole(db, asker, room);
      if (made !== undefined)
        teller.join(
          room.uuid,
          view.people.map((person) => person.uuid),
        );
      return view;
    },

    /** Opening the room makes a person a member. */
    async openSupportRoom(asker: ChatAsker): Promise<ChatRoomView> {
      const rooms = createRoomsRepository(db);
      if (!(await rooms.findOwnSupportRoom(asker)))
        await rooms.addRoom({ client_uuid: asker.clientUuid, kind: "support" });
      const room = await rooms.findOwnSupportRoom(asker);
      if (!room) throw roomNotFound();
      const added = await rooms.addMembers(room, [asker.userUuid], isAgent(asker));
      if (added.length > 0) teller.join(room.uuid, added);
      return readWhole(db, asker, room.uuid);
    },

    async listSupport(asker: ChatAsker, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
      if (cursor !== undefined && !/^\d{1,9}$/.test(cursor))
        throw fieldFault("cursor", "is not a cursor from an earlier page");
      const offset = Number(cursor ?? 0);
      const found = await createRoomsRepository(db).listSupportRooms(asker, { limit: limit + 1, offset });
      return {
        rooms: await presentAll(db, asker, found.slice(0, limit)),
        next: found.length > limit ? String(offset + limit) : null,
      };
    },

    /** @throws AppError "user_not_found" unless the user is an administrator. */
    async handOver(asker: ChatAsker, uuid: string, user: string | null): Promise<ChatRoomView> {
      const rooms = createRoomsRepository(db);
      const room = (await rooms.findRoom(asker, uuid)) ?? (await rooms.findSupportRoom(asker, uuid));
      if (!room) throw roomNotFound();
      assertMay(asker, room, "handOver");
      const agent = user === null ? null : await rooms.findAgent(user);
      if (agent === undefined) throw userNotFound(user ?? "");
      await rooms.updateRoom(room.client_uuid, uuid, { assignee_uuid: agent?.uuid ?? null });
      teller.tellSupport(room);
      const changed = await rooms.findSupportRoom(asker, uuid);
      if (!changed) throw roomNotFound();
      return presentWhole(db, asker, changed);
    },

    /** @throws AppError "bad_request" for a position after the last message. */
    markRead: async (asker: ChatAsker, uuid: string, place: { position: number; isBack: boolean }) =>
      markRead(asker, await getRoomFor(db, asker, uuid), place.position, place.isBack),

    /** @throws AppError "chat_message_not_found". */
    async markSeen(asker: ChatAsker, uuid: string, messageId: string) {
      const room = await getRoomFor(db, asker, uuid);
      const message = await createMessagesRepository(db).findMessage(room, messageId);
      if (!message) throw messageNotFound();
      return markRead(asker, room, message.position, false);
    },

    listPeople: async (asker: ChatAsker, { search, limit }: { search?: string | undefined; limit: number }) =>
      (await createRoomsRepository(db).listUsers(asker, search, limit)).map(
        ({ uuid, username, name, room }) => ({ uuid, username, name, privateRoom: room }),
      ),

    getSettings: async ({ userUuid }: ChatAsker): Promise<ChatSettings> => ({
      isMailed: await createRoomsRepository(db).getSettings(userUuid),
    }),

    async setSettings({ userUuid }: ChatAsker, { isMailed }: ChatSettings): Promise<ChatSettings> {
      await createRoomsRepository(db).saveSettings(userUuid, isMailed);
      return { isMailed };
    },

    /** @returns whether the token exists; its user gets no more mails about chat. */
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
