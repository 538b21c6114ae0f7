import { TextInput } from "@mantine/core";
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { UnsavedContext } from "./unsaved.ts";
import { useConfirmedClose } from "./use-confirmed-close.ts";
import { useEditForm } from "./use-edit-form.ts";

cleanAfterEach();

interface NamedPlace {
  revision: number;
  name: string;
  note: string;
}
const OPENED_PLACE: NamedPlace = { revision: 1, name: "Harbour", note: "" };
type SavePlace = (changes: Partial<Omit<NamedPlace, "revision">>, revision: number) => Promise<NamedPlace>;

function Form({ save }: { save: SavePlace }) {
  const { form, handleSubmit } = useEditForm<{ name: string; note: string }, NamedPlace>({
    entity: OPENED_PLACE,
    valuesOf: ({ name, note }) => ({ name, note }),
    read: async () => OPENED_PLACE,
    save,
    onSaved: () => undefined,
  });
  return (
    <form onSubmit={handleSubmit}>
      <TextInput label="Name" {...form.getInputProps("name")} />
      <TextInput label="Note" {...form.getInputProps("note")} />
      <button type="submit">Save</button>
    </form>
  );
}

const field = (name: string) => page.getByRole("textbox", { name });
const button = (name: string) => page.getByRole("button", { name });

test("text typed while a form is being saved is kept and sent with the next save", async () => {
  const saved = Promise.withResolvers<void>();
  const sent: [unknown, number][] = [];
  const save: SavePlace = async (changes, revision) => {
    sent.push([changes, revision]);
    await saved.promise;
    return { ...OPENED_PLACE, name: "Harbour TV", ...changes, revision: revision + 1 };
  };
  show(<Form save={save} />);
  await field("Name").fill("Harbour TV ");
  await button("Save").click();
  await field("Note").fill("Typed while it was saved");
  saved.resolve();
  await expect.poll(() => sent.length).toBe(1);
  await button("Save").click();
  await expect.poll(() => sent[1]).toEqual([{ note: "Typed while it was saved" }, 2]);
  await expect.element(field("Note")).toHaveValue("Typed while it was saved");
});

function EditPart({ onClose }: { onClose: () => void }) {
  const { drawer, note } = useConfirmedClose(onClose);
  return (
    <UnsavedContext value={note}>
      <button type="button" onClick={drawer.onClose}>
        Close the part
      </button>
      <Form save={async () => OPENED_PLACE} />
    </UnsavedContext>
  );
}

function OpenablePart() {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? <EditPart onClose={() => setOpen(false)} /> : <p>Closed</p>;
}

test("closing a part with unsaved changes asks for confirmation", async () => {
  show(<OpenablePart />);
  await field("Name").fill("Pier");
  await button("Close the part").click();
  const dialog = page.getByRole("dialog", { name: "Close without saving?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(field("Name")).toHaveValue("Pier");
  await button("Close the part").click();
  await dialog.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(page.getByText("Closed")).toBeVisible();
});

test("closing a part without changes does not ask", async () => {
  show(<OpenablePart />);
  await field("Name").fill("Pier");
  await field("Name").fill("Harbour");
  await userEvent.keyboard("{Tab}");
  await button("Close the part").click();
  await expect.element(page.getByText("Closed")).toBeVisible();
});
