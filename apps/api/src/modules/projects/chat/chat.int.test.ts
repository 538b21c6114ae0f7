import { type ChatMessageView, CLIENT_VIEW_HEADER, PRIVATE_ROOM_EXISTS, routes } from "@shoal/contract";
import { eventually, readMails } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { POSTPONED_MS } from "../../../platform/postponed.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import {
  codeOf,
  emailOf,
  type MailHarness,
  openMailHarness,
  verifyEmailOf,
} from "../../../testing/account-harness.ts";
import { offerProjects } from "../../../testing/enable-projects.ts";
import { addVideo } from "../../../testing/video-harness.ts";
import { createChatMailer } from "./index.ts";
import { createMessagesService } from "./messages.service.ts";
import { createRoomsService } from "./rooms.service.ts";
import { newRoom, writeMessage } from "./testing/rooms.ts";

let api: TestApi;
let anna: TestUser;
let ben: TestUser;
let carla: TestUser;
let mailHarness: MailHarness;
beforeAll(async () => {
  api = await startTestApi();
  mailHarness = await openMailHarness(api);
  anna = await api.addUser(["manager"]);
  await offerProjects(api, anna);
  ben = await api.addUser(["editor"], { clientOf: anna });
  carla = await api.addUser(["editor"], { clientOf: anna });
});
afterAll(async () => {
  await mailHarness.close();
  await api.close();
});

const namesOf = (...users: TestUser[]) => users.map(({ username }) => username);
const countUnseen = async (user: TestUser) =>
  (await user.call(routes.checkUnseenMessages, {})).unseenMessages;
const listOf = (user: TestUser, id: string, query: object = {}) =>
  user.call(routes.listChatMessages, { params: { id }, query });
/** Marks everything as read, before a test that counts unread messages. */
async function readAll(user: TestUser): Promise<void> {
  for (const { uuid, seq } of await user.call(routes.listAllChatRooms, {}))
    await user.call(routes.markChatRead, { params: { id: uuid }, body: { position: seq } });
}

test("a team has a room with the same members; leaving the team ends access to it", async () => {
  const team = await anna.call(routes.createTeam, {
    body: { teamName: "Cutters", collabsTeam: [{ username: ben.username, role: "editor" }] },
  });
  const room = await ben.call(routes.getChatRoom, { params: { id: team.uuid } });
  expect(room).toMatchObject({ roomName: "Cutters", type: "team", kind: "team", standing: "member" });
  expect(room.users.toSorted()).toEqual(namesOf(anna, ben).toSorted());
  await writeMessage(ben, room.uuid, "Hello");
  expect(await codeOf(writeMessage(carla, room.uuid, "Hello"))).toBe("chat_room_not_found");
  await anna.call(routes.removeTeamMember, { params: { id: team.uuid, user: ben.username } });
  expect(await codeOf(writeMessage(ben, room.uuid, "Hello again"))).toBe("chat_room_not_found");
  expect(await codeOf(listOf(ben, room.uuid))).toBe("chat_room_not_found");
  await anna.call(routes.updateTeam, {
    params: { id: team.uuid },
    body: { collabsTeam: [{ username: carla.username, role: "viewer" }] },
  });
  expect((await listOf(carla, room.uuid)).messages.map(({ content }) => content)).toEqual(["Hello"]);
  expect(await countUnseen(carla)).toBe(0);
  await anna.call(routes.deleteTeam, { params: { id: team.uuid } });
  expect(await codeOf(listOf(anna, room.uuid))).toBe("chat_room_not_found");
});

test("a project's room is created when it is first opened, and has the people of the project", async () => {
  const project = await anna.call(routes.createProject, {
    body: {
      name: "Harbour",
      uuid: await addVideo(api, anna),
      collabs: [{ username: ben.username, role: "viewer" }],
      teams: [],
    },
  });
  expect(await codeOf(carla.call(routes.openProjectChatRoom, { params: { id: project.uuid } }))).toBe(
    "project_not_found",
  );
  const room = await ben.call(routes.openProjectChatRoom, { params: { id: project.uuid } });
  expect(room).toMatchObject({ roomName: "Harbour", kind: "project", type: "team", project: project.uuid });
  expect((await anna.call(routes.openProjectChatRoom, { params: { id: project.uuid } })).uuid).toBe(
    room.uuid,
  );
  await anna.call(routes.inviteToProject, {
    params: { id: project.uuid },
    body: { username: carla.username, role: "viewer" },
  });
  await writeMessage(carla, room.uuid, "Here I am");
  await anna.call(routes.removeCollaborator, { params: { id: project.uuid, user: ben.username } });
  expect(await codeOf(listOf(ben, room.uuid))).toBe("chat_room_not_found");
});

