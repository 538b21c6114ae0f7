import { routes } from "@shoal/contract";
import { eventually, publish } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findBarriers, openAs } from "../../harness/people.ts";
import { addTenant, useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();

const selectionIn = (page: Page) =>
  page.evaluate(() => {
    const { selectionStart, selectionEnd, value } = document.activeElement as HTMLInputElement;
    return value.slice(selectionStart ?? 0, selectionEnd ?? 0);
  });

test("a new live is kept by default, gets a dated title, shows its link, and reports a stopped encoder as its end, not a loss", async () => {
  const { user } = await addTenant(["editor"]);
  await browser.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await openAs(browser.context, useAdministrator(), { person: user, path: "/videoupload/live" });
  await page.setViewportSize({ width: 1440, height: 900 });
  const window = page.getByRole("region", { name: "New Live - 1" });
  expect(await window.getByRole("switch", { name: "Keep live" }).isChecked()).toBe(true);
  const title = window.getByRole("textbox", { name: "Title" });
  const suggested = await title.inputValue();
  expect(suggested).toMatch(/^Live_[0-9a-f]{32}$/);
  await title.click();
  await expect.poll(() => selectionIn(page)).toBe(suggested);
  await window.getByText("Viewers see this title.").waitFor();
  await window.getByRole("button", { name: /^Use “Live of \d{1,2} \w+, \d\d:\d\d”$/ }).click();
  await expect.poll(() => title.inputValue()).toMatch(/^Live of /);
  const named = await title.inputValue();
  expect(await findBarriers(page)).toEqual([]);
  await window.getByRole("button", { name: "Create live" }).click();
  await page
    .getByRole("dialog", { name: "Live created" })
    .getByRole("button", { name: "Close" })
    .last()
    .click();
  await window.getByText("Waiting for your encoder").waitFor();
  const bar = await page.getByRole("banner").first().boundingBox();
  const box = await window.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));

  const [live] = (await user.call(routes.listVideos, { query: { page: 1 } }))._embedded;
  expect(live).toMatchObject({ title: named, keepLive: true });
  const link = window.getByRole("textbox", { name: "Share link" });
  expect(await link.inputValue()).toContain(live?.uuid);
  await window.getByRole("button", { name: "Copy" }).first().click();
  const copied = page.getByRole("dialog", { name: "Copied" });
  await copied.getByText("direct link copied").waitFor();
  await copied.waitFor({ state: "detached" });

  const id = { params: { id: live?.uuid ?? "" } };
  const { url, streamKey } = await user.call(routes.getStreamKey, id);
  const publisher = publish(`${url}/${streamKey}`, { seconds: 6, isLive: true });
  await window.getByText("Live", { exact: true }).waitFor();
  await publisher.ended;
  await window.getByText("Encoder stopped").waitFor();
  await eventually(async () =>
    expect(await user.call(routes.getVideo, id)).toMatchObject({
      live: { state: "lost", isSignedOff: true },
    }),
  );
  await page.getByRole("article", { name: named }).getByText("Live ending").waitFor();
});
