import { MAX_PAGE_LINKS } from "@shoal/contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { Pager } from "./pager.tsx";

cleanAfterEach();

test.each([1, 4, 5, 20, 37, 40])(
  "page %i of 40 has at most as many page buttons as §9 allows",
  async (current) => {
    show(<Pager page={current} pageSize={20} size={800} onChange={vi.fn()} />);
    await expect.element(page.getByRole("button", { name: `Page ${current}`, exact: true })).toBeVisible();
    expect(page.getByRole("button", { name: /^Page \d+$/ }).all().length).toBeLessThanOrEqual(MAX_PAGE_LINKS);
  },
);

test("a single page has no page buttons", async () => {
  show(
    <>
      <Pager page={1} pageSize={20} size={20} onChange={vi.fn()} />
      <p>Below</p>
    </>,
  );
  await expect.element(page.getByText("Below")).toBeVisible();
  expect(page.getByRole("button", { name: /^Page/ }).query()).toBeNull();
});
