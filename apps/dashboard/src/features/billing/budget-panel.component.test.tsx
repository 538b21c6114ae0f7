import { type Budget, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { BudgetPanel } from "./budget-panel.tsx";

cleanAfterEach();

const NONE: Budget = {
  limitCents: null,
  stops: false,
  stopsCdn: false,
  spentCents: null,
  isStopped: false,
  isCdnStopped: false,
};
const limit = () => page.getByRole("textbox", { name: "Budget per month, before tax (€)" });
const stop = () => page.getByRole("switch", { name: /^Stop at the limit/ });
const stopCdn = () => page.getByRole("switch", { name: /^Stop serving CDN entries/ });
const save = () => page.getByRole("button", { name: "Save budget" });

test("a budget is sent in cents, and shows what is used of it", async () => {
  answer(routes.getBudget, () => NONE);
  const sent = answer(routes.saveBudget, ({ body }) => ({
    ...(body as Budget),
    spentCents: 12_500,
    isStopped: false,
    isCdnStopped: false,
  }));
  show(<BudgetPanel />);
  await expect.element(stop()).toBeDisabled();
  await limit().fill("250.50");
  await stop().click();
  await stopCdn().click();
  await save().click();
  await expect.element(page.getByText("€125.00 of €250.50 used this month.")).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ limitCents: 25_050, stops: true, stopsCdn: true }]);
});

test("a budget that stops says so, and is taken away by an empty field", async () => {
  answer(routes.getBudget, () => ({
    limitCents: 1_000,
    stops: true,
    stopsCdn: true,
    spentCents: 1_000,
    isStopped: true,
    isCdnStopped: true,
  }));
  const sent = answer(routes.saveBudget, () => NONE);
  show(<BudgetPanel />);
  await expect
    .element(
      page.getByText(
        "The budget is used up. No videos, lives or CDN entries can be created until the next month.",
      ),
    )
    .toBeVisible();
  await expect
    .element(page.getByText("The budget is used up. CDN entries are not served until the next month."))
    .toBeVisible();
  await limit().fill("");
  await save().click();
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([{ limitCents: null, stops: false, stopsCdn: false }]);
});

test("what cannot be saved is told", async () => {
  answer(routes.getBudget, () => NONE);
  refuse(routes.saveBudget, new Refusal("internal_error"));
  show(<BudgetPanel />);
  await limit().fill("10");
  await save().click();
  await expect.element(page.getByText("The budget could not be saved")).toBeVisible();
});
