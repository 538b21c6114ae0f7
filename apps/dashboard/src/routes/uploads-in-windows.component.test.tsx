import { routes } from "@shoal/contract";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { useWindows, windows } from "../components/ui/windows/windows.ts";
import { uploads } from "../features/uploads/uploads.ts";
import { answer } from "../testing/fake-api.ts";
import { cleanAfterEach, show } from "../testing/show.tsx";
import { useUploadsInWindows } from "./uploads-in-windows.ts";

cleanAfterEach();
afterEach(() => uploads.abandon());

const isOpen = () => page.getByText("The window is open");

function Uploads() {
  useUploadsInWindows();
  return useWindows().length > 0 && <p>The window is open</p>;
}

/** Uploads a complete file while the page is at the given path. */
async function uploadFile(path: string) {
  // Without XMLHttpRequest, chunks are sent by `fetch`, to which the test responds.
  vi.stubGlobal("XMLHttpRequest", undefined);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    windows.closeAll();
  });
  answer(routes.findUploads, () => []);
  answer(routes.createVideos, () => [
    { video: { uuid: "video-1", title: "harbour", originalname: "harbour.mp4" } },
  ]);
  answer(routes.updateVideo, () => ({}) as never);
  const sent = answer(routes.uploadChunk, () => ({}) as never);
  const { address } = show(<Uploads />, { path });
  await expect.element(isOpen()).toBeVisible();
  uploads.add([new File(["film"], "harbour.mp4", { type: "video/mp4" })]);
  uploads.start({ autoplay: true });
  await expect.poll(() => uploads.snapshot()).toEqual([]);
  expect(sent.length).toBeGreaterThan(0);
  await expect.element(page.getByText("All files uploaded")).toBeVisible();
  return address;
}

test.each([
  ["/videos", "/"],
  ["/newproject", "/newproject"],
  ["/vireed/project-1/2", "/vireed/project-1/2"],
])("the end of the last upload leads from %s to %s", async (path, expected) => {
  windows.open("newVideos");
  const address = await uploadFile(path);
  await expect.element(isOpen()).not.toBeInTheDocument();
  expect(address()).toBe(expected);
});

test("the end of the last upload keeps a window with an address that is not sent yet, and its page", async () => {
  windows.open("newVideos");
  windows.note("newVideos", { isUnsaved: true });
  const address = await uploadFile("/videos");
  await expect.element(isOpen()).toBeVisible();
  expect(address()).toBe("/videos");
});
