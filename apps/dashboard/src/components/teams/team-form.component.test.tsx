import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { TeamForm } from "./team-form.tsx";

cleanAfterEach();

test("pressing Enter repeatedly looks up a member once, and keeps changes made in the meantime", async () => {
  const arrived = Promise.withResolvers<void>();
  const asked = answer(routes.findUser, async ({ params }) => {
    if (params.username === "ann") await arrived.promise;
    return { username: params.username } as never;
  });
  show(<TeamForm onEnd={() => undefined} />);
  const field = page.getByRole("textbox", { name: "Username" });
  await field.fill("bob");
  await userEvent.keyboard("{Enter}");
  const role = page.getByRole("combobox", { name: /bob/ });
  await expect.element(role).toBeVisible();
  await field.fill("ann");
  await userEvent.keyboard("{Enter}{Enter}{Enter}");
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  await role.selectOptions("editor");
  arrived.resolve();
  await expect.element(page.getByRole("combobox", { name: /ann/ })).toBeVisible();
  await expect.element(role).toHaveValue("editor");
  expect(asked.map(({ params }) => params.username)).toEqual(["bob", "ann"]);
});
