import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { sampleClient } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { ClientForm } from "./client-form.tsx";

cleanAfterEach();

const client = sampleClient();
const name = () => page.getByRole("textbox", { name: "Client name" });
const save = () => page.getByRole("button", { name: "Save" }).click();

test("only what was changed is saved, with the state that it was changed from", async () => {
  const saved = answer(routes.updateClientAsAdmin, ({ body }) => ({
    ...client,
    ...(body as object),
    revision: 2,
  }));
  show(<ClientForm client={client} />);
  await name().fill("Harbour Television");
  await save();
  await expect
    .poll(() => saved.map(({ body }) => body))
    .toEqual([{ clientname: "Harbour Television", revision: 1 }]);
  await expect.element(page.getByText(/Harbour Television/).first()).toBeVisible();
});

test("a name that is empty is refused here, and one that is taken says so", async () => {
  const sent = refuse(routes.updateClientAsAdmin, new Refusal("client_name_taken"));
  show(<ClientForm client={client} />);
  await name().fill("");
  await save();
  await expect.element(name()).toHaveAttribute("aria-invalid", "true");
  expect(sent).toEqual([]);
  await name().fill("Another");
  await save();
  await expect.element(page.getByRole("alert")).toBeVisible();
  expect(sent).toHaveLength(1);
});

test("what somebody else has saved meanwhile is shown, and what was typed here is kept", async () => {
  const theirs = sampleClient({ clientname: "Theirs", revision: 2 });
  refuse(routes.updateClientAsAdmin, new Refusal("edit_conflict"));
  answer(routes.getClient, () => theirs);
  show(<ClientForm client={client} />);
  await name().fill("Ours");
  await save();
  await expect.element(page.getByText("Theirs")).toBeVisible();
  await expect.element(name()).toHaveValue("Ours");
});
