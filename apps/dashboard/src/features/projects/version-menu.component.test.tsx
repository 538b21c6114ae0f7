import type { VersionView } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { VersionMenu } from "./version-menu.tsx";

cleanAfterEach();

const PROJECT = { uuid: "7f1c2b34-0000-4000-8000-000000000001" };
const version = (number: number) =>
  ({ number, isCurrent: number === 3, video: { title: `Cut ${number}` } }) as VersionView;

test("the header names the current version and links to the others", async () => {
  show(<VersionMenu project={PROJECT} versions={[3, 2, 1].map(version)} shown={2} />);
  await page.getByRole("button", { name: "Version 2" }).click();
  const items = page.getByRole("menuitem").elements();
  expect(items.map((item) => [item.textContent, item.getAttribute("aria-current")])).toEqual([
    ["Version 3Cut 3Current", null],
    ["Version 2Cut 2", "page"],
    ["Version 1Cut 1", null],
  ]);
  expect(items[2]?.getAttribute("href")).toContain(`/vireed/${PROJECT.uuid}/1`);
});

test("a project with one version has no menu of versions", async () => {
  show(<VersionMenu project={PROJECT} versions={[version(1)]} shown={1} />);
  await expect.element(page.getByText("Version 1")).toBeVisible();
  expect(page.getByRole("button").elements()).toHaveLength(0);
});
