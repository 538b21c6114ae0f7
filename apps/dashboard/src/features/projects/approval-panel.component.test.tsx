import { type ApprovalView, type ProjectView, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { ApprovalPanel } from "./approval-panel.tsx";

cleanAfterEach();

const APPROVAL: ApprovalView = {
  version: 2,
  status: "open",
  reviewers: [],
  history: [],
  mayAsk: false,
  mayDecide: true,
  isAwaited: false,
};

test("a decision can be made by keyboard, is announced once it is saved, and keeps the focus", async () => {
  answer(routes.getApproval, () => APPROVAL);
  answer(routes.makeDecision, () => ({ ...APPROVAL, status: "approved" as const }));
  show(<ApprovalPanel project={{ uuid: "p" } as ProjectView} version={2} />);
  const approve = page.getByRole("button", { name: "Approve", exact: true });
  await expect.element(approve).toBeVisible();
  await expect.element(page.getByRole("status")).toBeEmptyDOMElement();
  await userEvent.keyboard("{Tab}{Tab}");
  expect(document.activeElement).toBe(approve.element());
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("status")).toHaveTextContent("Decision saved");
  await expect.poll(() => document.activeElement).toBe(approve.element());
});

test("an approval that failed to load is reported and can be reloaded", async () => {
  refuse(routes.getApproval, new Refusal("unavailable"));
  show(<ApprovalPanel project={{ uuid: "p" } as ProjectView} version={2} />);
  await expect.element(page.getByRole("alert")).toBeVisible();
  answer(routes.getApproval, () => APPROVAL);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("No reviewers for this version yet.")).toBeVisible();
});
