import { type ClientPlan, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { PlansTab } from "./plans-tab.tsx";

cleanAfterEach();

const samplePlan = (own: Partial<ClientPlan> = {}): ClientPlan => ({
  validFrom: "2000-01-01",
  firstMonth: "2000-01",
  plan: { kind: "managed", tiers: [] },
  isClosed: true,
  ...own,
});
const answerPlans = (...more: ClientPlan[]) => {
  const _embedded = [...more, samplePlan()];
  return answer(routes.listClientPlans, () => ({ _embedded, _size: _embedded.length }));
};
const planForm = () => page.getByRole("form", { name: "Set another plan" });
const choosePlan = (kind: string) => planForm().getByRole("combobox", { name: "Plan" }).selectOptions(kind);
const field = (name: string, n: number) =>
  planForm()
    .getByRole("group", { name: `Tier ${n}` })
    .getByRole("textbox", { name });
const setPlanButton = () => planForm().getByRole("button", { name: "Set plan" });

test("an individual contract is sent with its tiers in bytes, millionths and cents", async () => {
  answerPlans();
  const sent = answer(routes.saveClientPlan, () => samplePlan());
  show(<PlansTab clientUuid="client-1" />);
  await planForm().getByRole("textbox", { name: "Valid from" }).fill("01/12/2098");
  await choosePlan("Individual contract");
  await planForm().getByRole("button", { name: "Add tier" }).click();
  await field("Up to (TB)", 1).fill("10");
  await field("€ per TB", 1).fill("0");
  await field("Fixed price (€)", 1).fill("99.90");
  await setPlanButton().click();
  await expect.element(planForm().getByText(/Each tier needs a price/)).toBeVisible();
  await field("€ per TB", 2).fill("6.5");
  await setPlanButton().click();
  await expect.element(page.getByText("Plan set")).toBeVisible();
  expect(sent.map(({ params, body }) => [params.validFrom, body])).toEqual([
    [
      "2098-12-01",
      {
        kind: "own",
        tiers: [
          { upToBytes: 10_000_000_000_000, microsPerTb: 0, fixedCents: 9_990 },
          { upToBytes: null, microsPerTb: 6_500_000 },
        ],
      },
    ],
  ]);
});

test("a start date in a past month is reported, and a plan that already priced a month cannot be deleted", async () => {
  answerPlans(samplePlan({ validFrom: "2098-12-02", firstMonth: "2099-01", isClosed: false }));
  refuse(routes.saveClientPlan, new Refusal("month_closed"));
  show(<PlansTab clientUuid="client-1" />);
  await expect.element(page.getByText("January 2099")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Delete plan from 2 December 2098" })).toBeVisible();
  expect(page.getByRole("button", { name: /^Delete plan/ }).elements()).toHaveLength(1);
  await planForm().getByRole("textbox", { name: "Valid from" }).fill("01/12/2020");
  await setPlanButton().click();
  await expect
    .element(planForm().getByText("This month is over: its price can no longer be changed."))
    .toBeVisible();
});

test("a plan is deleted only after confirmation", async () => {
  answerPlans(samplePlan({ validFrom: "2098-12-02", firstMonth: "2099-01", isClosed: false }));
  const deleted = answer(routes.deleteClientPlan, () => undefined);
  show(<PlansTab clientUuid="client-1" />);
  const remove = page.getByRole("button", { name: "Delete plan from 2 December 2098" });
  const question = page.getByRole("dialog", { name: "Delete this plan?" });
  await remove.click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(deleted).toEqual([]);
  await remove.click();
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.poll(() => deleted.map(({ params }) => params.validFrom)).toEqual(["2098-12-02"]);
});
