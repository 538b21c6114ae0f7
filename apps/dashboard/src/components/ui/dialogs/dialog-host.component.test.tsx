import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { useReportUnsaved } from "../form/unsaved.ts";
import { openDialog } from "./dialogs.tsx";

cleanAfterEach();

let saveForm: () => void;

function Form() {
  const [isSaved, setSaved] = useState(false);
  saveForm = () => setSaved(true);
  useReportUnsaved(!isSaved);
  return <p>{isSaved ? "Saved" : "Not saved"}</p>;
}

const dialog = page.getByRole("dialog", { name: "Team" });
const question = page.getByRole("dialog", { name: "Close without saving?" });

/** Opens a dialog with unsaved entries and begins to close it. @returns a function that closes it as its own button does. */
async function askToDiscard() {
  show(<p>A page</p>);
  const close = await openDialog({ title: "Team", children: <Form /> });
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect.element(question).toBeVisible();
  return close;
}

test("the question about unsaved entries ends once they are saved", async () => {
  const close = await askToDiscard();
  saveForm();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(dialog.getByText("Saved")).toBeVisible();
  close();
});

test("the question about unsaved entries ends with the dialog", async () => {
  const close = await askToDiscard();
  close();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});
