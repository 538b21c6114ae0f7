import { type LiveChatView, type ModeratedLiveChatMessage, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { ChatModeration } from "./chat-moderation.tsx";
import { LiveChatPart } from "./live-chat-part.tsx";

cleanAfterEach();

const LIVE_UUID = "1f0a5a86-4a5f-4f0e-9d0c-5a4d6e3f2b10";
const createMessage = (changes: Partial<ModeratedLiveChatMessage>): ModeratedLiveChatMessage => ({
  id: "first",
  seq: 1,
  position: 1,
  name: "Ana",
  isHost: false,
  isMember: false,
  kind: "message",
  text: "Hello",
  atMs: 0,
  liveSec: 3,
  answer: null,
  isPinned: false,
  isDeleted: false,
  state: "shown",
  author: "ana-key",
  mutedUntil: null,
  isBanned: false,
  ...changes,
});

test("markup of viewers is displayed as plain text, and a moderator can approve a held message", async () => {
  const held = createMessage({ text: '<img src=x onerror="alert(1)">', state: "held" });
  answer(routes.listLiveChatMessages, () => ({ messages: [held], seq: 1, hasMore: false }));
  const made = answer(routes.moderateLiveChatMessage, () => ({ ...held, seq: 2, state: "shown" as const }));
  show(<ChatModeration uuid={LIVE_UUID} />);
  await expect.element(page.getByText('<img src=x onerror="alert(1)">')).toBeVisible();
  expect(document.querySelector("img[src='x']")).toBeNull();
  const decision = page.getByRole("group", { name: "Held message from Ana" });
  await decision.getByRole("button", { name: "Show" }).click();
  await expect.poll(() => made.map(({ body }) => body)).toEqual([{ state: "shown" }]);
  await expect.element(page.getByText("Needs review")).not.toBeInTheDocument();
  expect(decision.query()).toBeNull();
});

test("a moderator deletes a held message with one click, and it disappears", async () => {
  const held = createMessage({ state: "held" });
  answer(routes.listLiveChatMessages, () => ({ messages: [held], seq: 1, hasMore: false }));
  const made = answer(routes.moderateLiveChatMessage, () => ({
    ...held,
    seq: 2,
    state: "deleted" as const,
    isDeleted: true,
    text: "",
  }));
  show(<ChatModeration uuid={LIVE_UUID} />);
  await page
    .getByRole("group", { name: "Held message from Ana" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect.poll(() => made.map(({ body }) => body)).toEqual([{ state: "deleted" }]);
  await expect.element(page.getByText("Hello", { exact: true })).not.toBeInTheDocument();
});

test("the list follows the newest message unless it was scrolled up", async () => {
  const messages = Array.from({ length: 40 }, (_, n) =>
    createMessage({ id: `message-${n}`, position: n + 1, seq: n + 1, text: `Number ${n}` }),
  );
  answer(routes.listLiveChatMessages, () => ({ messages, seq: 40, hasMore: false }));
  const written = createMessage({ id: "own", position: 41, seq: 41, text: "Welcome", isHost: true });
  answer(routes.writeLiveChatMessage, () => written);
  show(<ChatModeration uuid={LIVE_UUID} />);
  const list = page.getByRole("list");
  const write = async () => {
    await page.getByRole("textbox", { name: "Write as the host" }).fill("Welcome");
    await page.getByRole("button", { name: "Send" }).click();
  };
  await expect.element(list.getByText("Number 39", { exact: true })).toBeInViewport();
  await write();
  await expect.element(list.getByText("Welcome")).toBeInViewport();
  const viewport = list.element().closest<HTMLElement>("[tabindex='0']") as HTMLElement;
  viewport.scrollTop = 0;
  await expect.element(list.getByText("Number 0", { exact: true })).toBeInViewport();
  Object.assign(written, { id: "second", position: 42, seq: 42, text: "Once more" });
  await write();
  await expect.element(list.getByText("Once more")).toBeInTheDocument();
  expect(viewport.scrollTop).toBe(0);
});

test("a time-out can be ended at its message, and a ban can be lifted after the messages are deleted", async () => {
  let messages = [createMessage({}), createMessage({ id: "second", position: 2, seq: 2, text: "Again" })];
  answer(routes.listLiveChatMessages, ({ query }) => ({
    messages: messages.filter(({ seq }) => seq > Number(query.since ?? 0)),
    seq: Math.max(...messages.map(({ seq }) => seq)),
    hasMore: false,
  }));
  const made = answer(routes.moderateLiveChatAuthor, ({ body }) => {
    if ((body as { deletesMessages?: boolean }).deletesMessages)
      messages = messages.map((each) => ({
        ...each,
        seq: each.seq + 2,
        state: "deleted" as const,
        isDeleted: true,
        text: "",
        isBanned: true,
      }));
    return undefined;
  });
  show(<ChatModeration uuid={LIVE_UUID} />);
  const actions = page.getByRole("button", { name: "Actions for the message from Ana" });
  const choose = async (item: string) => {
    await actions.first().click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await choose("Time out for 10 minutes");
  await expect.element(page.getByText("Timed out").first()).toBeVisible();
  await choose("End timeout");
  await expect.poll(() => page.getByText("Timed out").elements().length).toBe(0);
  await choose("Ban and delete their messages");
  await expect.element(page.getByText("Again", { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByText("Messages deleted")).toBeVisible();
  await choose("Lift ban");
  await expect.poll(() => actions.elements().length).toBe(0);
  expect(made.map(({ body }) => body)).toEqual([
    { mutedForSec: 600 },
    { mutedForSec: 0 },
    { isBanned: true, deletesMessages: true },
    { isBanned: false, deletesMessages: false },
  ]);
});

test("a host message that could not be sent stays in the field, and is sent with the same id on retry", async () => {
  answer(routes.listLiveChatMessages, () => ({ messages: [], seq: 0, hasMore: false }));
  const refused = refuse(routes.writeLiveChatMessage, new Refusal("unavailable"));
  show(<ChatModeration uuid={LIVE_UUID} />);
  const field = page.getByRole("textbox", { name: "Write as the host" });
  const send = page.getByRole("button", { name: "Send" });
  await field.fill("Welcome");
  await send.click();
  await expect.poll(() => refused.length).toBe(1);
  await expect.element(field).toHaveValue("Welcome");
  const sent = answer(routes.writeLiveChatMessage, () =>
    createMessage({ id: "own", text: "Welcome", isHost: true }),
  );
  await send.click();
  await expect.element(field).toHaveValue("");
  expect(sent[0]?.body).toEqual(refused[0]?.body);
});

const CHAT: LiveChatView = {
  isOn: false,
  slowSec: 0,
  writers: "everybody",
  heldWords: [],
  consent: "",
  keptDays: 90,
  revision: 3,
  seq: 0,
  isOpen: false,
  messageCount: 0,
  heldCount: 0,
};

test("the live window turns the chat on, and shows the number of held messages while the chat is collapsed", async () => {
  let chat = CHAT;
  answer(routes.getLiveChat, () => chat);
  answer(routes.listLiveChatMessages, () => ({ messages: [createMessage({})], seq: 1, hasMore: false }));
  const made = answer(routes.setLiveChat, () => {
    chat = { ...CHAT, isOn: true, heldCount: 2, revision: 4 };
    return chat;
  });
  show(<LiveChatPart uuid={LIVE_UUID} />);
  await page.getByRole("button", { name: "Turn on chat" }).click();
  await expect.poll(() => made.map(({ body }) => body)).toEqual([{ isOn: true, revision: 3 }]);
  await expect.element(page.getByText("Hello", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Hide chat" }).click();
  await expect.element(page.getByText("Hello", { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByText("2 need review")).toBeVisible();
});
