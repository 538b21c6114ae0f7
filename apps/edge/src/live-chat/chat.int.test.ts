import { randomUUID } from "node:crypto";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { LiveChatAnswer } from "@shoal/contract/player";
import { eventually } from "@shoal/testkit";
import { signOwnerPass } from "@shoal/tokens";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ChatPage, FakeChat } from "../testing/chat-harness.ts";
import { type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";

let firstEdge: EdgeHarness;
let secondEdge: EdgeHarness;
let chat: FakeChat;
let video: PlaybackDescriptor;
const pages: ChatPage[] = [];
beforeAll(async () => {
  firstEdge = await startEdgeHarness();
  secondEdge = await startEdgeHarness({ apiUrl: firstEdge.api.url });
});
afterAll(() => Promise.all([firstEdge.close(), secondEdge.close()]));
beforeEach(async () => {
  chat = new FakeChat();
  firstEdge.api.chat = chat.answer;
  video = await firstEdge.publish({ chat: { mode: "live" } });
});
afterEach(() => {
  for (const page of pages.splice(0)) page.close();
});

/** Starts a play session at an edge's own address. */
async function startSession(harness: EdgeHarness, body: object = {}) {
  const session = await harness.play(video.uuid, body);
  const { chat: answers } = session;
  return {
    ...session,
    ...(answers ? { chat: { ...answers, url: `${harness.edge.url.replace("http", "ws")}/live-chat` } } : {}),
  };
}
async function joinChat(
  harness = firstEdge,
  options: Parameters<typeof ChatPage.join>[1] & { body?: object } = {},
) {
  const page = await ChatPage.join(await startSession(harness, options.body), options);
  pages.push(page);
  return page;
}
const changeVideo = (changes: Partial<PlaybackDescriptor>) => {
  video = { ...video, ...changes, revision: video.revision + 1 };
  firstEdge.api.set(video);
};

test("a session of a video without a chat contains no chat and no ticket", async () => {
  const { chat: _, ...without } = video;
  firstEdge.api.set({ ...(without as PlaybackDescriptor), revision: video.revision + 1 });
  expect((await firstEdge.play(video.uuid)).chat).toBeUndefined();
});

test("a message sent at one edge reaches viewers of another, and is acknowledged once the api has stored it", async () => {
  const [writer, reader] = [await joinChat(), await joinChat(secondEdge)];
  await Promise.all([writer.until("joined"), reader.until("joined")]);
  const id = writer.write("hello");
  expect(await writer.until("written")).toEqual({ type: "written", id, state: "shown" });
  await eventually(() => reader.texts().includes("hello"), { what: "the message at the other edge" });
  expect(chat.messages).toHaveLength(1);
  expect(chat.authorOf(id)).toMatch(/^[\w-]{22}$/);
  const late = await joinChat(secondEdge);
  expect((await late.until("joined")).messages).toMatchObject([{ text: "hello", name: "Ana" }]);
  chat.delete(id);
  await eventually(() => reader.texts().length === 0, { what: "a message that is gone" });
  expect((await (await joinChat(secondEdge)).until("joined")).messages).toEqual([]);
});

test("only the author learns that the api refused a message", async () => {
  const [writer, reader] = [await joinChat(), await joinChat()];
  await Promise.all([writer.until("joined"), reader.until("joined")]);
  const id = writer.write("refuse me");
  expect(await writer.until("refused")).toMatchObject({ id, reason: "muted", retryAfterSec: 30 });
  expect(reader.answers.map(({ type }) => type)).toEqual(["joined"]);
});

test("while the api is unreachable messages wait and viewers are notified; a repeated message is written once", async () => {
  const [writer, reader] = [await joinChat(), await joinChat(secondEdge)];
  await Promise.all([writer.until("joined"), reader.until("joined")]);
  firstEdge.api.chat = undefined;
  const id = writer.write("patience");
  expect(await writer.until("away")).toEqual({ type: "away", isAway: true });
  expect(writer.answers.some(({ type }) => type === "written")).toBe(false);
  writer.write("patience", { id });
  firstEdge.api.chat = chat.answer;
  await writer.until("written", (answer) => answer.id === id);
  await writer.until("away", ({ isAway }) => !isAway);
  await eventually(() => reader.texts().length === 1, { what: "the message" });
  writer.write("patience", { id });
  await eventually(() => writer.answers.filter(({ type }) => type === "written").length === 2, {
    what: "the answer to a repetition",
  });
  expect(chat.messages).toHaveLength(1);
});

test("a restarted edge accepts a message that its viewer sends again", async () => {
  const viewer = randomUUID();
  const writer = await joinChat(firstEdge, { viewer });
  await writer.until("joined");
  firstEdge.api.chat = undefined;
  const id = writer.write("again");
  await writer.until("away");
  await firstEdge.restart();
  firstEdge.api.chat = chat.answer;
  expect(chat.messages).toEqual([]);
  const back = await joinChat(firstEdge, { viewer });
  await back.until("joined");
  back.write("again", { id });
  await back.until("written");
  expect(chat.messages).toHaveLength(1);
});

test.each<[string, () => void]>([
  ["the video is deleted", () => changeVideo({ state: "deleted" })],
  ["it is gone", () => firstEdge.api.remove(video.uuid)],
  ["it is locked", () => changeVideo({ passwordHash: "scrypt$1$1$1$AA$AA" })],
  ["a rule refuses them", () => changeVideo({ rules: { custom: { streaming: "refused" } } })],
])("viewers leave the chat when %s", async (_, act) => {
  const page = await joinChat();
  await page.until("joined");
  act();
  expect(await page.until("denied")).toEqual({ type: "denied", reason: "denied" });
  await eventually(() => page.isClosed, { what: "the end of the connection" });
});

test("viewers are disconnected from a chat that is turned off", async () => {
  const page = await joinChat();
  await page.until("joined");
  chat.isOn = false;
  expect(await page.until("denied")).toEqual({ type: "denied", reason: "off" });
});

test("a playback token, a ticket of another purpose and a forged ticket are refused", async () => {
  const session = await startSession(firstEdge);
  for (const ticket of [session.token, session.beacon.token, `${session.chat?.ticket}x`, ""]) {
    const page = await ChatPage.join({ chat: { ...session.chat, ticket } as never });
    pages.push(page);
    expect(await page.until("denied")).toEqual({ type: "denied", reason: "invalid" });
  }
});

test.each<[string, object]>([
  ["no JSON that is known", { type: "shout" }],
  [
    "a text that is too long",
    { type: "write", id: "abc", name: "A", kind: "message", text: "x".repeat(301), hasAgreed: true },
  ],
  ["a second join", { type: "join", ticket: "a", viewer: "0123456789abcdef" }],
  ["more than a frame may hold", { type: "write", text: "x".repeat(100_000) }],
])("who sends %s is let go", async (_, message) => {
  const page = await joinChat();
  await page.until("joined");
  page.send(message);
  await eventually(() => page.isClosed, { what: "the end of the connection" });
  expect(chat.messages).toEqual([]);
});

test("a viewer who floods the chat is limited without affecting others", async () => {
  const [flooder, other] = [await joinChat(), await joinChat()];
  await Promise.all([flooder.until("joined"), other.until("joined")]);
  for (let n = 0; n < 15; n++) flooder.write(`${n}`);
  await flooder.until("refused", ({ reason }) => reason === "too_fast");
  other.write("calm");
  await other.until("written");
  expect(chat.messages.filter(({ text }) => text !== "calm").length).toBeLessThanOrEqual(5);
  for (let n = 0; n < 30; n++) flooder.write(`${n}`);
  await eventually(() => flooder.isClosed, { what: "the end of a flood" });
});

test("messages of viewers who have not agreed to the consent text are refused", async () => {
  chat.settings = { ...chat.settings, consent: "Be kind" };
  const page = await joinChat();
  expect((await page.until("joined")).settings.consent).toBe("Be kind");
  page.write("no");
  expect(await page.until("refused")).toMatchObject({ reason: "consent" });
  page.write("yes", { hasAgreed: true });
  await page.until("written");
  expect(chat.messages.map(({ text }) => text)).toEqual(["yes"]);
});

test("a user of the client writes under their name, and a guest of a review cannot write", async () => {
  const userUuid = randomUUID();
  const passOf = (more: object) =>
    signOwnerPass(
      { uuid: video.uuid, userUuid, expiresAtMs: Date.now() + 60_000, ...more },
      firstEdge.config.internalSecret,
    );
  const page = await joinChat(firstEdge, { body: { ownerPass: passOf({}) } });
  expect((await page.until("joined")).isMember).toBe(true);
  page.write("as host", { name: "Somebody else" });
  await page.until("written");
  expect(chat.messages).toMatchObject([{ name: userUuid, isMember: true }]);
  expect((await firstEdge.play(video.uuid, { ownerPass: passOf({ isGuest: true }) })).chat).toBeUndefined();
  firstEdge.api.withoutRights.add(userUuid);
  expect((await page.until("denied")).reason).toBe("denied");
});

test("a recording's chat is sent to viewers who may watch it", async () => {
  changeVideo({ chat: { mode: "replay" } });
  firstEdge.api.replays.set(video.uuid, [
    {
      id: "a",
      seq: 1,
      position: 1,
      name: "Ana",
      isHost: false,
      isMember: false,
      kind: "message",
      text: "then",
      atMs: 0,
      liveSec: 12.5,
      answer: null,
      isPinned: false,
      isDeleted: false,
    },
  ]);
  const session = await firstEdge.play(video.uuid);
  expect(session.chat?.mode).toBe("replay");
  const request = (ticket: string, from = 0) =>
    fetch(`${firstEdge.edge.url}/live-chat-replay?ticket=${encodeURIComponent(ticket)}&from=${from}`);
  const answer = await request(session.chat?.ticket ?? "");
  expect(await answer.json()).toMatchObject({ messages: [{ text: "then", liveSec: 12.5 }] });
  expect((await request(session.token)).status).toBe(403);
  expect((await request(session.chat?.ticket ?? "", 7)).status).toBe(400);
  changeVideo({ rules: { custom: { streaming: "refused" } } });
  await eventually(async () => (await request(session.chat?.ticket ?? "")).status === 403, {
    what: "the end of a right",
  });
  const live = await ChatPage.join({
    chat: { ...session.chat, url: `${firstEdge.edge.url.replace("http", "ws")}/live-chat` } as never,
  });
  pages.push(live);
  expect((await live.until("denied")).type).toBe<LiveChatAnswer["type"]>("denied");
});
