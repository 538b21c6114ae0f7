import { TextInput } from "@mantine/core";
import { useNavigate } from "react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { UnsavedChanges } from "./unsaved-changes.tsx";
import { useAppForm } from "./use-app-form.ts";

cleanAfterEach();

/** A form that can open another page after it was sent. */
function Form({ to }: { to?: string }) {
  const navigate = useNavigate();
  const { form, handleSubmit } = useAppForm({
    initialValues: { name: "" },
    send: async () => undefined,
    onSent: async () => to !== undefined && (await navigate(to)),
  });
  return (
    <form onSubmit={handleSubmit}>
      <TextInput label="Name" {...form.getInputProps("name")} />
      <button type="submit">Send</button>
    </form>
  );
}

function Page({ to }: { to?: string }) {
  const navigate = useNavigate();
  return (
    <UnsavedChanges>
      <Form {...(to === undefined ? {} : { to })} />
      <button type="button" onClick={() => void navigate("/elsewhere")}>
        Leave
      </button>
    </UnsavedChanges>
  );
}

const field = page.getByRole("textbox", { name: "Name" });
const clickButton = (name: string) => page.getByRole("button", { name }).click();
const question = page.getByRole("dialog", { name: "Leave without saving?" });

test("a page asks before it is left once something is entered", async () => {
  const { address } = show(<Page />, { path: "/here" });
  await field.fill("Harbour");
  await clickButton("Leave");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(address()).toBe("/here");
});

test("a form that was sent may lead to another page without a question", async () => {
  const { address } = show(<Page to="/next" />, { path: "/here" });
  await field.fill("Harbour");
  await clickButton("Send");
  await expect.poll(address).toBe("/next");
});

test("a form that stays after it was sent is unsaved again with the next change", async () => {
  const { address } = show(<Page />, { path: "/here" });
  await field.fill("Harbour");
  await clickButton("Send");
  await field.fill("Harbour TV");
  await clickButton("Leave");
  await question.getByRole("button", { name: "Cancel" }).click();
  await clickButton("Send");
  await clickButton("Leave");
  await expect.poll(address).toBe("/elsewhere");
});
