import { expect, test } from "vitest";
import { expectDirect, findRunning, useDirectPages, viewersWith } from "../support/direct-pages.ts";
import { addTenant } from "../support/tenants.ts";
import { toggleControl } from "../support/toggle.ts";

const { openDashboard, watch } = useDirectPages();

test("a live without delay from the dashboard is watched directly from the publishing page, and its room has a page", async () => {
  const { user } = await addTenant(["editor"]);
  const page = await openDashboard(user, "/directstream?title=From+the+pier");
  await page.getByRole("button", { name: "Turn on camera" }).click();
  await toggleControl(page.getByRole("switch", { name: "Keep live" }));
  expect(await page.getByLabel("Allow rewinding").isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Start live" }).click();
  await page.getByText(viewersWith(0)).waitFor();
  const live = await findRunning(user);
  expect(live).toMatchObject({ title: "From the pier", directStream: "no", seekLive: false });

  const viewer = await watch(live?.embedUrl);
  await page.getByText(viewersWith(1)).waitFor();
  await expectDirect(viewer);

  const rooms = await openDashboard(user, "/delivery");
  await rooms.getByRole("link", { name: "From the pier" }).click();
  await rooms.getByRole("heading", { level: 1, name: "From the pier" }).waitFor();
  await rooms.getByText("Viewers with the link can watch now.").waitFor();

  await viewer.close();
  await page.getByText(viewersWith(0)).waitFor();
  await page.getByRole("button", { name: "Stop live" }).click();
  await page.getByRole("dialog", { name: "Live finished" }).waitFor();
  await rooms.getByText("No camera at the moment.").waitFor();
});
