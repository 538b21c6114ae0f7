import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Refusal, refuse } from "../../testing/fake-api.ts";
import { sampleUser } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { VerifyEmailPage } from "./verify-email-page.tsx";

cleanAfterEach();

test("a key that could not be sent stays in its field", async () => {
  const sent = refuse(routes.verifyMail, new Refusal("unavailable"));
  show(<VerifyEmailPage />, { user: sampleUser({ emailVerified: false }) });
  const key = page.getByRole("textbox", { name: "Key" });
  await key.fill("k3y");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(key).toHaveValue("k3y");
  expect(sent).toHaveLength(1);
});
