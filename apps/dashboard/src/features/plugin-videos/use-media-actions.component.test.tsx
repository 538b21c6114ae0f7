import { type PluginVideoItem, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { useMediaActions } from "./use-media-actions.tsx";

cleanAfterEach();

function LinkButton() {
  const { openLinkDialog } = useMediaActions([{ uuid: "media-1" } as PluginVideoItem]);
  return (
    <button type="button" onClick={openLinkDialog}>
      Link
    </button>
  );
}

test("collections that failed to load are reported in the dialog, and can be reloaded", async () => {
  refuse(routes.listCollections, new Refusal("unavailable"));
  show(<LinkButton />);
  await page.getByRole("button", { name: "Link" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("alert")).toBeVisible();
  answer(routes.listCollections, () => ({ _embedded: [{ uuid: "c-1", name: "Reefs" }], _size: 1 }) as never);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByRole("combobox").click();
  await expect.element(page.getByRole("option", { name: "Reefs" })).toBeVisible();
});
