import { randomUUID } from "node:crypto";
import { type AppError, CHAT_ROOMS_A_DAY, MAX_CHAT_CUSTOM_ROOMS, routes } from "@shoal/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";
import { createAuthRepository } from "../../accounts/auth/index.ts";
import { newRoom, writeMessage } from "./testing/rooms.ts";

const codeOfError = (error: unknown) => (error as AppError).code;

let api: TestApi;
let anna: TestUser;
let ben: TestUser;
let carla: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  anna = await api.addUser(["manager"]);
  ben = await api.addUser(["editor"], { clientOf: anna });
  carla = await api.addUser(["editor"], { clientOf: anna });
});
afterAll(() => api.close());

test("a search finds frequent and rare words in pages, and nothing of other rooms", async () => {
  const [roomId, other] = [await newRoom(anna, ben), await newRoom(ben, carla)];
  const fill = (room: string, count: number) =>
    sql`INSERT INTO chat_messages
        (room_uuid, id, client_uuid, position, seq, sender_uuid, sender_name, text, mentions, mention_uuids, created_at)
      SELECT ${room}::uuid, 'm' || n, ${anna.clientUuid}::uuid, n, n, ${ben.userUuid}::uuid, ${ben.username},
        CASE WHEN n % 1000 = 1 THEN 'Premiere ' || n ELSE 'Draft ' || n END, '{}', '{}', now() - (${count}::int - n) * interval '1 minute'
      FROM generate_series(1, ${count}::int) AS n`.execute(api.database.db);
  await fill(roomId, 6_000);
  await fill(other, 20);
  const search = (user: TestUser, words: string, query: object = {}) =>
    user.call(routes.searchChat, { query: { search: words, ...query } });
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await search(anna, "premi", { limit: 2, ...(cursor ? { cursor } : {}) });
    found.push(...page.messages.map(({ content }) => content));
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(found).toEqual([5001, 4001, 3001, 2001, 1001, 1].map((n) => `Premiere ${n}`));
  const common = await search(anna, "draft", { limit: 3 });
  expect(common.messages.map(({ content }) => content)).toEqual(["Draft 6000", "Draft 5999", "Draft 5998"]);
  expect((await search(anna, "premiere 1", { room: roomId })).messages.at(-1)?.content).toBe("Premiere 1");
  expect((await search(carla, "premiere")).messages.map(({ roomId }) => roomId)).toEqual([other]);
  for (const mark of [`#${roomId}`, `@${anna.clientUuid}`, roomId])
    expect((await search(carla, mark)).messages).toEqual([]);
  const old = await anna.call(routes.listChatMessagePage, {
    params: { roomId },
    query: { messagePage: 600, messagesPerPage: 10 },
  });
  expect(old._embedded.map(({ position }) => position)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test("the message count of a room includes deleted messages", async () => {
  const roomId = await newRoom(anna, ben);
  const { _id: messageId } = await writeMessage(anna, roomId, "One");
  await writeMessage(ben, roomId, "Two");
  await anna.call(routes.deleteChatMessage, { params: { roomId, messageId } });
  const page = await ben.call(routes.listChatMessagePage, { params: { roomId }, query: {} });
  expect(page._size).toBe(2);
  expect(page._embedded).toHaveLength(2);
});

test("too many searches, reads or new rooms are refused, and the user can still write messages", async () => {
  const hasty = await api.addUser(["editor"], { clientOf: anna });
  const roomId = await newRoom(anna, hasty);
  const times = async (count: number, act: () => Promise<unknown>) => {
    const codes = await Promise.all(Array.from({ length: count }, () => codeOf(act())));
    return codes.filter((code) => code === "too_many_requests").length;
  };
  expect(
    await times(120, () => hasty.call(routes.searchChat, { query: { search: "draft" } })),
  ).toBeGreaterThan(30);
  await writeMessage(hasty, roomId, "Still here");
  expect(await times(100, () => newRoom(hasty))).toBeGreaterThan(20);
});

test("too many changes of a room's name and people are refused", async () => {
  const restless = await api.addUser(["editor"], { clientOf: anna });
  const id = await newRoom(restless, anna);
  const add = () => restless.call(routes.addChatPeople, { params: { id }, body: { users: [ben.username] } });
  const remove = () => restless.call(routes.removeChatPerson, { params: { id, user: ben.username } });
  const rename = () => restless.call(routes.updateChatRoom, { params: { id }, body: { roomName: "Other" } });
  const codes = await Promise.all(
    Array.from({ length: 30 }, () => [add, remove, rename])
      .flat()
      .map((act) => codeOf(act())),
  );
  expect(codes.filter((code) => code === "too_many_requests").length).toBeGreaterThan(20);
});

test("the number of rooms that a user creates per day is limited, even if they hand the rooms over", async () => {
  const maker = await api.addUser(["editor"], { clientOf: anna });
  const { db } = api.database;
  const make = () => newRoom(maker, ben);
  await sql`INSERT INTO chat_rooms (client_uuid, kind, name, owner_uuid, maker_uuid, created_at)
    SELECT ${anna.clientUuid}, 'custom', 'Room ' || n, ${ben.userUuid}, ${maker.userUuid}, now() - n * interval '14 minutes'
    FROM generate_series(1, ${CHAT_ROOMS_A_DAY - 1}::int) AS n`.execute(db);
  const both = await Promise.all([make().catch(codeOfError), make().catch(codeOfError)]);
  expect(both.filter((answer) => answer === "chat_rooms_a_day")).toHaveLength(1);
  expect(await codeOf(make())).toBe("chat_rooms_a_day");
  // Other people continue, and the limited person can still reach one other person.
  expect(await newRoom(ben, anna)).toBeTruthy();
  await sql`UPDATE chat_rooms SET created_at = created_at - interval '2 hours' WHERE maker_uuid = ${maker.userUuid}`.execute(
    db,
  );
  expect(await make()).toBeTruthy();
});

test("a client with the maximum number of custom rooms can still create private rooms", async () => {
  const owner = await api.addUser(["manager"]);
  const other = await api.addUser(["editor"], { clientOf: owner });
  await sql`INSERT INTO chat_rooms (client_uuid, kind, name)
    SELECT ${owner.clientUuid}, 'custom', 'Room ' || n FROM generate_series(1, ${MAX_CHAT_CUSTOM_ROOMS}::int) AS n`.execute(
    api.database.db,
  );
  expect(await codeOf(newRoom(owner, other))).toBe("chat_rooms_full");
  const users = [other.username];
  expect(await owner.call(routes.createChatRoom, { body: { users } })).toMatchObject({ kind: "private" });
});

test("the maximum number of rooms is enforced even if several people create one at once", async () => {
  const owner = await api.addUser(["manager"]);
  const people = await Promise.all([1, 2, 3, 4].map(() => api.addUser(["editor"], { clientOf: owner })));
  await sql`INSERT INTO chat_rooms (client_uuid, kind, name)
    SELECT ${owner.clientUuid}, 'custom', 'Room ' || n FROM generate_series(1, ${MAX_CHAT_CUSTOM_ROOMS - 1}::int) AS n`.execute(
    api.database.db,
  );
  const codes = await Promise.all(people.map((maker) => codeOf(newRoom(maker, owner))));
  expect(codes.toSorted()).toEqual([...Array.from({ length: 3 }, () => "chat_rooms_full"), "success"]);
});

test("another page of a present user announces nothing, and marking as unread is not shown to others", async () => {
  const roomId = await newRoom(anna, ben);
  const { position } = await writeMessage(anna, roomId, "Hello");
  const hers = await listenAs(api, anna);
  await hers.ask("chat.enter", "here");
  const [first, second] = [await listenAs(api, ben), await listenAs(api, ben)];
  await first.ask("chat.enter", "here");
  expect(await hers.next("chat.presence")).toEqual({ user: anna.userUuid, state: "here" });
  expect(await hers.next("chat.presence")).toEqual({ user: ben.userUuid, state: "here" });
  await second.ask("chat.enter", "away");
  await second.ask("chat.enter", "here");
  const read = (body: { position: number; isBack?: boolean }) =>
    ben.call(routes.markChatRead, { params: { id: roomId }, body });
  await read({ position });
  expect(await hers.next("messageSeen")).toMatchObject({ position, user: { uuid: ben.userUuid } });
  await read({ position: position - 1, isBack: true });
  expect(await second.next("chat.read")).toEqual({ room: roomId, position });
  expect(await second.next("chat.read")).toEqual({ room: roomId, position: position - 1 });
  second.close();
  await writeMessage(anna, roomId, "What comes after all of that");
  await hers.next("newMessage");
  expect(hers.count("messageSeen")).toBe(0);
  expect(hers.count("chat.presence")).toBe(0);
  first.close();
  expect(await hers.next("chat.presence")).toEqual({ user: ben.userUuid, state: "gone" });
  hers.close();
});

test("in a room of more than a hundred people, read marks are sent only to the user's own pages", async () => {
  const users = createAuthRepository(api.database.db);
  const names: string[] = [];
  while (names.length < 100) {
    const username = `reader-${randomUUID()}`;
    await users.addUser({
      clientUuid: anna.clientUuid,
      username,
      email: `${username}@example.org`,
      passwordHash: "none",
      roles: ["editor"],
    });
    names.push(username);
  }
  const { uuid: roomId } = await anna.call(routes.createChatRoom, {
    body: { roomName: "Everybody", users: [ben.username, ...names] },
  });
  const { position } = await writeMessage(anna, roomId, "Hello, all");
  const [hers, his] = [await listenAs(api, anna), await listenAs(api, ben)];
  await hers.ask("chat.enter", "here");
  await his.ask("chat.enter", "here");
  await ben.call(routes.markChatRead, { params: { id: roomId }, body: { position } });
  expect(await his.next("chat.read")).toEqual({ room: roomId, position });
  await writeMessage(ben, roomId, "Read");
  await hers.next("newMessage");
  expect(hers.count("messageSeen")).toBe(0);
  const room = await anna.call(routes.getChatRoom, { params: { id: roomId } });
  expect(room.people.find(({ uuid }) => uuid === ben.userUuid)?.readPosition).toBe(position + 1);
  hers.close();
  his.close();
});
