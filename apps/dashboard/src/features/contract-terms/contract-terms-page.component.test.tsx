import { type ContractTermsView, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { sampleUser } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { ContractTermsPage } from "./contract-terms-page.tsx";

cleanAfterEach();

const CONTRACT_TERMS: ContractTermsView = {
  version: 1,
  EN: "# 1. Subject",
  FR: "# 1. Objet",
  createdAt: "2026-03-04T05:06:07.000Z",
  createdBy: null,
  contractCount: 2,
  placeholders: ["seller.name", "client.name"],
};
const user = sampleUser({ roles: ["admin"], role: null });
const field = (name: string) => page.getByRole("textbox", { name });
const submitButton = () => page.getByRole("button", { name: "Publish version 2" });

test("the default terms warn that a lawyer must check them", async () => {
  answer(routes.getContractTerms, () => CONTRACT_TERMS);
  show(<ContractTermsPage />, { user });
  await expect.element(page.getByText("Have this text checked by your lawyer")).toBeVisible();
  await expect.element(page.getByText(/Version 1 .*2 contracts/)).toBeVisible();
  await expect.element(page.getByText("{{seller.name}}")).toBeVisible();
  await expect.element(submitButton()).toBeDisabled();
});

test("a new version is saved with both texts, based on the version that was loaded", async () => {
  answer(routes.getContractTerms, () => CONTRACT_TERMS);
  const mine = { ...CONTRACT_TERMS, version: 2, EN: "# 1. All", createdBy: "manager", contractCount: 0 };
  const sent = answer(routes.replaceContractTerms, () => mine);
  show(<ContractTermsPage />, { user });
  await field("English").fill("# 1. All");
  await submitButton().click();
  await expect.element(page.getByText("Version 2 of the terms is in force")).toBeVisible();
  await expect.element(page.getByText("Have this text checked by your lawyer")).not.toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ EN: "# 1. All", FR: "# 1. Objet", basedOn: 1 }]);
});

test("an unknown placeholder is reported at its text, which is kept", async () => {
  answer(routes.getContractTerms, () => CONTRACT_TERMS);
  const reason = "contains the unknown placeholder client.nickname";
  refuse(routes.replaceContractTerms, new Refusal("bad_request", [{ path: "FR", reason }]));
  show(<ContractTermsPage />, { user });
  await field("Français").fill("Cher {{client.nickname}}");
  await submitButton().click();
  await expect.element(page.getByText(/contains the unknown placeholder client.nickname/)).toBeVisible();
  await expect.element(field("Français")).toHaveValue("Cher {{client.nickname}}");
});
