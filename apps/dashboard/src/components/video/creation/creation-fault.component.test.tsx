import { AppError } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { openCreationFault } from "./creation-fault.tsx";

cleanAfterEach();

test("a reached limit is explained without the title of a failed creation", async () => {
  show(
    <button type="button" onClick={() => openCreationFault(new AppError("budget_reached"))}>
      limit
    </button>,
  );
  await page.getByRole("button", { name: "limit" }).click();
  await expect.element(page.getByText(/This month’s budget is used up/)).toBeVisible();
  await expect.element(page.getByText("Can not create video")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Close" }).last().click();
});

test("a failed creation names what could not be created", async () => {
  show(
    <button type="button" onClick={() => openCreationFault(new AppError("disk_low"))}>
      failure
    </button>,
  );
  await page.getByRole("button", { name: "failure" }).click();
  await expect.element(page.getByText("Can not create video")).toBeVisible();
  await page.getByRole("button", { name: "Close" }).last().click();
});
