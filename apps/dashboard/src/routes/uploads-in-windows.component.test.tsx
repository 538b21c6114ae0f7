import { routes } from "@shoal/contract";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { windows } from "../components/ui/windows/windows.ts";
import { uploads } from "../features/uploads/uploads.ts";
import { answer } from "../testing/fake-api.ts";
import { cleanAfterEach, show } from "../testing/show.tsx";
import { useUploadsInWindows } from "./uploads-in-windows.ts";

cleanAfterEach();
afterEach(() => uploads.abandon());

function Uploads() {
  useUploadsInWindows();
  return null;
}

test.each([
  ["/videos", "/"],
  ["/newproject", "/newproject"],
  ["/vireed/project-1/2", "/vireed/project-1/2"],
])("the end of the last upload leads from %s to %s", async (path, expected) => {
  // Chunks are sent by fetch, which is answered here.
  vi.stubGlobal("XMLHttpRequest", undefined);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  answer(routes.findUploads, () => []);
  answer(routes.createVideos, () => [
    { video: { uuid: "video-1", title: "harbour", originalname: "harbour.mp4" } },
  ]);
  answer(routes.updateVideo, () => ({}) as never);
  const sent = answer(routes.uploadChunk, () => ({}) as never);
  windows.open("newVideos");
  const { address } = show(<Uploads />, { path });
  uploads.add([new File(["film"], "harbour.mp4", { type: "video/mp4" })]);
  uploads.start({ autoplay: true });
  await expect.poll(() => uploads.snapshot()).toEqual([]);
  expect(sent.length).toBeGreaterThan(0);
  await expect.element(page.getByText("All files are uploaded")).toBeVisible();
  expect(address()).toBe(expected);
});