test("two people can have only one private room, and a second one is refused with the specified message", async () => {
  const check = (user: TestUser, id: string) => user.call(routes.checkPrivateChatRoom, { params: { id } });
  expect(await check(anna, ben.username)).toEqual({ isFree: true });
  const room = await anna.call(routes.createChatRoom, { body: { users: [ben.username] } });
  expect(room).toMatchObject({ kind: "private", type: "custom", roomName: ben.username });
  for (const attempt of [
    () => check(ben, anna.username),
    () => check(anna, ben.userUuid),
    () => ben.call(routes.createChatRoom, { body: { users: [anna.userUuid] } }),
  ])
    await expect(attempt()).rejects.toMatchObject({
      code: "private_room_exists",
      message: PRIVATE_ROOM_EXISTS,
    });
  expect(await codeOf(check(anna, "nobody"))).toBe("user_not_found");
  const stranger = await api.addUser(["manager"]);
  expect(await codeOf(anna.call(routes.createChatRoom, { body: { users: [stranger.username] } }))).toBe(
    "bad_request",
  );
  const [listed] = await anna.call(routes.listChatPeople, { query: { search: ben.username } });
  expect(listed?.privateRoom).toBe(room.uuid);
});

test("only its owner can rename a custom room, which is deleted when the last person leaves", async () => {
  const id = await newRoom(anna, ben);
  expect(await codeOf(ben.call(routes.updateChatRoom, { params: { id }, body: { roomName: "Mine" } }))).toBe(
    "forbidden",
  );
  await anna.call(routes.updateChatRoom, { params: { id }, body: { roomName: "Series" } });
  await ben.call(routes.addChatPeople, { params: { id }, body: { users: [carla.username] } });
  expect(await codeOf(ben.call(routes.removeChatPerson, { params: { id, user: carla.username } }))).toBe(
    "forbidden",
  );
  await anna.call(routes.removeChatPerson, { params: { id, user: anna.username } });
  expect(await ben.call(routes.getChatRoom, { params: { id } })).toMatchObject({
    roomName: "Series",
    standing: "owner",
  });
  await ben.call(routes.removeChatPerson, { params: { id, user: carla.username } });
  await ben.call(routes.removeChatPerson, { params: { id, user: ben.username } });
  expect(await codeOf(ben.call(routes.getChatRoom, { params: { id } }))).toBe("chat_room_not_found");
});

test("a message sent again is stored once, and its id can be used only in another room", async () => {
  const id = await newRoom(anna, ben);
  const messageId = crypto.randomUUID();
  const first = await writeMessage(anna, id, "Once", { messageId });
  const together = await Promise.all(
    [1, 2, 3, 4].map(() => writeMessage(anna, id, "Once, or not", { messageId })),
  );
  expect(together).toEqual([first, first, first, first]);
  expect(await codeOf(writeMessage(ben, id, "Mine now", { messageId }))).toBe("bad_request");
  await writeMessage(ben, await newRoom(ben), "Mine now", { messageId });
  const { seen, ...stored } = first;
  expect([seen, (await listOf(ben, id)).messages]).toEqual([{}, [stored]]);
});

test("concurrent messages have one order, and pages before and after a position follow it", async () => {
  const id = await newRoom(anna, ben, carla);
  await Promise.all(
    [anna, ben, carla].flatMap((user) =>
      Array.from({ length: 5 }, (_, n) => writeMessage(user, id, `No. ${n}`)),
    ),
  );
  const all = (await listOf(anna, id)).messages;
  expect(all.map(({ position }) => position)).toEqual(all.map((_, n) => n + 1));
  const ids = (messages: ChatMessageView[]) => messages.map(({ _id }) => _id);
  const last = await listOf(ben, id, { limit: 4 });
  expect(last).toMatchObject({ hasBefore: true, hasAfter: false });
  const before = await listOf(ben, id, { limit: 4, before: last.messages[0]?.position });
  expect(ids([...before.messages, ...last.messages])).toEqual(ids(all.slice(-8)));
  const after = await listOf(ben, id, { limit: 4, after: 2 });
  expect(ids(after.messages)).toEqual(ids(all.slice(2, 6)));
  expect(after).toMatchObject({ hasBefore: true, hasAfter: true });
  const around = await listOf(ben, id, { limit: 4, aroundMessage: all[7]?._id });
  expect(ids(around.messages)).toEqual(ids(all.slice(5, 9)));
  const dated = await listOf(ben, id, { limit: 6, aroundDate: "2001-01-01" });
  expect(ids(dated.messages)).toEqual(ids(all.slice(0, 3)));
  const page = await carla.call(routes.listChatMessagePage, {
    params: { roomId: id },
    query: { messagePage: 2, messagesPerPage: 10 },
  });
  expect(ids(page._embedded)).toEqual(ids(all.slice(0, 5).toReversed()));
  expect(page._size).toBe(15);
});

