import { useForm } from "@mantine/form";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { chooseLanguage } from "../../../i18n/index.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";

cleanAfterEach();

function Form() {
  const form = useForm({ initialValues: { password: "", confirmPassword: "" } });
  return <NewPasswordFields form={form} name="password" />;
}

test.each([
  ["EN", "New password", "Common or easily guessed passwords are rejected on save."],
  [
    "FR",
    "Nouveau mot de passe",
    "Les mots de passe courants ou faciles à deviner sont refusés à l’enregistrement.",
  ],
] as const)(
  "the rule of a new password names every reason for a refusal (%s)",
  async (language, label, text) => {
    await chooseLanguage(language);
    show(<Form />);
    const field = page.getByLabelText(label, { exact: true });
    await field.fill("Password1!");
    const list = page.getByRole("list");
    await expect.poll(() => list.element().querySelectorAll("[data-met=true]").length).toBe(5);
    await expect.element(page.getByText(text)).toBeVisible();
    // Screen readers announce the rule together with the field.
    await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(text));
  },
);
