import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { meQuery, queryClient } from "../../lib/queries.ts";
import { sampleUser } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { ProfilePage } from "./profile-page.tsx";

cleanAfterEach();

test("each section is on the page once, even after the user is reloaded", async () => {
  show(<ProfilePage />);
  const headings = page.getByRole("heading", { level: 2, name: "Documents" });
  await expect.element(headings).toBeVisible();
  for (const username of ["first", "second"]) {
    queryClient.setQueryData(meQuery.queryKey, sampleUser({ username }));
    await expect.element(page.getByText(username, { exact: true })).toBeVisible();
  }
  expect(headings.elements()).toHaveLength(1);
});