test("changes since a sequence number contain each message once in its current state, including deleted ones", async () => {
  const id = await newRoom(anna, ben);
  const [one, two, three] = [
    await writeMessage(anna, id, "one"),
    await writeMessage(anna, id, "two"),
    await writeMessage(ben, id, "three"),
  ];
  await anna.call(routes.updateChatMessage, {
    params: { roomId: id, messageId: one._id },
    body: { content: "one, edited" },
  });
  await anna.call(routes.deleteChatMessage, { params: { roomId: id, messageId: two._id } });
  const changes = await ben.call(routes.listChatChanges, { params: { id }, query: { since: three.seq } });
  expect(
    changes.messages.map(({ _id, content, edited, deleted }) => ({ _id, content, edited, deleted })),
  ).toEqual([
    { _id: one._id, content: "one, edited", edited: true, deleted: false },
    { _id: two._id, content: "", edited: false, deleted: true },
  ]);
  const elsewhere = await newRoom(carla);
  const caught = await ben.call(routes.catchUpChat, {
    body: {
      rooms: [
        { room: id, since: 0 },
        { room: elsewhere, since: 0 },
      ],
    },
  });
  expect(caught.rooms.map(({ room, messages }) => [room, messages.length])).toEqual([[id, 3]]);
});

test("unread counts stay correct after a deletion, in muted and archived rooms, and after a member leaves", async () => {
  await readAll(anna);
  await readAll(ben);
  const id = await newRoom(anna, ben);
  const sent = [
    await writeMessage(anna, id, "1"),
    await writeMessage(anna, id, "2"),
    await writeMessage(anna, id, "3"),
  ];
  expect(await countUnseen(ben)).toBe(3);
  expect(await countUnseen(anna)).toBe(0);
  await anna.call(routes.deleteChatMessage, { params: { roomId: id, messageId: sent[2]?._id ?? "" } });
  expect(await countUnseen(ben)).toBe(2);
  const seen = await ben.call(routes.markChatMessageSeen, {
    params: { id: sent[0]?._id ?? "" },
    body: { roomId: id },
  });
  expect(seen).toEqual({ readPosition: 1, unseenMessages: 1 });
  // A page with an outdated position does not move the mark back unless it requests that.
  const mark = (position: number, isBack = false) =>
    ben.call(routes.markChatRead, { params: { id }, body: { position, isBack } });
  expect((await mark(2)).readPosition).toBe(2);
  expect((await mark(1)).readPosition).toBe(2);
  expect((await mark(0, true)).unseenMessages).toBe(2);
  expect(await codeOf(mark(1_000))).toBe("bad_request");
  const choose = (choices: object) => ben.call(routes.chooseForChatRoom, { params: { id }, body: choices });
  await choose({ isMuted: true });
  expect(await countUnseen(ben)).toBe(0);
  await writeMessage(anna, id, "You!", { mentions: [ben.username] });
  expect(await countUnseen(ben)).toBe(1);
  await choose({ isMuted: false, isArchived: true });
  expect(await countUnseen(ben)).toBe(0);
  await choose({ isArchived: false });
  expect(await countUnseen(ben)).toBe(3);
  const { messages } = await listOf(anna, id);
  const pages = await anna.call(routes.listChatMessagePage, { params: { roomId: id }, query: {} });
  expect(messages).toHaveLength(4);
  expect(pages._embedded.map(({ seen: who }) => who)).toEqual([{}, {}, {}, {}]);
  await ben.call(routes.removeChatPerson, { params: { id, user: ben.username } });
  expect(await countUnseen(ben)).toBe(0);
});

