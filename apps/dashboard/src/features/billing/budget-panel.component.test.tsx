import { type Budget, routes } from "@shoal/contract";
import { Link } from "react-router";
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
  stopsPlayback: false,
  spentCents: null,
  measuredCents: null,
  isStopped: false,
  isCdnStopped: false,
  isPlaybackStopped: false,
};
const limit = () => page.getByRole("textbox", { name: "Budget per month, before tax (€)" });
const stop = () => page.getByRole("switch", { name: /^Stop at the limit/ });
const stopCdn = () => page.getByRole("switch", { name: /^Stop serving CDN entries/ });
const stopPlayback = () => page.getByRole("switch", { name: /^Stop videos and lives/ });
const save = () => page.getByRole("button", { name: "Save budget" });

test("a budget is sent in cents, and its used share is shown", async () => {
  answer(routes.getBudget, () => NONE);
  const sent = answer(routes.saveBudget, ({ body }) => ({
    ...NONE,
    ...(body as Budget),
    spentCents: 12_500,
    measuredCents: 10_000,
  }));
  show(<BudgetPanel />);
  await expect.element(stop()).toBeDisabled();
  await limit().fill("250.50");
  await stop().click();
  await stopCdn().click();
  await stopPlayback().click();
  await save().click();
  await expect
    .element(
      page.getByText("€125.00 of €250.50 used this month, of which €100.00 for data from our servers."),
    )
    .toBeVisible();
  const stops = { stops: true, stopsCdn: true, stopsPlayback: true };
  expect(sent.map(({ body }) => body)).toEqual([{ limitCents: 25_050, ...stops }]);
  await expect.element(save()).toHaveFocus();
});

test("a budget that stops playback is announced, and emptying the field removes it", async () => {
  answer(routes.getBudget, () => ({
    limitCents: 1_000,
    stops: true,
    stopsCdn: true,
    stopsPlayback: true,
    spentCents: 1_000,
    measuredCents: 1_000,
    isStopped: true,
    isCdnStopped: true,
    isPlaybackStopped: true,
  }));
  const sent = answer(routes.saveBudget, () => NONE);
  show(<BudgetPanel />);
  await expect
    .element(
      page.getByText(
        "The budget is used up. You cannot create videos, lives or CDN entries until the next month.",
      ),
    )
    .toBeVisible();
  await expect
    .element(page.getByText("The budget is used up. CDN entries are not served until the next month."))
    .toBeVisible();
  await expect
    .element(
      page.getByText("The budget is used up. Viewers cannot start videos or lives until the next month."),
    )
    .toBeVisible();
  await limit().fill("");
  await save().click();
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([{ limitCents: null, stops: false, stopsCdn: false, stopsPlayback: false }]);
});

test("a failed save is reported", async () => {
  answer(routes.getBudget, () => NONE);
  refuse(routes.saveBudget, new Refusal("internal_error"));
  show(<BudgetPanel />);
  await limit().fill("10");
  await save().click();
  await expect.element(page.getByText("The budget could not be saved")).toBeVisible();
});

test("a limit typed while the budget is being saved is kept", async () => {
  answer(routes.getBudget, () => NONE);
  const arrived = Promise.withResolvers<void>();
  const sent = answer(routes.saveBudget, async ({ body }) => {
    await arrived.promise;
    return { ...NONE, ...(body as Budget) };
  });
  show(<BudgetPanel />);
  await limit().fill("250");
  await stop().click();
  await save().click();
  await expect.poll(() => sent.length).toBe(1);
  await limit().fill("300");
  arrived.resolve();
  await expect.element(page.getByText("Budget saved")).toBeVisible();
  await expect.element(limit()).toHaveValue("300");
  await expect.element(stop()).toBeChecked();
});

test("a budget that is not saved is not left without a question", async () => {
  answer(routes.getBudget, () => NONE);
  const { address } = show(
    <>
      <BudgetPanel />
      <Link to="/videos">Library</Link>
    </>,
    { path: "/billing" },
  );
  await limit().fill("250");
  await page.getByRole("link", { name: "Library" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(limit()).toHaveValue("250");
  expect(address()).toBe("/billing");
  await page.getByRole("link", { name: "Library" }).click();
  await question.getByRole("button", { name: "Leave the page" }).click();
  await expect.poll(address).toBe("/videos");
});
