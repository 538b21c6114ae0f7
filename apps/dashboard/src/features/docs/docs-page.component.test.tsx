import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { DocsPage } from "./docs-page.tsx";

cleanAfterEach();

test("choosing a page of the contents during a search shows that page", async () => {
  const { address } = show(
    <Routes>
      <Route path="/doc/:main/:sub" element={<DocsPage />} />
    </Routes>,
    { path: "/doc/start/first-steps" },
  );
  const search = page.getByRole("searchbox", { name: "Search documentation" });
  await search.fill("key");
  await expect.element(page.getByRole("heading", { name: /pages found$/ })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Contents" })
    .getByRole("link", { name: "React", exact: true })
    .click();
  await expect.element(page.getByRole("heading", { level: 1, name: "React" })).toBeVisible();
  await expect.element(search).toHaveValue("");
  expect(address()).toBe("/doc/start/react");
});
