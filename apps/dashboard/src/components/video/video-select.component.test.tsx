import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { VideoSelect } from "./video-select.tsx";

cleanAfterEach();

const showSelect = () =>
  show(<VideoSelect label="Video" placeholder="Find a video" noneFound="No video has this title" />);
const openOptions = () => page.getByPlaceholder("Find a video").click();

test("a search for videos that failed shows the error instead of an empty result", async () => {
  refuse(routes.listVideos, new Refusal("unavailable"));
  showSelect();
  await openOptions();
  await expect.element(page.getByText("The server does not respond. Try again later.")).toBeVisible();
  expect(page.getByText("No video has this title").query()).toBeNull();
});

test("a search without results says that no video was found", async () => {
  answer(routes.listVideos, () => ({ _embedded: [], _size: 0 }) as never);
  showSelect();
  await openOptions();
  await expect.element(page.getByText("No video has this title")).toBeVisible();
});
