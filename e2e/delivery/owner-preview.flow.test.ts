import { routes } from "@shoal/contract";
import { expect, inject, test } from "vitest";
import { useVideoPage, waitForPreview } from "../support/video-page.ts";

const videoPage = useVideoPage();

test("the owner watches a blocked video in the dashboard, sees what viewers get, and is not counted as a view", async () => {
  const uuid = await videoPage.addVideo("For a shop");
  const named = { params: { id: uuid } };
  const { revision } = await videoPage.manager.call(routes.getVideoRules, named);
  await videoPage.manager.call(routes.updateVideoRules, {
    ...named,
    body: { revision, rules: { authorizedWebsites: ["shop.example"] } },
  });
  const { edgeUrl } = inject("platform");
  const playAsViewer = () => fetch(`${edgeUrl}/play/${uuid}`, { method: "POST", body: "{}" });
  await expect.poll(async () => (await playAsViewer()).status).toBe(403);
  const page = await videoPage.open(uuid);
  const beacons: string[] = [];
  page.context().on("request", (request) => {
    if (request.url().includes("/beacons")) beacons.push(request.url());
  });
  await waitForPreview(page);
  const player = page.frameLocator("iframe");
  await player.getByRole("button", { name: "Play", exact: true }).first().click();
  await player.locator("[data-state=playing]").waitFor();
  await player.getByText("Preview. Viewers see: blocked (website) · on an allowed page: the video").waitFor();
  // A player sends its last measurements when its page unloads.
  await page.goto("about:blank");
  expect(beacons).toEqual([]);
});
