import { AppError } from "@shoal/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { askConfirmation } from "./confirm.tsx";

cleanAfterEach();

test("the failure of an action is reported even after its dialog was closed", async () => {
  const ended = Promise.withResolvers<void>();
  const ask = () =>
    askConfirmation({
      title: "Delete Herring?",
      text: "It cannot be restored.",
      confirm: "Delete",
      run: () => ended.promise,
    });
  show(
    <button type="button" onClick={ask}>
      Remove
    </button>,
  );
  await page.getByRole("button", { name: "Remove" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Herring?" });
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  ended.reject(new AppError("too_many_requests"));
  await expect.element(page.getByRole("alert").getByText(/Too many/)).toBeVisible();
});
