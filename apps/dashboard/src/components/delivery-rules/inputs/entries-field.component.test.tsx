import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { EntriesField } from "./entries-field.tsx";

cleanAfterEach();

function BlockedAddresses() {
  const [entries, setEntries] = useState<string[]>([]);
  return (
    <>
      <EntriesField kind="host" label="Blocked websites" value={entries} onChange={setEntries} />
      <p>To save: {entries.join(" ")}</p>
    </>
  );
}

const field = () => page.getByRole("textbox").first();

test("a typed entry is added when the field loses the focus", async () => {
  show(<BlockedAddresses />);
  await field().fill("pirates.example.com");
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByText("To save: pirates.example.com")).toBeVisible();
  await expect.element(field()).toHaveValue("");
  await field().fill("pirates!");
  await userEvent.keyboard("{Tab}");
  await expect.element(field()).toHaveValue("pirates!");
  await expect.element(page.getByText("To save: pirates.example.com")).toBeVisible();
});

test("removing an entry by keyboard moves the focus to the next entry", async () => {
  show(<BlockedAddresses />);
  for (const entry of ["a.example.com", "b.example.com", "c.example.com"]) {
    await field().fill(entry);
    await userEvent.keyboard("{Enter}");
  }
  const remove = (entry: string) => page.getByRole("button", { name: `Remove ${entry}` });
  (remove("b.example.com").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(remove("c.example.com")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(remove("a.example.com")).toHaveFocus();
});
