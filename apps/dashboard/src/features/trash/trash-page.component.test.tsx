import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { sampleVideo } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { TrashPage } from "./trash-page.tsx";

cleanAfterEach();

const SAMPLE_TIME = "2026-03-04T05:06:07.000Z";

/** Simulates that another tab empties the trash: the next request finds nothing. */
function openStale() {
  let isStale = true;
  answer(routes.listTrash, () => {
    const _embedded = isStale ? [{ video: sampleVideo(), deletedAt: SAMPLE_TIME, purgeAt: SAMPLE_TIME }] : [];
    isStale = false;
    return { _embedded, _size: _embedded.length } as never;
  });
  show(<TrashPage />);
}

const goneNotice = () => page.getByText("“Herring” is no longer in the trash");

test("restoring a video that is no longer in the trash reports that and updates the list", async () => {
  openStale();
  refuse(routes.restoreFromTrash, new Refusal("video_not_found"));
  await page.getByRole("button", { name: "Restore: Herring" }).click();
  await expect.element(goneNotice()).toBeVisible();
  await expect.element(page.getByText("The trash is empty")).toBeVisible();
});

test("deleting a video that is no longer in the trash reports that and updates the list", async () => {
  openStale();
  refuse(routes.deleteFromTrash, new Refusal("video_not_found"));
  await page.getByRole("button", { name: "Delete for good: Herring" }).click();
  const question = page.getByRole("dialog", { name: "Delete this video for good?" });
  await question.getByRole("button", { name: "Delete for good" }).click();
  await expect.element(goneNotice()).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByText("The trash is empty")).toBeVisible();
});
