import { routes } from "@shoal/contract";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { findBarriers, openAs } from "../../harness/people.ts";
import { useProjectPeople } from "../support/reviewed-film.ts";
import { type TenantUser, useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();
const people = useProjectPeople();
const PHONE_VIEWPORT = { width: 390, height: 844 };

const openPage = (context: BrowserContext, person: TenantUser, path: string): Promise<Page> =>
  openAs(context, useAdministrator(), { person, path });
const messageField = (page: Page): Locator => page.getByRole("textbox", { name: "Message to Storm" });
const messageList = (page: Page): Locator => page.getByRole("region", { name: "Messages in Storm" });
const findRow = (page: Page, text: string): Locator => page.locator("article", { hasText: text }).last();
async function sendMessage(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  await messageField(page).press("Enter");
}
async function chooseAction(page: Page, text: string, item: string): Promise<void> {
  await findRow(page, text).hover();
  await findRow(page, text).getByRole("button", { name: "More actions for this message" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** Opens a room for both users. The owner uses a desktop browser, and the friend a phone. */
async function openBoth(): Promise<{ desk: Page; phone: Page }> {
  const { owner, friend } = people;
  const { uuid } = await owner.call(routes.createChatRoom, {
    body: { roomName: "Storm", users: [friend.username] },
  });
  const desk = await openPage(browser.context, owner, `/chat/custom/${uuid}`);
  const phone = await openPage(await browser.newContext(), friend, `/chat/custom/${uuid}`);
  await phone.setViewportSize(PHONE_VIEWPORT);
  for (const each of [desk, phone]) await messageField(each).waitFor();
  return { desk, phone };
}

const textsOf = async (page: Page): Promise<string[]> => {
  const rows = await messageList(page).locator("article").all();
  return Promise.all(rows.map(async (each) => (await each.locator("p").allInnerTexts()).join("\n")));
};

test("two users whose one phone is cut off and reconnects see the same messages, each once", async () => {
  const { desk, phone } = await openBoth();
  await sendMessage(desk, "The **storm** is near");
  await messageList(phone).getByText("storm").waitFor();
  await messageField(phone).pressSequentially("I see it");
  await desk.getByText(/is typing…/).waitFor();
  await messageField(phone).press("Enter");
  await messageList(desk).getByText("I see it").waitFor();

  await phone.context().setOffline(true);
  await sendMessage(phone, "Sent while away, first");
  await sendMessage(phone, "Sent while away, second");
  await phone.getByText("Waiting to be sent").first().waitFor();
  await sendMessage(desk, "Written meanwhile");
  await messageList(desk).getByText("Written meanwhile").waitFor();
  await phone.context().setOffline(false);
  await messageList(desk).getByText("Sent while away, second").waitFor();
  await messageList(phone).getByText("Written meanwhile").waitFor();
  await phone.getByText("Waiting to be sent").first().waitFor({ state: "detached" });
  const expected = [
    "The storm is near",
    "I see it",
    "Written meanwhile",
    "Sent while away, first",
    "Sent while away, second",
  ];
  expect(await textsOf(desk)).toEqual(expected);
  expect(await textsOf(phone)).toEqual(expected);
  for (const each of [desk, phone]) expect(await findBarriers(each)).toEqual([]);
  const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
  expect(await phone.evaluate(isTooWide)).toBe(false);
});

test("reactions, replies, edits, pins and deletions of messages appear on the other user's page without a reload", async () => {
  const { desk, phone } = await openBoth();
  await sendMessage(desk, "Cut at noon");
  await findRow(phone, "Cut at noon").waitFor();
  await findRow(phone, "Cut at noon").hover();
  await findRow(phone, "Cut at noon").getByRole("button", { name: "Add reaction" }).click();
  await phone.getByRole("searchbox", { name: "Search emoji" }).fill("clapper");
  await phone.keyboard.press("Enter");
  await findRow(desk, "Cut at noon").getByRole("button", { name: /^🎬/u }).waitFor();

  await findRow(phone, "Cut at noon").hover();
  await findRow(phone, "Cut at noon").getByRole("button", { name: "Reply" }).click();
  await sendMessage(phone, "Which noon?");
  await findRow(desk, "Which noon?")
    .getByRole("button", { name: /Cut at noon/ })
    .waitFor();

  await messageField(desk).press("ArrowUp");
  await desk.getByRole("textbox", { name: "Edit your message" }).fill("Cut at noon, ours");
  await desk.keyboard.press("Enter");
  await findRow(phone, "Cut at noon, ours").getByText("edited").first().waitFor();

  await chooseAction(desk, "Which noon?", "Pin");
  await findRow(phone, "Which noon?").getByText("Pinned by").waitFor();
  await chooseAction(phone, "Which noon?", "Delete");
  await phone.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await desk.getByText("This message was deleted").first().waitFor();
});

test("unread messages are counted on the icon and in the title until they are read in the window", async () => {
  const { owner, friend } = people;
  const page = await openPage(browser.context, owner, "/videos");
  await page.getByRole("button", { name: "Chat", exact: true }).waitFor();
  const room = await friend.call(routes.createChatRoom, { body: { users: [owner.username] } });
  for (const content of ["One", "Two"])
    await friend.call(routes.createChatMessage, { params: { roomId: room.uuid }, body: { content } });
  await page.getByRole("button", { name: "Chat: 2 unread messages" }).click();
  await expect.poll(() => page.title()).toMatch(/^\(2\) /);
  const window = page.getByRole("region", { name: /^Chat/ });
  await window.getByRole("button", { name: new RegExp(friend.username) }).click();
  await window.getByText("Two", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Chat", exact: true }).waitFor();
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
});

test("a file sent as a reply is found by its words, and marked as read in both browsers of a user", async () => {
  const { owner, friend } = people;
  const { uuid } = await owner.call(routes.createChatRoom, {
    body: { roomName: "Storm", users: [friend.username] },
  });
  const first = await openPage(browser.context, owner, "/videos");
  const second = await openPage(await browser.newContext(), owner, "/videos");
  const unread = (page: Page, count: string) =>
    page.getByRole("button", { name: `Chat: ${count}`, exact: true }).waitFor();
  for (const page of [first, second]) await page.getByRole("button", { name: "Chat", exact: true }).waitFor();
  const phone = await openPage(await browser.newContext(), friend, `/chat/custom/${uuid}`);
  await phone.setViewportSize(PHONE_VIEWPORT);
  await sendMessage(phone, "The harbour at dawn");
  await findRow(phone, "The harbour at dawn").waitFor();
  await findRow(phone, "The harbour at dawn").hover();
  await findRow(phone, "The harbour at dawn").getByRole("button", { name: "Reply" }).click();
  await phone
    .locator("input[type=file]")
    .setInputFiles([{ name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n") }]);
  await messageField(phone).fill("These are the tides");
  await phone.getByRole("button", { name: "Send", exact: true }).click();
  for (const page of [first, second]) await unread(page, "2 unread messages");

  // The user read the message in one browser, so it also counts as read in the user's other browser.
  const desk = await openPage(browser.context, owner, `/chat/custom/${uuid}`);
  await findRow(desk, "These are the tides").getByRole("link", { name: "Download notes.pdf" }).waitFor();
  await findRow(desk, "These are the tides")
    .getByRole("button", { name: /The harbour at dawn/ })
    .waitFor();
  await second.getByRole("button", { name: "Chat", exact: true }).waitFor();
  await expect.poll(() => second.title()).not.toMatch(/^\(/);

  await desk.getByRole("searchbox", { name: "Search conversations" }).fill("tides");
  await desk.getByText("Messages", { exact: true }).click();
  const found = desk.getByRole("navigation", { name: "Conversations" });
  await found.getByRole("button", { name: /These are the tides/ }).click();
  await desk.waitForURL(/message=/);
  await findRow(desk, "These are the tides").waitFor();
  expect(await findBarriers(desk)).toEqual([]);
});

test("the chat window pops out with its open room and draft, while the page shows another room", async () => {
  const { owner, friend } = people;
  const create = async (roomName: string) =>
    (await owner.call(routes.createChatRoom, { body: { roomName, users: [friend.username] } })).uuid;
  const [storm, calm] = [await create("Storm"), await create("Calm")];
  const page = await openPage(browser.context, owner, "/videos");
  await page.getByRole("banner").waitFor();
  await page.getByRole("button", { name: "Chat", exact: true }).click();
  const window = page.getByRole("region", { name: "Chat", exact: true });
  await window.getByRole("button", { name: /^.*Storm/ }).click();
  await messageField(page).fill("Half a thought");

  const opened = page.waitForEvent("popup");
  await window.getByRole("button", { name: "Open Chat in a separate window" }).click();
  const popup = await opened;
  await window.waitFor({ state: "detached" });
  expect(new URL(popup.url()).hash).toBe(`#/chat/custom/${storm}`);
  await expect.poll(() => messageField(popup).inputValue()).toBe("Half a thought");
  expect(await popup.getByRole("banner").count()).toBe(0);
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([1_200, 750]);

  // The page and the popup each write in their own room at the same time.
  await page.evaluate((room) => {
    location.hash = `/chat/custom/${room}`;
  }, calm);
  const other = page.getByRole("textbox", { name: "Message to Calm" });
  await other.fill("No wind");
  expect(await page.getByRole("banner").count()).toBe(0);
  await messageField(popup).press("End");
  await messageField(popup).pressSequentially(", and its end");
  await expect.poll(() => other.inputValue()).toBe("No wind");
  await messageField(popup).press("Enter");
  await findRow(popup, "Half a thought, and its end").waitFor();
  await other.press("Enter");
  await findRow(page, "No wind").waitFor();
  const contents = async (id: string) =>
    (await friend.call(routes.listChatMessages, { params: { id }, query: {} })).messages.map(
      ({ content }) => content,
    );
  await expect.poll(() => contents(storm)).toEqual(["Half a thought, and its end"]);
  await expect.poll(() => contents(calm)).toEqual(["No wind"]);
});
