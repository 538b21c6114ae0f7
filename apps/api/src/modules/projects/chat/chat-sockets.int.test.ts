import { type ChatMessageView, routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startApi } from "../../../app.ts";
import { readConfig } from "../../../config.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { offerProjects } from "../../../testing/enable-projects.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";
import { newRoom, writeMessage } from "./testing/rooms.ts";

let api: TestApi;
let anna: TestUser;
let ben: TestUser;
let carla: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  anna = await api.addUser(["manager"]);
  await offerProjects(api, anna);
  ben = await api.addUser(["editor"], { clientOf: anna });
  carla = await api.addUser(["editor"], { clientOf: anna });
});
afterAll(() => api.close());

const openSockets: Socket[] = [];
afterEach(() => {
  for (const socket of openSockets.splice(0)) socket.disconnect();
});

/** Connects a plain client that follows only the specification (§7). */
async function plainClient(user: TestUser, options: object = { auth: { token: user.credential } }) {
  const socket = io(api.url, { reconnection: false, ...options });
  openSockets.push(socket);
  const received: { event: string; data: unknown }[] = [];
  socket.onAny((event: string, data: unknown) => received.push({ event, data }));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return {
    socket,
    of: (event: string) => received.filter((each) => each.event === event).map(({ data }) => data),
    async next(event: string, count = 1) {
      await eventually(() => this.of(event).length >= count, { what: `${count} of ${event}` });
      return this.of(event)[count - 1];
    },
    ask: (event: string, data: unknown) =>
      socket.emitWithAck(event, data) as Promise<Record<string, unknown>>,
  };
}

test("a plain client can join a room, receives each message once, and can write and read by socket", async () => {
  const roomId = await newRoom(anna, ben);
  const [hers, his] = [await plainClient(anna), await plainClient(ben)];
  for (const client of [hers, his]) {
    client.socket.emit("room", roomId);
    expect(await client.next("joined")).toEqual({ roomId });
  }
  const message = await writeMessage(anna, roomId, "By a call");
  expect(await his.next("newMessage")).toEqual(message);
  expect(await his.next("newRoomTimeStamp")).toMatchObject({ roomId });
  his.socket.emit("sendMessage", { roomId, content: "By the socket" });
  his.socket.emit("sendMessage", { roomId, content: "By the socket" });
  expect(await hers.next("newMessage", 2)).toMatchObject({ content: "By the socket", sender: ben.username });
  const { message: sent } = (await his.ask("sendMessage", { roomId, content: "By the socket" })) as {
    message: ChatMessageView;
  };
  expect(sent.position).toBe(2);
  his.socket.emit("messageSeen", { roomId, messageId: sent._id });
  hers.socket.emit("messageSeen", { roomId, messageId: sent._id });
  const seenBy = () =>
    (hers.of("messageSeen") as { user: { username: string }; messageId: string }[]).map(
      ({ user, messageId }) => `${user.username} ${messageId}`,
    );
  await eventually(() => seenBy().includes(`${anna.username} ${sent._id}`), { what: "what she has seen" });
  await writeMessage(anna, roomId, "The last");
  await his.next("newMessage", 3);
  expect(his.of("newMessage").map((each) => (each as ChatMessageView).content)).toEqual([
    "By a call",
    "By the socket",
    "The last",
  ]);
});

