import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openDialog } from "../../../components/ui/dialogs/dialogs.tsx";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { openBulkPlanDialog } from "./bulk-dialogs.tsx";
import type { BulkActions } from "./use-bulk.tsx";

cleanAfterEach();

const refusalsDialog = page.getByRole("dialog", { name: "Not changed" });
const showRefusals = () =>
  void openDialog({
    title: "Not changed",
    children: (
      <button type="button" data-autofocus>
        Understood
      </button>
    ),
  });

function openPlan(text: string | undefined, answered: Promise<unknown> = Promise.resolve()): void {
  const plan = async () => {
    await answered;
    return { text, showRefusals };
  };
  show(<p>The library</p>);
  openBulkPlanDialog({ count: 2, chosen: () => [], plan } as unknown as BulkActions);
}

test("the videos that a plan refused are listed once its outcome is closed, and the list has the focus", async () => {
  openPlan("1 deletion scheduled");
  await page.getByRole("button", { name: "Schedule deletion" }).click();
  await expect.element(page.getByText("1 deletion scheduled")).toBeVisible();
  expect(refusalsDialog.query()).toBeNull();
  await page.getByRole("button", { name: "Close" }).last().click();
  await expect.element(refusalsDialog).toBeVisible();
  await expect.element(refusalsDialog.getByRole("button", { name: "Understood" })).toHaveFocus();
  await refusalsDialog.getByRole("button", { name: "Close" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("a plan that changed nothing leads to the list of refused videos at once", async () => {
  openPlan(undefined);
  await page.getByRole("button", { name: "Schedule deletion" }).click();
  await expect.element(refusalsDialog).toBeVisible();
  await refusalsDialog.getByRole("button", { name: "Close" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("refused videos are listed even if the dialog is closed before the plan is answered", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  openPlan("1 deletion scheduled", promise);
  await page.getByRole("button", { name: "Schedule deletion" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  resolve();
  await expect.element(refusalsDialog).toBeVisible();
  await refusalsDialog.getByRole("button", { name: "Close" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("Cancel asks before it discards an entered date", async () => {
  openPlan(undefined);
  await page.getByRole("textbox").fill("01/02/2030 10:00");
  await page.getByRole("button", { name: "Cancel" }).click();
  const question = page.getByRole("dialog", { name: "Close without saving?" });
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});
