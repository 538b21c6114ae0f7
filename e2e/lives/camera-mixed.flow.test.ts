import { expect, test } from "vitest";
import { expectDirect, findRunning, useDirectPages, viewersWith } from "../support/direct-pages.ts";
import { addTenant } from "../support/tenants.ts";

const { openDashboard, watch } = useDirectPages();

test("a mixed live is also recorded, and its first viewers watch without delay", async () => {
  const { user } = await addTenant(["editor"]);
  const page = await openDashboard(user, "/capture?title=Both");
  await page.getByRole("button", { name: "Turn on camera" }).click();
  await page.getByLabel("Mixed").check();
  await page.getByRole("button", { name: "Start live" }).click();
  const live = await findRunning(user);
  expect(live).toMatchObject({ directStream: "middle", manifest: { hls: expect.any(String) } });
  const viewer = await watch(live?.embedUrl);
  await page.getByText(viewersWith(1)).waitFor();
  await expectDirect(viewer);
  await page.getByRole("button", { name: "Stop live" }).click();
  await page.getByRole("dialog", { name: "Live finished" }).waitFor();
});
