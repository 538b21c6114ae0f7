import { type ClientView, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { sampleClient } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { ClientForm } from "./client-form.tsx";

cleanAfterEach();

const OPENED_CLIENT = sampleClient({ contractNumber: "", subscriptionEndsAt: null, claimsLifted: false });
const clientForm = () => page.getByRole("form", { name: "Client Harbour TV" });
const field = (name: string) => clientForm().getByRole("textbox", { name, exact: true });
const saveButton = () => clientForm().getByRole("button", { name: "Save" });

/** Simulates another user who saves first: requests with the old revision are rejected. */
function saveAsAnotherUser(theirs: Partial<ClientView>) {
  const latest = { ...OPENED_CLIENT, ...theirs, revision: 2 };
  answer(routes.getClient, () => latest);
  return answer(routes.updateClientAsAdmin, ({ body }) => {
    const { revision, ...changes } = body as { revision: number };
    if (revision !== latest.revision) throw new Refusal("edit_conflict");
    return { ...latest, ...changes, revision: 3 };
  });
}

test("faults are shown at their fields, and nothing is sent", async () => {
  const sent = refuse(routes.updateClientAsAdmin, new Refusal("internal_error"));
  show(<ClientForm client={OPENED_CLIENT} />);
  await field("Client name").fill("H");
  await field("SIRET").fill("12 34");
  await field("VAT number").fill("FR1");
  await field("Email").fill("nowhere");
  await field("Phone").fill("call me");
  await saveButton().click();
  await expect.element(clientForm().getByText("At least 2 characters")).toBeVisible();
  await expect.element(clientForm().getByText("A SIRET has 14 digits")).toBeVisible();
  await expect
    .element(clientForm().getByText("For example FR40303265045: the country code, then digits"))
    .toBeVisible();
  await expect.element(clientForm().getByText("Invalid email format")).toBeVisible();
  await expect.element(clientForm().getByText("Digits, spaces and + ( ) . - only")).toBeVisible();
  expect(sent).toEqual([]);
});

test("only changed fields are sent, and a SIRET without its spaces", async () => {
  const sent = answer(routes.updateClientAsAdmin, ({ body }) => ({
    ...OPENED_CLIENT,
    ...(body as object),
    revision: 2,
  }));
  show(<ClientForm client={OPENED_CLIENT} />);
  await field("SIRET").fill("123 456 789 00012");
  await clientForm().getByRole("checkbox", { name: "Free tier" }).click();
  await saveButton().click();
  await expect.element(page.getByText("“Harbour TV” saved")).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ siret: "12345678900012", freeTier: true, revision: 1 }]);
});

test("a refusal by the server is shown, and the entered values are kept", async () => {
  refuse(routes.updateClientAsAdmin, new Refusal("internal_error"));
  show(<ClientForm client={OPENED_CLIENT} />);
  await field("Company name").fill("Harbour SARL");
  await saveButton().click();
  await expect.element(clientForm().getByText("The client could not be saved")).toBeVisible();
  await expect.element(field("Company name")).toHaveValue("Harbour SARL");
});

test("changes by another user are merged into untouched fields, and are not sent again", async () => {
  const sent = saveAsAnotherUser({ phone: "+33 2 98 00 00 00" });
  show(<ClientForm client={OPENED_CLIENT} />);
  await field("Company name").fill("Harbour SARL");
  await saveButton().click();
  await expect.element(clientForm().getByText("Someone else made changes")).toBeVisible();
  await expect.element(field("Phone")).toHaveValue("+33 2 98 00 00 00");
  await expect.element(clientForm().getByRole("button", { name: "Use this value" })).not.toBeInTheDocument();
  await saveButton().click();
  await expect.element(page.getByText("“Harbour TV” saved")).toBeVisible();
  await expect.element(clientForm().getByText("Someone else made changes")).not.toBeInTheDocument();
  expect(sent.at(-1)?.body).toEqual({ companyName: "Harbour SARL", revision: 2 });
});

test("a field that both users changed keeps the entered value until the other one is accepted", async () => {
  const sent = saveAsAnotherUser({ companyName: "Quay SARL" });
  show(<ClientForm client={OPENED_CLIENT} />);
  await field("Company name").fill("Harbour SARL");
  await field("Phone").fill("+33 2 98 11 11 11");
  await saveButton().click();
  await expect.element(clientForm().getByText("Quay SARL")).toBeVisible();
  await expect.element(field("Company name")).toHaveValue("Harbour SARL");
  await clientForm().getByRole("button", { name: "Use this value" }).click();
  await expect.element(field("Company name")).toHaveValue("Quay SARL");
  await saveButton().click();
  await expect.element(page.getByText("“Harbour TV” saved")).toBeVisible();
  expect(sent.at(-1)?.body).toEqual({ phone: "+33 2 98 11 11 11", revision: 2 });
});

test("saving a client that was deleted in the meantime reports a failure", async () => {
  refuse(routes.updateClientAsAdmin, new Refusal("edit_conflict"));
  refuse(routes.getClient, new Refusal("not_found"));
  show(<ClientForm client={OPENED_CLIENT} />);
  await field("Company name").fill("Harbour SARL");
  await saveButton().click();
  await expect.element(clientForm().getByText("The client could not be saved")).toBeVisible();
  await expect.element(saveButton()).toBeEnabled();
});
