import { type Budget, routes } from "@shoal/contract";
import { Link } from "react-router";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { chooseLanguage } from "../../i18n/index.ts";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { BudgetPanel } from "./budget-panel.tsx";

cleanAfterEach();

const NO_BUDGET: Budget = {
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
const limitField = () => page.getByRole("textbox", { name: "Budget per month, before tax (€)" });
const stopSwitch = () => page.getByRole("switch", { name: /^Stop at the limit/ });
const stopCdnSwitch = () => page.getByRole("switch", { name: /^Stop serving CDN entries/ });
const stopPlaybackSwitch = () => page.getByRole("switch", { name: /^Stop videos and lives/ });
const saveButton = () => page.getByRole("button", { name: "Save budget" });

test("a budget is sent in cents, and its used share is shown", async () => {
  answer(routes.getBudget, () => NO_BUDGET);
  const sent = answer(routes.saveBudget, ({ body }) => ({
    ...NO_BUDGET,
    ...(body as Budget),
    spentCents: 12_500,
    measuredCents: 10_000,
  }));
  show(<BudgetPanel />);
  await expect.element(stopSwitch()).toBeDisabled();
  await limitField().fill("250.50");
  await stopSwitch().click();
  await stopCdnSwitch().click();
  await stopPlaybackSwitch().click();
  await saveButton().click();
  await expect
    .element(
      page.getByText("€125.00 of €250.50 used this month, of which €100.00 for data from our servers."),
    )
    .toBeVisible();
  const stops = { stops: true, stopsCdn: true, stopsPlayback: true };
  expect(sent.map(({ body }) => body)).toEqual([{ limitCents: 25_050, ...stops }]);
  await expect.element(saveButton()).toHaveFocus();
});

test("a limit in French has a decimal comma, and a point is accepted as well", async () => {
  answer(routes.getBudget, () => ({ ...NO_BUDGET, limitCents: 1_050 }));
  const sent = answer(routes.saveBudget, ({ body }) => ({ ...NO_BUDGET, ...(body as Budget) }));
  await chooseLanguage("FR");
  show(<BudgetPanel />);
  const field = page.getByRole("textbox", { name: "Budget mensuel, hors taxes (€)" });
  await expect.element(field).toHaveValue("10,5");
  for (const typed of ["250,50", "99.25"]) {
    await field.fill("");
    await userEvent.type(field, typed);
    await page.getByRole("button", { name: "Enregistrer le budget" }).click();
  }
  await expect.poll(() => sent.map(({ body }) => (body as Budget).limitCents)).toEqual([25_050, 9_925]);
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
  const sent = answer(routes.saveBudget, () => NO_BUDGET);
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
  await limitField().fill("");
  await saveButton().click();
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([{ limitCents: null, stops: false, stopsCdn: false, stopsPlayback: false }]);
});

test("a failed save is reported", async () => {
  answer(routes.getBudget, () => NO_BUDGET);
  refuse(routes.saveBudget, new Refusal("internal_error"));
  show(<BudgetPanel />);
  await limitField().fill("10");
  await saveButton().click();
  await expect.element(page.getByText("The budget could not be saved")).toBeVisible();
});

test("a limit typed while the budget is being saved is kept", async () => {
  answer(routes.getBudget, () => NO_BUDGET);
  const arrived = Promise.withResolvers<void>();
  const sent = answer(routes.saveBudget, async ({ body }) => {
    await arrived.promise;
    return { ...NO_BUDGET, ...(body as Budget) };
  });
  show(<BudgetPanel />);
  await limitField().fill("250");
  await stopSwitch().click();
  await saveButton().click();
  await expect.poll(() => sent.length).toBe(1);
  await limitField().fill("300");
  arrived.resolve();
  await expect.element(page.getByText("Budget saved")).toBeVisible();
  await expect.element(limitField()).toHaveValue("300");
  await expect.element(stopSwitch()).toBeChecked();
});

test("a budget that is not saved is not left without a question", async () => {
  answer(routes.getBudget, () => NO_BUDGET);
  const { address } = show(
    <>
      <BudgetPanel />
      <Link to="/videos">Library</Link>
    </>,
    { path: "/billing" },
  );
  await limitField().fill("250");
  await page.getByRole("link", { name: "Library" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(limitField()).toHaveValue("250");
  expect(address()).toBe("/billing");
  await page.getByRole("link", { name: "Library" }).click();
  await question.getByRole("button", { name: "Leave page" }).click();
  await expect.poll(address).toBe("/videos");
});
