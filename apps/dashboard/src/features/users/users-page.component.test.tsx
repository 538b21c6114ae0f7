import { routes, type UserView } from "@shoal/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { tabTo } from "../../testing/by-keyboard.ts";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { sampleUser } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { OwnUsersPage } from "./users-page.tsx";

cleanAfterEach();

const INVITED_USER = sampleUser({
  uuid: "user-2",
  username: "ada",
  email: "ada@example.org",
  activated: false,
});
const answerUsers = (users: UserView[], size = users.length) =>
  answer(routes.listUsers, () => ({ _embedded: users, _size: size }));
const userForm = () => page.getByRole("form", { name: "New user" });
const fillField = (name: string, text: string) =>
  userForm().getByRole("textbox", { name, exact: true }).fill(text);
const submitForm = () => userForm().getByRole("button", { name: "Invite" }).click();

test("a list that is loading shows no rows, and a failed one shows the reason and can be reloaded", async () => {
  const { promise: wait, resolve } = Promise.withResolvers<void>();
  answer(routes.listUsers, async () => {
    await wait;
    throw new Refusal("unavailable");
  });
  show(<OwnUsersPage />);
  await expect.element(page.getByRole("table", { name: "Users" })).toBeVisible();
  await expect.element(page.getByRole("row", { name: /ada@example\.org/ })).not.toBeInTheDocument();
  resolve();
  await expect.element(page.getByRole("alert")).toBeVisible();
  answerUsers([INVITED_USER]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("row", { name: /ada@example\.org/ })).toBeVisible();
});

test("an empty list tells how to invite the first user, and a search without results can be cleared", async () => {
  const asked = answerUsers([]);
  show(<OwnUsersPage />);
  await expect.element(page.getByText("Invite the first user with the form above.")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search users" }).fill("nobody");
  await expect.element(page.getByText("No results")).toBeVisible();
  expect(asked.at(-1)?.query.search).toBe("nobody");
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect.element(page.getByText("No users yet")).toBeVisible();
});

test("pages and orders are requested from the server and kept in the URL", async () => {
  const asked = answerUsers([INVITED_USER], 45);
  const { address } = show(<OwnUsersPage />);
  await page.getByRole("button", { name: "Page 2", exact: true }).click();
  await expect.poll(() => asked.at(-1)?.query.page).toBe("2");
  await expect.poll(address).toContain("page=2");
  await page.getByRole("button", { name: /^Email/ }).click();
  await expect.poll(() => asked.at(-1)?.query.sort).toBe('{"email":1}');
  expect(asked.at(-1)?.query.page).toBe("1");
});

test("an invitation with invalid fields is rejected without sending anything", async () => {
  answerUsers([]);
  const sent = refuse(routes.createUser, new Refusal("internal_error"));
  show(<OwnUsersPage />);
  await fillField("Username", "a b");
  await fillField("Email (optional)", "nowhere");
  await submitForm();
  await expect.element(userForm().getByText(/^Use 2 to 60 letters/)).toBeVisible();
  await expect.element(userForm().getByText("Invalid email format")).toBeVisible();
  expect(sent).toEqual([]);
});

test("a taken username is reported with a free one, which can be accepted", async () => {
  answerUsers([]);
  const at = {
    activationLink: "https://shoal.example/#/activate/key",
    expiresAt: "2026-03-11T00:00:00.000Z",
  };
  refuse(routes.createUser, new Refusal("username_taken"));
  show(<OwnUsersPage />);
  await fillField("Username", "ada");
  await submitForm();
  await expect.element(userForm().getByText("This username is already taken.")).toBeVisible();
  const sent = answer(routes.createUser, () => ({ user: INVITED_USER, isMailed: false, ...at }));
  await fillField("Username", "ada2");
  await submitForm();
  await expect.element(page.getByText("No email was sent. Share this link yourself.")).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "Activation link" })).toHaveValue(at.activationLink);
  expect(sent.map(({ body }) => body)).toEqual([
    { username: "ada2", name: "", language: "EN", roles: ["editor"] },
  ]);
});

test("a user can be invited with the keyboard alone", async () => {
  answerUsers([]);
  const sent = answer(routes.createUser, () => ({
    user: INVITED_USER,
    isMailed: true,
    activationLink: "https://shoal.example/#/signup/key",
    expiresAt: "2026-03-11T00:00:00.000Z",
  }));
  show(<OwnUsersPage />);
  await tabTo(userForm().getByRole("textbox", { name: "Username", exact: true }));
  await userEvent.keyboard("ada{Tab}");
  await tabTo(userForm().getByRole("textbox", { name: "Email (optional)" }));
  await userEvent.keyboard("ada@example.org");
  await tabTo(userForm().getByRole("button", { name: "Invite" }));
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([expect.objectContaining({ username: "ada", email: "ada@example.org", roles: ["editor"] })]);
});
