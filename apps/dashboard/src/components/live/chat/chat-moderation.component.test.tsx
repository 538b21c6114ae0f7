import { type ModeratedLiveChatMessage, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { ChatModeration } from "./chat-moderation.tsx";

cleanAfterEach();

const LIVE = "1f0a5a86-4a5f-4f0e-9d0c-5a4d6e3f2b10";
const messageOf = (changes: Partial<ModeratedLiveChatMessage>): ModeratedLiveChatMessage => ({
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

test("markup of viewers is shown as they typed it, and a held message is shown by a moderator", async () => {
  const held = messageOf({ text: '<img src=x onerror="alert(1)">', state: "held" });
  answer(routes.listLiveChatMessages, () => ({ messages: [held], seq: 1, hasMore: false }));
  const made = answer(routes.moderateLiveChatMessage, () => ({ ...held, seq: 2, state: "shown" as const }));
  show(<ChatModeration uuid={LIVE} />);
  await expect.element(page.getByText('<img src=x onerror="alert(1)">')).toBeVisible();
  expect(document.querySelector("img[src='x']")).toBeNull();
  await page.getByRole("button", { name: "Actions for the message from Ana" }).click();
  await page.getByRole("menuitem", { name: "Show the message" }).click();
  await expect.poll(() => made.length).toBe(1);
  await expect.element(page.getByText("Needs review")).not.toBeInTheDocument();
});
