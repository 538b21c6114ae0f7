import { randomUUID } from "node:crypto";
import { fillPath, LIVE_CHAT_RETENTION_DAYS, type LiveChatMessage, routes } from "@shoal/contract";
import {
  INTERNAL_SECRET_HEADER,
  internalRoutes,
  type LiveChatResult,
  type LiveChatRoomChanges,
  liveChatInternalRoutes,
  type PlaybackDescriptor,
  type SentLiveChatMessage,
} from "@shoal/contract/edge";
import type { AdmittedLive } from "@shoal/contract/ingest";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { createReport, RUNNING, storeSegments, TestIngest } from "../../../testing/ingest-harness.ts";
import { fetchAs } from "../../../testing/viewing.ts";
import { pruneMessages } from "./live-chats.repository.ts";

let api: TestApi;
let editor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());

const buildParams = (id: string) => ({ params: { id } });

interface RunningChatLive {
  uuid: string;
  live: AdmittedLive;
  folder: string;
  ingest: TestIngest;
}

/** Starts a live with its chat turned on. */
async function startChatLive(settings: object = {}, startedAtMs = Date.now()): Promise<RunningChatLive> {
  const body = { title: "Council", type: "live", keepLive: true } as never;
  const { uuid } = await editor.call(routes.createVideo, { body });
  const { streamKey } = await editor.call(routes.getStreamKey, buildParams(uuid));
  const ingest = new TestIngest(api);
  const live = await ingest.begin(streamKey);
  const folder = `lives/${uuid}/${live.generation}/run/`;
  await ingest.report(createReport(live, { ...RUNNING, startedAtMs, folder }));
  await editor.call(routes.setLiveChat, { ...buildParams(uuid), body: { isOn: true, ...settings } });
  return { uuid, live, folder, ingest };
}

