import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer, Refusal, refuse } from "../../../testing/fake-api.ts";
import { sampleUser, sampleVideo } from "../../../testing/samples.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { OpenedMenu } from "./opened-menu.tsx";

cleanAfterEach();

const video = sampleVideo();
const menuEntry = (name: string) => page.getByRole("menuitem", { name, exact: true });
const dialog = () => page.getByRole("dialog");
const menuTexts = () =>
  page
    .getByRole("menuitem")
    .elements()
    .map(({ textContent }) => textContent);

test("the menu offers only the actions that the user may perform on the video", async () => {
  show(<OpenedMenu video={video} />, { user: sampleUser({ roles: [] }) });
  await expect.element(menuEntry("Copy direct link")).toBeVisible();
  expect(menuTexts()).toEqual(["Copy iframe code", "Copy direct link"]);
});

test("restart of an archive is disabled, and the keyboard reaches the entry with the reason", async () => {
  const sent = answer(routes.restartEncoding, () => ({}) as never);
  show(<OpenedMenu video={sampleVideo({ sourcePath: "archive" })} />);
  const restart = page.getByRole("menuitem", { name: /^Restart encoding/ });
  await expect.element(restart).toHaveAttribute("aria-disabled", "true");
  await expect.element(restart.getByText("Recordings and cut versions are never re-encoded")).toBeVisible();
  (menuEntry("Copy iframe code").element() as HTMLElement).focus();
  for (const _ of menuTexts()) {
    if (document.activeElement === restart.element()) break;
    await userEvent.keyboard("{ArrowDown}");
  }
  await expect.element(restart).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(restart).toBeVisible();
  expect(dialog().query()).toBeNull();
  expect(sent).toEqual([]);
});

test("a failed deletion shows the reason in its dialog, which stays open", async () => {
  refuse(routes.deleteVideo, new Refusal("unavailable"));
  show(<OpenedMenu video={video} />);
  await menuEntry("Delete").click();
  await dialog().getByRole("button", { name: "Delete" }).click();
  await expect.element(dialog().getByRole("alert")).toBeVisible();
  await expect.element(dialog().getByRole("button", { name: "Delete" })).toBeEnabled();
});
