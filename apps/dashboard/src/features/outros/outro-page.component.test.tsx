import { type OutroView, routes } from "@shoal/contract";
import { Link, Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { OutroPage } from "./outro-page.tsx";

cleanAfterEach();

const Page = () => (
  <>
    <Link to="/elsewhere">Elsewhere</Link>
    <Routes>
      <Route path="/outros/:id" element={<OutroPage />} />
      <Route path="*" element={<p>Another page</p>} />
    </Routes>
  </>
);
const titleField = () => page.getByRole("textbox", { name: "Title", exact: true });

test("leaving a new outro asks for confirmation, and creating it leads to its page", async () => {
  const made = { id: "outro-1", title: "Thank you", videoCount: 0, revision: 1 } as unknown as OutroView;
  answer(routes.addOutro, () => made);
  answer(routes.getOutro, () => made);
  const { address } = show(<Page />, { path: "/outros/new" });
  await titleField().fill("Thank you");
  await page.getByRole("link", { name: "Elsewhere" }).click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(address()).toBe("/outros/new");
  await expect.element(titleField()).toHaveValue("Thank you");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect.poll(address).toBe("/outros/outro-1");
  await expect.element(dialog).not.toBeInTheDocument();
});
