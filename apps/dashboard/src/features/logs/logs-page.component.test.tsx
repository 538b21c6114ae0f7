import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { chooseLanguage } from "../../i18n/index.ts";
import { answer } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { LogsPage } from "./logs-page.tsx";

cleanAfterEach();

test("an action is found when typed without accents and with a straight apostrophe", async () => {
  await chooseLanguage("FR");
  const calls = answer(routes.listLogs, () => ({ _embedded: [], _size: 0 }));
  show(<LogsPage />, { path: "/logs" });
  const action = page.getByRole("combobox", { name: "Action" });
  await userEvent.click(action);
  await userEvent.keyboard("ajout d'une cle d'api");
  await userEvent.click(page.getByRole("option", { name: "Ajout d’une clé d’API" }));
  await expect
    .poll(() => calls.at(-1)?.query.type)
    .toBe(`${routes.addApiKey.method} ${routes.addApiKey.path}`);
});
