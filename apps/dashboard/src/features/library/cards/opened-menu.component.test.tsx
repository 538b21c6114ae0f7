import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Refusal, refuse } from "../../../testing/fake-api.ts";
import { sampleUser, sampleVideo } from "../../../testing/samples.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { OpenedMenu } from "./opened-menu.tsx";

cleanAfterEach();

const video = sampleVideo();
const entry = (name: string) => page.getByRole("menuitem", { name, exact: true });
const dialog = () => page.getByRole("dialog");
const texts = () =>
  page
    .getByRole("menuitem")
    .elements()
    .map(({ textContent }) => textContent);

test("the menu offers only the actions that the user may perform on the video", async () => {
  show(<OpenedMenu video={video} />, { user: sampleUser({ roles: [] }) });
  await expect.element(entry("Copy the direct link")).toBeVisible();
  expect(texts()).toEqual(["Copy the iframe code", "Copy the direct link"]);
});

test("restart of an archive is disabled, with the reason as a hint", async () => {
  show(<OpenedMenu video={sampleVideo({ sourcePath: "archive" })} />);
  await expect.element(entry("Restart encoding")).toBeDisabled();
  await expect
    .element(entry("Restart encoding"))
    .toHaveAttribute("title", "Recordings and cut versions are never re-encoded");
});

test("a failed deletion shows the reason in its dialog, which stays open", async () => {
  refuse(routes.deleteVideo, new Refusal("unavailable"));
  show(<OpenedMenu video={video} />);
  await entry("Delete").click();
  await dialog().getByRole("button", { name: "Delete" }).click();
  await expect.element(dialog().getByRole("alert")).toBeVisible();
  await expect.element(dialog().getByRole("button", { name: "Delete" })).toBeEnabled();
});