test("replies, reactions, pins and forwarded messages show the current state of their messages", async () => {
  const id = await newRoom(anna, ben);
  const other = await newRoom(ben, carla);
  const first = await writeMessage(anna, id, "Which cut?");
  const reply = await writeMessage(ben, id, "The second", { replyMessage: first._id });
  expect(reply.replyMessage).toMatchObject({ _id: first._id, sender: anna.username, content: "Which cut?" });
  const react = (user: TestUser, reaction: string) =>
    user.call(routes.addChatReaction, { params: { messageId: first._id }, body: { reaction, roomId: id } });
  await react(ben, "👍");
  const twice = await react(ben, "👍");
  const both = await react(anna, "👍");
  expect(both.reactions).toEqual([
    { reaction: "👍", users: [ben, anna].map(({ userUuid, username }) => ({ uuid: userUuid, username })) },
  ]);
  expect(both.seq).toBe(twice.seq + 1);
  const without = await ben.call(routes.deleteChatReaction, {
    params: { messageId: first._id },
    body: { reaction: "👍", roomId: id },
  });
  expect(without.reactions.map(({ users }) => users.length)).toEqual([1]);
  await ben.call(routes.pinChatMessage, {
    params: { roomId: id, messageId: first._id },
    body: { isPinned: true },
  });
  expect((await anna.call(routes.listChatPins, { params: { id } })).map(({ _id }) => _id)).toEqual([
    first._id,
  ]);
  const forward = (user: TestUser, fromRoom: string, to: string) =>
    user.call(routes.forwardChatMessage, { params: { id: to }, body: { fromRoom, fromMessage: first._id } });
  expect(await forward(ben, id, other)).toMatchObject({
    content: "Which cut?",
    sender: ben.username,
    forwarded: { sender: anna.username },
  });
  expect(await codeOf(forward(carla, id, other))).toBe("chat_room_not_found");
  await anna.call(routes.deleteChatMessage, { params: { roomId: id, messageId: first._id } });
  const [, quoting] = (await listOf(ben, id)).messages;
  expect(quoting?.replyMessage).toMatchObject({ content: "", isDeleted: true });
  expect(await anna.call(routes.listChatPins, { params: { id } })).toEqual([]);
});

test("only its author can edit a message, and a room's owners can delete any", async () => {
  const id = await newRoom(anna, ben, carla);
  const message = await writeMessage(ben, id, "Mine");
  const params = { roomId: id, messageId: message._id };
  const edit = (user: TestUser, revision?: number) =>
    user.call(routes.updateChatMessage, {
      params,
      body: { content: "Changed", ...(revision ? { revision } : {}) },
    });
  expect(await codeOf(edit(anna))).toBe("forbidden");
  expect(await codeOf(carla.call(routes.deleteChatMessage, { params }))).toBe("forbidden");
  expect(await edit(ben, 1)).toMatchObject({ content: "Changed", edited: true, revision: 2 });
  expect(await codeOf(edit(ben, 1))).toBe("edit_conflict");
  expect(await anna.call(routes.deleteChatMessage, { params })).toMatchObject({ content: "", deleted: true });
  expect(await codeOf(edit(ben))).toBe("chat_message_not_found");
});

test("an empty or too long text, an unknown person and an invalid id are refused with their fields", async () => {
  const id = await newRoom(anna, ben);
  const faultsOf = (body: object) =>
    writeMessage(anna, id, "text", body).then(
      () => [],
      (error: { fields?: { path: string }[] }) => error.fields?.map(({ path }) => path),
    );
  expect(await faultsOf({ content: "a".repeat(100_000) })).toEqual(["content"]);
  expect(await faultsOf({ content: "\u202e\u200b" })).toEqual(["content"]);
  expect(await faultsOf({ mentions: Array(500).fill(ben.username) })).toEqual(["mentions"]);
  expect(await faultsOf({ mentions: [carla.username] })).toEqual(["mentions.0"]);
  expect(await faultsOf({ replyMessage: "nothing" })).toEqual(["replyMessage"]);
  expect(await faultsOf({ messageId: "a b" })).toEqual(["messageId"]);
  const markup = "<img src=x onerror=alert(1)> [x](javascript:alert(1))";
  expect((await writeMessage(anna, id, markup)).content).toBe(markup);
});

