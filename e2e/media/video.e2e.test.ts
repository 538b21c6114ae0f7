import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { useAdministrator } from "../support/tenants.ts";
import { findButton, sectionOf, useVideoPage } from "../support/video-page.ts";

const videoPage = useVideoPage();
const { addVideo, read, open } = videoPage;

test("another user's change is reported, and typed text stays until it is saved again", async () => {
  const uuid = await addVideo("Contested");
  const page = await open(uuid, { section: "intro" });
  await page.getByRole("button", { name: "Edit: Title" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Mine");
  await findButton(page, "Intro message", "Write a message").click();
  const intro = sectionOf(page, "Intro message");
  await intro.getByRole("textbox", { name: /^Message/ }).fill("My words");
  const theirs = { title: "Theirs", introModal: { title: "Their title", text: "Their words", button: "" } };
  await videoPage.manager.call(routes.updateVideo, { params: { id: uuid }, body: theirs });
  await intro.getByText("Someone else made changes").waitFor();
  expect(await intro.getByRole("textbox", { name: /^Title/ }).inputValue()).toBe("Their title");
  expect(await intro.getByRole("textbox", { name: /^Message/ }).inputValue()).toBe("My words");
  expect(await page.getByRole("textbox", { name: "Title", exact: true }).inputValue()).toBe("Mine");
  await intro.getByRole("button", { name: "Save" }).click();
  await intro.getByRole("button", { name: "Remove message" }).waitFor();
  await page.getByRole("button", { name: "Use this value" }).click();
  expect(await page.getByRole("textbox", { name: "Title", exact: true }).inputValue()).toBe("Theirs");
  expect((await read(uuid)).introModal).toEqual({ title: "Their title", text: "My words", button: "" });
});

test("a video is deleted and restored at once; a missing one causes an error", async () => {
  const uuid = await addVideo("Taken back");
  const page = await open(uuid);
  await page.getByRole("button", { name: "Actions for Taken back" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Video moved to the trash").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("“Taken back” restored").waitFor();
  expect((await read(uuid)).uuid).toBe(uuid);
  await page.goto(`${useAdministrator().apiUrl}/#/player/00000000-0000-4000-8000-000000000000`);
  await page.getByRole("heading", { name: "This video no longer exists." }).waitFor();
});

test("a late section neither moves the page under a pressed pointer nor steals the focus while typing", async () => {
  const { uuid } = await videoPage.manager.call(routes.createVideo, {
    body: { type: "vod", title: "Opened early" } as never,
  });
  const page = await open(uuid);
  const pencil = page.getByRole("button", { name: "Edit: Title" });
  await pencil.hover();
  const scripts = Promise.withResolvers<void>();
  await page.route("**/appearance-tab-*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.evaluate(() => {
    location.hash += "?section=intro";
  });
  await page.getByRole("tab", { name: "Appearance", selected: true }).waitFor();
  await page.mouse.down();
  scripts.resolve();
  await sectionOf(page, "Intro message").waitFor();
  await page.mouse.up();
  await page.getByRole("textbox", { name: "Title" }).waitFor();
  await page.keyboard.type("!");
  expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Opened early!");
});