async function callEdgeRoute<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`${api.internalUrl}${path}`, {
    headers: {
      "content-type": "application/json",
      [INTERNAL_SECRET_HEADER]: api.env.INTERNAL_SECRET ?? "",
    },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`The api answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

const syncChats = (
  messages: readonly SentLiveChatMessage[],
  rooms: readonly { live: string; since: number | null }[] = [],
) =>
  callEdgeRoute<{ results: LiveChatResult[]; rooms: LiveChatRoomChanges[] }>(
    liveChatInternalRoutes.syncLiveChats.path,
    { rooms, messages },
  );
const descriptorOf = (uuid: string) =>
  callEdgeRoute<PlaybackDescriptor>(fillPath(internalRoutes.getDescriptor.path, { uuid }));
const replayChat = (video: string, from: number, to: number) =>
  callEdgeRoute<{ messages: LiveChatMessage[] }>(
    `${fillPath(liveChatInternalRoutes.replayLiveChat.path, { video })}?from=${from}&to=${to}`,
  );

const sentMessage = (
  live: string,
  text: string,
  more: Partial<SentLiveChatMessage> = {},
): SentLiveChatMessage => ({
  live,
  id: randomUUID(),
  author: "ana-key",
  network: "ana-net",
  name: "Ana",
  kind: "message",
  text,
  lagMs: 0,
  ...more,
});
const statesOf = (results: readonly LiveChatResult[]) =>
  results.map(({ state, refusal }) => refusal ?? state);
const readRoom = async (live: string) => (await syncChats([], [{ live, since: null }])).rooms[0];
const textsOf = (room: LiveChatRoomChanges | undefined) => room?.messages.map(({ text }) => text);
const listFor = (live: string, query: object = {}) =>
  editor.call(routes.listLiveChatMessages, { ...buildParams(live), query } as never);

test("a chat is off by default, and only editors of the client can change its settings", async () => {
  const { uuid } = await editor.call(routes.createVideo, { body: { title: "Off", type: "live" } as never });
  const reader = await api.addUser([], { clientOf: editor });
  const stranger = await api.addUser(["manager"]);
  expect(await reader.call(routes.getLiveChat, buildParams(uuid))).toMatchObject({
    isOn: false,
    keptDays: LIVE_CHAT_RETENTION_DAYS,
    revision: 0,
  });
  expect((await descriptorOf(uuid)).chat).toBeUndefined();
  const set = (user: TestUser, body: object) =>
    user.call(routes.setLiveChat, { ...buildParams(uuid), body: body as never });
  expect(await codeOf(set(reader, { isOn: true }))).toBe("forbidden");
  expect(await codeOf(set(stranger, { isOn: true }))).toBe("video_not_found");
  expect((await errorOf(set(editor, { slowSec: 301, keptDays: 0 }))).fields).toHaveLength(2);
  const view = await set(editor, { isOn: true, slowSec: 5, heldWords: ["spam"] });
  expect(view).toMatchObject({ isOn: true, slowSec: 5, heldWords: ["spam"], revision: 1, isOpen: false });
  expect(await codeOf(set(editor, { slowSec: 1, revision: 0 }))).toBe("edit_conflict");
  expect((await descriptorOf(uuid)).chat).toEqual({ mode: "live" });
  await set(editor, { isOn: false });
  expect((await descriptorOf(uuid)).chat).toBeUndefined();
  const { uuid: vod } = await editor.call(routes.createVideo, {
    body: { title: "No live", type: "vod" } as never,
  });
  expect(await codeOf(editor.call(routes.getLiveChat, buildParams(vod)))).toBe("video_not_found");
});

test("viewers can swap names within one batch", async () => {
  const { uuid } = await startChatLive();
  const by = (author: string, name: string) => sentMessage(uuid, "hello", { author, name });
  expect(statesOf((await syncChats([by("a", "Ana"), by("b", "Bea")])).results)).toEqual(["shown", "shown"]);
  const { results } = await syncChats([by("b", "Carl"), by("a", "Dan"), by("b", "Ana"), by("a", "Bea")]);
  expect(statesOf(results)).toEqual(["shown", "shown", "shown", "shown"]);
  expect(statesOf((await syncChats([by("c", "Ana"), by("b", "Ana")])).results)).toEqual([
    "name_taken",
    "shown",
  ]);
});

test("a message that the database rejects does not affect the others of its batch", async () => {
  const { uuid } = await startChatLive();
  const { db } = api.database;
  await sql`ALTER TABLE live_chat_messages ADD CONSTRAINT stumble CHECK (text <> 'two')`.execute(db);
  const { results } = await syncChats([
    sentMessage(uuid, "one"),
    sentMessage(uuid, "two"),
    sentMessage(uuid, "three"),
  ]);
  await sql`ALTER TABLE live_chat_messages DROP CONSTRAINT stumble`.execute(db);
  expect(statesOf(results)).toEqual(["shown", "closed", "shown"]);
  expect(textsOf(await readRoom(uuid))).toEqual(["one", "three"]);
});

test("a message that an edge sends twice is stored once and listed after its place", async () => {
  const { uuid } = await startChatLive();
  const first = sentMessage(uuid, "one\n\u202e<b>two</b>");
  const start = (await readRoom(uuid))?.seq ?? 0;
  const [a, b] = await Promise.all([syncChats([first]), syncChats([first, first])]);
  expect(statesOf([...a.results, ...b.results])).toEqual(["shown", "shown", "shown"]);
  const { rooms } = await syncChats([], [{ live: uuid, since: start }]);
  expect(textsOf(rooms[0])).toEqual(["one <b>two</b>"]);
  expect(rooms[0]?.messages[0]).toMatchObject({
    name: "Ana",
    isHost: false,
    isMember: false,
    isPinned: false,
  });
  expect((await syncChats([], [{ live: uuid, since: rooms[0]?.seq ?? 0 }])).rooms[0]?.messages).toEqual([]);
  const forged = { ...first, author: "eve-key", name: "Eve" };
  expect(statesOf((await syncChats([forged, sentMessage(uuid, " \u200b ")])).results)).toEqual([
    "id_used",
    "empty",
  ]);
});

test("a joining viewer receives the last hundred messages and the pinned one", async () => {
  const { uuid } = await startChatLive();
  const many = Array.from({ length: 130 }, (_, n) => sentMessage(uuid, `${n}`));
  await syncChats(many);
  await editor.call(routes.moderateLiveChatMessage, {
    params: { id: uuid, messageId: many[3]?.id ?? "" },
    body: { isPinned: true },
  });
  const room = await readRoom(uuid);
  expect(textsOf(room)).toEqual(["3", ...Array.from({ length: 100 }, (_, n) => `${n + 30}`)]);
  expect(room?.messages.filter(({ isPinned }) => isPinned)).toHaveLength(1);
});

test("a viewer cannot take the name of another viewer, of a user or a reserved one", async () => {
  const { uuid } = await startChatLive();
  const as = (author: string, name: string) => sentMessage(uuid, "hello", { author, name });
  const { results } = await syncChats([
    as("a", "Ana"),
    as("b", "АNA"),
    as("c", editor.username.toUpperCase()),
    as("d", "Adm1n"),
    as("e", "\u202e"),
    as("a", "Anais"),
    as("b", "Ana"),
  ]);
  expect(statesOf(results)).toEqual([
    "shown",
    "name_taken",
    "name_taken",
    "name_taken",
    "name_invalid",
    "shown",
    "shown",
  ]);
});

test("users of the client write under their own name, and hosts without limits", async () => {
  const { uuid } = await startChatLive({ writers: "members", slowSec: 60 });
  const reader = await api.addUser([], { clientOf: editor });
  const stranger = await api.addUser(["manager"]);
  const as = ({ userUuid }: TestUser) => sentMessage(uuid, "hello", { userUuid, name: "Somebody else" });
  const { results } = await syncChats([
    as(editor),
    as(editor),
    as(reader),
    as(stranger),
    sentMessage(uuid, "hello"),
  ]);
  expect(statesOf(results)).toEqual(["shown", "shown", "shown", "closed", "members_only"]);
  expect(
    (await readRoom(uuid))?.messages.map(({ name, isHost, isMember }) => [name, isHost, isMember]),
  ).toEqual([
    [editor.username, true, true],
    [editor.username, true, true],
    [reader.username, false, true],
  ]);
});

test("a message with a held word stays hidden from viewers until a moderator shows it", async () => {
  const { uuid } = await startChatLive({ heldWords: ["scam"] });
  const held = sentMessage(uuid, "a S.C.A.M. and a scám");
  expect(statesOf((await syncChats([held, sentMessage(uuid, "fine")])).results)).toEqual(["held", "shown"]);
  expect((await readRoom(uuid))?.messages.map(({ text }) => text)).toEqual(["fine"]);
  const { rooms } = await syncChats([], [{ live: uuid, since: 0 }]);
  expect(JSON.stringify(rooms)).not.toMatch(/sc[aá]m/i);
  expect((await listFor(uuid, { only: "held" })).messages).toMatchObject([
    { id: held.id, state: "held", author: "ana-key" },
  ]);
  const moderate = (body: object) =>
    editor.call(routes.moderateLiveChatMessage, {
      params: { id: uuid, messageId: held.id },
      body: body as never,
    });
  await moderate({ state: "shown" });
  expect(textsOf(await readRoom(uuid))).toEqual(["a S.C.A.M. and a scám", "fine"]);
  await moderate({ state: "deleted" });
  expect(textsOf(await readRoom(uuid))).toEqual(["fine"]);
  expect(await codeOf(moderate({ state: "shown" }))).toBe("illegal_transition");
  const { rows } = await sql<{
    text: string;
  }>`SELECT text FROM live_chat_messages WHERE id = ${held.id}`.execute(api.database.db);
  expect(rows).toEqual([{ text: "" }]);
});

test("slow mode, time-outs and bans are enforced, bans for the whole network", async () => {
  const { uuid } = await startChatLive();
  const moderate = (author: string, body: object) =>
    editor.call(routes.moderateLiveChatAuthor, { params: { id: uuid, author }, body: body as never });
  const state = async (more: Partial<SentLiveChatMessage> = {}) =>
    statesOf((await syncChats([sentMessage(uuid, "again", more)])).results)[0];
  expect(await state()).toBe("shown");
  await editor.call(routes.setLiveChat, { ...buildParams(uuid), body: { slowSec: 60 } });
  const [refused] = (await syncChats([sentMessage(uuid, "too soon")])).results;
  expect(refused).toMatchObject({ refusal: "slow" });
  expect(refused?.retryAfterSec).toBeGreaterThan(50);
  // Other names from the same address count as the same viewer.
  const names = Array.from({ length: 6 }, (_, n) => ({ author: `name-${n}`, name: `Name ${n}` }));
  const { results } = await syncChats(names.map((more) => sentMessage(uuid, "again", more)));
  expect(statesOf(results)).toEqual(["shown", "shown", "shown", "shown", "slow", "slow"]);
  await editor.call(routes.setLiveChat, { ...buildParams(uuid), body: { slowSec: 0 } });
  await moderate("ana-key", { mutedForSec: 600 });
  expect(await state()).toBe("muted");
  expect(await state({ author: "new-name", name: "New" })).toBe("muted");
  expect(await state({ author: "name-0", name: "Name 0" })).toBe("shown");
  await moderate("ana-key", { mutedForSec: 0 });
  expect(await state()).toBe("shown");
  await moderate("ana-key", { isBanned: true, deletesMessages: true });
  expect(await state()).toBe("banned");
  expect(await state({ author: "other-browser", name: "Other" })).toBe("banned");
  expect(await state({ author: "neighbour", name: "Other", network: "other-net" })).toBe("shown");
  const shown = (await readRoom(uuid))?.messages.map(({ name }) => name);
  expect(shown).toEqual(["Name 0", "Name 1", "Name 2", "Name 3", "Name 0", "Other"]);
  await moderate("ana-key", { isBanned: false });
  expect(await state()).toBe("shown");
  expect(await codeOf(moderate("nobody", { isBanned: true }))).toBe("user_not_found");
});

test("hosts answer questions, and pinning a message unpins the previous one", async () => {
  const { uuid } = await startChatLive();
  const question = sentMessage(uuid, "When?", { kind: "question" });
  const other = sentMessage(uuid, "Hello");
  await syncChats([question, other]);
  const start = (await readRoom(uuid))?.seq ?? 0;
  const moderate = (messageId: string, body: object) =>
    editor.call(routes.moderateLiveChatMessage, { params: { id: uuid, messageId }, body: body as never });
  expect((await listFor(uuid, { only: "questions" })).messages).toHaveLength(1);
  await moderate(question.id, { answer: "At nine", isPinned: true });
  await moderate(other.id, { isPinned: true });
  expect((await listFor(uuid, { only: "questions" })).messages).toEqual([]);
  const { rooms } = await syncChats([], [{ live: uuid, since: start }]);
  expect(rooms[0]?.messages.map(({ id, isPinned, answer }) => [id, isPinned, answer?.text])).toEqual([
    [other.id, true, undefined],
    [question.id, false, "At nine"],
  ]);
});

test("a host's message from the dashboard is added once, and other clients cannot reach its chat", async () => {
  const { uuid } = await startChatLive();
  const stranger = await api.addUser(["manager"]);
  const body = { messageId: randomUUID(), text: "Welcome" };
  await editor.call(routes.writeLiveChatMessage, { ...buildParams(uuid), body });
  await editor.call(routes.writeLiveChatMessage, { ...buildParams(uuid), body });
  expect((await listFor(uuid)).messages).toMatchObject([{ text: "Welcome", isHost: true }]);
  for (const call of [
    () => stranger.call(routes.listLiveChatMessages, buildParams(uuid) as never),
    () => stranger.call(routes.writeLiveChatMessage, { ...buildParams(uuid), body }),
    () => stranger.call(routes.exportLiveChat, buildParams(uuid)),
  ])
    expect(await codeOf(call())).toBe("video_not_found");
});

test("viewers cannot write after the live has ended, nor in a chat that is off, deleted or unknown", async () => {
  const { uuid, live, ingest, folder } = await startChatLive();
  expect((await readRoom(uuid))?.isOpen).toBe(true);
  const endedAtMs = Date.now();
  await ingest.report(
    createReport(live, { ...RUNNING, version: 4, state: "ended", endedAtMs, folder, isClosed: true }),
  );
  await sql`UPDATE lives SET ended_at = now() - interval '6 minutes' WHERE video_uuid = ${uuid}`.execute(
    api.database.db,
  );
  expect(statesOf((await syncChats([sentMessage(uuid, "late")])).results)).toEqual(["closed"]);
  const off = await startChatLive({ isOn: false });
  expect(statesOf((await syncChats([sentMessage(off.uuid, "off")])).results)).toEqual(["closed"]);
  const gone = await startChatLive();
  await editor.call(routes.deleteVideo, buildParams(gone.uuid));
  expect(statesOf((await syncChats([sentMessage(gone.uuid, "gone")])).results)).toEqual(["closed"]);
  const nobody = randomUUID();
  const { results, rooms } = await syncChats([sentMessage(nobody, "?")], [{ live: nobody, since: null }]);
  expect([statesOf(results), rooms[0]?.isOn]).toEqual([["closed"], false]);
});

test("an exported CSV file contains no formulas that a spreadsheet would run", async () => {
  const { uuid } = await startChatLive();
  await syncChats([sentMessage(uuid, "=1+1"), sentMessage(uuid, 'a "b", c', { lagMs: 1_000 })]);
  const response = await fetchAs(api, editor, fillPath(routes.exportLiveChat.path, { id: uuid }));
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const lines = (await response.text()).trim().split("\r\n");
  expect(lines[0]).toContain("at,liveSec,name,role,kind,state,text,answer,answeredBy");
  expect(lines[1]).toContain(",Ana,viewer,message,shown,'=1+1,,");
  expect(lines[2]).toContain('"a ""b"", c"');
});

test("a recording replays its chat at the right times, if the chat of its live is on", async () => {
  const { uuid, live, folder, ingest } = await startChatLive({}, RUNNING.startedAtMs ?? 0);
  await syncChats([sentMessage(uuid, "at ten"), sentMessage(uuid, "at a hundred")]);
  for (const [text, sec] of [
    ["at ten", 10],
    ["at a hundred", 100],
  ] as const)
    await sql`UPDATE live_chat_messages SET seen_at = to_timestamp(${(RUNNING.startedAtMs ?? 0) / 1_000 + sec})
      WHERE video_uuid = ${uuid} AND text = ${text}`.execute(api.database.db);
  await storeSegments(api, folder, 70);
  await ingest.report(createReport(live, { ...RUNNING, version: 4, state: "ended", folder, isClosed: true }));
  const archive = await eventually(async () => {
    const query = { page: 1, filter: { parent: uuid } as never };
    return (await editor.call(routes.listVideos, { query }))._embedded[0] ?? false;
  });
  expect((await descriptorOf(archive.uuid)).chat).toEqual({ mode: "replay" });
  const seen = async (from: number, to: number) =>
    (await replayChat(archive.uuid, from, to)).messages.map(({ text, liveSec }) => [text, liveSec]);
  const all = [...(await seen(0, 60)), ...(await seen(60, 120)), ...(await seen(120, 180))];
  expect(all.map(([text]) => text)).toEqual(["at ten", "at a hundred"]);
  expect(Number(all[1]?.[1]) - Number(all[0]?.[1])).toBe(90);

  const firstSec = Number(all[0]?.[1]);
  const cutFrom = async (origin: string, start: number, end: number) =>
    (await editor.call(routes.cutVideo, { body: { uuid: origin, start, end } })).uuid;
  // The cut fails until the archive's segments are known.
  const cut = await eventually(() => cutFrom(archive.uuid, firstSec - 4, firstSec + 96));
  const secsOf = async (video: string) =>
    (await Promise.all([replayChat(video, 0, 60), replayChat(video, 60, 120)]))
      .flatMap(({ messages }) => messages)
      .map(({ text, liveSec }) => [text, Math.round(liveSec ?? 0)]);
  const { inSec } = await cutOf(cut);
  expect(await secsOf(cut)).toEqual([
    ["at ten", Math.round(firstSec - inSec)],
    ["at a hundred", Math.round(firstSec - inSec + 90)],
  ]);
  expect((await descriptorOf(cut)).chat).toEqual({ mode: "replay" });
  // Viewers with access to a part do not receive messages from beyond its end.
  const short = await cutFrom(archive.uuid, firstSec - 4, firstSec + 50);
  expect(await secsOf(short)).toEqual([["at ten", Math.round(firstSec - (await cutOf(short)).inSec)]]);
  // The offsets of a cut of a cut add up. Earlier messages are excluded.
  const within = await editor.call(routes.createVideo, { body: { title: "Within", type: "vod" } as never });
  const inner = { inSec: 40 };
  // No worker encodes the cut in this test, and an unencoded video cannot be cut, so the row is added directly.
  await sql`INSERT INTO cuts (video_uuid, origin_uuid, tracks, plan, in_sec, out_sec, held_prefixes)
    SELECT ${within.uuid}, ${cut}, tracks, plan, ${inner.inSec}, 98, held_prefixes FROM cuts WHERE video_uuid = ${cut}`.execute(
    api.database.db,
  );
  expect(await secsOf(within.uuid)).toEqual([
    ["at a hundred", Math.round(firstSec + 90 - inSec - inner.inSec)],
  ]);
  // A clip has a start of its own, which differs from the archive's.
  const clip = await editor.call(routes.createVideo, { body: { title: "Clip", type: "vod" } as never });
  await sql`INSERT INTO live_archives (live_uuid, video_uuid, client_uuid, generation, folder, state, started_at)
    SELECT live_uuid, ${clip.uuid}, client_uuid, generation, folder || 'clip/', state, started_at + interval '5 seconds' FROM live_archives
    WHERE video_uuid = ${archive.uuid}`.execute(api.database.db);
  expect((await secsOf(clip.uuid))[0]).toEqual(["at ten", Math.round(firstSec - 5)]);
  await sql`UPDATE videos SET duration_sec = 40 WHERE uuid = ${clip.uuid}`.execute(api.database.db);
  expect((await secsOf(clip.uuid)).map(([text]) => text)).toEqual(["at ten"]);

  await editor.call(routes.setLiveChat, { ...buildParams(uuid), body: { isOn: false } });
  expect((await descriptorOf(archive.uuid)).chat).toBeUndefined();
  expect((await replayChat(archive.uuid, 0, 60)).messages).toEqual([]);
});

/** Reads where a cut starts within its original. */
async function cutOf(uuid: string): Promise<{ inSec: number }> {
  const { in_sec } = await api.database.db
    .selectFrom("cuts")
    .select("in_sec")
    .where("video_uuid", "=", uuid)
    .executeTakeFirstOrThrow();
  return { inSec: in_sec };
}

test("messages are deleted after their chat's retention period, and with their live", async () => {
  const { db } = api.database;
  const { uuid } = await startChatLive({ keptDays: 2 });
  await syncChats([sentMessage(uuid, "old"), sentMessage(uuid, "new", { author: "b", name: "B" })]);
  await sql`UPDATE live_chat_messages SET created_at = now() - interval '3 days'
    WHERE video_uuid = ${uuid} AND text = 'old'`.execute(db);
  await sql`UPDATE live_chat_authors SET last_at = now() - interval '3 days'
    WHERE video_uuid = ${uuid} AND author = 'ana-key'`.execute(db);
  expect(await pruneMessages(db, 100)).toBe(1);
  const left = async () => {
    const { rows } = await sql<{
      name: string;
    }>`SELECT name FROM live_chat_messages WHERE video_uuid = ${uuid}
      UNION ALL SELECT name FROM live_chat_authors WHERE video_uuid = ${uuid}`.execute(db);
    return rows.map(({ name }) => name);
  };
  expect(await left()).toEqual(["B", "B"]);
  await sql`DELETE FROM videos WHERE uuid = ${uuid}`.execute(db);
  expect(await left()).toEqual([]);
});
