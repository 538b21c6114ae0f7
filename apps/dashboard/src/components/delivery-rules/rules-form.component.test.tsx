import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { tabTo } from "../../testing/by-keyboard.ts";
import { answer } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { RulesForm } from "./rules-form.tsx";

cleanAfterEach();

test("a rule can be overridden, changed and saved with the keyboard alone", async () => {
  answer(routes.getRuleReach, () => ({ viewers: 0, reached: 0, edges: 1, silentEdges: 0 }));
  answer(routes.getClientRules, () => ({ rules: { p2pWeb: false }, timeZone: "UTC", revision: 2 }) as never);
  const saved = answer(
    routes.updateClientRules,
    () => ({ rules: {}, timeZone: "UTC", revision: 2 }) as never,
  );
  show(
    <RulesForm
      subject={{ kind: "client", uuid: "client-1", name: "Harbour TV" }}
      clientUuid="client-1"
      opened={{ kind: "client", own: {}, below: {}, timeZone: "UTC", revision: 1 }}
      isReadOnly={false}
      onDirty={() => undefined}
      onCollection={() => undefined}
    />,
  );
  await tabTo(page.getByRole("switch", { name: "P2P on the web: override" }));
  await userEvent.keyboard(" ");
  await tabTo(page.getByRole("radio", { name: "On", exact: true }));
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(page.getByRole("radio", { name: "Off", exact: true })).toBeChecked();
  await tabTo(page.getByRole("button", { name: "Save" }));
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => saved.map(({ body }) => body)).toEqual([{ revision: 1, rules: { p2pWeb: false } }]);
  await expect.element(page.getByText("No changes")).toBeVisible();
});