test("a starred room comes first only for the user who starred it, with any page size", async () => {
  const reader = await api.addUser(["editor"], { clientOf: anna });
  const ids: string[] = [];
  for (const content of ["One", "Two", "Three"]) {
    const id = await newRoom(anna, reader);
    await writeMessage(anna, id, content);
    ids.push(id);
  }
  const [oldest = "", middle = "", newest = ""] = ids;
  const listed = async (user: TestUser) => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const { rooms, next } = await user.call(routes.listChatRooms, {
        query: { limit: 1, ...(cursor === undefined ? {} : { cursor }) },
      });
      found.push(...rooms.map(({ uuid }) => uuid).filter((uuid) => ids.includes(uuid)));
      cursor = next ?? undefined;
    } while (cursor !== undefined);
    return found;
  };
  const choose = (isStarred: boolean) =>
    reader.call(routes.chooseForChatRoom, { params: { id: oldest }, body: { isStarred } });
  expect(await choose(true)).toMatchObject({ uuid: oldest, isStarred: true, isMuted: false });
  expect(await listed(reader)).toEqual([oldest, newest, middle]);
  expect(await listed(anna)).toEqual([newest, middle, oldest]);
  // A message written between two pages moves its room up, but not above the starred one.
  await writeMessage(anna, middle, "Four");
  expect(await listed(reader)).toEqual([oldest, middle, newest]);
  expect(await choose(false)).toMatchObject({ isStarred: false });
  expect(await listed(reader)).toEqual([middle, newest, oldest]);
  expect(
    await codeOf(carla.call(routes.chooseForChatRoom, { params: { id: oldest }, body: { isStarred: true } })),
  ).toBe("chat_room_not_found");
});

test("old programs can read rooms, messages and counts by the old paths, with or without a final slash", async () => {
  const reader = await api.addUser(["editor"], { clientOf: anna });
  const id = await newRoom(anna, reader);
  const { _id: messageId } = await writeMessage(anna, id, "Hello");
  const read = async (path: string) => {
    const response = await fetch(`${api.url}${path}`, { headers: { authorization: reader.credential } });
    return [response.status, await response.json()];
  };
  for (const slash of ["", "/"]) {
    const room = { uuid: id, unreadCount: 1, lastMessage: { _id: messageId } };
    expect(await read(`/api/allChatRooms${slash}`)).toMatchObject([200, [room]]);
    expect(await read(`/api/chatRooms${slash}?roomPage=1&roomsPerPage=10`)).toMatchObject([
      200,
      { _embedded: [room], _size: 1 },
    ]);
    expect(await read(`/api/chatRooms${slash}?roomPage=2&roomsPerPage=10`)).toMatchObject([
      200,
      { _embedded: [], _size: 1 },
    ]);
    expect(await read(`/api/chatRooms/${id}${slash}`)).toMatchObject([200, { uuid: id }]);
    expect(await read(`/api/chatRoom/${id}/lastMessage${slash}`)).toMatchObject([
      200,
      { lastMessage: { _id: messageId, content: "Hello" } },
    ]);
    expect(await read(`/api/chatMessages/${id}${slash}?messagePage=1&messagesPerPage=10`)).toMatchObject([
      200,
      { _embedded: [{ _id: messageId }], _size: 1 },
    ]);
    expect(await read(`/api/checkUnseenMessages${slash}`)).toEqual([200, { unseenMessages: 1 }]);
  }
});

test("each client has one support conversation, which administrators see by waiting time and can hand over", async () => {
  const [agent, other] = [await api.addUser(["admin"]), await api.addUser(["admin"])];
  const customer = await api.addUser(["editor"]);
  const late = await api.addUser(["editor"]);
  const room = await customer.call(routes.openSupportChatRoom, {});
  const lateRoom = await late.call(routes.openSupportChatRoom, {});
  await writeMessage(customer, room.uuid, "It does not play");
  await writeMessage(late, lateRoom.uuid, "Nor here");
  const waiting = async () =>
    (await agent.call(routes.listSupportChatRooms, { query: {} })).rooms
      .filter(({ support }) => support?.waitingSince)
      .map(({ uuid }) => uuid);
  expect(await waiting()).toEqual([room.uuid, lateRoom.uuid]);
  const found = async (search: string) =>
    (await agent.call(routes.listSupportChatRooms, { query: { search } })).rooms.map(({ uuid }) => uuid);
  expect(await found(lateRoom.support?.client.name ?? "")).toEqual([lateRoom.uuid]);
  expect(await found(customer.username)).toEqual([room.uuid]);
  expect(await found("no such client")).toEqual([]);
  expect(await countUnseen(agent)).toBe(2);
  const handed = await agent.call(routes.handOverSupportChatRoom, {
    params: { id: room.uuid },
    body: { user: other.username },
  });
  expect(handed.support).toMatchObject({ assignee: { username: other.username } });
  expect(await countUnseen(agent)).toBe(1);
  expect(await writeMessage(other, room.uuid, "We look into it")).toMatchObject({ isAgent: true });
  expect(await waiting()).toEqual([lateRoom.uuid]);
  expect(await countUnseen(customer)).toBe(1);
  // Administrators can open no rooms of the client except support.
  expect(await codeOf(listOf(late, room.uuid))).toBe("chat_room_not_found");
  expect(await codeOf(listOf(agent, await newRoom(anna)))).toBe("chat_room_not_found");
  expect(await codeOf(customer.call(routes.listSupportChatRooms, { query: {} }))).toBe("forbidden");
  expect(
    await codeOf(
      agent.call(routes.handOverSupportChatRoom, {
        params: { id: room.uuid },
        body: { user: anna.username },
      }),
    ),
  ).toBe("user_not_found");
});

