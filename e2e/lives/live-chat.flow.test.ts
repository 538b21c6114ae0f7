import { routes, type VideoView } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openAs } from "../../harness/people.ts";
import { archivesOf, beginPublishing } from "../support/lives.ts";
import { addTenant, useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();

/** Opens a viewer in a separate browser, with the chat next to the video. */
async function openViewer(embedUrl: string, name?: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(embedUrl);
  if (name) await page.getByRole("textbox", { name: "Your nickname" }).fill(name);
  return page;
}
const linesOf = (page: Page) => page.getByRole("list", { name: "Chat" });
async function writeMessage(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message", exact: true }).fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

test("viewers write beside a live, a held message waits for a moderator, and the recording replays the chat at the right times", async () => {
  const { user } = await addTenant(["editor"]);
  const { uuid } = await user.call(routes.createVideo, {
    body: { title: "Harbour", type: "live", keepLive: true } as never,
  });
  const id = { params: { id: uuid } };
  await user.call(routes.setLiveChat, { ...id, body: { isOn: true, heldWords: ["tickets"] } });
  beginPublishing(await user.call(routes.getStreamKey, id));
  const live = await eventually(async () => {
    const view = await user.call(routes.getVideo, id);
    expect(view.live?.state).toBe("live");
    return view;
  });
  const ana = await openViewer(`${live.embedUrl}?autoplay=1&muted=1`, "Ana");
  const ben = await openViewer(live.embedUrl, "Ben");

  await writeMessage(ana, "Good evening <b>all</b>");
  await linesOf(ben).getByText("Good evening <b>all</b>").waitFor();
  await writeMessage(ben, "Buy tickets here");
  await linesOf(ben).getByText("Waiting for a moderator").waitFor();
  expect(await linesOf(ana).getByText("Buy tickets here").count()).toBe(0);

  const moderator = await openAs(browser.context, useAdministrator(), {
    person: user,
    path: `/chatLive/${uuid}`,
  });
  await moderator.getByText("Needs review").waitFor();
  // The message's author still sees that it is pending.
  expect(await linesOf(ben).getByText("Waiting for a moderator").count()).toBe(1);
  await moderator.getByRole("heading", { name: "Harbour", level: 1 }).waitFor();
  await moderator.getByText("Live running").waitFor();
  expect(await moderator.getByRole("link", { name: "Back to live" }).getAttribute("href")).toBe(
    `#/player/${uuid}`,
  );
  await moderator
    .getByRole("group", { name: "Held message from Ben" })
    .getByRole("button", { name: "Show" })
    .click();
  await linesOf(ana).getByText("Buy tickets here").waitFor();
  await linesOf(ben).getByText("Waiting for a moderator").waitFor({ state: "detached" });

  await moderator.getByRole("button", { name: "Actions for the message from Ben" }).click();
  await moderator.getByRole("menuitem", { name: "Ban and delete their messages" }).click();
  await linesOf(ana).getByText("Buy tickets here").waitFor({ state: "detached" });
  expect(await ana.locator(".chat-spoken").textContent()).not.toContain("Buy tickets here");
  await writeMessage(ben, "Once more");
  await ben.getByText("You can no longer write in this chat.").waitFor();

  await user.call(routes.stopEncoding, id);
  await moderator.getByText(/^The live is over\. Viewers can write until \d\d:\d\d\.$/).waitFor();
  await moderator.getByText("Live stopped").waitFor();
  await ana.getByText("The live is over. You can write for a few more minutes.").waitFor();
  const archive = await eventually(async () => {
    const archives = await archivesOf(user.call, uuid);
    expect(archives).toMatchObject([{ playable: true }]);
    return archives[0] as VideoView;
  });
  const later = await openViewer(`${archive.embedUrl}?autoplay=1&muted=1`);
  await linesOf(later).getByText("Good evening <b>all</b>").waitFor();
  expect(await linesOf(later).getByText("Buy tickets here").count()).toBe(0);
  await later.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await linesOf(later)
    .getByRole("button", { name: /^Copy link to / })
    .first()
    .click();
  await linesOf(later).getByText("Copied").waitFor();
  expect(await later.evaluate(() => navigator.clipboard.readText())).toMatch(/\/embed\/.+[?&]t=\d+$/);
});
