import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { tabTo } from "../../testing/by-keyboard.ts";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { sampleUser } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { SignInPage } from "./sign-in-page.tsx";

cleanAfterEach();

test("users can sign in with the keyboard alone, correct a wrong password and enter a code", async () => {
  refuse(routes.login, new Refusal("wrong_credentials"));
  const { address } = show(<SignInPage />, { path: "/auth" });
  // The first field is focused when the page opens.
  await expect.element(page.getByRole("textbox", { name: "Username or email" })).toHaveFocus();
  await userEvent.keyboard("ada{Tab}wrong{Enter}");
  await expect.element(page.getByRole("alert")).toBeVisible();
  const password = page.getByLabelText("Password", { exact: true });
  await tabTo(password);
  refuse(routes.login, new Refusal("two_factor_required"));
  await userEvent.keyboard("{Control>}a{/Control}right{Enter}");
  await expect.element(page.getByRole("textbox")).toHaveFocus();
  const sent = answer(routes.login, () => ({ credential: "new", user: sampleUser() }) as never);
  await userEvent.keyboard("123456{Enter}");
  await expect.poll(address).toBe("/");
  expect(sent.map(({ body }) => body)).toEqual([
    expect.objectContaining({ username: "ada", password: "right", twoFactorCode: "123456" }),
  ]);
});

test("a code pasted with a space or dashes is complete, and incomplete with five digits", async () => {
  refuse(routes.login, new Refusal("two_factor_required"));
  show(<SignInPage />, { path: "/auth" });
  await page.getByRole("textbox", { name: "Username or email" }).fill("ada");
  await page.getByLabelText("Password", { exact: true }).fill("right");
  await userEvent.keyboard("{Enter}");
  const code = page.getByRole("textbox");
  await expect.element(code).toHaveFocus();
  const sent = refuse(routes.login, new Refusal("two_factor_wrong"));
  const paste = async (text: string) => {
    await code.fill("");
    await userEvent.keyboard(text);
    await userEvent.keyboard("{Enter}");
  };
  await paste("12 - 345");
  await expect.element(page.getByText("The code has six digits")).toBeVisible();
  expect(sent).toEqual([]);
  await paste("123 456");
  await expect.poll(() => sent.map(({ body }) => body)).toMatchObject([{ twoFactorCode: "123 456" }]);
});
