import type { SortField } from "@shoal/contract";
import type { ComponentProps } from "react";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { sampleVideo } from "../../../testing/samples.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { VideoTable } from "./video-table.tsx";

cleanAfterEach();

const videos = [
  sampleVideo(),
  sampleVideo({ uuid: "video-2", title: "Harbour", encodingStatus: "encoding", encodingPercent: 40 }),
];
const SORT: Partial<Record<SortField, 1 | -1>> = { createdAt: -1 };

function showTable(own: Partial<ComponentProps<typeof VideoTable>> = {}) {
  const handlers = { onSort: vi.fn(), onPage: vi.fn(), onRetry: vi.fn() };
  show(
    <VideoTable
      videos={videos}
      page={1}
      pageSize={20}
      sort={SORT}
      size={45}
      selection={undefined}
      empty={<p>Nothing here</p>}
      isStale={false}
      error={undefined}
      isNested={false}
      {...handlers}
      {...own}
    />,
  );
  return handlers;
}

test("each video has a row with its title and status, linked to its page", async () => {
  showTable();
  const row = page.getByRole("row", { name: /Harbour/ });
  await expect.element(row).toBeVisible();
  await expect.element(row.getByText(/40/).first()).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Herring" }).first())
    .toHaveAttribute("href", "/player/video-1");
});

test("rebuffering has its colour in the old list too", async () => {
  const { stats } = sampleVideo();
  const withRebuffering = (uuid: string, rebuff: number) =>
    sampleVideo({ uuid, title: uuid, stats: { ...stats, rebuff } });
  showTable({
    videos: [withRebuffering("calm", 19), withRebuffering("rough", 20), withRebuffering("wild", 50)],
  });
  for (const [title, colour] of [
    ["calm", "green"],
    ["rough", "orange"],
    ["wild", "red"],
  ] as const) {
    const row = page.getByRole("row", { name: new RegExp(title) });
    await expect.element(row).toBeVisible();
    const cell = row.element().querySelector('[data-figure="rebuff"]');
    expect(cell?.getAttribute("data-colour"), title).toBe(colour);
  }
});

test("other pages and orders are requested", async () => {
  const { onPage, onSort } = showTable();
  await page.getByRole("button", { name: "Page 3", exact: true }).click();
  expect(onPage).toHaveBeenCalledWith({ page: 3 });
  await page.getByRole("button", { name: /^Title/ }).click();
  expect(onSort).toHaveBeenCalledWith({ title: 1 });
});

test("a table shows that it is loading, has failed to load, or is empty", async () => {
  showTable({ videos: undefined, size: 0 });
  await expect.element(page.getByRole("table")).toBeInTheDocument();
  expect(document.querySelector("[aria-busy=true]")).not.toBeNull();
});

test("a table that failed to load can be reloaded", async () => {
  const { onRetry } = showTable({ videos: undefined, size: 0, error: new Error("away") });
  await expect.element(page.getByRole("alert")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  expect(onRetry).toHaveBeenCalled();
});

test("an empty table shows the next step", async () => {
  showTable({ videos: [], size: 0 });
  await expect.element(page.getByText("Nothing here")).toBeVisible();
});

test("title, tags and description are edited in the rows", async () => {
  showTable();
  for (const field of ["Title", "Tags", "Description"]) {
    const edit = page.getByRole("button", { name: `Edit: ${field} of “Harbour”` });
    await edit.click();
    await page.getByRole("button", { name: `Cancel: ${field} of “Harbour”` }).click();
    await expect.element(edit).toBeVisible();
  }
});