test("the room of an archived project can be read, but not written in, until the project is restored", async () => {
  const project = await anna.call(routes.createProject, {
    body: { name: "Film", uuid: await addVideo(api, anna), collabs: [ben.username] },
  });
  const params = { id: project.uuid };
  const room = await anna.call(routes.openProjectChatRoom, { params });
  const { _id: messageId } = await writeMessage(anna, room.uuid, "Too dark");
  const archive = (isArchived: boolean) => anna.call(routes.updateProject, { params, body: { isArchived } });
  await archive(true);
  const inRoom = { roomId: room.uuid, messageId };
  const reaction = { params: { messageId }, body: { roomId: room.uuid, reaction: "🎉" } };
  expect(
    await Promise.all([
      codeOf(writeMessage(ben, room.uuid, "Why?")),
      codeOf(ben.call(routes.addChatReaction, reaction)),
      codeOf(ben.call(routes.pinChatMessage, { params: inRoom, body: { isPinned: true } })),
      codeOf(anna.call(routes.updateChatMessage, { params: inRoom, body: { content: "Too bright" } })),
    ]),
  ).toEqual(Array.from({ length: 4 }, () => "forbidden"));
  expect((await ben.call(routes.getChatRoom, { params: { id: room.uuid } })).can).toEqual([]);
  expect((await listOf(ben, room.uuid)).messages).toHaveLength(1);
  expect(await codeOf(anna.call(routes.deleteChatMessage, { params: inRoom }))).toBe("success");
  await archive(false);
  expect(await codeOf(writeMessage(ben, room.uuid, "Here again"))).toBe("success");
});

