import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { expect, test } from "vitest";
import { findRunning, useDirectPages } from "../support/direct-pages.ts";
import { addTenant } from "../support/tenants.ts";

const { openDashboard } = useDirectPages();

test("Back on the camera page asks before it ends the live: Cancel keeps the page, and the confirmation ends the live", async () => {
  const { user } = await addTenant(["editor"]);
  const page = await openDashboard(user, "/capture?title=Quay");
  await page.getByRole("button", { name: "Turn on camera" }).click();
  await page.getByRole("button", { name: "Start live" }).click();
  await page.getByRole("status").getByText("Live", { exact: true }).waitFor();
  const address = page.url();
  expect(address).toMatch(/#\/capture\/[^?]+$/);

  const question = page.getByRole("dialog", { name: "A live/preview is currently running" });
  await page.evaluate(() => history.back());
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "hidden" });
  expect(page.url()).toBe(address);
  await page.getByRole("button", { name: "Stop live" }).waitFor();
  expect(await findRunning(user)).toMatchObject({ title: "Quay", live: { state: "live" } });

  await page.evaluate(() => history.back());
  await question.getByRole("button", { name: "Validate" }).click();
  await question.waitFor({ state: "hidden" });
  await expect.poll(() => page.url()).toMatch(/#\/capture\?title=Quay$/);
  await page.getByRole("button", { name: "Turn on camera" }).waitFor();
  await page.getByRole("dialog", { name: "Live finished" }).waitFor();
  await eventually(async () => {
    const { _embedded: lives } = await user.call(routes.listVideos, { query: { page: 1 } });
    expect(lives).toMatchObject([{ title: "Quay", encodingStatus: "stopped", live: { isOpen: false } }]);
  });
});
