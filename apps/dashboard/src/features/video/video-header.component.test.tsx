import type { VideoView } from "@shoal/contract";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { UnsavedChanges } from "../../components/ui/form/unsaved-changes.tsx";
import { sampleVideo } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { useVideoTabs } from "./tabs/video-tabs.tsx";
import { VideoHeader } from "./video-header.tsx";

cleanAfterEach();
afterEach(() => page.viewport(1_280, 800));

function HeaderOnPage({ video }: { video: VideoView }) {
  return (
    <UnsavedChanges>
      <VideoHeader video={video} tabs={useVideoTabs(video)} />
    </UnsavedChanges>
  );
}

test("on a phone, a long title uses the width of the page and two lines, with the actions below it", async () => {
  await page.viewport(390, 844);
  const title = "The harbour at night, seen from the lighthouse: second cut with the new ending and titles";
  show(<HeaderOnPage video={sampleVideo({ title })} />);
  const heading = page.getByRole("heading", { name: title });
  await expect.element(heading).toBeVisible();
  const box = heading.element().getBoundingClientRect();
  const rowPx = Number.parseFloat(getComputedStyle(heading.element()).lineHeight);
  expect(box.width).toBeGreaterThan(280);
  expect(Math.round(box.height / rowPx)).toBe(2);
  const share = page.getByRole("link", { name: "Share" }).element().getBoundingClientRect();
  expect(share.top).toBeGreaterThanOrEqual(box.bottom);
});
