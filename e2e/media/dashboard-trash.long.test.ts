import { routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openAccount, uploadFile, waitForVideo } from "../../harness/account.ts";
import { findBarriers, openAs, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { useBrowser } from "../support/test-browser.ts";

let platform: TestPlatform;
const browser = useBrowser();
let account: Account;
let person: Person;

beforeAll(async () => {
  platform = await startTestPlatform();
  account = await openAccount(platform);
  person = { username: "admin", ...account };
});
afterAll(() => platform?.close());

/** Adds a video and moves it to the trash. */
async function addDeleted(title: string): Promise<string> {
  const id = await uploadFile(account, title, Buffer.from("This is no video."));
  await waitForVideo(account, id, ({ error }) => error);
  await account.call(routes.deleteVideo, { params: { id } });
  return id;
}

test.each([
  ["EN", "Trash", "The trash is empty", "Delete for good"],
  ["FR", "Corbeille", "La corbeille est vide", "Supprimer définitivement"],
] as const)(
  "in %s the trash has no barriers, whether it is empty or not",
  async (language, title, empty, purge) => {
    const page = await openAs(browser.context, account, { person, path: "/trash", language });
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    await page.getByText(empty).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await addDeleted(`Shore ${language}`);
    await page.reload();
    await page.getByRole("button", { name: `${purge}: Shore ${language}` }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(`Shore ${language}`).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole("button", { name: purge }).click();
    await page.getByText(empty).waitFor();
    const { _size } = await account.call(routes.listTrash, { query: {} });
    expect(_size).toBe(0);
  },
);

test("a restored video is in the library again", async () => {
  const uuid = await addDeleted("Found again");
  expect((await account.call(routes.listVideos, { query: {} }))._size).toBe(0);
  const page = await openAs(browser.context, account, { person, path: "/trash" });
  await page.getByRole("button", { name: "Restore: Found again" }).click();
  await page.getByText("The trash is empty").waitFor();
  await page.getByRole("link", { name: "VIDEOS" }).click();
  await page.getByText("Found again").first().waitFor();
  expect((await account.call(routes.getVideo, { params: { id: uuid } })).uuid).toBe(uuid);
});
