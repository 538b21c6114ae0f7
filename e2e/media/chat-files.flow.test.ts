import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findBarriers, openAs } from "../../harness/people.ts";
import { useProjectPeople } from "../support/reviewed-film.ts";
import { useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser({ hasDevices: true });
const people = useProjectPeople();

/** Opens a room in the browsers of both users. */
async function openBoth(): Promise<{ desk: Page; other: Page }> {
  const { owner, friend } = people;
  const { uuid } = await owner.call(routes.createChatRoom, {
    body: { roomName: "Rushes", users: [friend.username] },
  });
  const path = `/chat/custom/${uuid}`;
  const desk = await openAs(browser.context, useAdministrator(), { person: owner, path });
  const other = await openAs(await browser.newContext(), useAdministrator(), { person: friend, path });
  for (const page of [desk, other]) await page.getByRole("textbox", { name: "Message to Rushes" }).waitFor();
  return { desk, other };
}

const clickButton = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const widthOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((image) => (image as HTMLImageElement).naturalWidth);

test("pictures and a PDF are sent and opened by the recipient, and files of other kinds are refused by name", async () => {
  const { desk, other } = await openBoth();
  const buffer = await desk.screenshot();
  await desk.locator("input[type=file]").setInputFiles([
    { name: "first.png", mimeType: "image/png", buffer },
    { name: "second.png", mimeType: "image/png", buffer },
    { name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n") },
    { name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") },
  ]);
  await desk.getByText("logo.svg cannot be sent").waitFor();
  await desk.getByRole("textbox", { name: "Message to Rushes" }).fill("Both frames");
  expect(await findBarriers(desk)).toEqual([]);
  await clickButton(desk, "Send");

  await other.getByRole("link", { name: "Download notes.pdf" }).waitFor();
  await eventually(async () => (await widthOf(other, "button[aria-label='Open first.png'] img")) > 0, {
    what: "a thumbnail",
  });
  expect(await other.locator("article", { hasText: "Both frames" }).count()).toBe(1);
  await clickButton(other, "Open first.png");
  const dialog = other.getByRole("dialog", { name: "Attached pictures" });
  await dialog.getByText("1 of 2").waitFor();
  await other.keyboard.press("ArrowRight");
  await eventually(async () => (await widthOf(other, "img[alt='second.png']")) === 1440, {
    what: "the large picture",
  });
  expect(await findBarriers(other)).toEqual([]);
  const [saved] = await Promise.all([other.waitForEvent("download"), clickButton(other, "Download")]);
  expect(saved.suggestedFilename()).toBe("second.png");
});

test("an audio message is recorded and sent, and the recipient can play it from any position", async () => {
  const { desk, other } = await openBoth();
  await clickButton(desk, "Record audio message");
  await desk.getByText(/^0:0[2-9] \/ 10:00$/).waitFor();
  await clickButton(desk, "Stop recording");
  expect(await findBarriers(desk)).toEqual([]);
  await clickButton(desk, "Play");
  await clickButton(desk, "Send audio message");

  const message = other.getByRole("group", { name: "Audio message" });
  await message.waitFor();
  expect(await findBarriers(other)).toEqual([]);
  await message.getByRole("slider", { name: "Position" }).press("ArrowRight");
  await message.getByRole("button", { name: "Play" }).click();
  const audio = message.locator("audio");
  await eventually(
    async () => (await audio.evaluate((sound) => (sound as HTMLAudioElement).currentTime)) > 1,
    {
      what: "sound behind its first second",
    },
  );
  // Once it has been played, the audio message returns to its start.
  await message.getByRole("button", { name: "Play" }).waitFor();
  expect(await audio.evaluate((sound) => (sound as HTMLAudioElement).error)).toBe(null);
});