test("each message of the old calls and events names the people who have seen it", async () => {
  const roomId = await newRoom(anna, ben);
  const client = await plainClient(ben);
  client.socket.emit("room", roomId);
  await client.next("joined");
  const send = async (method: string, path: string, body: object) => {
    const response = await fetch(`${api.url}/api/chatMessages/${path}`, {
      method,
      headers: { authorization: anna.credential, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { _id: string; seen: object };
  };
  const _id = "65f0c0ffee";
  const written = await send("POST", `${roomId}/`, { _id, content: "Hello" });
  expect(written).toMatchObject({ _id, content: "Hello", seen: {} });
  expect(await client.next("newMessage")).toEqual(written);
  const { message } = await client.ask("sendMessage", { roomId, content: "And to you" });
  expect(message).toMatchObject({ seen: {} });
  // Answering marks all earlier messages as read.
  const seen = { [ben.userUuid]: true };
  expect(await send("POST", roomId, { _id, content: "Hello" })).toMatchObject({ _id, seen });
  expect(await send("PUT", `${roomId}/${_id}`, { content: "Hello there" })).toMatchObject({ seen });
  const reaction = { reaction: "🎉", roomId };
  expect(await send("POST", `reaction/${_id}`, reaction)).toMatchObject({ seen });
  expect(await send("DELETE", `reaction/${_id}`, reaction)).toMatchObject({ seen });
  expect(await send("DELETE", `${roomId}/${_id}`, {})).toMatchObject({ deleted: true, seen });
});

test.each([
  ["the header", (token: string) => ({ extraHeaders: { authorization: token } })],
  ["the query", (token: string) => ({ query: { token } })],
  [
    "its first message over WebSocket only",
    (token: string) => ({ auth: { token }, transports: ["websocket"] }),
  ],
])("a plain client signs in with a token in %s", async (_how, options) => {
  const { socket } = await plainClient(ben, options(ben.credential));
  expect(socket.connected).toBe(true);
});

test("a socket without a valid session is refused", async () => {
  await expect(plainClient(ben, { auth: { token: "nobody" } })).rejects.toThrow("not_signed_in");
  await expect(plainClient(ben, {})).rejects.toThrow("not_signed_in");
});

test("a user cannot join, write to or mark a room that they are not in, nor write as another user", async () => {
  const roomId = await newRoom(anna, ben);
  const message = await writeMessage(anna, roomId, "Among us");
  const client = await plainClient(carla);
  for (const [event, data] of [
    ["room", roomId],
    ["sendMessage", { roomId, content: "Me too", sender_id: anna.userUuid }],
    ["messageSeen", { roomId, messageId: message._id }],
  ] as const)
    expect(await client.ask(event, data)).toMatchObject({ ok: false, code: "chat_room_not_found" });
  expect(await client.ask("room", "nothing")).toMatchObject({ ok: false, code: "bad_request" });
  const his = await plainClient(ben);
  const forged = await his.ask("sendMessage", { roomId, content: "As her", sender_id: anna.userUuid });
  expect(forged).toMatchObject({ ok: true, message: { sender_id: ben.userUuid } });
  expect(await his.ask("sendMessage", { roomId, content: "Hers", _id: message._id })).toMatchObject({
    ok: false,
    code: "bad_request",
  });
  expect(await his.ask("messageSeen", { roomId, messageId: "later" })).toMatchObject({
    ok: false,
    code: "chat_message_not_found",
  });
  await writeMessage(anna, roomId, "Still among us");
  await his.ask("room", roomId);
  expect(client.of("newMessage")).toEqual([]);
});

test("the dashboard enters all rooms at once and receives new rooms, edits, typing and presence", async () => {
  const roomId = await newRoom(anna, ben);
  const [hers, his] = [await listenAs(api, anna), await listenAs(api, ben)];
  expect(await hers.ask("chat.enter", "here")).toMatchObject({ isIn: true });
  const entered = (await his.ask("chat.enter", "away")) as { people: { user: string; state: string }[] };
  expect(entered.people).toEqual(
    expect.arrayContaining([
      { user: anna.userUuid, state: "here" },
      { user: ben.userUuid, state: "away" },
    ]),
  );
  const message = await writeMessage(anna, roomId, "Hello");
  expect(await his.next("newMessage")).toEqual(message);
  const params = { roomId, messageId: message._id };
  const edited = await anna.call(routes.updateChatMessage, { params, body: { content: "Hello, all" } });
  expect(edited).toEqual({ ...((await his.next("chat.changed")) as object), seen: {} });
  his.send("chat.typing", { room: roomId, isTyping: true });
  expect(await hers.next("chat.typing")).toMatchObject({ room: roomId, user: { username: ben.username } });
  const added = await newRoom(anna, ben);
  expect(await his.next("chat.room")).toEqual({ room: added });
  expect(await writeMessage(anna, added, "In the new one")).toEqual(await his.next("newMessage"));
  his.close();
  for (;;) {
    const { user, state } = (await hers.next("chat.presence")) as { user: string; state: string };
    if (user === ben.userUuid && state === "gone") break;
  }
  hers.close();
});

test("a user who leaves a team stops receiving messages of its room on every socket", async () => {
  const team = await anna.call(routes.createTeam, {
    body: { teamName: "Colour", collabsTeam: [{ username: ben.username, role: "editor" }] },
  });
  const room = await anna.call(routes.getChatRoom, { params: { id: team.uuid } });
  const plain = await plainClient(ben);
  await plain.ask("room", room.uuid);
  const own = await listenAs(api, ben);
  await own.ask("chat.enter", "here");
  const startMs = Date.now();
  await anna.call(routes.removeTeamMember, { params: { id: team.uuid, user: ben.username } });
  expect(await own.next("chat.left")).toEqual({ room: room.uuid });
  await plain.next("chat.left");
  expect(Date.now() - startMs).toBeLessThan(5_000);
  await writeMessage(anna, room.uuid, "Without him");
  // The message would have arrived before this later event on the same socket.
  const elsewhere = await newRoom(anna, ben);
  await plain.ask("room", elsewhere);
  expect(plain.of("newMessage")).toEqual([]);
  expect(own.count("newMessage")).toBe(0);
  own.close();
});

test("people at two replicas share a room and its presence, and leave it on both", async () => {
  const roomId = await newRoom(anna, ben);
  const second = await startApi(readConfig(api.env));
  try {
    const here = await listenAs(api, anna);
    const there = await listenAs(second, ben);
    await here.ask("chat.enter", "here");
    expect(await there.ask("chat.enter", "here")).toMatchObject({
      people: expect.arrayContaining([{ user: anna.userUuid, state: "here" }]) as unknown,
    });
    const message = await writeMessage(anna, roomId, "From here");
    expect(await there.next("newMessage")).toEqual(message);
    there.send("chat.typing", { room: roomId, isTyping: true });
    expect(await here.next("chat.typing")).toMatchObject({ user: { uuid: ben.userUuid } });
    await anna.call(routes.removeChatPerson, { params: { id: roomId, user: ben.username } });
    expect(await there.next("chat.left")).toEqual({ room: roomId });
    here.close();
    there.close();
  } finally {
    await second.close();
  }
});

test("too many messages by socket are refused as too_many_requests", async () => {
  const hasty = await api.addUser(["editor"], { clientOf: anna });
  const roomId = await newRoom(anna, hasty);
  const client = await plainClient(hasty);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => client.ask("sendMessage", { roomId, content: `No. ${n}` })),
  );
  expect(answers.filter(({ code }) => code === "too_many_requests").length).toBeGreaterThan(100);
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(40);
});
