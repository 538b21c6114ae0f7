import { type NewsSettings, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { UnsavedContext } from "../../components/ui/form/unsaved.ts";
import { queryClient } from "../../lib/queries.ts";
import { answer } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { NotificationsCard } from "./notifications-card.tsx";

cleanAfterEach();

const SAVED_SETTINGS: NewsSettings = { mail: "atOnce", unmailed: [], timeZone: "Europe/Paris" };
const timeRadios = page.getByRole("radio");
const kindCheckboxes = page.getByRole("checkbox");

/** Shows the card. @returns the forms with unsaved values. */
async function openCard(): Promise<Set<string>> {
  answer(routes.getNewsSettings, () => SAVED_SETTINGS);
  const unsaved = new Set<string>();
  const note = (id: string, isUnsaved: boolean) => void (isUnsaved ? unsaved.add(id) : unsaved.delete(id));
  show(
    <UnsavedContext value={note}>
      <NotificationsCard />
    </UnsavedContext>,
  );
  await expect.element(timeRadios.nth(0)).toBeChecked();
  return unsaved;
}

test("settings that were saved in another browser replace those that are shown, and are not unsaved", async () => {
  const unsaved = await openCard();
  queryClient.setQueryData(["newsSettings"], { ...SAVED_SETTINGS, mail: "daily" });
  await expect.element(timeRadios.nth(1)).toBeChecked();
  await expect.poll(() => unsaved.size).toBe(0);
});

test("what was chosen is kept when other settings are saved in another browser, and stays unsaved", async () => {
  const unsaved = await openCard();
  await kindCheckboxes.nth(0).click();
  queryClient.setQueryData(["newsSettings"], { ...SAVED_SETTINGS, mail: "daily" });
  await expect.element(timeRadios.nth(1)).toBeChecked();
  await expect.element(kindCheckboxes.nth(0)).not.toBeChecked();
  expect(unsaved.size).toBe(1);
  await kindCheckboxes.nth(0).click();
  await expect.poll(() => unsaved.size).toBe(0);
});
