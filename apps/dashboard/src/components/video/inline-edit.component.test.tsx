import { TextInput } from "@mantine/core";
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { InlineEdit } from "./inline-edit.tsx";

cleanAfterEach();

function Title({ onSave }: { onSave: (title: string) => Promise<void> }) {
  const [title, setTitle] = useState("Herring");
  return (
    <InlineEdit
      name="Title"
      canEdit
      isConfirmedByEnter
      value={title}
      read={async () => ({ value: title, revision: 1 })}
      onSave={async (next) => {
        await onSave(next);
        setTitle(next);
      }}
      view={<h2>{title}</h2>}
      editor={(draft, setDraft) => (
        <TextInput
          autoFocus
          aria-label="Title"
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
    />
  );
}

const field = () => page.getByRole("textbox", { name: "Title" });
const startEditing = () => page.getByRole("button", { name: /Title/ }).first().click();

test("text typed while a title is being saved stays in the field", async () => {
  const arrived = Promise.withResolvers<void>();
  const sent: string[] = [];
  const onSave = async (title: string) => {
    sent.push(title);
    if (sent.length === 1) await arrived.promise;
  };
  show(<Title onSave={onSave} />);
  await startEditing();
  await field().fill("Cod");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => sent).toEqual(["Cod"]);
  await field().fill("Cod in the bay");
  arrived.resolve();
  await expect.poll(() => document.querySelector("[data-loading]")).toBeNull();
  await expect.element(field()).toHaveValue("Cod in the bay");
  await field().click();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { name: "Cod in the bay" })).toBeVisible();
});

test("an Enter that ends a composition does not save", async () => {
  const sent: string[] = [];
  show(
    <Title
      onSave={async (title) => {
        sent.push(title);
      }}
    />,
  );
  await startEditing();
  await field().fill("にしん");
  const composing = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, isComposing: true });
  field().element().dispatchEvent(composing);
  await field().fill("にしんと鯖");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { name: "にしんと鯖" })).toBeVisible();
  expect(sent).toEqual(["にしんと鯖"]);
});
