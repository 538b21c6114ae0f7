import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { offerProjects } from "../../../testing/enable-projects.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";
import { createRoomsRepository } from "./rooms.repository.ts";
import { newRoom, writeMessage } from "./testing/rooms.ts";

/** The maximum time until a person without access receives no more events. */
const REVOKED_WITHIN_MS = 5_000;

let api: TestApi;
let anna: TestUser;
let ben: TestUser;
let agent: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  anna = await api.addUser(["manager"]);
  await offerProjects(api, anna);
  ben = await api.addUser(["editor"], { clientOf: anna });
  agent = await api.addUser(["admin"]);
});
afterAll(() => api.close());

const openSockets: Socket[] = [];
afterEach(() => {
  for (const socket of openSockets.splice(0)) socket.disconnect();
});
/** Connects a plain client that follows only the specification, and joins a room. */
async function joinPlainClient(user: TestUser, room: string): Promise<Socket> {
  const socket = io(api.url, { reconnection: false, auth: { token: user.credential } });
  openSockets.push(socket);
  expect(await socket.emitWithAck("room", room)).toEqual({ ok: true });
  return socket;
}
const listOf = async (user: TestUser, id: string) =>
  (await user.call(routes.listChatMessages, { params: { id }, query: {} })).messages;
const countUnseen = async (user: TestUser) =>
  (await user.call(routes.checkUnseenMessages, {})).unseenMessages;

test("a deleted user receives no more events, and their messages, replies and reactions keep their name", async () => {
  const carla = await api.addUser(["editor"], { clientOf: anna });
  const room = await newRoom(anna, ben, carla);
  const { uuid: two } = await anna.call(routes.createChatRoom, { body: { users: [carla.username] } });
  const message = await writeMessage(carla, room, "From Carla");
  await writeMessage(carla, two, "Between us");
  await anna.call(routes.createChatMessage, {
    params: { roomId: room },
    body: { content: "An answer", replyMessage: message._id, mentions: [carla.username] },
  });
  await carla.call(routes.addChatReaction, {
    params: { messageId: message._id },
    body: { reaction: "🎬", roomId: room },
  });
  const sockets = [await joinPlainClient(carla, room), await joinPlainClient(carla, two)];
  const own = await listenAs(api, carla);
  await own.ask("chat.enter", "here");
  const startMs = Date.now();
  await anna.call(routes.deleteUser, { params: { id: carla.userUuid } });
  await eventually(() => sockets.every(({ connected }) => !connected), { what: "sockets that end" });
  await own.ended;
  expect(Date.now() - startMs).toBeLessThan(REVOKED_WITHIN_MS);
  expect(await codeOf(listOf(carla, room))).toBe("not_signed_in");
  const [first, answer] = await listOf(ben, room);
  expect(first).toMatchObject({ sender: carla.username, sender_id: null, content: "From Carla" });
  expect(first?.reactions).toMatchObject([{ reaction: "🎬", users: [{ username: carla.username }] }]);
  expect(answer?.replyMessage).toMatchObject({ sender: carla.username, sender_id: null });
  const view = await anna.call(routes.getChatRoom, { params: { id: two } });
  expect(view).toMatchObject({ roomName: carla.username, with: null, users: [anna.username] });
  await writeMessage(anna, two, "Nobody reads it");
});

test("a room is deleted even if its last two people leave at the same time", async () => {
  const rooms = await Promise.all(Array.from({ length: 10 }, () => newRoom(anna, ben)));
  const leave = (user: TestUser, id: string) =>
    user.call(routes.removeChatPerson, { params: { id, user: user.username } });
  await Promise.all(rooms.flatMap((id) => [leave(anna, id), leave(ben, id)]));
  const { db } = api.database;
  expect(await db.selectFrom("chat_rooms").select("uuid").where("uuid", "in", rooms).execute()).toEqual([]);
});

test("deleting a team deletes its room, for all sockets and unread counts", async () => {
  const team = await anna.call(routes.createTeam, {
    body: { teamName: "Sound", collabsTeam: [{ username: ben.username, role: "editor" }] },
  });
  const { uuid } = await anna.call(routes.getChatRoom, { params: { id: team.uuid } });
  const before = await countUnseen(ben);
  const { _id: messageId } = await writeMessage(anna, uuid, "Unread");
  expect(await countUnseen(ben)).toBe(before + 1);
  const plain = await joinPlainClient(ben, uuid);
  const left = new Promise((resolve) => plain.once("chat.left", resolve));
  const startMs = Date.now();
  await anna.call(routes.deleteTeam, { params: { id: team.uuid } });
  expect(await left).toEqual({ room: uuid });
  expect(Date.now() - startMs).toBeLessThan(REVOKED_WITHIN_MS);
  expect(await countUnseen(ben)).toBe(before);
  expect(await plain.emitWithAck("sendMessage", { roomId: uuid, content: "Still?" })).toMatchObject({
    code: "chat_room_not_found",
  });
  expect(await plain.emitWithAck("messageSeen", { roomId: uuid, messageId })).toMatchObject({
    code: "chat_room_not_found",
  });
});

