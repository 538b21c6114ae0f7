import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../../../testing/fake-api.ts";
import { sampleVideo } from "../../../testing/samples.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { PlaybackSection } from "../appearance/playback-section.tsx";
import { ChaptersSection } from "../chapters/chapters-section.tsx";

cleanAfterEach();

const CHAPTERS = [{ start: 60, title: "Kick-off" }];
const showSections = (keepLive: boolean) => {
  const video = sampleVideo({ type: "live", keepLive, chapters: CHAPTERS });
  show(
    <>
      <PlaybackSection video={video} />
      <ChaptersSection video={video} />
    </>,
  );
  return video;
};
const downloadSwitch = () => page.getByRole("switch", { name: /^Download/ });
const editButton = () => page.getByRole("button", { name: /Edit.*Chapters/ });

test("download and chapters of a live that is kept can be changed, for its recordings", async () => {
  const saved = answer(routes.setDownload, () => ({ ...video, download: true }));
  const video = showSections(true);
  await downloadSwitch().click();
  await expect.poll(() => saved.map(({ body }) => body)).toEqual([{ download: true }]);
  await editButton().click();
  await expect.element(page.getByRole("textbox", { name: "Title of chapter 1" })).toHaveValue("Kick-off");
  // The button is disabled, because the preview shows the live, not a recording.
  await expect
    .element(page.getByRole("button", { name: "Use preview position for chapter 1" }))
    .toBeDisabled();
});

test("download and chapters of a live that is not kept are disabled, with the reason", async () => {
  showSections(false);
  await expect.element(downloadSwitch()).toBeDisabled();
  await expect.element(page.getByText("Kick-off")).toBeVisible();
  expect(page.getByText(/Available once the live is kept/).all()).toHaveLength(2);
  expect(editButton().query()).toBeNull();
  expect(page.getByRole("button", { name: "Import file" }).query()).toBeNull();
});
