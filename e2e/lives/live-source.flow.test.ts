import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { linesOf, violationsOf } from "../../harness/axe.ts";
import { findButton, sectionOf, useVideoPage } from "../support/video-page.ts";

const videoPage = useVideoPage();

test("the source URL of a fetched live can be changed on its page, also on a phone", async () => {
  const { uuid } = await videoPage.manager.call(routes.createVideo, {
    body: {
      title: "Harbour",
      type: "live",
      liveType: "custom",
      url: "rtsp://me:secret@camera.example.org/1",
    } as never,
  });
  const page = await videoPage.open(uuid, { section: "live" });
  await page.setViewportSize({ width: 390, height: 800 });
  const live = sectionOf(page, "Live");
  await live.getByText("Pulled from rtsp://camera.example.org/1").waitFor();
  await findButton(page, "Live", "Change URL").click();
  const field = live.getByLabel("New stream URL");
  await field.fill("camera.example.org");
  await live.getByRole("button", { name: "Save" }).click();
  await live.getByText("Enter a URL that begins with rtmp://").waitFor();
  expect(linesOf(await violationsOf(page, ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]))).toEqual([]);
  await field.fill("rtsp://169.254.169.254/1");
  await live.getByRole("button", { name: "Save" }).click();
  await live.getByText("points to an address that is not allowed").waitFor();
  expect((await videoPage.read(uuid)).sourceUrl).toBe("rtsp://camera.example.org/1");
  await field.fill("rtsp://me:other@camera.example.org/2");
  await live.getByRole("button", { name: "Save" }).click();
  await live.getByText("Pulled from rtsp://camera.example.org/2").waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
});