test("marking a room as read does not bring back a person who is just leaving it", async () => {
  const room = await newRoom(anna, ben);
  await writeMessage(anna, room, "Hello");
  const { username, userUuid, clientUuid } = ben;
  const rooms = createRoomsRepository(api.database.db);
  const caller = { userUuid, username, clientUuid, ownClientUuid: clientUuid, roles: ["editor" as const] };
  // The room was looked up for the call before its user left.
  const found = await rooms.findRoom(caller, room);
  await ben.call(routes.removeChatPerson, { params: { id: room, user: username } });
  expect(found && (await rooms.markRead(found, caller, { position: 1, isBack: false }))).toBeUndefined();
  expect(await codeOf(listOf(ben, room))).toBe("chat_room_not_found");
});

test("deleting a client ends its sockets and its support conversation, which administrators no longer see", async () => {
  const owner = await api.addUser(["manager"]);
  const room = await newRoom(owner);
  await writeMessage(owner, room, "Alone");
  const { uuid: support } = await owner.call(routes.openSupportChatRoom, {});
  await writeMessage(owner, support, "Help");
  const plain = await joinPlainClient(owner, room);
  const watching = await joinPlainClient(agent, support);
  const left = new Promise((resolve) => watching.once("chat.left", resolve));
  const startMs = Date.now();
  const clientname = (await owner.call(routes.getChatRoom, { params: { id: support } })).roomName;
  await agent.call(routes.deleteClient, { params: { id: owner.clientUuid }, body: { clientname } });
  await eventually(() => !plain.connected, { what: "a socket that ends" });
  expect(await left).toEqual({ room: support });
  expect(Date.now() - startMs).toBeLessThan(REVOKED_WITHIN_MS);
  const { rooms } = await agent.call(routes.listSupportChatRooms, { query: {} });
  expect(rooms.filter(({ uuid }) => uuid === support)).toEqual([]);
  const { db } = api.database;
  for (const table of ["chat_rooms", "chat_members", "chat_messages"] as const)
    expect(
      await db.selectFrom(table).selectAll().where("client_uuid", "=", owner.clientUuid).execute(),
    ).toEqual([]);
});

test("an administrator can reach only the support conversation of a client, by calls and by sockets", async () => {
  const room = await newRoom(anna, ben);
  const { _id: messageId } = await writeMessage(anna, room, "Among us");
  const params = { roomId: room, messageId };
  const codes = await Promise.all(
    [
      listOf(agent, room),
      writeMessage(agent, room, "Me too"),
      agent.call(routes.getChatRoom, { params: { id: room } }),
      agent.call(routes.listChatChanges, { params: { id: room }, query: { since: 0 } }),
      agent.call(routes.listChatPins, { params: { id: room } }),
      agent.call(routes.pinChatMessage, { params, body: { isPinned: true } }),
      agent.call(routes.deleteChatMessage, { params }),
      agent.call(routes.searchChat, { query: { search: "among", room } }),
      agent.call(routes.handOverSupportChatRoom, { params: { id: room }, body: { user: null } }),
    ].map(codeOf),
  );
  expect(new Set(codes)).toEqual(new Set(["chat_room_not_found"]));
  const socket = io(api.url, { reconnection: false, auth: { token: agent.credential } });
  openSockets.push(socket);
  expect(await socket.emitWithAck("room", room)).toMatchObject({ code: "chat_room_not_found" });
  const caught = await agent.call(routes.catchUpChat, { body: { rooms: [{ room, since: 0 }] } });
  expect(caught.rooms).toEqual([]);
});

