import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../../testing/fake-api.ts";
import { sampleVideo } from "../../../testing/samples.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { DerivedVideos } from "./children.tsx";

cleanAfterEach();

test("cuts that failed to load can be reloaded", async () => {
  refuse(routes.listVideos, new Refusal("internal_error"));
  show(<DerivedVideos video={sampleVideo()} count={1} empty="None" failed="The cuts could not be loaded" />);
  await expect.element(page.getByText("The cuts could not be loaded")).toBeVisible();
  answer(routes.listVideos, () => ({ _embedded: [sampleVideo({ uuid: "cut", title: "A cut" })], _size: 1 }));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("link", { name: "A cut" })).toBeVisible();
});
