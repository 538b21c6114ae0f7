import type { VersionVideo, VersionView } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { VersionState } from "./version-state.tsx";

cleanAfterEach();

const VERSION_VIDEO = {
  state: "playable",
  encodingPercent: 100,
  uploadingPercent: 100,
  isLocked: false,
  isReplaced: false,
} as VersionVideo;

const showState = (own: Partial<VersionVideo>) =>
  show(
    <>
      <VersionState version={{ number: 2, video: { ...VERSION_VIDEO, ...own } } as VersionView} />
      <p>The end of the page</p>
    </>,
  );

test.each<[string, Partial<VersionVideo>, string]>([
  ["is prepared", { state: "preparing", encodingPercent: 40 }, "The video is being prepared."],
  ["failed", { state: "failed" }, "The video could not be prepared."],
  ["is in the trash", { state: "trashed" }, "The video of this version is in the trash."],
  ["was deleted", { state: "deleted" }, "The video of this version was deleted."],
  ["plays while the rest is encoded", { encodingPercent: 40 }, "40%"],
  ["was replaced", { isReplaced: true }, "The file of this video was replaced after this version"],
  ["is locked for viewers", { isLocked: true }, "This video has a password"],
])("a version whose video %s shows a notice", async (_, video, words) => {
  showState(video);
  await expect.element(page.getByText(words, { exact: false })).toBeVisible();
});

test("the progress of preparing a video is shown", async () => {
  showState({ state: "preparing", encodingPercent: 40, uploadingPercent: 0 });
  const progress = page.getByRole("progressbar");
  await expect.element(progress).toHaveAttribute("aria-valuenow", "40");
});

test("a version that can be played shows no notice", async () => {
  showState({});
  await expect.element(page.getByText("The end of the page")).toBeVisible();
  expect(document.querySelector("[role=alert], [role=progressbar]")).toBeNull();
});