test("messages are dated and ordered by the server, not by the clock of the page", async () => {
  const room = await newRoom(anna, ben);
  const beforeMs = Date.now();
  const socket = await joinPlainClient(ben, room);
  const sent: { timestamp: string; position: number }[] = [];
  for (const days of [-1, 1, 0]) {
    const timestamp = new Date(Date.now() + days * 86_400_000).toISOString();
    const answer = await socket.emitWithAck("sendMessage", {
      roomId: room,
      content: `From ${days}`,
      timestamp,
      position: 99 * days,
    });
    sent.push(answer.message);
  }
  expect(sent.map(({ position }) => position)).toEqual([1, 2, 3]);
  const dates = sent.map(({ timestamp }) => Date.parse(timestamp));
  expect(dates).toEqual(dates.toSorted((one, other) => one - other));
  expect(Math.min(...dates)).toBeGreaterThanOrEqual(beforeMs - 1_000);
  expect(Math.max(...dates)).toBeLessThanOrEqual(Date.now() + 1_000);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const around = await anna.call(routes.listChatMessages, {
    params: { id: room },
    query: { aroundDate: tomorrow },
  });
  expect(around.messages).toHaveLength(3);
});

test("messages written while a person was not in a room count as read when they are added again", async () => {
  const room = await newRoom(anna, ben);
  const before = await countUnseen(ben);
  await writeMessage(anna, room, "One");
  const { _id: messageId } = await writeMessage(anna, room, "Two");
  expect(await countUnseen(ben)).toBe(before + 2);
  await anna.call(routes.deleteChatMessage, { params: { roomId: room, messageId } });
  expect(await countUnseen(ben)).toBe(before + 1);
  await anna.call(routes.removeChatPerson, { params: { id: room, user: ben.username } });
  expect(await countUnseen(ben)).toBe(before);
  await writeMessage(anna, room, "While he is away");
  await anna.call(routes.addChatPeople, { params: { id: room }, body: { users: [ben.username] } });
  expect(await countUnseen(ben)).toBe(before);
  await writeMessage(anna, room, "He is back");
  expect(await countUnseen(ben)).toBe(before + 1);
});

test("hostile text is stored and sent to others as plain text", async () => {
  const room = await newRoom(anna, ben);
  const socket = await joinPlainClient(ben, room);
  const texts = [
    "<img src=x onerror=alert(1)>",
    "[press](javascript:alert(1))",
    `z${"\u0301".repeat(500)}algo`,
    '=HYPERLINK("http://x")',
  ];
  for (const content of texts) {
    const received = new Promise<{ content: string }>((resolve) => socket.once("newMessage", resolve));
    await writeMessage(anna, room, content);
    expect((await received).content.startsWith(content.slice(0, 4))).toBe(true);
  }
  expect(await codeOf(writeMessage(anna, room, "x".repeat(100_000)))).toBe("bad_request");
  const turned = await writeMessage(anna, room, "invoice\u202Efdp.exe");
  expect(turned.content).not.toMatch(/[\u202A-\u202E]/);
  const mentions = Array.from({ length: 500 }, () => ben.username);
  const body = { content: "All of you", mentions };
  expect(await codeOf(anna.call(routes.createChatMessage, { params: { roomId: room }, body }))).toBe(
    "bad_request",
  );
  expect(
    await socket.emitWithAck("sendMessage", { roomId: room, content: "y".repeat(20_000) }),
  ).toMatchObject({ code: "bad_request" });
});

test("the log contains neither the names of rooms nor their private members or messages", async () => {
  const [carla, dora] = [
    await api.addUser(["editor"], { clientOf: anna }),
    await api.addUser(["editor"], { clientOf: anna }),
  ];
  const create = (roomName: string) =>
    carla.call(routes.createChatRoom, { body: { roomName, users: [dora.username] } });
  const { uuid: secret } = await create("Surprise for Anna");
  const { uuid: two } = await create("");
  const { _id: messageId } = await writeMessage(carla, secret, "A cake");
  const params = { id: secret };
  await carla.call(routes.updateChatRoom, { params, body: { roomName: "A cake for Anna" } });
  await carla.call(routes.addChatPeople, { params, body: { users: [ben.username] } });
  await carla.call(routes.markChatMessageSeen, { params: { id: messageId }, body: { roomId: secret } });
  await carla.call(routes.removeChatPerson, { params: { ...params, user: ben.username } });
  const listNotified = async () => {
    const { _embedded } = await anna.call(routes.listLogs, { query: { pagesize: 100 } });
    return _embedded.filter(({ username, type }) => username === carla.username && type.includes("/chat"));
  };
  // A call's log line is written after its response.
  await expect.poll(async () => (await listNotified()).length).toBe(5);
  const notified = await listNotified();
  expect(notified.map(({ target }) => target).toSorted()).toEqual(
    [secret, secret, secret, secret, two].toSorted(),
  );
  expect(JSON.stringify(notified)).not.toMatch(new RegExp(`cake|Surprise|${dora.username}|${ben.username}`));
});