test("an administrator who views a client cannot create rooms among its users", async () => {
  const agent = await api.addUser(["admin"]);
  const create = await fetch(`${api.url}/api/chatRooms`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${agent.credential}`,
      "content-type": "application/json",
      [CLIENT_VIEW_HEADER]: anna.clientUuid,
    },
    body: JSON.stringify({ roomName: "Films", users: [anna.username] }),
  });
  expect([create.status, await create.json()]).toMatchObject([403, { code: "forbidden" }]);
  const own = { roomName: "Films", users: [ben.username] };
  expect(await codeOf(anna.call(routes.createChatRoom, { body: own }))).toBe("success");
});

test("a search uses an index and finds unfinished words without accents, only in the user's rooms", async () => {
  const id = await newRoom(anna, ben);
  const hidden = await newRoom(anna);
  const first = await writeMessage(ben, id, "L'étalonnage du générique");
  const second = await writeMessage(anna, id, "Etalonnage terminé");
  await writeMessage(anna, hidden, "étalonnage secret");
  const search = (query: object) => ben.call(routes.searchChat, { query: { search: "etalon", ...query } });
  expect((await search({})).messages.map(({ _id }) => _id)).toEqual([second._id, first._id]);
  const page = await search({ limit: 1 });
  expect((await search({ cursor: page.next })).messages.map(({ _id, roomName }) => [_id, roomName])).toEqual([
    [first._id, "Films"],
  ]);
  expect((await search({ from: ben.username })).messages.map(({ _id }) => _id)).toEqual([first._id]);
  expect((await search({ search: "& | !" })).messages).toEqual([]);
  await anna.call(routes.deleteChatMessage, { params: { roomId: id, messageId: second._id } });
  expect((await search({})).messages).toHaveLength(1);
  // Sequential scans are disabled, because with so few rows the planner would prefer one.
  const { rows } = await api.database.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(tx);
    return sql`EXPLAIN SELECT FROM chat_messages WHERE words @@ to_tsquery('simple', 'etalon:*')`.execute(tx);
  });
  expect(JSON.stringify(rows)).toContain("chat_messages_by_words");
});

test("200 messages in a row from one user exceed the limit, and other users can still write", async () => {
  const hasty = await api.addUser(["editor"], { clientOf: anna });
  const id = await newRoom(anna, ben, hasty);
  const codes = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      writeMessage(hasty, id, `No. ${n}`).then(
        () => "written",
        ({ code }: { code: string }) => code,
      ),
    ),
  );
  expect(new Set(codes)).toEqual(new Set(["written", "too_many_requests"]));
  expect(codes.filter((code) => code === "too_many_requests").length).toBeGreaterThan(100);
  await writeMessage(ben, id, "I may");
});

test("names stay after their user was deleted, and rooms and messages are deleted with their client", async () => {
  const owner = await api.addUser(["manager"]);
  const guest = await api.addUser(["editor"], { clientOf: owner });
  const room = await owner.call(routes.createChatRoom, { body: { users: [guest.username] } });
  await writeMessage(guest, room.uuid, "Farewell");
  await owner.call(routes.addChatReaction, {
    params: { messageId: (await writeMessage(owner, room.uuid, "Bye"))._id },
    body: { reaction: "👋", roomId: room.uuid },
  });
  await owner.call(routes.deleteUser, { params: { id: guest.userUuid } });
  const [message] = (await listOf(owner, room.uuid)).messages;
  expect(message).toMatchObject({ sender: guest.username, sender_id: null });
  expect(await owner.call(routes.getChatRoom, { params: { id: room.uuid } })).toMatchObject({
    roomName: guest.username,
    with: null,
  });
  const typesOf = async () => {
    const logged = await api.database.db
      .selectFrom("logs")
      .select("type")
      .where("client_uuid", "=", owner.clientUuid)
      .execute();
    return logged.map(({ type }) => type);
  };
  await eventually(async () => (await typesOf()).includes("POST /api/chatRooms"), { what: "the log" });
  expect((await typesOf()).filter((type) => /chat/i.test(type))).toEqual(["POST /api/chatRooms"]);
  await api.database.db.deleteFrom("clients").where("uuid", "=", owner.clientUuid).execute();
  const left = await api.database.db
    .selectFrom("chat_messages")
    .select("id")
    .where("room_uuid", "=", room.uuid)
    .execute();
  expect(left).toEqual([]);
});

test("messages unread for 15 minutes are mailed once, except from muted rooms, with a one-click unsubscribe link", async () => {
  const owner = await api.addUser(["manager"]);
  const reader = await api.addUser(["editor"], { clientOf: owner });
  await verifyEmailOf(api, reader);
  const [read, muted, unread] = [
    await newRoom(owner, reader),
    await newRoom(owner, reader),
    await newRoom(owner, reader),
  ];
  await reader.call(routes.chooseForChatRoom, { params: { id: muted }, body: { isMuted: true } });
  for (const id of [read, muted, unread]) await writeMessage(owner, id, "**Where** is `it`?");
  await reader.call(routes.markChatRead, { params: { id: read }, body: { position: 1 } });
  const mailer = createChatMailer({
    db: api.database.db,
    mails: mailHarness.mails,
    publicUrl: "https://shoal.example",
    onError: (error) => expect.unreachable(String(error)),
  });
  const in10Minutes = new Date(Date.now() + 10 * 60_000);
  const in16Minutes = new Date(Date.now() + 16 * 60_000);
  const mailsTo = async () =>
    (await readMails(api.env.MAIL_DIR ?? "")).filter(({ to }) => to === emailOf(reader));
  await mailer.mailOnce(in10Minutes);
  // Two replicas send mails at the same time.
  await Promise.all([mailer.mailOnce(in16Minutes), mailer.mailOnce(in16Minutes)]);
  await eventually(async () => (await mailsTo()).length > 0, { what: "the mail" });
  await mailer.mailOnce(in16Minutes);
  const [mail, ...others] = await mailsTo();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("1 unread message – Films");
  // The mail contains the message as plain text, without Markdown's marks.
  expect(mail?.text).toContain("“Where is it?”");
  expect(mail?.text).toContain(`https://shoal.example/#/chat/custom/${unread}`);
  const path = /https:\/\/shoal\.example(\/api\/chat\/unsubscribe\/\S+)/.exec(mail?.text ?? "")?.[1];
  expect((await fetch(`${api.url}${path}`)).status).toBe(200);
  expect(await reader.call(routes.getChatSettings, {})).toEqual({ isMailed: true });
  expect((await fetch(`${api.url}${path}`, { method: "POST" })).status).toBe(200);
  expect(await reader.call(routes.getChatSettings, {})).toEqual({ isMailed: false });
});

test("a chat mail that fails is retried later, and other readers get theirs", async () => {
  const owner = await api.addUser(["manager"]);
  const readers = [
    await api.addUser(["editor"], { clientOf: owner }),
    await api.addUser(["editor"], { clientOf: owner }),
  ] as const;
  for (const reader of readers) {
    await verifyEmailOf(api, reader);
    await writeMessage(owner, await newRoom(owner, reader), "Where is it?");
  }
  const tried: string[] = [];
  const mailer = createChatMailer({
    db: api.database.db,
    mails: {
      send: async (_, { to }) => {
        tried.push(to);
        if (to === emailOf(readers[0])) throw new Error("refused");
      },
    },
    publicUrl: "https://shoal.example",
    onError: () => undefined,
  });
  const triesOf = (reader: TestUser) => tried.filter((to) => to === emailOf(reader)).length;
  const in16Minutes = Date.now() + 16 * 60_000;
  for (const waitMs of [0, 1_000]) await mailer.mailOnce(new Date(in16Minutes + waitMs));
  expect(readers.map(triesOf)).toEqual([1, 1]);
  await mailer.mailOnce(new Date(in16Minutes + POSTPONED_MS));
  expect(readers.map(triesOf)).toEqual([2, 1]);
});

test("a page of rooms takes the same number of queries for any number of rooms, and catching up one for unchanged rooms", async () => {
  const owner = await api.addUser(["manager"]);
  const { userUuid, username, clientUuid } = owner;
  const ids = [await newRoom(owner), await newRoom(owner), await newRoom(owner)];
  for (const id of ids) await writeMessage(owner, id, "Hello");
  let queries = 0;
  const db = api.database.db.withPlugin({
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const unused = undefined as never;
  const caller = { userUuid, username, clientUuid, ownClientUuid: clientUuid, roles: ["manager" as const] };
  const rooms = createRoomsService({ db, notifier: unused, limits: unused, edge: unused });
  const count = async (size: number) => {
    queries = 0;
    const page = await rooms.listPage(caller, { number: 1, size });
    expect(page._embedded.map(({ users }) => users)).toEqual(Array.from({ length: size }, () => [username]));
    return queries;
  };
  // The first call also compiles the prepared statements.
  await count(1);
  expect(await count(3)).toBe(await count(1));
  const messages = createMessagesService({
    db,
    notifier: unused,
    limits: unused,
    edge: unused,
    queue: unused,
  });
  queries = 0;
  const caught = await messages.catchUp(
    caller,
    ids.map((room) => ({ room, since: 1 })),
  );
  expect(caught).toEqual(ids.map((room) => ({ room, messages: [], seq: 1, hasMore: false })));
  expect(queries).toBe(1);
});

test("a user who is removed from a room while they add someone to it adds nobody", async () => {
  const owner = await api.addUser(["manager"]);
  const removed = await api.addUser(["editor"], { clientOf: owner });
  const invited = await api.addUser(["editor"], { clientOf: owner });
  const id = await newRoom(owner, removed);
  const { db } = api.database;
  const { call } = await db.transaction().execute(async (tx) => {
    await sql`SELECT FROM chat_rooms WHERE uuid = ${id} FOR UPDATE`.execute(tx);
    const adding = removed.call(routes.addChatPeople, {
      params: { id },
      body: { users: [invited.username] },
    });
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
    await eventually(
      async () => {
        const waiting = await sql`SELECT pid FROM pg_stat_activity
          WHERE ${rows[0]?.pid}::integer = ANY(pg_blocking_pids(pid))`.execute(db);
        expect(waiting.rows).toHaveLength(1);
      },
      { what: "the wait for the room" },
    );
    await tx
      .deleteFrom("chat_members")
      .where("room_uuid", "=", id)
      .where("user_uuid", "=", removed.userUuid)
      .execute();
    return { call: codeOf(adding) };
  });
  expect(await call).toBe("chat_room_not_found");
  const { people } = await owner.call(routes.getChatRoom, { params: { id } });
  expect(people.map(({ username }) => username)).toEqual([owner.username]);
});
