import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { ApiReference } from "./api-reference.tsx";

cleanAfterEach();

test("a call can be found, read, and tried with entered values", async () => {
  const calls = answer(routes.getDuration, () => ({ duration: 12 }));
  show(<ApiReference />);
  await userEvent.fill(page.getByLabelText("Search calls"), "videos duration");
  await userEvent.click(page.getByRole("button", { name: /\/api\/videos\/\{id\}\/duration/ }));
  await expect.element(page.getByText("shoal.getDuration()")).toBeVisible();
  await userEvent.fill(page.getByLabelText(/^id/), "a b");
  await userEvent.click(page.getByRole("button", { name: "Send" }));
  await expect.element(page.getByText(/^200 in \d+ ms$/)).toBeVisible();
  await expect.element(page.getByText(/"duration": 12/)).toBeVisible();
  expect(calls.map(({ params }) => params)).toEqual([{ id: "a%20b" }]);
});

test("a search without results shows an empty state", async () => {
  show(<ApiReference />);
  await userEvent.fill(page.getByLabelText("Search calls"), "no such call anywhere");
  await expect.element(page.getByText("No matching calls")).toBeVisible();
});
