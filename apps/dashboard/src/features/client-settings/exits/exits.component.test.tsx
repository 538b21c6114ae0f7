import { type ExitView, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { Exports } from "./exits.tsx";

cleanAfterEach();

const sampleExit = (own: Partial<ExitView> = {}): ExitView => ({
  uuid: "7f1c2b34-0000-4000-8000-000000000001",
  state: "ready",
  fault: null,
  snapshotAt: "2026-03-04T05:06:07.000Z",
  user: "anna",
  fileCount: 40,
  checkedCount: 40,
  sizeBytes: 3_000_000_000,
  missingCount: 0,
  readyAt: "2026-03-04T06:06:07.000Z",
  deletedAt: "2026-03-11T06:06:07.000Z",
  ...own,
});
function openExports(exits: ExitView[]) {
  answer(routes.listExits, () => exits);
  answer(routes.listArrivals, () => []);
  show(<Exports />);
}
const pressButton = (name: string) => page.getByRole("button", { name, exact: true }).click();

test("requesting an archive shows its progress", async () => {
  const exits: ExitView[] = [];
  openExports(exits);
  await expect.element(page.getByText("No archives yet.")).toBeVisible();
  answer(routes.createExit, () => {
    const exit = sampleExit({ state: "making", checkedCount: 10, readyAt: null, deletedAt: null });
    exits.push(exit);
    return exit;
  });
  await pressButton("Create archive");
  await expect.element(page.getByText("10 of 40 files checked")).toBeVisible();
  await expect.element(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
});

test("a finished archive shows its expiry and a download link", async () => {
  openExports([sampleExit({ missingCount: 2 })]);
  await expect.element(page.getByText(/^Available until/)).toBeVisible();
  await expect.element(page.getByText("2 media files were deleted", { exact: false })).toBeVisible();
  answer(routes.createExitLink, () => ({
    url: "https://shoal.example/api/exits/archive/key",
    expiresAt: "2026-03-05T06:06:07.000Z",
  }));
  await pressButton("Get download link");
  await expect
    .element(page.getByRole("link", { name: "Download" }))
    .toHaveAttribute("href", "https://shoal.example/api/exits/archive/key");
});

test("a failed archive shows the reason, and a refused request is reported", async () => {
  openExports([sampleExit({ state: "failed", fault: "disk_full", readyAt: null, deletedAt: null })]);
  await expect.element(page.getByText(/The server has no disk space left/)).toBeVisible();
  refuse(routes.createExit, new Refusal("exits_too_many"));
  await pressButton("Create archive");
  await expect
    .element(page.getByText("You have reached the maximum number of archives", { exact: false }))
    .toBeVisible();
});

test("a failed list is reported and can be reloaded", async () => {
  refuse(routes.listExits, new Refusal("forbidden"));
  answer(routes.listArrivals, () => []);
  show(<Exports />);
  await expect.element(page.getByRole("alert")).toBeVisible();
  answer(routes.listExits, () => []);
  await page.getByRole("button", { name: /try again/i }).click();
  await expect.element(page.getByText("No archives yet.")).toBeVisible();
});
