import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { GuestPage } from "./guest-page.tsx";

cleanAfterEach();

const field = (name: string) => page.getByRole("textbox", { name });
// Password fields have no ARIA role, so the test finds them by label.
const passwordField = page.getByLabelText("Password", { exact: true });
const startReview = () => page.getByRole("button", { name: "Start review" }).click();

test("missing fields that the link requires are reported", async () => {
  answer(routes.findReview, () => ({ asksEmail: true, asksPassword: true }));
  const sent = refuse(routes.enterReview, new Refusal("review_password_wrong"));
  show(<GuestPage />);
  await startReview();
  for (const named of [field("Your name"), field("Email address"), passwordField])
    await expect.element(named).toHaveAttribute("aria-invalid", "true");
  expect(sent).toEqual([]);
  await field("Your name").fill(" Ada ");
  await field("Email address").fill("ada@example.org");
  await passwordField.fill("a wrong one");
  await startReview();
  await expect.element(page.getByText("Wrong password")).toBeVisible();
  expect(sent[0]?.body).toMatchObject({ name: "Ada", email: "ada@example.org", password: "a wrong one" });
});

test("a link that requires only a name has no other field", async () => {
  answer(routes.findReview, () => ({ asksEmail: false, asksPassword: false }));
  show(<GuestPage />);
  await expect.element(field("Your name")).toBeVisible();
  expect(page.getByRole("textbox").elements()).toHaveLength(1);
  expect(document.querySelector('meta[name="robots"]')?.getAttribute("content")).toContain("noindex");
});

test("a link that no longer admits guests is reported, even when it ends while the form is filled in", async () => {
  answer(routes.findReview, () => ({ asksEmail: false, asksPassword: false }));
  show(<GuestPage />);
  await field("Your name").fill("Ada");
  refuse(routes.findReview, new Refusal("review_link_ended"));
  refuse(routes.enterReview, new Refusal("review_link_ended"));
  await startReview();
  await expect.element(page.getByRole("heading", { name: "This review link does not work" })).toBeVisible();
});
